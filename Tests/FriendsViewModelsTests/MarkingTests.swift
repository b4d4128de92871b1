import FriendsModel
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Marks; what is done with many friends at once is in an extension.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct MarkingTests {
    let client = StubFriendsClient()
    var prompts: PromptViewModel { list.desk.prompts }
    var activity: ActivityViewModel { list.desk.activity }
    let list: FriendListViewModel

    init() async {
        list = FriendListViewModel(Desk(client))
        await load(.ada, .grace, .linus, .åse)
        await list.send(.resize(height: 10))
    }

    func load(_ friends: Friend...) async {
        client.automatic = { _ in .page(FriendPage(friends: friends, totalCount: friends.count)) }
        await list.store.load()
        client.automatic = nil
    }

    func find(_ text: String) async {
        await list.send(.find(.begin))
        await list.send(.find(.edit(.paste(text))))
        await list.send(.find(.keep))
    }

    var marked: [String] { list.state.table.markedFriends.map(\.details.firstName) }
    var names: [String] { list.state.table.rows.friends.map(\.details.firstName) }
    var selected: String? { list.state.table.selectedFriend?.details.firstName }

    /// Answers deletions as the server of this list would.
    func serve(_ friends: [Friend], refusing refused: [Friend.ID: FriendsClientError] = [:]) {
        var stored = friends
        client.automatic = { call in
            switch call {
            case .delete(let id, _):
                if let error = refused[id] { return .failure(error) }
                stored.removeAll { $0.id == id }
                return .done
            case .restore(let id, let details):
                if let error = refused[id] { return .failure(error) }
                let friend = Friend(id: id, version: .init("9"), details: details)
                stored.append(friend)
                return .friend(friend)
            case .friends: return .page(FriendPage(friends: stored, totalCount: stored.count))
            default: return nil
            }
        }
    }

    @Test func `extending starts a range at the selection`() async {
        await list.send(.mark(.extend(.next)))
        #expect(marked == names.prefix(2).map(\.self) && selected == names[1])
        await list.send(.mark(.extend(.next)))
        #expect(marked == names.prefix(3).map(\.self))
        await list.send(.mark(.extend(.previous)))
        #expect(marked == names.prefix(2).map(\.self), "the range follows the selection back")
        await list.send(.mark(.cancelRange))
        #expect(marked.isEmpty && selected == names[1])
    }

    @Test func spaceMarksAndGoesToTheNext() async {
        await list.send(.mark(.toggle))
        await list.send(.mark(.toggle))
        #expect(marked == ["Grace", "Ada"] && selected == "Linus")
        await list.send(.move(.first))
        await list.send(.mark(.toggle))
        #expect(marked == ["Ada"] && selected == "Ada")
    }

    @Test func aRangeIsMarkedFromEndToEnd() async {
        await list.send(.move(.next))
        await list.send(.mark(.range))
        #expect(list.state.table.markCount == 1)
        await list.send(.move(.last))
        #expect(
            marked == ["Ada", "Linus", "Åse"] && list.state.table.marks.ids.isEmpty && list.state.table.markCount == 3)
        await list.send(.move(.first))
        await list.send(.mark(.range))
        #expect(marked == ["Grace", "Ada"] && list.state.table.marks.rangeStart == nil)
        await list.send(.mark(.range))
        await list.send(.move(.last))
        await list.send(.mark(.cancelRange))
        #expect(marked == ["Grace", "Ada"])
    }

    @Test func draggingIsARange() async {
        await list.send(.mark(.drag(to: 2)))
        await list.send(.mark(.drag(to: 1)))
        #expect(marked == ["Grace", "Ada"] && selected == "Ada")
    }

    @Test func `marking all, none or the others is for shown friends`() async {
        await find("ada")
        await list.send(.mark(.all))
        await list.send(.find(.clear))
        #expect(marked == ["Ada"])
        await find("l")
        await list.send(.mark(.invert))
        await list.send(.find(.clear))
        #expect(marked == ["Linus"])
        await list.send(.mark(.all))
        await find("grace")
        await list.send(.mark(.none))
        await list.send(.find(.clear))
        #expect(marked == ["Ada", "Linus", "Åse"])
    }

    @Test func aMarkStaysWithItsFriend() async {
        await list.send(.mark(.toggle))
        await list.send(.sort(.reverse))
        #expect(marked == ["Grace"])
        await load(.grace, .ada)
        #expect(marked == ["Grace"])
        await load(.ada)
        #expect(list.state.table.marks.ids.isEmpty)
        await load(.grace, .ada)
        #expect(marked == [], "a mark of somebody who was gone is forgotten")
    }

    @Test func aRangeFollowsItsFriends() async {
        await list.send(.mark(.range))
        await list.send(.move(.next))
        list.store.replica.change { $0.upsert(.friend("new", "New", "Aaa", "12")) }
        #expect(marked == ["Grace", "Ada"])
        list.store.replica.change { $0.remove(Friend.grace.id) }
        #expect(list.state.table.marks.rangeStart == nil, "it has no beginning any more")
    }

    @Test func `only a movement changes the end of a range`() async {
        func range() async {
            await list.send(.mark(.none))
            await list.send(.move(.first))
            await list.send(.mark(.range))
            await list.send(.move(.next))
        }
        await range()
        await list.send(.sort(.by(.field(.phoneNumber))))
        #expect(marked.sorted() == ["Ada", "Grace"])
        await list.send(.sort(.by(.field(.lastName))))
        await range()
        await list.send(.find(.begin))
        #expect(list.state.table.marks.rangeStart == nil && marked == ["Grace", "Ada"])
        await list.send(.find(.clear))
        await range()
        list.select(Friend.åse.id)
        #expect(marked == ["Grace", "Ada"])
    }
}
