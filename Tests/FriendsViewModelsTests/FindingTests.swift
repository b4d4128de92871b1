import FriendsModel
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Narrowing the list while typing.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FindingTests {
    let client = StubFriendsClient()
    let list: FriendListViewModel

    init() async {
        list = FriendListViewModel(Desk(client))
        await load(.ada, .grace, .linus, .åse, .wang)
        await list.send(.resize(height: 3))
    }

    private func load(_ friends: Friend...) async {
        client.automatic = { _ in .page(FriendPage(friends: friends, totalCount: friends.count)) }
        await list.store.load()
        client.automatic = nil
    }

    private func type(_ text: String) async {
        for character in text { await list.send(.find(.edit(.insert(String(character))))) }
    }

    private func find(_ text: String) async {
        await list.send(.find(.begin))
        await type(text)
    }

    private var shown: [String] {
        (0..<list.state.table.shownCount).map { list.state.table.shown($0).details.firstName }
    }
    private var selected: String? { list.state.table.selectedFriend?.details.firstName }
    private var all: [String] { list.state.table.rows.friends.map(\.details.firstName) }

    @Test func `every letter filters the list`() async {
        await list.send(.find(.begin))
        #expect(shown == all, "nothing is asked for yet")
        await type("a")
        #expect(shown == ["Grace", "Ada", "Linus", "Åse"])
        await type("s")
        #expect(shown == ["Åse"])
        await type("x")
        #expect(shown == [])
        #expect(list.state.table.selection == nil && list.state.table.selectedFriend == nil)
        await list.send(.find(.edit(.deleteBackward)))
        #expect(shown == ["Åse"] && selected == "Åse")
        await list.send(.find(.edit(.killToStart)))
        #expect(shown == all)
    }

    @Test func `a matching selection stays, else the next match`() async {
        list.select(Friend.ada.id)
        await find("l")
        #expect(selected == "Ada")
        await type("inus")
        #expect(selected == "Linus")
        await list.send(.find(.edit(.killToStart)))
        #expect(selected == "Ada", "it is found again")
        await type("hopper")
        #expect(selected == "Grace", "there is none behind it")
    }

    @Test func `a selected match stays selected`() async {
        await find("a")
        await list.send(.move(.next))
        await list.send(.move(.next))
        #expect(selected == "Linus")
        await list.send(.find(.edit(.killToStart)))
        #expect(selected == "Linus")
    }

    @Test func `clearing the filter restores the selection and its line`() async {
        await list.send(.move(.last))
        await list.send(.move(.previous))
        let before = list.state
        await find("grace")
        await list.send(.find(.clear))
        #expect(list.state == before)
    }

    /// Nobody is selected in it, so the way back is the only one.
    @Test func `clearing a kept filter without matches goes back`() async {
        list.select(Friend.åse.id)
        await find("zzz")
        await list.send(.find(.keep))
        await list.send(.find(.clear))
        #expect(selected == "Åse")
        await find("zzz")
        await list.send(.find(.keep))
        await find("y")
        await list.send(.find(.clear))
        #expect(selected == "Åse", "also after typing again")
    }

    @Test func `clearing a kept filter keeps the selection`() async {
        await list.send(.move(.last))
        await find("grace")
        await list.send(.find(.keep))
        #expect(list.state.table.filter?.isTyping == false && shown == ["Grace"])
        await list.send(.find(.clear))
        #expect(selected == "Grace" && shown == all)
    }

    @Test func `a reopened field goes back to the kept selection`() async {
        await list.send(.move(.last))
        await find("a")
        list.select(Friend.ada.id)
        await list.send(.find(.keep))
        await find("se")
        #expect(selected == "Åse")
        await list.send(.find(.clear))
        #expect(selected == "Ada" && shown == all)
    }

    @Test func `a text typed before the list filters it`() async throws {
        let list = FriendListViewModel(Desk(client))
        await list.send(.resize(height: 3))
        await list.send(.find(.begin))
        await list.send(.find(.edit(.insert("lin"))))
        client.automatic = { _ in .page(.all(.ada, .grace, .linus)) }
        await list.store.load()
        #expect(list.state.table.shownCount == 1 && list.state.table.selectedFriend == .linus)
        await list.send(.find(.clear))
        #expect(list.state.table.selection?.index == 0 && list.state.table.shownCount == 3)
    }

    @Test func `clearing the filter keeps a match if the earlier is gone`() async {
        list.select(Friend.ada.id)
        await find("grace")
        await load(.grace, .linus)
        await list.send(.find(.clear))
        #expect(selected == "Grace" && shown == ["Grace", "Linus"])
    }

    @Test func `an empty filter is not kept`() async {
        let before = list.state
        await find(" ")
        await list.send(.find(.keep))
        #expect(list.state == before)
    }

    @Test func `typing continues a kept filter`() async {
        await find("a")
        await list.send(.find(.keep))
        await find("da")
        #expect(list.state.table.filter?.input.text == "ada" && shown == ["Ada"])
    }

    @Test func `next and previous match wrap around`() async {
        await find("1")
        await list.send(.find(.keep))
        let names = shown
        #expect(names.count == 5)
        await list.send(.findPrevious)
        #expect(selected == names.last)
        await list.send(.findNext)
        #expect(selected == names.first)
        await list.send(.findNext)
        #expect(selected == names[1])
        await list.send(.find(.clear))
        await list.send(.findNext)
        #expect(list.desk.status?.kind == .information, "it says that nothing is looked for")
    }

    @Test func `a paste is one line`() async {
        await list.send(.find(.begin))
        await list.send(.find(.edit(.paste("ada\nlove\tlace"))))
        #expect(list.state.table.filter?.input.text == "ada love lace")
        #expect(shown == ["Ada"])
    }

    @Test func `changes of the list are filtered`() async {
        await find("ada")
        list.store.replica.change { $0.upsert(.friend("new", "Adah", "Byron", "12")) }
        #expect(shown == ["Adah", "Ada"] && selected == "Ada")
        list.store.replica.change { $0.upsert(Friend.ada.changed { $0.firstName = "Eda" }) }
        #expect(shown == ["Adah"] && selected == "Adah")
        await load(.grace)
        #expect(shown == [] && selected == nil)
        await load(.ada)
        #expect(shown == ["Ada"] && selected == "Ada")
    }

    /// A friend that was just stored is to be seen, whatever is being looked for.
    @Test func `a saved friend that does not match ends the filter`() async {
        await find("ada")
        await list.send(.find(.keep))
        client.automatic = { _ in .page(.all(.ada, .grace, .linus)) }
        await list.saved(.linus, step: .added(.linus), isMerged: false)
        #expect(list.state.table.filter == nil && selected == "Linus")
    }

    @Test func `a saved friend that matches keeps the filter`() async {
        await find("ada")
        await list.send(.find(.keep))
        let adah = Friend.ada.changed { $0.firstName = "Adah" }
        client.automatic = { _ in .page(.all(adah, .grace)) }
        await list.saved(adah, step: .updated(from: .ada, to: adah), isMerged: false)
        #expect(shown == ["Adah"] && selected == "Adah")
    }

    @Test func `deleting a match selects the next match`() async {
        await find("a")
        await list.send(.find(.keep))
        #expect(selected == "Grace")
        client.automatic = { call in
            if case .delete = call { .done } else { .page(.all(.ada, .linus, .åse, .wang)) }
        }
        await list.send(.delete)
        #expect(selected == "Ada" && shown == ["Ada", "Linus", "Åse"])
    }
}
