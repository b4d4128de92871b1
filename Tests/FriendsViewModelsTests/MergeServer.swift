import FriendsModel
import TestSupport

@testable import FriendsViewModels

/// A server in memory that merges.
@MainActor
final class MergeServer {
    var friends: [Friend]
    var trash: [Friend] = []
    /// Why an update is refused.
    var rejection: FriendsClientError?
    /// Whether the answer to the next write is lost.
    var losesAnswer = false
    private var version = 100

    init(_ friends: [Friend]) { self.friends = friends }

    func answer(_ call: StubFriendsClient.Call) -> StubFriendsClient.Answer? {
        switch call {
        case .friends: return .page(FriendPage(friends: friends, totalCount: friends.count))
        case .friend(let id): return friends.first { $0.id == id }.map { .friend($0) } ?? .failure(.notFound)
        case .update(let id, let changes, let version): return single(.update(id, changes, from: version))
        case .delete(let id, let version): return single(.delete(id, at: version))
        case .restore(let id, let details): return single(.restore(id, details: details))
        case .write(let writes): return .results(writes.map(make))
        case .writeAll(let writes):
            let (old, oldTrash) = (friends, trash)
            let results = writes.map(make)
            if results.contains(where: { if case .failure = $0 { true } else { false } }) {
                (friends, trash) = (old, oldTrash)
                return .results(
                    results.map { if case .failure = $0 { $0 } else { .failure(.notDone(.conflict(current: nil))) } })
            }
            guard losesAnswer else { return .results(results) }
            losesAnswer = false
            return .failure(.connectionLost(reason: "cut"))
        default: return nil
        }
    }

    private func single(_ write: FriendWrite) -> StubFriendsClient.Answer {
        switch make(write) {
        case .success(let friend?): .friend(friend)
        case .success(nil): .done
        case .failure(let error): .failure(error)
        }
    }

    private func make(_ write: FriendWrite) -> Result<Friend?, FriendsClientError> {
        version += 1
        switch write {
        case .add, .addToTrash, .erase, .purge, .updateAndDelete: return .failure(.notOffered)
        case .update(let id, let changes, _, let from):
            guard let index = friends.firstIndex(where: { $0.id == id }) else { return .failure(.notFound) }
            guard friends[index].version == from else { return .failure(.conflict(current: friends[index])) }
            if let rejection { return .failure(rejection) }
            if changes.isEmpty { return .success(friends[index]) }
            friends[index] = Friend(
                id: id, version: .init("\(version)"), details: changes.applied(to: friends[index].details))
            return .success(friends[index])
        case .delete(let id, let at):
            guard let index = friends.firstIndex(where: { $0.id == id }) else {
                // As a batch that is sent again.
                return trash.contains { $0.id == id } ? .success(nil) : .failure(.notFound)
            }
            guard friends[index].version == at else { return .failure(.conflict(current: friends[index])) }
            trash.append(friends.remove(at: index))
            return .success(nil)
        case .restore(let id, let details):
            if let there = friends.first(where: { $0.id == id }) {
                return there.details == details ? .success(there) : .failure(.conflict(current: there))
            }
            trash.removeAll { $0.id == id }
            friends.append(Friend(id: id, version: .init("\(version)"), details: details))
            return .success(friends.last)
        }
    }
}
