import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// What only a mouse asks for.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct PointingTests {
    let client = StubFriendsClient()

    private func list(of count: Int, height: Int) async -> FriendListViewModel {
        let list = FriendListViewModel(Desk(client, now: { 0 }))
        let friends = (0..<count).map { Friend.friend("\($0)", "F", "L\($0 + 100)", "12") }
        client.automatic = { _ in .page(FriendPage(friends: friends, totalCount: count)) }
        await list.store.load()
        await list.send(.resize(height: height))
        return list
    }

    private func form(_ friend: Friend) -> FriendFormViewModel {
        FriendFormViewModel(mode: .update(friend), desk: Desk(client))
    }

    @Test func `selecting an index selects the nearest friend`() async {
        let list = await list(of: 5, height: 3)
        await list.send(.select(index: 2))
        #expect(list.state.table.selectedFriend?.id == Friend.ID("2"))
        #expect(list.state.table.viewport.top == 0)
        await list.send(.select(index: 99))
        #expect(list.state.table.selectedFriend?.id == Friend.ID("4"))
        #expect(list.state.table.viewport.top == 2)
    }

    @Test func `scrolling keeps a visible selection`() async {
        let list = await list(of: 20, height: 5)
        await list.send(.select(index: 4))
        var seen: [[Int]] = []
        for step in [3, 3, 100, -3, -100] {
            await list.send(.scroll(rows: step))
            seen.append([list.state.table.viewport.top, list.state.table.selection?.index ?? -1])
        }
        #expect(seen == [[3, 4], [6, 6], [15, 15], [12, 15], [0, 4]])
    }

    @Test func `a list that fits does not scroll`() async {
        let list = await list(of: 3, height: 5)
        await list.send(.scroll(rows: 3))
        #expect(list.state.table.viewport.top == 0 && list.state.table.selection?.index == 0)
        let empty = await self.list(of: 0, height: 5)
        await empty.send(.scroll(rows: 3))
        #expect(empty.state.table.selection == nil)
    }

    @Test func `going to a field moves the cursor and the focus`() async {
        let form = form(.ada)
        await form.send(.focus(.field(.lastName), cursor: 4))
        #expect(form.state.focus == .field(.lastName))
        #expect(form.state.inputs[.lastName]?.cursor == 4)
        #expect(form.state.visited == [.field(.firstName)])
        await form.send(.focus(.field(.lastName), cursor: 99))
        #expect(form.state.inputs[.lastName]?.cursor == 8)
        #expect(form.state.visited == [.field(.firstName)], "to go to where one is leaves nothing")
        await form.send(.focus(.field(.lastName), cursor: -1))
        #expect(form.state.inputs[.lastName]?.cursor == 0)
    }

    @Test func `submit works with any focus`() async {
        let form = form(.ada)
        await form.send(.edit(.insert("h")))
        for _ in 0...FriendField.allCases.count { await form.send(.focusNext) }
        #expect(form.state.focus == .cancel)
        client.automatic = { _ in .friend(.ada.changed { $0.firstName = "Adah" }) }
        await form.send(.submit)
        #expect(client.calls.count == 1)
        #expect(form.desk.prompts.state.current == nil)
    }

    @Test func `submitting an invalid form goes to the invalid field`() async {
        let form = form(.ada)
        await form.send(.focus(.field(.lastName), cursor: 0))
        await form.send(.edit(.killToEnd))
        await form.send(.focusNext)
        await form.send(.submit)
        #expect(form.state.focus == .field(.lastName))
        #expect(client.calls.isEmpty)
    }
}
