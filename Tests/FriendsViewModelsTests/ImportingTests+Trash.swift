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
        let reading: Task<Void, Never>? = app.importing?.send(.read)
        try await app.desk.prompts.asked()
        let lines = app.desk.prompts.state.current?.lines.map(\.words) ?? []
        #expect(
            lines.starts(
                with: [
                    "It is in the trash, and comes back with changes.", "Last name: Y", "As it comes back (line 1):",
                ]))
        #expect(records?.all.map(\.summary) == ["back from the trash; Last name: Y"])
        app.desk.prompts.send(.dismiss)
        await reading?.value
        await send(.importRecords)
        let details = FriendDetails(firstName: "X", lastName: "Y", phoneNumber: "77")
        let added = FriendWrite.add(details, id: deleted.id, rest: [1, 2])
        #expect(written == [added] && status?.text == "Imported 1 friend: 1 restored")
        // Undo gives the trash back what it had, and redo makes the same again.
        await app.list.send(.undo)?.value
        await app.list.send(.redo)?.value
        let undo = FriendWrite.updateAndDelete(
            deleted.id, FriendChanges([.lastName: ""]), from: Friend.Version("1"))
        #expect(written == [added, undo, added])
    }

    @Test func `a friend in the trash comes back as it was there`() async throws {
        let deleted = Friend(id: Friend.ID("x"), version: .init("1"), details: FriendDetails(firstName: "X"))
        client.automatic = { call in
            guard case .deleted = call else { return Self.answer(call) }
            return .trash(Trash(friends: [DeletedFriend(friend: deleted, deletedAt: 0)]))
        }
        try await open([[Self.record(1, "x", "X", "", "")]])
        #expect(records?.all.map(\.summary) == ["back from the trash"])
        await send(.importRecords)
        #expect(written == [.restore(deleted.id, details: deleted.details)])
    }
}
