import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// The lists that take the place of the friends.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct PageViewModelTests {
    let client = StubFriendsClient()
    let app: AppViewModel

    init() {
        app = AppViewModel(client: client, id: "new")
    }

    static func trash(_ friends: Friend..., unreadableCount: Int = 0) -> Trash {
        Trash(
            friends: friends.map { DeletedFriend(friend: $0, deletedAt: 100) }, unreadableCount: unreadableCount,
            totalCount: friends.count)
    }

    /// Answers like a server with these lists.
    func serve(_ friends: [Friend], _ trash: Trash) {
        client.automatic = { call in
            switch call {
            case .friends: .page(FriendPage(friends: friends))
            case .deleted: .trash(trash)
            case .restore(let id, let details): .friend(Friend(id: id, version: .init("9"), details: details))
            default: nil
            }
        }
    }

    func open(_ trash: Trash, over friends: Friend...) async {
        serve(friends, trash)
        await app.list.send(.resize(height: 2))
        await app.list.store.load()
        await app.send(.openPage(.trash))
    }

    func state(
        _ entries: PageEntries, _ content: ListContent = .loaded, selected: Int? = 0, top: Int = 0,
        filter: PageTable.Filter? = nil, all: PageEntries? = nil
    ) -> PageViewModel.State {
        var table = PageTable(all ?? entries, height: 2)
        (table.entries, table.selected, table.viewport.top, table.filter) = (entries, selected, top, filter)
        return PageViewModel.State(content: content, table: table, time: 0)
    }

    // MARK: The trash

    @Test func `opening the trash loads it and selects the first friend`() async {
        await open(Self.trash(.ada, .grace))
        #expect(app.page?.state == state(.trash(Self.trash(.ada, .grace))))
        #expect(app.state.page == app.page?.state)
        await app.send(.closePage)
        #expect(app.state.page == nil)
    }

    @Test func `a loading trash is neither empty nor failed`() async throws {
        await app.list.send(.resize(height: 2))
        let opening = Task { await app.send(.openPage(.trash)) }
        try await client.called(1)
        #expect(app.page?.state == state(.trash(Trash(friends: [])), .loading, selected: nil))
        #expect(app.state.activity.titles == ["Loading deleted friends\u{2026}"])
        client.answer(.trash(Self.trash()))
        try await opening.ended()
        #expect(app.page?.state == state(.trash(Self.trash()), selected: nil))
    }

    @Test func `the load of a closed trash is ignored`() async throws {
        client.endsWhenCancelled = false
        let opening = Task { await app.send(.openPage(.trash)) }
        try await client.called(1)
        let page = app.page
        await app.send(.closePage)
        client.answer(.failure(.notSignedIn))
        try await opening.ended()
        #expect(page?.state.content == .loading)
        #expect(app.desk.messages.isEmpty)
    }

    @Test func `the newest load of the trash wins`() async throws {
        client.endsWhenCancelled = false
        let opening = Task { await app.send(.openPage(.trash)) }
        try await client.called(1)
        let reloading = Task { await app.page?.send(.reload) }
        try await client.called(2)
        client.answerNewest(.trash(Self.trash(.grace)))
        try await reloading.ended()
        client.answer(.trash(Self.trash(.ada)))
        try await opening.ended()
        #expect(app.page?.state.table.entries == .trash(Self.trash(.grace)))
    }

    @Test func `a server without a trash is reported`() async {
        client.automatic = { _ in .failure(.notOffered) }
        await app.send(.openPage(.trash))
        guard case .failed(let failure) = app.page?.state.content else {
            Issue.record("It should have failed")
            return
        }
        #expect(failure.heading == "This server can\u{2019}t do that.")
        #expect(failure.lines == ["It has no trash."])
    }

    @Test func aFailedReloadKeepsTheRows() async {
        await open(Self.trash(.ada))
        client.automatic = { _ in .failure(.timedOut(.request)) }
        await app.page?.send(.reload)
        #expect(app.page?.state == state(.trash(Self.trash(.ada))))
        #expect(app.desk.status == .init(kind: .problem, text: "The server did not answer in time."))
    }

    @Test func entriesThatCannotBeReadAreCounted() async {
        await open(Self.trash(.ada, unreadableCount: 2))
        #expect(app.desk.status == .init(kind: .problem, text: "2 entries could not be read"))
    }

    @Test func `a restored friend is selected, and undo deletes it`() async {
        await open(Self.trash(.ada, .linus), over: .grace)
        let back = Friend(id: Friend.linus.id, version: .init("9"), details: Friend.linus.details)
        serve([.grace, back], Self.trash(.ada))
        await app.page?.send(.move(.next))
        await app.page?.send(.use)
        #expect(client.calls.contains(.restore(Friend.linus.id, Friend.linus.details)))
        #expect(app.page?.state == state(.trash(Self.trash(.ada))))
        #expect(app.list.state.table.selectedFriend == back)
        #expect(app.list.state.history.done == [.restored(back)])
        #expect(app.desk.status == .init(kind: .success, text: "Restored Linus Torvalds", offer: .undo))

        client.automatic = { call in if case .friends = call { .page(.all(.grace)) } else { .done } }
        await app.list.send(.undo)
        #expect(client.calls.contains(.delete(back.id, back.version)))
        #expect(app.list.state.history.undone == [.restored(back)])
    }

    /// Such an answer may have been made before the friend was restored.
    @Test func `a running load is restarted by a restore`() async throws {
        await open(Self.trash(.ada, .linus), over: .grace)
        client.endsWhenCancelled = false
        client.automatic = { call in
            switch call {
            case .friends: .page(.all(.ada, .grace))
            case .restore(let id, let details): .friend(Friend(id: id, version: .init("9"), details: details))
            default: nil
            }
        }
        let before = client.calls.count
        let reloading = Task { await app.page?.send(.reload) }
        try await client.called(before + 1)
        let restoring = Task { await app.page?.send(.use) }
        try await client.called(before + 4)
        try #require(client.calls.dropFirst(before).filter { $0 == .deleted }.count == 2)
        client.answer(.trash(Self.trash(.ada, .linus)))
        try await reloading.ended()
        #expect(app.page?.state.table.entries.count == 1, "the answer to the load before is not looked at")
        client.answer(.trash(Self.trash(.linus)))
        try await restoring.ended()
        #expect(app.page?.state == state(.trash(Self.trash(.linus))))
    }

    @Test func `a friend that cannot be restored stays, with an alert`() async throws {
        await open(Self.trash(.ada))
        client.automatic = { _ in .failure(.unreachable(reason: "refused")) }
        let restoring = Task { await app.page?.send(.use) }
        try await app.desk.prompts.asked()
        #expect(
            app.desk.prompts.state.current
                == .retryAlert(
                    "Could not connect to server. Check your network and try again later.",
                    ["Could not restore Ada Lovelace.", "Refused."]))
        app.desk.prompts.send(.dismiss)
        try await restoring.ended()
        #expect(app.page?.state == state(.trash(Self.trash(.ada))))
        #expect(app.list.state.history == UndoHistory())
    }

    @Test func `a trash changed in the meantime is loaded again`() async throws {
        await open(Self.trash(.ada, .grace))
        let other = Friend.ada.changed { $0.firstName = "Augusta" }
        client.automatic = { call in
            switch call {
            case .restore: .failure(.conflict(current: other))
            case .friends: .page(.all(other))
            default: .trash(Self.trash(.grace))
            }
        }
        let restoring = Task { await app.page?.send(.use) }
        try await app.desk.prompts.asked()
        #expect(app.desk.prompts.state.current?.lines.last == "It is already in the list, with other details.")
        app.desk.prompts.send(.dismiss)
        try await restoring.ended()
        #expect(app.page?.state == state(.trash(Self.trash(.grace))))
        #expect(app.list.state.table.rows.friends == [other])
    }

    @Test func `an unresolved restore can be undone once listed`() async throws {
        await open(Self.trash(.ada))
        client.automatic = { _ in .failure(.connectionLost(reason: "reset")) }
        let restoring = Task { await app.page?.send(.use) }
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.dismiss)
        try await restoring.ended()
        let back = Friend(id: Friend.ada.id, version: .init("9"), details: Friend.ada.details)
        serve([back], Self.trash())
        await app.list.store.load()
        #expect(app.list.state.history.done == [.restored(back)])
    }

    // MARK: Moving and filtering

    @Test func theSelectionMovesAsInTheListOfFriends() async {
        await open(Self.trash(.ada, .grace, .linus, .wang))
        let all = PageEntries.trash(Self.trash(.ada, .grace, .linus, .wang))
        for (movement, selected, top) in [
            (Movement.next, 1, 0), (.next, 2, 1), (.last, 3, 2), (.next, 3, 2), (.pageUp, 1, 1), (.first, 0, 0),
            (.previous, 0, 0), (.halfPageDown, 1, 0), (.pageDown, 3, 2),
        ] {
            await app.page?.send(.move(movement))
            #expect(app.page?.state == state(all, selected: selected, top: top))
        }
        await app.page?.send(.resize(height: 3))
        #expect(app.page?.state.table.viewport == Viewport(top: 1, height: 3))
    }

    @Test func `filtering a page keeps the selection`() async {
        await open(Self.trash(.ada, .grace, .linus))
        let all = PageEntries.trash(Self.trash(.ada, .grace, .linus))
        await app.page?.send(.move(.last))
        await app.page?.send(.filter(.begin))
        #expect(app.page?.state == state(all, selected: 2, top: 1, filter: .init()))
        await app.page?.send(.filter(.edit(.insert("LIN"))))
        // All of them are still loaded, so that the number of deleted friends stays.
        let linus = PageEntries.trash(
            Trash(friends: [DeletedFriend(friend: .linus, deletedAt: 100)], totalCount: 3))
        #expect(app.page?.state == state(linus, filter: .init(input: TextInput("LIN")), all: all))
        await app.page?.send(.filter(.keep))
        #expect(app.page?.state.table.filter?.isTyped == false)
        await app.page?.send(.filter(.edit(.insert("x"))))
        #expect(app.page?.state.table.filter?.input.text == "LIN")
        await app.page?.send(.filter(.clear))
        #expect(app.page?.state.table.entries == all)
        #expect(app.page?.state.table.selected == 2)
        #expect(app.page?.state.table.filter == nil)
    }

    @Test func `a restored friend leaves the filtered page`() async {
        await open(Self.trash(.ada, .grace, .linus))
        await app.page?.send(.filter(.begin))
        await app.page?.send(.filter(.edit(.paste("lin\n"))))
        await app.page?.send(.use)
        #expect(app.page?.state.table.entries.count == 0)
        #expect(app.page?.state.table.selected == nil)
        #expect(app.page?.state.table.all.count == 2)
    }

    @Test func `an empty filter is no filter`() async {
        await open(Self.trash(.ada))
        await app.page?.send(.filter(.begin))
        await app.page?.send(.filter(.keep))
        #expect(app.page?.state == state(.trash(Self.trash(.ada))))
    }
}
