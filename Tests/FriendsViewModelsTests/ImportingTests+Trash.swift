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

    /// Undo ends with the program. Without the copy nothing is written.
    @Test(arguments: [false, true]) func `the trash keeps a copy of what an import replaces`(isRefused: Bool)
        async throws
    {
        func record(_ nickname: String) -> FriendRecord { .card("UID:x", "FN:X Y", "X-NICK:\(nickname)") }
        let old = try record("a").content.get()
        let (details, rest) = (old.details, try #require(old.rest))
        let deleted = Friend(id: old.id, version: .init("1"), details: details)
        client.rests[deleted.id] = rest
        client.automatic = { call in
            switch call {
            case .deleted: .trash(Trash(friends: [DeletedFriend(friend: deleted, deletedAt: 0)]))
            case .write(let writes) where isRefused && writes.contains { $0.id != deleted.id }:
                .results(writes.map { _ in .failure(.rejected([], reason: "No")) })
            default: Self.answer(call)
            }
        }
        try await open([[record("b")]])
        let importing: Task<Void, Never>? = app.importing?.send(.importRecords)
        if isRefused {
            try await app.desk.prompts.asked()
            app.desk.prompts.send(.dismiss)
        }
        await importing?.value
        guard case .addToTrash(details, let id, rest) = try #require(written.first) else {
            Issue.record("\(written)")
            return
        }
        #expect(id != deleted.id && written.count == (isRefused ? 1 : 2))
        if isRefused {
            #expect(app.page != nil && app.importing?.state.isImporting == false)
        } else {
            #expect(status?.text == "Imported 1 friend: 1 restored, 1 copy in trash")
        }
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
