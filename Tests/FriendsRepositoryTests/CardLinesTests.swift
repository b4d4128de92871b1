import EngineTestSupport
import Foundation
import FriendsModel
import FriendsRepository
import PostgresTestSupport
import TestSupport
import Testing

/// Databases of programs before version 0.3, which did not show all that cards say.
@Suite(.serialized, .onBlockingThreads, .timeLimit(.minutes(10)))
struct CardLinesTests {
    private static func card(_ id: String, _ rows: String...) -> Data {
        let start = ["BEGIN:VCARD", "VERSION:3.0", "UID:\(id)", "N:Beispiel;Mia;;;", "FN:Mia Beispiel"]
        return Data((start + rows + ["END:VCARD", ""]).joined(separator: "\r\n").utf8)
    }

    @Test(arguments: Engine.allCases)
    func `friends get the lines that their cards have`(engine: Engine) async throws {
        let list = try await StoredList(engine)
        let note = FriendLine.line(.note, "x")
        let mia = FriendDetails(firstName: "Mia", lastName: "Beispiel", lines: [note])
        let start = try await list.withRepository { repository in
            _ = try await repository.create(
                mia, rest: Self.card("a", "NICKNAME:Mimi", "NOTE:x", "TITLE:Chefin"), id: Friend.ID("a"))
            _ = try await repository.create(mia, rest: Self.card("b", "NICKNAME:Mimi"), id: Friend.ID("b"))
            _ = try await repository.create(mia, rest: Self.card("c", "PHOTO:x"), id: Friend.ID("c"))
            _ = try await repository.create(mia, rest: Data([0xFF]), id: Friend.ID("d"))
            let nameless = FriendDetails(lines: [.line(.email, "z@example.org")])
            _ = try await repository.create(
                nameless,
                rest: Self.card("e", "TEL:1-800-FLOWERS").replacing(
                    Data("N:Beispiel;Mia;;;\r\nFN:Mia Beispiel".utf8), with: Data("N;CHARSET=x:Ähm;Mia;;;".utf8)),
                id: Friend.ID("e"))
            _ = try await repository.delete(Friend.ID("b"), ifVersion: nil)
            return try await repository.position()
        }
        try list.execute("DROP TABLE purged")
        try list.forgetKeptTexts()
        try list.execute(
            engine == .sqlite
                ? "DELETE FROM grdb_migrations WHERE identifier > '3'" : "UPDATE migration SET number = 1")
        try await list.withRepository { repository in
            let page = try await repository.page(after: nil, limit: nil, withRests: true)
            let lines = page.friends.map { $0.details.lines.map(\.value) }
            #expect(lines == [["z@example.org"], ["Mimi", "Chefin", "x"], ["x"], ["x"]])
            #expect(page.friends.first?.details.lastName == "Ähm", "friends are in order")
            #expect(page.friends.first?.details.phoneNumber == "1-800-FLOWERS")
            #expect(page.rests.count == 4)
            let trash = try await repository.trash(after: nil, limit: nil, withRests: false)
            #expect(trash.trash.friends.map { $0.friend.details.lines.map(\.value) } == [["Mimi", "x"]])
            // Clients that follow the list get them.
            let changes = try await repository.changes(since: start)
            #expect(
                Set(changes?.changed.map(\.id.rawValue) ?? []) == ["a", "c", "d", "e"] && changes?.deleted == [])
            // The next migration found the photo, and the data of another program.
            #expect(changes?.position.sequence == start.sequence + 2)
            // The tables are as other writes leave them.
            _ = try await repository.restore(Friend.ID("b"))
            _ = try await repository.update(
                Friend.ID("a"), with: FriendChanges(lines: []), rest: .unchanged, ifVersion: nil)
        }
        let contents = try await list.contents
        try await list.withRepository { _ in }
        #expect(try await list.contents == contents, "a migration is made once")
    }

    /// A later program has shown what a rule refused as notes.
    @Test(arguments: Engine.allCases)
    func `notes become what they say, and what was removed stays removed`(engine: Engine) async throws {
        let list = try await StoredList(engine)
        let card = Self.card("a", "TEL:1-800-FLOWERS", "EMAIL:A B <a@example.org>", "NICKNAME:Mimi")
        let note = FriendLine(id: FriendLine.ID("n"), kind: .note, label: "phone", value: "1-800-FLOWERS")
        try await list.withRepository { repository in
            for (id, lines) in [("a", [note]), ("b", [])] {
                let details = FriendDetails(firstName: "Mia", lastName: "Beispiel", lines: lines)
                _ = try await repository.create(details, rest: card, id: Friend.ID(id))
            }
        }
        try list.forgetKeptTexts()
        try list.execute(
            engine == .sqlite
                ? "DELETE FROM grdb_migrations WHERE identifier > '5'" : "UPDATE migration SET number = 3")
        try await list.withRepository { repository in
            let friends = try await repository.page(after: nil, limit: nil, withRests: false).friends
            #expect(friends.map(\.details.phoneNumber) == ["1-800-FLOWERS", ""])
            #expect(friends.allSatisfy { $0.details.lines.isEmpty })
        }
    }
}
