import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// Undo and redo, each of them a write like any other.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FriendListUndoTests {
    let client = StubFriendsClient()
    var prompts: PromptViewModel { list.desk.prompts }
    var activity: ActivityViewModel { list.desk.activity }
    let list: FriendListViewModel

    init() {
        list = FriendListViewModel(Desk(client))
    }

    func load(_ friends: Friend..., into list: FriendListViewModel? = nil) async {
        client.automatic = { _ in .page(FriendPage(friends: friends)) }
        await (list ?? self.list).store.load()
        client.automatic = nil
    }

    var writes: [StubFriendsClient.Call] { client.calls.filter { $0 != .friends(after: nil) } }

    /// A server that keeps friends by their versions, as the real one does. Loads find what it has.
    @MainActor final class Server {
        var friends: [Friend]
        private var version = 10

        init(_ friends: [Friend]) { self.friends = friends }

        func answer(_ call: StubFriendsClient.Call) -> StubFriendsClient.Answer? {
            switch call {
            case .friends: return .page(FriendPage(friends: friends))
            case .restore(let id, let details):
                if let current = friends.first(where: { $0.id == id }) {
                    return current.details == details ? .friend(current) : .failure(.conflict(current: current))
                }
                return .friend(store(id, details))
            case .update(let id, let changes, let version):
                guard let current = friends.first(where: { $0.id == id }) else { return .failure(.notFound) }
                guard current.version == version else { return .failure(.conflict(current: current)) }
                return .friend(store(id, changes.applied(to: current.details)))
            case .delete(let id, let version):
                guard let current = friends.first(where: { $0.id == id }) else { return .failure(.notFound) }
                guard current.version == version else { return .failure(.conflict(current: current)) }
                friends.removeAll { $0.id == id }
                return .done
            default: return nil
            }
        }

        @discardableResult
        func store(_ id: Friend.ID, _ details: FriendDetails) -> Friend {
            version += 1
            let friend = Friend(id: id, version: .init("\(version)"), details: details)
            friends.removeAll { $0.id == id }
            friends.append(friend)
            return friend
        }
    }

    func serve(_ friends: Friend...) async -> Server {
        let server = Server(friends)
        client.automatic = { server.answer($0) }
        await list.store.load()
        return server
    }

    // MARK: One step

    @Test func `a missing version is read from the server`() async {
        let adah = Friend.ada.changed { $0.firstName = "Adah" }
        await load(adah)
        client.automatic = { call in
            switch call {
            case .update: .friend(nil)
            case .friend: .friend(.ada.changed({ _ in }, version: "3"))
            default: .page(.all(.ada.changed({ _ in }, version: "3")))
            }
        }
        await list.saved(adah, step: .updated(from: .ada, to: adah), isMerged: false)
        await list.send(.undo)
        await list.send(.redo)
        let last = writes.last { if case .update = $0 { true } else { false } }
        #expect(last == .update(Friend.ada.id, FriendChanges([.firstName: "Adah"]), .init("3")))
    }

    @Test func `undoing a deletion restores and selects the friend`() async {
        let server = await serve(.ada, .grace)
        await list.send(.delete)
        #expect(list.state.table.rows.friends == [.ada])
        await list.send(.undo)
        #expect(writes.last == .restore(Friend.grace.id, Friend.grace.details))
        #expect(list.state.table.selectedFriend == server.friends.last)
        #expect(list.state.table.selectedFriend?.details == Friend.grace.details)
        #expect(!list.state.history.canUndo)
        #expect(list.desk.status == .init(kind: .success, text: "Undid deletion of Grace Hopper", offer: .redo))
        await list.send(.redo)
        #expect(writes.last == .delete(Friend.grace.id, .init("11")))
        #expect(list.state.table.rows.friends == [.ada])
        #expect(list.desk.status == .init(kind: .success, text: "Redid deletion of Grace Hopper", offer: .undo))
    }

    @Test func `undoing an update restores the changed fields`() async {
        let server = await serve(.ada)
        let changed = server.store(Friend.ada.id, FriendDetails(firstName: "A", lastName: "L", phoneNumber: "12"))
        let before = Friend.ada.changed { ($0.lastName, $0.phoneNumber) = ("L", "12") }
        await list.saved(changed, step: .updated(from: before, to: changed), isMerged: true)
        #expect(list.desk.status?.text == "Saved A L, merged with a change made elsewhere")
        await list.send(.undo)
        #expect(writes.last == .update(Friend.ada.id, FriendChanges([.firstName: "Ada"]), changed.version))
        #expect(list.state.table.rows.friends.map(\.details) == [before.details])
        #expect(list.desk.status == .init(kind: .success, text: "Undid update of A L", offer: .redo))
    }

    @Test func undoingAnAdditionDeletesAtItsVersion() async {
        let server = await serve(.ada)
        let grace = server.store(Friend.grace.id, Friend.grace.details)
        await list.saved(grace, step: .added(grace), isMerged: false)
        await list.send(.undo)
        #expect(writes == [.delete(grace.id, grace.version)])
        #expect(list.state.table.rows.friends == [.ada])
        await list.send(.redo)
        #expect(writes.last == .restore(grace.id, grace.details))
        #expect(list.state.table.selectedFriend?.details == grace.details)
    }

    @Test func `saving without a change is no undo step`() async {
        _ = await serve(.ada)
        await list.saved(.ada, step: nil, isMerged: false)
        #expect(!list.state.history.canUndo)
    }

    @Test(arguments: [
        (FriendListViewModel.Action.undo, "Nothing to undo"), (.redo, "Nothing to redo"),
    ])
    func thereIsNothingToUndoAtFirst(action: FriendListViewModel.Action, text: String) async {
        await list.send(action)
        #expect(list.desk.status == .init(kind: .information, text: text))
        #expect(client.calls.isEmpty)
    }

    // MARK: Many steps

    @Test func `several changes of one friend are undone and redone`() async {
        let server = await serve(.ada)
        var friend = Friend.ada
        for name in ["B", "C", "D"] {
            var details = friend.details
            details.firstName = name
            let changed = server.store(friend.id, details)
            await list.saved(changed, step: .updated(from: friend, to: changed), isMerged: false)
            friend = changed
        }
        await list.send(.delete)
        #expect(server.friends.isEmpty)
        for _ in 0..<2 {
            for name in ["D", "C", "B", "Ada"] {
                await list.send(.undo)
                #expect(server.friends.map(\.details.firstName) == [name])
            }
            for name in ["B", "C", "D"] {
                await list.send(.redo)
                #expect(server.friends.map(\.details.firstName) == [name])
            }
            await list.send(.redo)
            #expect(server.friends.isEmpty)
        }
        #expect(prompts.state.queue.isEmpty)
    }

    @Test func `a new change clears the redo steps`() async {
        _ = await serve(.ada, .grace)
        await list.send(.delete)
        await list.send(.undo)
        #expect(list.state.history.canRedo)
        await list.send(.delete)
        #expect(!list.state.history.canRedo)
    }
}
