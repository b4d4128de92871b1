import DatabaseTestSupport
import FriendsModel
import FriendsRepository
import FriendsWire
import GRDB
import HTTPTypes
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

/// What has become of the list: positions, changes since, and answers to those who know everything already.
@Suite(.timeLimit(.minutes(3)))
struct HistoryTests {
    @Test func `changes have the current friends and the deleted ids`() async throws {
        let server = TestServer(try await .holding(.ada, .grace, .wide))
        let repository = server.repository
        let start = try await repository.position()
        _ = try await repository.update(Friend.ID("Grace"), with: FriendChanges([.phoneNumber: "55"]))
        _ = try await repository.update(Friend.ID("Grace"), with: FriendChanges([.phoneNumber: "66"]))
        _ = try await repository.create(.accented, id: Friend.ID("lan"))
        _ = try await repository.delete(Friend.ID("Ada"))
        // What comes and goes in between is gone; what goes and comes back is there.
        _ = try await repository.create(.ada, id: Friend.ID("x"))
        _ = try await repository.delete(Friend.ID("x"))
        _ = try await repository.delete(Friend.ID("王"))
        _ = try await repository.restore(Friend.ID("王"))

        let answer = try await server.ask(.get, "/friends?since=\(start.text)")
        let end = try await repository.position()
        #expect(answer.status == .ok)
        #expect(answer.headers[.eTag] == end.entityTag)
        #expect(answer.headers[.contentType] == "application/json")
        let changes = try answer.changes
        #expect(changes.changed.friends.map(\.id.rawValue) == ["Grace", "lan", "王"])
        #expect(changes.changed.friends.map(\.version.rawValue) == ["5", "6", "11"])
        #expect(changes.changed.friends.map(\.details.phoneNumber) == ["66", "+84 24 3825 1234", "+86 10 1234 5678"])
        #expect(changes.deleted == ["Ada", "x"])
        #expect(changes.position == end.text)

        let rest = try await server.ask(.get, "/friends?since=\(changes.position)").changes
        #expect(rest == ChangesDocument(changed: [], deleted: [], position: end.text))
    }

