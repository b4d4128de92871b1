import FriendsModel
import Synchronization
import TestSupport

/// A server whose list has these pages.
final class ListClient: PartialClient {
    private let pages: [[Friend]]
    private let snapshots: [String]
    private let changed: [Friend]?
    private let unreadableCount: Int
    private let rests: [Friend.ID: [UInt8]]
    /// How often the first page was asked for.
    let loads = Loads()

    final class Loads: Sendable {
        private let value = Mutex(0)
        var count: Int { value.withLock { $0 } }
        func add() { value.withLock { $0 += 1 } }
    }

    /// - Parameters:
    ///   - snapshots: of the pages; further pages have the snapshot "1".
    ///   - changes: what has changed since the first one; nil when the server cannot say.
    ///   - unreadableCount: of the first page.
    ///   - rests: of friends on pages, and of others that are there.
    init(
        _ pages: [[Friend]], snapshots: [String] = [], changes: [Friend]? = [], unreadableCount: Int = 0,
        rests: [Friend.ID: [UInt8]] = [:]
    ) {
        (self.pages, self.snapshots, changed) = (pages, snapshots, changes)
        (self.unreadableCount, self.rests) = (unreadableCount, rests)
    }

    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        let index = position.flatMap { Int($0.rawValue) } ?? 0
        if index == 0 { loads.add() }
        return FriendPage(
            friends: pages[index], unreadableCount: index == 0 ? unreadableCount : 0,
            next: index + 1 < pages.count ? .init("\(index + 1)") : nil,
            snapshot: .init(index < snapshots.count ? snapshots[index] : "1"))
    }

    func friendsWithRests(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        let page = try await friends(after: position)
        let ids = Set(page.friends.map(\.id))
        return FriendPage(
            friends: page.friends, rests: rests.filter { ids.contains($0.key) },
            unreadableCount: page.unreadableCount, next: page.next, snapshot: page.snapshot)
    }

    func rest(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]? {
        guard let rest = rests[id] else { throw .notFound }
        return rest
    }

    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        guard let friend = pages.joined().first(where: { $0.id == id }) else { throw .notFound }
        return friend
    }

    func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        guard let changed else { throw .notOffered }
        return ListChanges(changed: changed, deleted: [], snapshot: .init("2"))
    }

    /// The text of a snapshot before its hyphen is the history.
    func history(of snapshot: FriendPage.Snapshot) -> String? {
        snapshot.rawValue.split(separator: "-").dropLast().first.map(String.init)
    }
}
