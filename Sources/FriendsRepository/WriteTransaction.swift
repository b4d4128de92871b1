import FoundationEssentials
import FriendsModel
import FriendsVCard

/// The writes of one transaction. The first one that changes something begins a change of the list, which all of them are
/// part of.
package final class WriteTransaction {
    private let database: any RepositoryTransaction
    private var begun: (any RepositoryChange)?
    /// The number of writes that have changed something.
    private var changeCount = 0
    /// About the size of the friends and rests that were read, in bytes.
    private var readSize = 0

    package init(_ database: any RepositoryTransaction) { self.database = database }

    private func change() throws -> any RepositoryChange {
        changeCount += 1
        if let begun { return begun }
        let change = try database.beginChange()
        begun = change
        return change
    }

    private func friend(_ id: Friend.ID) throws -> Friend? { counting(try database.friend(id)) }

    private func deletedFriend(_ id: Friend.ID) throws -> Friend? { counting(try database.deletedFriend(id)) }

    private func counting(_ friend: Friend?) -> Friend? {
        readSize += friend?.size ?? 0
        return friend
    }

    private func storedRest(of id: Friend.ID) throws -> Data? {
        let rest = try database.rest(of: id)
        readSize += rest?.count ?? 0
        return rest
    }

    /// Ends the change, if one has begun.
    package func end() throws { try begun?.end() }

    package func create(_ details: FriendDetails, rest: Data?, id: Friend.ID) throws -> FriendCreation {
        if let friend = try friend(id) {
            let isSame =
                try details.withLineIDs(from: friend.details.lines) == friend.details
                && (rest == nil || rest == storedRest(of: id))
            return isSame ? .alreadyThere(friend) : .taken(by: friend)
        }
        return .created(try insert(details, rest: rest, id: id))
    }

    private func createInTrash(_ details: FriendDetails, rest: Data?, id: Friend.ID) throws -> RepositoryWriteResult {
        if let friend = try friend(id) { return .creation(.taken(by: friend)) }
        // The same batch was sent before.
        if let deleted = try deletedFriend(id), details.withLineIDs(from: deleted.details.lines) == deleted.details,
            try rest == storedRest(of: id)
        {
            return .deletion(.done)
        }
        let friend = try insert(details, rest: rest, id: id)
        try change().moveToTrash(friend.id)
        return .deletion(.done)
    }

    private func insert(_ details: FriendDetails, rest: Data?, id: Friend.ID) throws -> Friend {
        try change().insert(
            details.withLineIDs(from: []), keptText: Self.keptText(of: rest), rest: rest, id: id)
    }

    private static func keptText(of rest: Data?) -> String { rest.map { FriendCard.keptText(in: $0) } ?? "" }

    package func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: RestChange, ifVersion versions: [Friend.Version]?
    ) throws -> FriendUpdate {
        guard let old = try friend(id) else { return .notFound }
        if let versions, !versions.contains(old.version) { return .versionMismatch(current: old) }
        let details = changes.applied(to: old.details).withLineIDs(from: old.details.lines)
        let isRestChanged = try rest != .unchanged && rest.content != storedRest(of: id)
        guard details != old.details || isRestChanged else { return .done(old) }
        if let problem = FriendDraft(details).wholeProblem {
            return .invalid(problem)
        }
        let change = try change()
        if isRestChanged { try change.replace(rest.content, of: id) }
        let keptText = isRestChanged ? Self.keptText(of: rest.content) : old.keptText
        return .done(try change.replace(details, keptText: keptText, of: old))
    }

    package func delete(_ id: Friend.ID, ifVersion versions: [Friend.Version]?) throws -> FriendDeletion {
        guard let version = try database.version(of: id) else { return .notFound }
        if let versions, !versions.contains(version) {
            return try friend(id).map { .versionMismatch(current: $0) } ?? .notFound
        }
        try change().moveToTrash(id)
        return .done
    }

    private func erase(_ id: Friend.ID, ifVersion versions: [Friend.Version]?) throws -> FriendDeletion {
        let result = try delete(id, ifVersion: versions)
        if result == .done { try change().purge(id) }
        return result
    }

    package func purge(_ id: Friend.ID, ifVersion versions: [Friend.Version]?) throws -> FriendDeletion {
        guard let current = try database.deletedVersion(of: id) else { return .notFound }
        if let versions, !versions.contains(current) {
            return try deletedFriend(id).map { .versionMismatch(current: $0) } ?? .notFound
        }
        try change().purge(id)
        return .done
    }

    package func restore(_ id: Friend.ID) throws -> FriendRestoration {
        if let friend = try friend(id) { return .alreadyThere(friend) }
        guard let deleted = try deletedFriend(id) else { return .notFound }
        return .done(try change().moveFromTrash(deleted))
    }

    /// Makes the writes of a batch. It reads no more friends than its limits allow (``RepositoryLimits``).
    /// - Returns: the results, and the indices of the writes that changed something.
    package func perform(
        _ writes: [RepositoryWrite]
    ) throws -> (results: [RepositoryWriteResult], changed: [Int]) {
        var changed: [Int] = []
        var resultSize = 0
        let results = try writes.enumerated().map { index, write -> RepositoryWriteResult in
            if readSize >= RepositoryLimits.batchReadSize { return .notTried }
            if resultSize >= RepositoryLimits.batchResultSize, try isOutdated(write) { return .outdated }
            let count = changeCount
            let result = try perform(write)
            if changeCount != count { changed.append(index) }
            resultSize += result.friend?.size ?? 0
            return result
        }
        return (results, changed)
    }

    private func perform(_ write: RepositoryWrite) throws -> RepositoryWriteResult {
        switch write {
        case .create(let details, let rest, let id):
            return .creation(try create(details, rest: rest, id: id))
        case .createInTrash(let details, let rest, let id):
            return try createInTrash(details, rest: rest, id: id)
        case .update(let id, let changes, let rest, let versions):
            return .update(try update(id, with: changes, rest: rest, ifVersion: versions))
        case .delete(let id, let versions):
            let result = try delete(id, ifVersion: versions)
            // The same batch was sent before.
            if result == .notFound, try isInTrash(id, ifVersion: versions) { return .deletion(.done) }
            return .deletion(result)
        case .erase(let id, let versions): return .deletion(try erase(id, ifVersion: versions))
        case .purge(let id, let versions): return .deletion(try purge(id, ifVersion: versions))
        case .updateAndDelete(let id, let changes, let rest, let versions):
            switch try update(id, with: changes, rest: rest, ifVersion: versions) {
            case .done(let friend): return .deletion(try delete(id, ifVersion: [friend.version]))
            case .versionMismatch(let current): return .deletion(.versionMismatch(current: current))
            case .invalid(let problem): return .update(.invalid(problem))
            case .notFound: return .deletion(try isInTrash(id, with: changes, rest: rest) ? .done : .notFound)
            }
        case .restore(let id):
            return .restoration(try restore(id))
        }
    }

    /// Whether the friend is at none of the versions that the write is based on. The friend is not read.
    private func isOutdated(_ write: RepositoryWrite) throws -> Bool {
        guard let (id, versions) = write.base, let current = try database.version(of: id) else { return false }
        return !versions.contains(current)
    }

    private func isInTrash(_ id: Friend.ID, ifVersion versions: [Friend.Version]?) throws -> Bool {
        guard let version = try database.deletedVersion(of: id) else { return false }
        return versions?.contains(version) ?? true
    }

    /// Whether the same batch was sent before: the trash has the friend with these changes.
    private func isInTrash(_ id: Friend.ID, with changes: FriendChanges, rest: RestChange) throws -> Bool {
        guard let deleted = try deletedFriend(id) else { return false }
        return try changes.applied(to: deleted.details) == deleted.details
            && (rest == .unchanged || rest.content == storedRest(of: id))
    }
}
