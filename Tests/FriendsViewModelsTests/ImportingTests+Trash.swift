import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// Records whose friends are in the trash.
extension ImportingTests {
    @Test func `a friend in the trash comes back with its card`() async throws {
        let deleted = Friend(
            id: Friend.ID("x"), version: .init("1"), details: FriendDetails(firstName: "X", phoneNumber: "77"))
        client.rests[deleted.id] = [1, 2]
        client.automatic = { call in
            guard case .deleted = call else { return Self.answer(call) }
            return .trash(Trash(friends: [DeletedFriend(friend: deleted, deletedAt: 0)]))
        }
        try await open([[Self.record(1, "x", "X", "Y", "77")]])
        let reading: Task<Void, Never>? = app.page?.send(.record(.read))
        try await app.prompts.asked()
        let lines = app.prompts.state.current?.lines.map(\.testWords) ?? []
        #expect(
            lines.starts(with: ["It is in the trash, and comes back with what it had.", "As it comes back (row 1):"]))
        app.prompts.send(.dismiss)
        await reading?.value
        await send(.importRecords)
        let details = FriendDetails(firstName: "X", lastName: "Y", phoneNumber: "77")
        #expect(written == [.add(details, id: deleted.id, rest: [1, 2])])
    }
}
