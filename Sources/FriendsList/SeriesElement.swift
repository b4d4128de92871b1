import FriendsModel

/// A write of a series: what is sent, and what the answer to it means. A step of the undo history knows the friend before and after
/// it, so that it can find out what came of a call without an answer; a plain write does not.
package protocol SeriesElement: Equatable, Sendable {
    /// The friend that is written.
    var id: Friend.ID { get }
    /// Whether the friend is not in the list after it.
    var isDeletion: Bool { get }

    /// What is sent.
    /// - Parameter rest: the new rest of the friend, if it gets one.
    func write(rest: [UInt8]?) -> FriendWrite

    /// Makes the write by single calls.
    /// - Parameter isRepeated: whether it may have been made already, by a call whose outcome is not known.
    /// - Returns: the friend as it is now; nil when it was deleted, or the friend is not to be had.
    func make(
        on client: any FriendsClient, rest: [UInt8]?, isRepeated: Bool
    ) async throws(FriendsClientError) -> Friend?

    /// The friend according to the answer to the write, as ``make(on:rest:isRepeated:)`` returns it.
    func resolve(
        _ answer: Result<Friend?, FriendsClientError>, on client: any FriendsClient, rest: [UInt8]?,
        isRepeated: Bool
    ) async throws(FriendsClientError) -> Friend?
}

extension UndoHistory.Step: SeriesElement {}

extension FriendWrite: SeriesElement {
    package var isDeletion: Bool {
        switch self {
        case .delete, .erase, .purge, .updateAndDelete, .addToTrash: true
        case .add, .update, .restore: false
        }
    }

    /// The write itself: it has its rest.
    package func write(rest: [UInt8]?) -> FriendWrite { self }

    package func make(
        on client: any FriendsClient, rest: [UInt8]?, isRepeated: Bool
    ) async throws(FriendsClientError) -> Friend? {
        let friend = try await client.make(self)
        return try await resolve(.success(friend), on: client, rest: rest, isRepeated: isRepeated)
    }

    /// An updated friend that the answer does not have is read.
    package func resolve(
        _ answer: Result<Friend?, FriendsClientError>, on client: any FriendsClient, rest: [UInt8]?,
        isRepeated: Bool
    ) async throws(FriendsClientError) -> Friend? {
        if case .update = self, case .success(nil) = answer { return try? await client.friend(id) }
        return try answer.get()
    }

    /// The same write of another version; nil for one that has no version.
    func at(_ version: Friend.Version) -> FriendWrite? {
        switch self {
        case .add, .addToTrash, .restore: nil
        case .update(let id, let changes, let rest, _): .update(id, changes, rest: rest, from: version)
        case .delete(let id, _): .delete(id, at: version)
        case .erase(let id, _): .erase(id, at: version)
        case .purge(let id, _): .purge(id, at: version)
        case .updateAndDelete(let id, let changes, let rest, _):
            .updateAndDelete(id, changes, rest: rest, from: version)
        }
    }
}
