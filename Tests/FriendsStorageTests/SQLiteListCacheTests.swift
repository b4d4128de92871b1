import Foundation
import FriendsModel
import GRDB
import TestSupport
import Testing

@testable import FriendsStorage

@Suite(.timeLimit(.minutes(10)))
struct SQLiteListCacheTests {
    private let list = CachedList(
        friends: [.grace, .ada, .linus], totalCount: 3, snapshot: .init("7-abc"), time: 1_000)

    private func cache(_ directory: String, server: String = "https://friends.example") -> SQLiteListCache {
        SQLiteListCache(directory: directory + "/lists", server: server, logger: .silent)
    }

    @Test func `a kept draft is there the next time`() async throws {
        try await withTemporaryDirectory { directory in
            let first = cache(directory)
            #expect(await first.list(first: nil) == nil)
            #expect(permissions(of: directory + "/lists") == nil, "reading makes no file")
            first.replace(with: list)
            await first.flush()
            let second = cache(directory)
            #expect(await second.list(first: nil) == list)
            #expect(permissions(of: second.path) == 0o600)
            #expect(permissions(of: directory + "/lists") == 0o700)
        }
    }

    @Test(arguments: [true, false])
    func `a link is replaced, not followed`(isSymbolic: Bool) async throws {
        try await withTemporaryDirectory { directory in
            let victim = directory + "/victim"
            try Data().write(to: URL(filePath: victim))
            chmod(victim, 0o644)
            let cache = cache(directory)
            mkdir(directory + "/lists", 0o700)
            #expect((isSymbolic ? symlink(victim, cache.path) : link(victim, cache.path)) == 0)
            cache.replace(with: list)
            #expect(await cache.list(first: nil) == list)
            #expect(try Data(contentsOf: URL(filePath: victim)).isEmpty)
            #expect(permissions(of: victim) == 0o644)
            #expect(permissions(of: cache.path) == 0o600)
        }
    }

    @Test func `a cache that others could read is theirs no more`() async throws {
        try await withTemporaryDirectory { directory in
            let first = cache(directory)
            first.replace(with: list)
            await first.flush()
            chmod(first.path, 0o644)
            #expect(await cache(directory).list(first: nil) == list)
            #expect(permissions(of: first.path) == 0o600)
        }
    }

    @Test func `what cards say beyond the details is kept, too`() async throws {
        try await withTemporaryDirectory { directory in
            let friend = Friend(
                id: Friend.ID("rex"), version: Friend.Version("1"), details: FriendDetails(firstName: "Mia"),
                keptText: "X-PET Rex\nphoto")
            let cached = CachedList(friends: [friend], totalCount: 1, snapshot: nil, time: 5)
            let first = cache(directory)
            first.replace(with: cached)
            await first.flush()
            #expect(await cache(directory).list(first: nil) == cached)
        }
    }

    @Test func `the first friends can be read alone`() async throws {
        try await withTemporaryDirectory { directory in
            let cache = cache(directory)
            // In whatever order they come.
            cache.replace(
                with: CachedList(friends: list.friends.reversed(), totalCount: 3, snapshot: nil, time: 5))
            let expected = CachedList(friends: [.grace, .ada], totalCount: 3, snapshot: nil, time: 5)
            #expect(await cache.list(first: 2) == expected)
        }
    }

    /// What a program with another locale leaves: here its order is the reverse one.
    private static let otherCollation = """
        UPDATE friend SET sortkey = CASE id WHEN 'grace' THEN x'03' WHEN 'ada' THEN x'02' ELSE x'01' END;
        UPDATE list SET collation = 'xx_XX.UTF-8 1.0'
        """

    @Test func `changes do not mix the orders of two locales`() async throws {
        try await withTemporaryDirectory { directory in
            let cache = cache(directory)
            cache.replace(with: list)
            await cache.flush()
            try execute(Self.otherCollation, cache.path)
            cache.apply(
                ListChanges(changed: [.linus], deleted: [], snapshot: .init("8-abc")), to: .init("7-abc"), at: 2_000)
            await cache.flush()
            let (collation, ids) = try await DatabaseQueue(path: cache.path).read { db in
                (
                    try String.fetchOne(db, sql: "SELECT collation FROM list"),
                    try String.fetchAll(db, sql: "SELECT id FROM friend ORDER BY sortkey")
                )
            }
            #expect(collation == SortKey.collation)
            #expect(ids == [Friend.grace, .ada, .linus].map(\.id.rawValue))
        }
    }

