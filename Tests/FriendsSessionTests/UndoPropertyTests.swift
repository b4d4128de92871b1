import FriendsExchange
import FriendsFormats
import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsSession

/// Undo and redo against the server and its database.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct UndoPropertyTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func script(seed: UInt64) async throws -> (session: Session, script: UndoScript) {
        let session = try SessionTests.session(in: directory)
        try await session.waitForStart()
        return (session, await UndoScript(session.client, seed: seed))
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `undo and redo bring back list and trash`(seed: UInt64) async throws {
        let (session, script) = try await script(seed: seed)
        for step in 1...30 { try await script.go("seed \(seed), step \(step)") }
        while try await script.undo("seed \(seed), all undone") {}
        while try await script.redo("seed \(seed), all redone") {}
        while try await script.undo("seed \(seed), all undone again") {}
        session.close()
    }

    @Test func `an import of a deleted friend is undone`() async throws {
        let (session, script) = try await script(seed: 0)
        let old = UndoScript.card("p1", "Ada", ["NOTE:old", "PHOTO:data:image/png;base64,AAAA", "X-A:1"])
        try await script.importFile(.vcard, old)
        try await script.delete(1)
        let before = try await script.content()
        let rest = try #require(before.trash[Friend.ID("p1")]?.rest)
        #expect(String(decoding: rest, as: UTF8.self).contains("PHOTO"))
        try await script.importFile(.vcard, UndoScript.card("p1", "Ada", ["NOTE:new"]))
        let imported = try await script.content()
        // A copy of what the import has replaced.
        #expect(imported.trash.count == 1 && imported.list.count == 1)
        #expect(try await script.undo("the import"))
        #expect(try await script.content() == before)
        #expect(try await script.undo("the deletion"))
        #expect(try await script.content().list == before.trash)
        #expect(try await script.redo("the deletion"))
        #expect(try await script.redo("the import"))
        #expect(try await script.content() == imported)
        session.close()
    }

    /// An import whose undo is refused in part: what it has replaced is in the trash for that part alone.
    @Test func `a copy stays as long as its import`() async throws {
        let (session, script) = try await script(seed: 0)
        func cards(_ note: String) -> String {
            ["p1", "p2"].map { UndoScript.card($0, $0, ["NOTE:\(note)", "X-A:1"]) }.joined()
        }
        try await script.importFile(.vcard, cards("old"))
        try await script.delete(2)
        let before = try await script.content().trash
        #expect(before.count == 2)
        try await script.importFile(.vcard, cards("new"))
        #expect(try await script.content().trash.count == 2, "a copy of each")
        let second = try await session.client.friend(Friend.ID("p2"))
        _ = try await session.client.update(second.id, with: FriendChanges([.lastName: "X"]), from: second.version)
        #expect(await !script.undoUncompared())
        let left = try await script.content()
        #expect(left.list.keys.map(\.rawValue) == ["p2"])
        #expect(left.trash[Friend.ID("p1")] == before[Friend.ID("p1")] && left.trash.count == 2)
        let copy = left.trash.first { $0.key.rawValue != "p1" }
        #expect(copy?.value == before[Friend.ID("p2")])
        session.close()
    }

    @Test func `a refused import leaves no copy`() async throws {
        let (session, script) = try await script(seed: 0)
        try await script.importFile(.vcard, UndoScript.card("p1", "Ada", ["NOTE:old"]))
        let list = try await script.content()
        try await script.delete(1)
        try await script.importFile(.vcard, UndoScript.card("p1", "Ada", ["NOTE:new"])) {
            let trash = try await session.client.allDeletedFriends()
            for friend in trash { _ = try await session.client.restore(friend.id, details: friend.details) }
        }
        #expect(try await script.content() == list)
        session.close()
    }

    /// Two people import files that have the same friend at the same time.
    @Test func `a friend that someone else had added is not taken away`() async throws {
        let (session, script) = try await script(seed: 0)
        let other = await UndoScript(session.client, seed: 0)
        let ada = UndoScript.card("p1", "Ada", ["X-A:1"])
        try await script.importFile(.vcard, ada + UndoScript.card("p2", "Grace", [])) {
            try await other.importFile(.vcard, ada)
        }
        #expect(try await script.content().list.count == 2)
        #expect(await script.undoUncompared())
        let left = try await script.content()
        #expect(left.list.keys.map(\.rawValue) == ["p1"] && left.trash.isEmpty)
        #expect(await other.undoUncompared())
        #expect(try await script.content() == UndoScript.Content())
        session.close()
    }
}
