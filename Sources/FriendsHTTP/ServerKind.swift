import FriendsModel
import Synchronization

/// What has been seen of the server so far.
final class ServerKind: Sendable {
    private let hasVersions = Mutex(false)

    /// Whether the server is known to keep the ids that clients choose.
    ///
    /// The first servers of this kind count their friends instead: sent twice, a friend is there twice. They know
    /// no versions either.
    var keepsIDs: Bool { hasVersions.withLock(\.self) }

    func learn(from page: FriendPage) {
        guard page.snapshot?.position != nil, page.friends.allSatisfy({ !$0.version.rawValue.isEmpty }) else { return }
        hasVersions.withLock { $0 = true }
    }

    /// A server that tells what has changed since a position is one of ours.
    func learnThatItKeepsHistory() {
        hasVersions.withLock { $0 = true }
    }
}