    @Test func `the first friends are those of the locale's order`() async throws {
        try await withTemporaryDirectory { directory in
            let old = cache(directory)
            old.replace(with: list)
            await old.flush()
            try execute(Self.otherCollation, old.path)
            let expected = CachedList(
                friends: [.grace, .ada], totalCount: 3, snapshot: list.snapshot, time: list.time)
            let new = cache(directory)
            #expect(await new.list(first: 2) == expected)
        }
    }

    @Test func `another locale sorts friends without a name by their lines, too`() async throws {
        func friend(_ id: String, _ email: String) -> Friend {
            let line = FriendLine(id: FriendLine.ID("1"), kind: .email, value: email)
            return Friend(id: Friend.ID(id), version: Friend.Version("1"), details: FriendDetails(lines: [line]))
        }
        let friends = [friend("3", "a@example.org"), friend("1", "b@example.org"), friend("2", "c@example.org")]
        try await withTemporaryDirectory { directory in
            let old = cache(directory)
            let list = CachedList(friends: friends, totalCount: 3, snapshot: .init("7-abc"), time: 1_000)
            old.replace(with: list)
            await old.flush()
            try execute("UPDATE friend SET sortkey = randomblob(8); UPDATE list SET collation = 'xx_XX'", old.path)
            #expect(await cache(directory).list(first: nil) == list)
        }
    }

    @Test func `changes apply only to their own list`() async throws {
        try await withTemporaryDirectory { directory in
            let cache = cache(directory)
            cache.replace(with: list)
            let adah = Friend.friend("ada", "Adah", "Zuse", "12", version: "2")
            let changes = ListChanges(changed: [adah], deleted: [Friend.grace.id], snapshot: .init("8-abc"))
            cache.apply(changes, to: .init("7-abc"), at: 2_000)
            let expected = CachedList(
                friends: [.linus, adah], totalCount: 2, snapshot: .init("8-abc"), time: 2_000)
            #expect(await cache.list(first: nil) == expected)
            // Of another state: there may be a gap.
            let later = ListChanges(changed: [.grace], deleted: [], snapshot: .init("10-abc"))
            cache.apply(later, to: .init("9-abc"), at: 3_000)
            #expect(await cache.list(first: nil) == expected)
        }
    }

    @Test func `without changes only the time is updated`() async throws {
        try await withTemporaryDirectory { directory in
            let cache = cache(directory)
            cache.replace(with: list)
            cache.apply(ListChanges(changed: [], deleted: [], snapshot: .init("7-abc")), to: .init("7-abc"), at: 2_000)
            let expected = CachedList(
                friends: list.friends, totalCount: 3, snapshot: .init("7-abc"), time: 2_000)
            #expect(await cache.list(first: nil) == expected)
        }
    }

    @Test func `an empty list is a list`() async throws {
        try await withTemporaryDirectory { directory in
            let cache = cache(directory)
            let empty = CachedList(friends: [], totalCount: 0, snapshot: .init("1"), time: 1)
            cache.replace(with: empty)
            #expect(await cache.list(first: 200) == empty)
        }
    }

