import FriendsModel
import Synchronization

/// What is known about the server so far.
final class ServerCapabilities: Sendable {
    private let hasVersions = Mutex(false)

    /// Whether the server is known to keep the ids that clients choose.
    ///
    /// The first servers of this kind number their friends instead, so they store an addition twice if it is sent
    /// twice. They have no versions either.
    var keepsIDs: Bool { hasVersions.withLock(\.self) }

    func learn(from page: FriendPage) {
        guard page.snapshot?.position != nil, page.friends.allSatisfy({ !$0.version.rawValue.isEmpty }) else { return }
        hasVersions.withLock { $0 = true }
    }

    /// Only a server that keeps ids and versions has a history.
    func noteHistory() {
        hasVersions.withLock { $0 = true }
    }
}
