import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// What is counted: marked friends, and friends with a tag.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct CountingTests {
    @Test func `a marked friend in an open range counts once`() async {
        let client = StubFriendsClient()
        let list = FriendListViewModel(Desk(client))
        client.automatic = { _ in .page(FriendPage(friends: [.ada, .grace, .linus, .åse])) }
        await list.store.load()
        await list.send(.resize(height: 10))
        await list.send(.mark(.toggle))
        await list.send(.move(.last))
        await list.send(.mark(.toggle))
        #expect(list.state.table.markCount == 2)
        await list.send(.move(.first))
        await list.send(.mark(.range))
        await list.send(.move(.next))
        // The first one was marked before.
        #expect(list.state.table.markCount == 3)
        #expect(list.state.table.markedFriends.count == 3)
        await list.send(.mark(.range))
        #expect(list.state.table.markCount == 3)
    }

    @Test(arguments: [("wo", "workshop"), ("w", "workshop"), ("work", "workshop"), ("worl", "world"), ("x", nil)])
    func `the most frequent tag is suggested`(typed: String, suggestion: String?) {
        var tagging = Tagging(.add, of: [])
        tagging.tags = [
            TagCount(tag: "work", count: 2), TagCount(tag: "workshop", count: 7), TagCount(tag: "world", count: 3),
        ]
        tagging.apply(.insert(typed))
        #expect(tagging.suggestion == suggestion)
    }
}
