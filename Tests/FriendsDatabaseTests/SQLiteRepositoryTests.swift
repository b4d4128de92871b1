import DatabaseTestSupport
import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB
import TestSupport
import Testing

@testable import FriendsDatabase

/// What the repository does with SQLite only. What every engine does is in FriendsRepositoryTests.
@Suite(.timeLimit(.minutes(10)))
struct SQLiteRepositoryTests {
    @Test func `lines and rests that another program left do no harm`() async throws {
        let repository = try SQLiteRepository()
        try await repository.add(
            (0..<30).map { number in
                let lines = (0..<number % 5).map { FriendLine.line(.tag, "\(number) \($0)", id: "\($0)") }
                return (Friend.ID("\(number)"), FriendDetails(lastName: "\(number % 7)").with(lines))
            })
        let all = try await repository.page().friends
        try await repository.database.writer.write { db in
            try db.execute(
                sql: """
                    INSERT INTO line (friend, position, id, kind, label, value)
                        SELECT id, lines + number, 'stray' || number, 'tag', '', 'stray'
                        FROM (SELECT id, lines FROM friend UNION ALL SELECT 'gone', 0),
                            (SELECT 0 AS number UNION ALL SELECT 1);
                    INSERT INTO rest (friend, content) VALUES ('gone', x'01');
                    """)
        }
        #expect(try await repository.page().friends == all)
        let next = try await repository.page(limit: 7).next
        #expect(try await repository.page(after: next, limit: 9).friends == Array(all[7..<16]))
        let changes = try await repository.changes(since: HistoryPosition(sequence: 0, history: nil))
        #expect(Set(changes?.changed.map(\.details.line) ?? []) == Set(all.map(\.details.line)))
        for friend in all {
            _ = try await repository.update(friend.id, with: FriendChanges(lines: [.line(.note, "x")]))
            #expect(try await repository.friend(id: friend.id)?.details.lines == [.line(.note, "x")])
        }
        let id = Friend.ID("gone")
        _ = try await repository.create(.ada.with(FriendLine.ofEveryKind), id: id)
        let (new, rest) = try #require(try await repository.whole(id))
        #expect(new.details == .ada.with(FriendLine.ofEveryKind) && rest == nil)
    }

    @Test func `another collation sorts friends without a name, too`() async throws {
        let repository = try SQLiteRepository()
        let emails = ["m@example.org", "z@example.org", "a@example.org"]
        for email in emails {
            let details = FriendDetails().with([.line(.tag, "x", id: "1"), .line(.email, email, id: "2")])
            _ = try await repository.create(details, id: Friend.ID(email))
        }
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        let before = try await repository.page().friends
        #expect(before.map(\.id.rawValue) == ["a@example.org", "grace", "m@example.org", "z@example.org"])
        try await repository.database.writer.write { db in
            try db.execute(sql: "UPDATE friend SET sortkey = randomblob(8); UPDATE list SET sorting = 'xx_XX'")
        }
        _ = try await repository.create(.wide, id: Friend.ID("wide"))
        #expect(try await repository.page().friends.prefix(4) == before[...])
    }

    @Test func `a backup has lines and rests`() async throws {
        let directory = try TemporaryDirectory()
        let repository = try SQLiteRepository(path: directory.database)
        let (id, rest) = (Friend.ID("ada"), Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }))
        let details = FriendDetails.ada.with(FriendLine.ofEveryKind)
        _ = try await repository.create(details, rest: rest, id: id)
        #expect(try DatabaseBackup.make(of: directory.database, at: directory.path + "/copy") == 1)
        let copy = try SQLiteRepository(path: directory.path + "/copy")
        #expect(try await copy.whole(id)?.rest == rest)
        #expect(try await copy.page().friends.map(\.details) == [details])
    }

    @Test func `a locked database can be opened without a purge`() async throws {
        let directory = try TemporaryDirectory()
        let time = ManualTime()
        let first = try SQLiteRepository(path: directory.database) { time.now }
        _ = try await first.create(.ada, id: Friend.ID("Ada"))
        _ = try await first.create(.grace, id: Friend.ID("Grace"))
        _ = try await first.delete(Friend.ID("Ada"))
        time.advance(days: 30)
        let other = try DatabaseQueue.ofAnotherProgram(directory.database)
        let second = try await other.write { _ in
            try SQLiteRepository(path: directory.database, busyTimeout: 0.01) { time.now }
        }
        #expect(try await second.page().friends.map(\.details) == [.grace])
        #expect(try await second.trash().trash.friends.count == 1)
        _ = try await second.create(.wide, id: Friend.ID("1"))
        #expect(try await second.trash().trash.friends.isEmpty)
    }
}
