import FriendsModel
import Synchronization
import TestSupport
import Testing

/// A server in memory that takes batches, and keeps deleted friends.
final class ImportServer: PartialClient {
    private struct State {
        var friends: [Friend]
        /// The deleted friends, newest first.
        var trash: [Friend] = []
        /// The rests of friends in the list and in the trash.
        var rests: [Friend.ID: [UInt8]] = [:]
        var batches: [Int] = []
        var singleReads = 0
        var pageReads = 0
        var batchesUntilLost = Int.max
        var version = 1
        var sendingCount = 0
        var maximumSendingCount = 0

        func rests(of friends: [Friend]) -> [Friend.ID: [UInt8]] {
            let ids = Set(friends.map(\.id))
            return rests.filter { ids.contains($0.key) }
        }
    }

    private let state: Mutex<State>
    /// Batches are answered when it is open.
    private let gate: Gate?
    private let refused: [String: FriendsClientError]
    /// The refusal of copies of deleted friends.
    private let refusedCopy: FriendsClientError?
    private let deleted: [Friend]
    private let hasRests: Bool
    /// Whether a batch can add friends to the trash.
    private let hasAdditionsToTrash: Bool

    var friends: [Friend] { state.withLock { $0.friends } }
    var trash: [Friend] { state.withLock { $0.trash } }
    var rests: [Friend.ID: [UInt8]] { state.withLock { $0.rests } }
    var batches: [Int] { state.withLock { $0.batches } }
    var singleReads: Int { state.withLock { $0.singleReads } }
    var pageReads: Int { state.withLock { $0.pageReads } }

    /// The number of batches that are not answered.
    var sendingCount: Int { state.withLock { $0.sendingCount } }
    var maximumSendingCount: Int { state.withLock { $0.maximumSendingCount } }

    init(
        _ friends: [Friend] = [], deleted: [Friend] = [], rests: [Friend.ID: [UInt8]] = [:],
        refused: [String: FriendsClientError] = [:], refusedCopy: FriendsClientError? = nil, hasRests: Bool = true,
        hasAdditionsToTrash: Bool = true, gate: Gate? = nil
    ) {
        (self.refusedCopy, self.hasAdditionsToTrash) = (refusedCopy, hasAdditionsToTrash)
        self.deleted = deleted
        state = Mutex(State(friends: friends, trash: deleted, rests: rests))
        (self.refused, self.hasRests, self.gate) = (refused, hasRests, gate)
    }

    func losesAfter(batches: Int) { state.withLock { $0.batchesUntilLost = batches } }

