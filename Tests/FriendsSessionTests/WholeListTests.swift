import FriendsModel
import Synchronization
import TestSupport
import Testing

@testable import FriendsSession

@Suite(.timeLimit(.minutes(10)))
struct WholeListTests {
    @Test func `all pages of one snapshot are the list`() async throws {
        let client = PagesOnly([
            FriendPage(friends: [.ada], unreadableCount: 1, next: .init("2"), snapshot: .init("7")),
            FriendPage(friends: [.grace], unreadableCount: 2, snapshot: .init("7")),
        ])
        let list = try await client.wholeList()
        #expect(list == WholeList(friends: [.ada, .grace], unreadableCount: 3, history: "7"))
    }

    @Test func `a list that changes between two pages is loaded again`() async throws {
        let client = PagesOnly([
            FriendPage(friends: [.ada], next: .init("2"), snapshot: .init("7")),
            FriendPage(friends: [.linus], snapshot: .init("8")),
            FriendPage(friends: [.ada, .linus], snapshot: .init("8")),
        ])
        #expect(try await client.wholeList().friends == [.ada, .linus])
    }

    @Test func `a list that keeps changing is given up`() async throws {
        let pages = (0..<20).map { FriendPage(friends: [.ada], next: .init("2"), snapshot: .init("\($0)")) }
        await #expect(throws: FriendsClientError.snapshotTooOld) { try await PagesOnly(pages).wholeList() }
    }
}

/// A server that gives one page after the other and does nothing else.
private final class PagesOnly: PartialClient {
    private let pages: Mutex<ArraySlice<FriendPage>>

    init(_ pages: [FriendPage]) {
        self.pages = Mutex(pages[...])
    }

    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        guard let page = pages.withLock({ $0.popFirst() }) else { throw .notFound }
        return page
    }

    /// The snapshot is the history as well.
    func history(of snapshot: FriendPage.Snapshot) -> String? { snapshot.rawValue }
}
