import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// What the list shows of a friend that a form has saved, or has found as it was wanted.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct SavedFriendTests {
    let client = StubFriendsClient()
    let list: FriendListViewModel

    init() {
        list = FriendListViewModel(Desk(client))
    }

    @Test func `a failed load is not replaced by one saved friend`() async {
        let failure = FriendsClientError.unreachable(reason: "refused")
        client.automatic = { _ in .failure(failure) }
        await list.store.load()
        await list.saved(.ada, step: nil, isMerged: false)
        #expect(list.state.content == .failed(Failure(failure, during: .load)))
    }

    @Test func `the first load selects a friend that was not changed`() async {
        client.automatic = { _ in .failure(.unreachable(reason: "refused")) }
        await list.store.load()
        client.automatic = { _ in .page(.all(.grace, .ada, .linus)) }
        await list.saved(.ada, step: nil, isMerged: false)
        #expect(list.state.table.selectedFriend == .ada)
    }

    @Test func `a duplicate is reported, with an offer to undo`() async {
        let again = Friend.friend("again", "Ada", "Lovelace", Friend.ada.details.phoneNumber)
        let other = Friend.friend("other", "Ada", "Lovelace", "555 0100")
        client.automatic = { _ in .page(.all(.ada, .grace, .linus, other)) }
        await list.store.load()
        client.automatic = { _ in .page(.all(.ada, .grace, .linus, other, again)) }
        await list.saved(again, step: .added(again), isMerged: false)
        #expect(list.desk.status?.text == "Saved Ada Lovelace, a duplicate")
        #expect(list.desk.status?.offer == .undo)
        await list.saved(other, step: .updated(from: other, to: other), isMerged: false)
        #expect(list.desk.status?.text == "Saved Ada Lovelace", "another number")
    }

    @Test func `a selection made in the meantime stays`() async throws {
        client.automatic = { _ in .page(.all(.grace, .linus)) }
        await list.store.load()
        client.automatic = nil
        let saving = Task { await list.saved(.ada, step: nil, isMerged: false) }
        try await client.called(2)
        await list.send(.move(.last))
        client.answer(.page(.all(.grace, .ada, .linus)))
        try await saving.ended()
        #expect(list.state.table.selectedFriend == .linus)
    }
}
