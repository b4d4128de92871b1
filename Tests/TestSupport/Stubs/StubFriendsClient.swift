import FriendsModel
import Testing

/// A client whose every call waits in a gate until the test lets it go with an answer of its choice, and which
/// remembers what it was asked.
@MainActor
package final class StubFriendsClient: FriendsClient {
    /// A call with its arguments.
    package enum Call: Equatable, Sendable {
        case friends(after: FriendPage.Position?)
        case add(FriendDetails, Friend.ID)
        case update(Friend.ID, FriendChanges, Friend.Version)
        case delete(Friend.ID, Friend.Version)
        case purge(Friend.ID, Friend.Version?)
        case friend(Friend.ID)
        case restore(Friend.ID, FriendDetails)
        case deleted
        case changes(since: FriendPage.Snapshot)
        case follow(since: FriendPage.Snapshot)
        case write([FriendWrite])
        case writeAll([FriendWrite])
    }

    /// All calls, the oldest first.
    package private(set) var calls: [Call] = []
    /// The calls that wait for their answer, the oldest first.
    private var gates: [(call: Call, answer: CheckedContinuation<Answer, Never>)] = []
    /// Whether a call that is cancelled ends at once, as it should. Without, its answer comes late.
    package var endsWhenCancelled = true
    /// Whether the server takes several writes in one call.
    package var offersBatches = false
    /// The friends whose additions in a batch had been made before.
    package var existing: Set<Friend.ID> = []
    /// Whether the server has rests.
    package var offersRests = true
    /// The rests of friends.
    package var rests: [Friend.ID: [UInt8]] = [:]
    /// The rests that came with single writes.
    package private(set) var writtenRests: [Friend.ID: [UInt8]] = [:]
    /// How calls are answered that the test does not want to hold back.
    package var automatic: ((Call) -> Answer?)?

    /// What a call is answered with.
    package enum Answer: Sendable {
        case page(FriendPage)
        case friend(Friend?)
        case done
        case trash(Trash)
        case changes(ListChanges)
        case results([Result<Friend?, FriendsClientError>])
        case failure(FriendsClientError)
    }

    package nonisolated init() {}

    /// Returns when `count` calls have been made in all.
    package func called(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually("call \(count), after \(calls)", sourceLocation: sourceLocation) { calls.count >= count }
    }

    /// Answers the oldest call that waits.
    package func answer(_ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) {
        self.answer(gates.startIndex, answer, sourceLocation)
    }

    /// Answers the newest call that waits.
    package func answerNewest(_ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) {
        self.answer(gates.endIndex - 1, answer, sourceLocation)
    }

    private func answer(_ index: Int, _ answer: Answer, _ sourceLocation: SourceLocation) {
        guard gates.indices.contains(index) else {
            Issue.record("No call waits for an answer", sourceLocation: sourceLocation)
            return
        }
        gates.remove(at: index).answer.resume(returning: answer)
    }

    private func ask(_ call: Call) async -> Answer {
        calls.append(call)
        if let answer = automatic?(call) { return answer }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled, endsWhenCancelled { return continuation.resume(returning: .failure(.cancelled)) }
                gates.append((call, continuation))
            }
        } onCancel: {
            Task { @MainActor in self.giveUp(call) }
        }
    }

    private func giveUp(_ call: Call) {
        guard endsWhenCancelled, let index = gates.firstIndex(where: { $0.call == call }) else { return }
        gates.remove(at: index).answer.resume(returning: .failure(.cancelled))
    }

    // MARK: FriendsClient

    package func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        switch await ask(.friends(after: position)) {
        case .page(let page): return page
        case .failure(let error): throw error
        default: throw Self.wrongAnswer
        }
    }

    package func add(
        _ details: FriendDetails, id: Friend.ID, rest: [UInt8]?
    ) async throws(FriendsClientError) -> Friend {
        writtenRests[id] = rest
        switch await ask(.add(details, id)) {
        case .friend(let friend?): return friend
        case .failure(let error): throw error
        default: throw Self.wrongAnswer
        }
    }

    package func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: [UInt8]?, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        writtenRests[id] = rest
        switch await ask(.update(id, changes, version)) {
        case .friend(let friend): return friend
        case .failure(let error): throw error
        default: throw Self.wrongAnswer
        }
    }

    package func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        switch await ask(.delete(id, version)) {
        case .done: return
        case .failure(let error): throw error
        default: throw Self.wrongAnswer
        }
    }

    package func purge(_ id: Friend.ID, at version: Friend.Version?) async throws(FriendsClientError) {
        switch await ask(.purge(id, version)) {
        case .done: return
        case .failure(let error): throw error
        default: throw Self.wrongAnswer
        }
    }

    package func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        switch await ask(.friend(id)) {
        case .friend(let friend?): return friend
        case .failure(let error): throw error
        default: throw Self.wrongAnswer
        }
    }

    package func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        switch await ask(.restore(id, details)) {
        case .friend(let friend?): return friend
        case .failure(let error): throw error
        default: throw Self.wrongAnswer
        }
    }

    package func writeAndFindExisting(_ writes: [FriendWrite]) async throws(FriendsClientError) -> WriteAnswer {
        WriteAnswer(try await write(writes), existing: existing)
    }

    package func write(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        guard offersBatches else { throw .notOffered }
        switch await ask(.write(writes)) {
        case .results(let results): return results
        case .failure(let error): throw error
        default: throw Self.wrongAnswer
        }
    }

    /// A page as ``friends(after:)`` has it, with ``rests``.
    package func friendsWithRests(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        let page = try await friends(after: position)
        return FriendPage(
            friends: page.friends, rests: rests, unreadableCount: page.unreadableCount, totalCount: page.totalCount,
            next: page.next, snapshot: page.snapshot)
    }

    package func rest(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]? {
        guard offersRests else { throw .notOffered }
        return rests[id]
    }

    package func writeAll(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        guard offersBatches else { throw .notOffered }
        switch await ask(.writeAll(writes)) {
        case .results(let results): return results
        case .failure(let error): throw error
        default: throw Self.wrongAnswer
        }
    }

    package func deleted() async throws(FriendsClientError) -> Trash {
        switch await ask(.deleted) {
        case .trash(let trash): return trash
        case .failure(let error): throw error
        default: throw Self.wrongAnswer
        }
    }

    /// One page: the trash as ``deleted()`` has it, with ``rests``.
    package func deletedFriends(
        after position: FriendPage.Position?, withRests hasRests: Bool
    ) async throws(FriendsClientError) -> FriendPage {
        let trash = try await deleted()
        let friends = trash.friends.map(\.friend)
        let ids = Set(friends.map(\.id))
        return FriendPage(
            friends: friends, rests: hasRests ? rests.filter { ids.contains($0.key) } : [:],
            unreadableCount: trash.unreadableCount, totalCount: trash.totalCount)
    }

    package func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        switch await ask(.changes(since: snapshot)) {
        case .changes(let changes): return changes
        case .failure(let error): throw error
        default: throw Self.wrongAnswer
        }
    }

    /// The text of a snapshot after its hyphen.
    package nonisolated func history(of snapshot: FriendPage.Snapshot) -> String? {
        snapshot.rawValue.split(separator: "-").dropFirst().first.map(String.init)
    }

    /// What every call of ``follow(since:_:)`` hands events to, the oldest call first.
    package private(set) var receivers: [@Sendable (FeedEvent) async -> Void] = []

    /// The answer ends the stream: ``Answer/done`` as the server would, or a failure.
    package func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError) {
        receivers.append(receive)
        switch await ask(.follow(since: snapshot)) {
        case .done: return
        case .failure(let error): throw error
        default: throw Self.wrongAnswer
        }
    }

    private nonisolated static let wrongAnswer = FriendsClientError.unreadableResponse(
        reason: "the test answered with something else")
}

extension FriendPage {
    /// The only page of a list with these friends.
    package static func all(_ friends: Friend...) -> FriendPage {
        FriendPage(friends: friends, totalCount: friends.count)
    }
}
