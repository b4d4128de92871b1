import FriendsModel
import Synchronization

/// What is known about the server so far.
final class ServerCapabilities: Sendable {
    /// Nil as long as the client has read nothing that tells it.
    private let hasVersions = Mutex<Bool?>(nil)

    /// Whether the server is known to keep the ids that clients choose.
    ///
    /// The first servers of this kind number their friends instead, so they store an addition twice if it is sent
    /// twice. They have no versions either.
    var keepsIDs: Bool { hasVersions.withLock(\.self) == true }

    /// Whether a page of the list would tell more.
    var isUnknown: Bool { hasVersions.withLock(\.self) == nil }

    func learn(from page: FriendPage) {
        let hasVersions = page.snapshot?.position != nil && page.friends.allSatisfy { !$0.version.rawValue.isEmpty }
        self.hasVersions.withLock { $0 = hasVersions || $0 == true }
    }

    /// Only a server that keeps ids and versions has a history.
    func noteHistory() {
        hasVersions.withLock { $0 = true }
    }
}
