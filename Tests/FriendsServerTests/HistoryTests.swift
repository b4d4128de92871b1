import EngineTestSupport
import FriendsModel
import FriendsRepository
import FriendsWire
import HTTPTypes
import TestSupport
import Testing

@testable import FriendsServer

/// What has become of the list: positions, changes since, and answers to those who know everything already.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct HistoryTests {
    @Test func `changes have the current friends and the deleted ids`() async throws {
        let server = try await TestServer(holding: .ada, .grace, .wide)
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

    @Test func `an unknown position is answered with 410`() async throws {
        let server = try await TestServer(holding: .ada, .grace)
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

    @Test(arguments: [
        "", "x", "-1", "+1", "01", "1-", "1-1f3a9c2", "1-1F3A9C2E", "1-1f3a9c2e-", " 1", "1.0", "1000000000000000000",
        "99999999999999999999", "١",
    ])
    func `an invalid position is a bad request`(text: String) async throws {
        #expect(HistoryPosition(text) == nil)
        let escaped = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let answer = try await TestServer().ask(.get, "/friends?since=\(escaped)")
        #expect(answer.status == .badRequest)
        #expect(try answer.problem.errors?.map(\.parameter) == ["since"])
    }

    @Test(arguments: ["since=0&limit=5", "limit=5&since=0", "since=0&after=bAAB.ada"])
    func changesHaveNoPages(query: String) async throws {
        let answer = try await TestServer().ask(.get, "/friends?\(query)")
        #expect(answer.status == .badRequest)
        #expect(try answer.problem.errors?.map(\.parameter) == ["since"])
    }

    // MARK: - Conditional reading

    @Test(arguments: ["/friends", "/friends?limit=1", "/friends?since=0", "/friends/Ada", "/trash"])
    func `If-None-Match gets no body again`(path: String) async throws {
        let server = try await TestServer(holding: .ada, .grace)
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