    /// A client that only ever asks for changes has what a client has that loads the whole list.
    @Test func `the changes in their order make the list`() async throws {
        let repository = try SQLiteRepository()
        var position = try await repository.position()
        var friends: [String: Friend] = [:]
        var random = SystemRandomNumberGenerator()
        for round in 0..<200 {
            let id = Friend.ID("\(Int.random(in: 0..<12, using: &random))")
            switch Int.random(in: 0..<4, using: &random) {
            case 0: _ = try await repository.create(.ada, id: id)
            case 1: _ = try await repository.update(id, with: FriendChanges([.phoneNumber: "1\(round)"]))
            case 2: _ = try await repository.delete(id)
            default: _ = try await repository.restore(id)
            }
            guard round % 3 == 0 else { continue }
            let changes = try #require(try await repository.changes(since: position))
            for friend in changes.changed { friends[friend.id.rawValue] = friend }
            for id in changes.deleted { friends[id.rawValue] = nil }
            position = changes.position
            let all = try await repository.page()
            #expect(all.position == position)
            #expect(
                friends.values.sorted { $0.id.rawValue < $1.id.rawValue }
                    == all.friends.sorted { $0.id.rawValue < $1.id.rawValue })
        }
    }

    @Test func `an unknown position is answered with 410`() async throws {
        let server = TestServer(try await .holding(.ada, .grace))
        let history = try #require(try await server.repository.position().history)
        for text in ["3", "3-\(history)", "0-00000000", "2-ffffffff"] {
            let answer = try await server.ask(.get, "/friends?since=\(text)")
            #expect(answer.status == .gone)
            #expect(try answer.problem.status == 410)
        }
        for text in ["0", "0-\(history)", "2", "2-\(history)"] {
            #expect(try await server.ask(.get, "/friends?since=\(text)").status == .ok)
        }
    }

    @Test func `a follower that missed too much loads the list`() async throws {
        let repository = try await SQLiteRepository.holding(.ada)
        try await repository.database.writer.write { try $0.execute(sql: "UPDATE list SET sequence = 10001") }
        #expect(try await repository.changes(since: HistoryPosition(sequence: 1, history: nil)) != nil)
        #expect(try await repository.changes(since: HistoryPosition(sequence: 0, history: nil)) == nil)
    }

    @Test(arguments: [10_000, 10_001])
    func `changes of more than 10,000 friends are not listed`(count: Int) async throws {
        let repository = try await SQLiteRepository.holding(count: count)
        let changes = try await repository.changes(since: HistoryPosition(sequence: 0, history: nil))
        #expect(changes?.changed.count == (count == 10_000 ? 10_000 : nil))
    }

    @Test(arguments: [10_000, 10_001])
    func `changes of more than 10,000 deletions are not listed`(count: Int) async throws {
        let repository = try await SQLiteRepository.holding(count: count)
        let start = try await repository.position()
        let deletions = (0..<count).map { RepositoryWrite.delete(Friend.ID("\($0)"), ifVersion: nil) }
        _ = try await repository.write(deletions, isAtomic: true)
        let changes = try await repository.changes(since: start)
        #expect(changes?.deleted.count == (count == 10_000 ? 10_000 : nil))
    }

    @Test(arguments: [
        "", "x", "-1", "+1", "01", "1-", "1-1f3a9c2", "1-1F3A9C2E", "1-1f3a9c2e-", " 1", "1.0", "1000000000000000000",
        "99999999999999999999", "١",
    ])
    func `an invalid position is a bad request`(text: String) async throws {
        #expect(HistoryPosition(text) == nil)
        let escaped = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let answer = try await TestServer(try SQLiteRepository()).ask(.get, "/friends?since=\(escaped)")
        #expect(answer.status == .badRequest)
        #expect(try answer.problem.errors?.map(\.parameter) == ["since"])
    }

    @Test(arguments: ["0", "42", "42-1f3a9c2e", "999999999999999999-00000000"])
    func `a position is parsed from its text`(text: String) {
        #expect(HistoryPosition(text)?.text == text)
    }

    @Test(arguments: ["since=0&limit=5", "limit=5&since=0", "since=0&after=bAAB.ada"])
    func changesHaveNoPages(query: String) async throws {
        let answer = try await TestServer(try SQLiteRepository()).ask(.get, "/friends?\(query)")
        #expect(answer.status == .badRequest)
        #expect(try answer.problem.errors?.map(\.parameter) == ["since"])
    }

    @Test func `every database has its own history`() async throws {
        let one = try await SQLiteRepository().position()
        let other = try await SQLiteRepository().position()
        #expect(one.sequence == 0)
        #expect(one.history?.utf8.count == 8)
        #expect(one != other)
    }

    @Test(arguments: [
        ("friend WHERE version > ?", "friend_in_history"), ("trash WHERE sequence > ?", "trash_in_history"),
        ("trash WHERE deleted <= ?", "trash_by_age"),
    ])
    func `the history is read by its indexes`(condition: String, index: String) async throws {
        let plan = try await SQLiteRepository().database.writer.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN SELECT * FROM \(condition)", arguments: [1])
                .map { row -> String in row["detail"] }
        }
        #expect(plan.first?.contains("USING INDEX \(index)") == true)
    }

    // MARK: - Conditional reading

    @Test(arguments: ["/friends", "/friends?limit=1", "/friends?since=0", "/friends/Ada", "/trash"])
    func `If-None-Match gets no body again`(path: String) async throws {
        let server = TestServer(try await .holding(.ada, .grace))
        let first = try await server.ask(.get, path)
        let tag = try #require(first.headers[.eTag])
        for condition in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let answer = try await server.ask(.get, path, headers: [.ifNoneMatch: condition])
            #expect(answer.status == .notModified)
            #expect(answer.headers[.eTag] == tag)
            #expect(answer.body.readableBytes == 0)
        }
        for condition in ["\"x\"", "\"\"", "1", "", "*, \"x\"", String(tag.dropLast())] {
            let answer = try await server.ask(.get, path, headers: [.ifNoneMatch: condition])
            #expect(answer.status == .ok)
            #expect(answer.text == first.text)
        }
        _ = try await server.ask(.patch, "/friends/Ada", #"{"phonenumber":"55"}"#)
        #expect(try await server.ask(.get, path, headers: [.ifNoneMatch: tag]).status == .ok)
    }
}