    func write(_ writes: [FriendWrite]) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        try await writeAndFindExisting(writes).results
    }

    func writeAndFindExisting(_ writes: [FriendWrite]) async throws(FriendsClientError) -> WriteAnswer {
        state.withLock { state in
            state.sendingCount += 1
            state.maximumSendingCount = max(state.maximumSendingCount, state.sendingCount)
        }
        defer { state.withLock { $0.sendingCount -= 1 } }
        if let gate { try? await gate.wait() }
        if !hasAdditionsToTrash, writes.contains(where: \.isAdditionToTrash) { throw .notOffered }
        let isLost = state.withLock { state in
            if state.batches.count >= state.batchesUntilLost { return true }
            state.batches.append(writes.count)
            return false
        }
        if isLost { throw .timedOut(.connect) }
        var existing: Set<Friend.ID> = []
        let results = writes.map { write -> Result<Friend?, FriendsClientError> in
            if let error = refused[write.id.rawValue] { return .failure(error) }
            if let refusedCopy, isCopy(write) { return .failure(refusedCopy) }
            return state.withLock { state in
                guard let current = state.friends.first(where: { $0.id == write.id }) else {
                    return .success(Self.apply(write, &state))
                }
                switch write {
                case .add(let details, _, let rest):
                    guard current.details == details, state.rests[current.id] == rest else {
                        return .failure(.conflict(current: current))
                    }
                    existing.insert(current.id)
                    return .success(current)
                case .update(_, _, _, let version) where version != current.version:
                    return .failure(.conflict(current: current))
                default: return .success(Self.apply(write, &state))
                }
            }
        }
        return WriteAnswer(results, existing: existing)
    }

    private func isCopy(_ write: FriendWrite) -> Bool {
        guard case .addToTrash(let details, let id, _) = write else { return false }
        return deleted.contains { $0.details == details } && !deleted.contains { $0.id == id }
    }

    private static func apply(_ write: FriendWrite, _ state: inout State) -> Friend? {
        state.version += 1
        let version = Friend.Version("\(state.version)")
        switch write {
        case .add(let details, let id, let rest):
            let friend = Friend(id: id, version: version, details: details)
            state.trash.removeAll { $0.id == id }
            state.friends.append(friend)
            state.rests[id] = rest
            return friend
        case .addToTrash(let details, let id, let rest):
            state.trash.insert(Friend(id: id, version: version, details: details), at: 0)
            state.rests[id] = rest
            return nil
        case .update(let id, let changes, let rest, _):
            guard let index = state.friends.firstIndex(where: { $0.id == id }) else { return nil }
            let details = changes.applied(to: state.friends[index].details)
            state.friends[index] = Friend(id: id, version: version, details: details)
            if let rest { state.rests[id] = rest }
            return state.friends[index]
        case .delete(let id, _), .updateAndDelete(let id, _, _, _):
            guard let index = state.friends.firstIndex(where: { $0.id == id }) else { return nil }
            state.trash.insert(state.friends.remove(at: index), at: 0)
            return nil
        case .erase(let id, _), .purge(let id, _):
            state.friends.removeAll { $0.id == id }
            state.trash.removeAll { $0.id == id }
            state.rests[id] = nil
            return nil
        case .restore(let id, _):
            guard let index = state.trash.firstIndex(where: { $0.id == id }) else { return nil }
            let friend = Friend(id: id, version: version, details: state.trash.remove(at: index).details)
            state.friends.append(friend)
            return friend
        }
    }

    func add(
        _ details: FriendDetails, id: Friend.ID, rest: [UInt8]?
    ) async throws(FriendsClientError) -> Friend {
        guard let friend = try await write([.add(details, id: id, rest: rest)])[0].get() else { throw .notFound }
        return friend
    }

    func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: [UInt8]?, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        try await write([.update(id, changes, rest: rest, from: version)])[0].get()
    }

    func rest(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]? {
        guard hasRests else { throw .notOffered }
        let found = state.withLock { state -> [UInt8]?? in
            state.singleReads += 1
            return state.friends.contains { $0.id == id } ? .some(state.rests[id]) : nil
        }
        guard let found else { throw .notFound }
        return found
    }

    func friendsWithRests(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        guard hasRests else { throw .notOffered }
        return state.withLock { state in
            state.pageReads += 1
            return FriendPage(friends: state.friends, rests: state.rests(of: state.friends))
        }
    }

    /// One page. Without rests, the friends alone.
    func deletedFriends(
        after position: FriendPage.Position?, withRests isAskedForRests: Bool
    ) async throws(FriendsClientError) -> FriendPage {
        state.withLock { state in
            FriendPage(friends: state.trash, rests: isAskedForRests && hasRests ? state.rests(of: state.trash) : [:])
        }
    }

    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        FriendPage(friends: friends)
    }

    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        guard let friend = friends.first(where: { $0.id == id }) else { throw .notFound }
        return friend
    }

    func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        _ = try await write([.delete(id, at: version)])[0].get()
    }

    func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        guard let friend = try await write([.restore(id, details: details)])[0].get() else { throw .notFound }
        return friend
    }

    func deleted() async throws(FriendsClientError) -> Trash {
        Trash(friends: state.withLock { $0.trash }.map { DeletedFriend(friend: $0, deletedAt: 0) })
    }
}

extension FriendWrite {
    fileprivate var isAdditionToTrash: Bool {
        if case .addToTrash = self { true } else { false }
    }
}