    @Test func everyServerHasItsOwnFile() async throws {
        try await withTemporaryDirectory { directory in
            let long = "https://friends.example/" + String(repeating: "x", count: 300)
            let servers = ["http://a", "https://a", "https://a/b", "https://a_b", "https://[::1]:80/%41", long]
            for server in servers { cache(directory, server: server).replace(with: list) }
            for server in servers {
                let cache = cache(directory, server: server)
                cache.replace(with: list)
                #expect(await cache.list(first: nil) == list)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: directory + "/lists")
            #expect(names.filter { $0.hasSuffix(".sqlite") }.count == servers.count)
        }
    }

    /// What a file can have become.
    enum Damage: CaseIterable {
        case empty, text, cutOff, overwritten, otherTables, newerVersion, otherServer, wrongType, missingRow
        case earliestTime, latestTime
    }

    @Test(arguments: Damage.allCases)
    func `a damaged or foreign file is recreated`(damage: Damage) async throws {
        try await withTemporaryDirectory { directory in
            let path = try await damaged(directory, damage)
            let cache = cache(directory)
            #expect(await cache.list(first: nil) == nil)
            cache.replace(with: list)
            #expect(await cache.list(first: nil) == list)
            await cache.flush()
            #expect(cache.path == path)
            #expect(permissions(of: path) == 0o600)
            #expect(await self.cache(directory).list(first: nil) == list)
        }
    }

    private func damaged(_ directory: String, _ damage: Damage) async throws -> String {
        let friends = (0..<2_000).map { Friend.friend("\($0)", "First", "Last\($0)", "12") }
        let server = damage == .otherServer ? "https://other.example" : "https://friends.example"
        let first = cache(directory, server: server)
        first.replace(with: CachedList(friends: friends, totalCount: 2_000, snapshot: .init("1"), time: 1))
        await first.flush()
        let path = cache(directory).path
        switch damage {
        case .empty: try Data().write(to: URL(filePath: path))
        case .text: try Data("not a database at all, and long enough to be read".utf8).write(to: URL(filePath: path))
        case .cutOff:
            let data = try Data(contentsOf: URL(filePath: path))
            try data.prefix(data.count / 2).write(to: URL(filePath: path))
        case .overwritten:
            var data = try Data(contentsOf: URL(filePath: path))
            for index in stride(from: 8_192, to: data.count, by: 3) { data[index] = 0xA5 }
            try data.write(to: URL(filePath: path))
        case .otherTables:
            try FileManager.default.removeItem(atPath: path)
            try execute("CREATE TABLE friend (id TEXT); CREATE TABLE list (x)", path)
        case .newerVersion: try execute("PRAGMA user_version = 99", path)
        case .otherServer: try FileManager.default.moveItem(atPath: first.path, toPath: path)
        case .wrongType:
            let columns = "id, version, firstname, lastname, phonenumber, sortkey"
            try execute(
                """
                DROP TABLE friend; CREATE TABLE friend (\(columns)); UPDATE list SET count = 1;
                INSERT INTO friend VALUES ('7', '1', NULL, X'FFFE', 12, '');
                """, path)
        case .earliestTime: try execute("UPDATE list SET time = \(Int.min)", path)
        case .latestTime: try execute("UPDATE list SET time = \(Int.max)", path)
        case .missingRow: try execute("DELETE FROM friend WHERE id = '7'", path)
        }
        return path
    }

    private func execute(_ sql: String, _ path: String) throws {
        try DatabaseQueue(path: path).write { db in try db.execute(sql: sql) }
    }

    @Test func `a file damaged while open is recreated`() async throws {
        try await withTemporaryDirectory { directory in
            let cache = cache(directory)
            cache.replace(with: list)
            await cache.flush()
            try execute("DROP TABLE friend", cache.path)
            #expect(await cache.list(first: nil) == nil)
            cache.replace(with: list)
            #expect(await cache.list(first: nil) == list)
        }
    }

    @Test func `a directory that cannot be made does no harm`() async throws {
        try await withTemporaryDirectory { directory in
            try Data().write(to: URL(filePath: directory + "/lists"))
            let cache = cache(directory)
            cache.replace(with: list)
            #expect(await cache.list(first: nil) == nil)
        }
    }

    @Test func twoProgramsOnOneServerShareTheFile() async throws {
        try await withTemporaryDirectory { directory in
            let (one, other) = (cache(directory), cache(directory))
            one.replace(with: list)
            await one.flush()
            let changes = ListChanges(changed: [], deleted: [Friend.ada.id], snapshot: .init("8"))
            other.apply(changes, to: .init("7-abc"), at: 2_000)
            await other.flush()
            one.apply(changes, to: .init("7-abc"), at: 3_000)
            let expected = CachedList(friends: [.grace, .linus], totalCount: 2, snapshot: .init("8"), time: 2_000)
            #expect(await one.list(first: nil) == expected)
        }
    }
}
