import DatabaseTestSupport
import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import FriendsDatabase

/// What other programs leave, what has expired, and what is too long.
extension LineTests {
    @Test func `lines and rests that another program left do no harm`() async throws {
        let repository = try await holding(count: 30)
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
        _ = try await repository.create(Self.ada, id: id)
        let (new, rest) = try #require(try await repository.whole(id))
        #expect(new.details == Self.ada && rest == nil)
    }

    @Test(arguments: [30, 31])
    func `an expired friend that the trash still lists can be restored, also one of many`(days: Double) async throws {
        let time = Mutex(Date(timeIntervalSince1970: 1_000_000))
        let repository = try SQLiteRepository(now: { time.withLock(\.self) })
        let ids = ["alone", "one", "other"].map { Friend.ID($0) }
        for id in ids {
            _ = try await repository.create(Self.ada, rest: Data([7]), id: id)
            _ = try await repository.delete(id)
        }
        time.withLock { $0 += days * 24 * 60 * 60 }
        let listed = try await repository.trash().trash.friends
        #expect(listed.count == 3)
        let results = try await repository.write(
            [.create(.grace, rest: nil, id: Friend.ID("grace")), .restore(ids[1]), .restore(ids[2])], isAtomic: true)
        #expect(results.allSatisfy { $0.isDone })
        for id in ids.dropFirst() {
            let (friend, rest) = try #require(try await repository.whole(id))
            #expect(friend.details == Self.ada)
            #expect(rest == Data([7]))
        }
        // The batch has purged the one that it did not restore.
        #expect(try await repository.restore(ids[0]) == .notFound)
        try await expectConsistent(repository)

        _ = try await repository.delete(ids[1])
        time.withLock { $0 += days * 24 * 60 * 60 }
        guard case .done(let friend) = try await repository.restore(ids[1]) else {
            Issue.record("not restored")
            return
        }
        #expect(try await repository.friend(id: ids[1]) == friend)
        #expect(try await repository.whole(ids[1])?.rest == Data([7]))
        #expect(friend.details == Self.ada)
    }

    @Test func `another collation sorts friends without a name by their lines, too`() async throws {
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

    @Test func `a deletion counts as made before only at its version, or at any`() async throws {
        let repository = try await SQLiteRepository.holding(.ada)
        let id = Friend.ID("Ada")
        _ = try await repository.delete(id)
        for (versions, result) in [
            (nil, FriendDeletion.done), ([Friend.Version("1")], .done), ([Friend.Version("2")], .notFound),
            ([], .notFound),
        ] as [([Friend.Version]?, FriendDeletion)] {
            let results = try await repository.write([.delete(id, ifVersion: versions)], isAtomic: false)
            #expect(results == [.deletion(result)])
        }
        let results = try await repository.write([.delete(Friend.ID("nobody"), ifVersion: nil)], isAtomic: false)
        #expect(results == [.deletion(.notFound)])
    }

    @Test func `pages, changes and trash of long texts fit into a response`() async throws {
        let repository = try SQLiteRepository()
        let note = String(repeating: "n", count: 3 << 20)
        for number in 1...6 {
            let details = FriendDetails(lastName: "\(number)").with([.line(.note, note)])
            _ = try await repository.create(details, id: Friend.ID("\(number)"))
        }
        var pages: [[String]] = []
        var position: FriendPosition?
        repeat {
            let page = try await repository.page(after: position, limit: 5)
            pages.append(page.friends.map(\.id.rawValue))
            position = page.next
        } while position != nil && pages.count < 9
        #expect(pages == [["1", "2"], ["3", "4"], ["5", "6"]])
        #expect(try await repository.page().friends.count == 6)
        #expect(try await repository.changes(since: HistoryPosition(sequence: 0, history: nil)) == nil)
        #expect(try await repository.changes(since: HistoryPosition(sequence: 1, history: nil))?.changed.count == 5)
        for number in 1...6 { _ = try await repository.delete(Friend.ID("\(number)")) }
        let trash = try await repository.trash(limit: 5).trash
        #expect(trash.friends.map(\.friend.id.rawValue) == ["6", "5"])
        #expect(trash.totalCount == 6)
        #expect(try await repository.trash().trash.friends.count == 6)
    }
}
