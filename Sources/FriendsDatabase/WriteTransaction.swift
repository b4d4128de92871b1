import FoundationEssentials
import FriendsModel
import GRDB

/// The writes of one transaction. The first one that changes something begins a change of the list, which all of them are
/// part of.
final class WriteTransaction {
    private let db: Database
    private let begin: (Database) throws -> ListChange
    private var begun: ListChange?

    init(_ db: Database, begin: @escaping (Database) throws -> ListChange) {
        self.db = db
        self.begin = begin
    }

    private func change() throws -> ListChange {
        if let begun { return begun }
        let change = try begin(db)
        begun = change
        return change
    }

    /// Ends the change, if one has begun.
    func end() throws { try begun?.end() }

    func create(_ details: FriendDetails, rest: Data?, id: Friend.ID) throws -> FriendRepository.Creation {
        if let friend = try Friend.fetchOne(db, id: id) {
            let isSame =
                try details.withLineIDs(from: friend.details.lines) == friend.details
                && (rest == nil || rest == Self.rest(of: id, db))
            return isSame ? .alreadyThere(friend) : .taken(by: friend)
        }
        return .created(try change().insert(details.withLineIDs(from: []), rest: rest, id: id))
    }

    func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: RestChange, ifVersion versions: [Friend.Version]?
    ) throws -> FriendRepository.Update {
        guard let old = try Friend.fetchOne(db, id: id) else { return .notFound }
        if let versions, !versions.contains(old.version) { return .versionMismatch(current: old) }
        let details = changes.applied(to: old.details).withLineIDs(from: old.details.lines)
        let isRestChanged = try rest != .unchanged && rest.content != Self.rest(of: id, db)
        guard details != old.details || isRestChanged else { return .done(old) }
        if let problem = FriendDraft(details).wholeProblem {
            return .invalid(problem)
        }
        let change = try change()
        if isRestChanged { try change.replace(rest.content, of: id) }
        return .done(try change.replace(details, of: old))
    }

    func delete(_ id: Friend.ID, ifVersion versions: [Friend.Version]?) throws -> FriendRepository.Deletion {
        guard let friend = try Friend.fetchOne(db, id: id) else { return .notFound }
        if let versions, !versions.contains(friend.version) { return .versionMismatch(current: friend) }
        try change().moveToTrash(id)
        return .done
    }

    func restore(_ id: Friend.ID) throws -> FriendRepository.Restoration {
        if let friend = try Friend.fetchOne(db, id: id) { return .alreadyThere(friend) }
        guard let deleted = try Friend.fetchOne(db, id: id, in: "trash") else { return .notFound }
        return .done(try change().moveFromTrash(deleted))
    }

    /// Makes a write of a batch.
    func perform(_ write: FriendRepository.Write) throws -> FriendRepository.WriteResult {
        switch write {
        case .create(let details, let rest, let id):
            return .creation(try create(details, rest: rest, id: id))
        case .update(let id, let changes, let rest, let versions):
            return .update(try update(id, with: changes, rest: rest, ifVersion: versions))
        case .delete(let id, let versions):
            let result = try delete(id, ifVersion: versions)
            // The same batch was sent before.
            if result == .notFound, try isInTrash(id, ifVersion: versions) { return .deletion(.done) }
            return .deletion(result)
        case .restore(let id):
            return .restoration(try restore(id))
        }
    }

    private func isInTrash(_ id: Friend.ID, ifVersion versions: [Friend.Version]?) throws -> Bool {
        guard let deleted = try Friend.fetchOne(db, id: id, in: "trash") else { return false }
        return versions?.contains(deleted.version) ?? true
    }

    /// The rest of a friend, if it has one.
    static func rest(of id: Friend.ID, _ db: Database) throws -> Data? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT content FROM rest WHERE friend = ?"), arguments: [id.rawValue])
    }
}
