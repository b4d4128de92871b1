import EngineTestSupport
import FoundationEssentials
import FriendsModel
import FriendsRepository
import FriendsWire
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import FriendsServer

/// The friends that were deleted: listed, restored, and forgotten in the end.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct TrashTests {
    private let time = ManualTime()

    private func server() async throws -> TestServer {
        try await TestServer(holding: .ada, .grace) { [time] in time.now }
    }

    @Test func `the trash has the friends and their deletion times`() async throws {
        let server = try await server()
        #expect(try await server.ask(.get, "/trash").text == "[]")
        _ = try await server.ask(.delete, "/friends/Ada")
        time.advance(days: 1, seconds: 0.75)
        _ = try await server.ask(.delete, "/friends/Grace")
        let answer = try await server.ask(.get, "/trash")
        #expect(answer.headers[.contentType] == "application/json")
        #expect(answer.headers[.eTag] == (try await server.repository.position().entityTag))
        #expect(
            answer.text == """
                [{"deleted":"2026-11-22T14:03:00Z","firstname":"Grace","id":"Grace","lastname":"Hopper",\
                "phonenumber":"+1 212 555 0199","version":"2"},{"deleted":"2026-11-21T14:03:00Z","firstname":"Ada",\
                "id":"Ada","lastname":"Lovelace","phonenumber":"+44 20 7946 0001","version":"1"}]
                """)
        let head = try await server.ask(.head, "/trash")
        #expect(head.headersWithoutID == answer.headersWithoutID)
    }

    @Test func `with a limit the trash has the latest and the count`() async throws {
        let server = try await server()
        #expect(try await server.ask(.get, "/trash").headers[.totalCount] == "0")
        for name in ["Ada", "Grace"] { _ = try await server.ask(.delete, "/friends/\(name)") }
        let answer = try await server.ask(.get, "/trash?limit=1")
        #expect(answer.headers[.totalCount] == "2")
        #expect(try answer.decoded([DeletedFriendDocument].self).map(\.friend.id.rawValue) == ["Grace"])
        #expect(try await server.ask(.get, "/trash?limit=2").decoded([DeletedFriendDocument].self).count == 2)
        #expect(try await server.ask(.get, "/trash?limit=0").problem.status == 400)
    }

    @Test func `the trash has pages, with rests when asked for`() async throws {
        let repository = try await Engine.makeRepository()
        let large = Data(count: 1 << 20)
        for number in 10..<30 {
            _ = try await repository.create(.ada, rest: number == 25 ? nil : large, id: Friend.ID("\(number)"))
            _ = try await repository.delete(Friend.ID("\(number)"))
        }
        let server = TestServer(repository)
        for (query, expected) in [("include=rest", [9, 8, 3]), ("limit=7", [7, 7, 6]), ("limit=20", [20])] {
            var friends: [DeletedFriendDocument] = []
            var counts: [Int] = []
            var path: String? = "/trash?\(query)"
            while let next = path {
                let answer = try await server.ask(.get, next)
                #expect(answer.headers[.totalCount] == "20")
                #expect(answer.headers[.eTag] == (try await repository.position().entityTag))
                let page = try answer.decoded([DeletedFriendDocument].self)
                friends += page
                counts.append(page.count)
                path = answer.nextPage
            }
            #expect(counts == expected)
            #expect(friends.map(\.friend.id.rawValue) == (10..<30).reversed().map(String.init))
            let rest = query == "include=rest" ? large.base64EncodedString() : nil
            #expect(friends.allSatisfy { $0.rest == ($0.friend.id.rawValue == "25" ? nil : rest) })
        }
        // Rests are in pages in any case, other friends are not.
        let next = try await server.ask(.get, "/trash?include=rest").nextPage
        #expect(next?.wholeMatch(of: /\/trash\?limit=10000&after=[0-9]+\.[0-9]+&include=rest/) != nil)
        let all = try await server.ask(.get, "/trash")
        #expect(try all.decoded([DeletedFriendDocument].self).count == 20 && all.nextPage == nil)
    }

    @Test(arguments: [
        "after=", "after=x", "after=bAAB.ada", "after=1", "after=01.1", "limit=5&after=%00", "include=lines",
    ])
    func `invalid parameters of the trash are refused`(query: String) async throws {
        let problem = try await server().ask(.get, "/trash?\(query)").problem
        let name = query.contains("after") ? "after" : "include"
        #expect(problem.status == 400 && problem.errors?.map(\.parameter) == [name])
    }

    @Test func aRestoredFriendIsTheSameOneWithANewVersion() async throws {
        let server = try await server()
        _ = try await server.ask(.delete, "/friends/Ada")
        let answer = try await server.ask(.post, "/trash/Ada/restore")
        #expect(answer.status == .ok)
        #expect(answer.headers[.eTag] == "\"4\"")
        #expect(
            try answer.friend == Friend(id: Friend.ID("Ada"), version: Friend.Version("4"), details: .ada))
        #expect(try await server.ask(.get, "/trash").text == "[]")
        #expect(try await server.repository.page().friends.map(\.details) == [.grace, .ada])
        #expect(try await server.repository.page().totalCount == 2)
    }

    @Test func `a friend that exists is not restored`() async throws {
        let server = try await server()
        let answer = try await server.ask(.post, "/trash/Ada/restore")
        #expect(answer.status == .conflict)
        #expect(try answer.problem.current == (try await server.ask(.get, "/friends/Ada").decoded(FriendDocument.self)))
        #expect(answer.headers[.eTag] == "\"1\"")
        #expect(try await server.repository.position().sequence == 2)
    }

    @Test(arguments: ["nobody", "Ada%00", "%2E", "%"])
    func `a friend that is nowhere is not restored`(id: String) async throws {
        let server = try await server()
        #expect(try await server.ask(.post, "/trash/\(id)/restore").problem.status == 404)
        #expect(try await server.repository.position().sequence == 2)
    }

    @Test func `a friend is removed from the trash for good`() async throws {
        let server = try await server()
        func purge(_ id: String, _ version: String?) async throws -> TestResponse {
            try await server.ask(
                .delete, "/trash/\(id)", headers: version.map { [.ifMatch: $0] } ?? [:], forcing: false)
        }
        _ = try await server.ask(.delete, "/friends/Ada")
        #expect(try await purge("Ada", nil).problem.status == 428)
        let stale = try await purge("Ada", "\"9\"").problem
        #expect(stale.status == 412 && stale.current?.friend.details == .ada)
        #expect(try await purge("Ada", "\"1\"").status == .noContent)
        for id in ["Ada", "Grace", "nobody", "%2E"] { #expect(try await purge(id, "*").problem.status == 404) }
        #expect(try await server.ask(.get, "/trash").text == "[]")
        #expect(try await server.ask(.post, "/trash/Ada/restore").status == .notFound)
        #expect(try await server.repository.page().friends.map(\.details) == [.grace])
    }

    @Test func creatingADeletedFriendTakesItOutOfTheTrash() async throws {
        let server = try await server()
        _ = try await server.ask(.delete, "/friends/Ada")
        let answer = try await server.ask(.post, "/friends", FriendDetails.wide.json(id: "Ada"))
        #expect(answer.status == .created)
        #expect(answer.headers[.eTag] == "\"4\"")
        #expect(try await server.ask(.get, "/trash").text == "[]")
        #expect(try await server.ask(.post, "/trash/Ada/restore").status == .conflict)
        // Once more is the same again, as always.
        #expect(try await server.ask(.post, "/friends", FriendDetails.wide.json(id: "Ada")).status == .ok)
        _ = try await server.ask(.delete, "/friends/Ada")
        #expect(try await server.ask(.post, "/trash/Ada/restore").friend.details == .wide)
    }

    @Test func `a write removes friends deleted 30 days ago`() async throws {
        let server = try await server()
        _ = try await server.ask(.delete, "/friends/Ada")
        time.advance(days: 1)
        _ = try await server.ask(.delete, "/friends/Grace")
        time.advance(days: 29, seconds: -1)
        _ = try await server.ask(.post, "/friends", FriendDetails.wide.json(id: "1"))
        #expect(try await server.repository.trash().trash.friends.map(\.friend.id.rawValue) == ["Grace", "Ada"])
        time.advance(days: 0, seconds: 1)
        #expect(try await server.repository.trash().trash.friends.count == 2)
        _ = try await server.ask(.post, "/friends", FriendDetails.wide.json(id: "2"))
        #expect(try await server.repository.trash().trash.friends.map(\.friend.id.rawValue) == ["Grace"])
        #expect(try await server.ask(.post, "/trash/Ada/restore").status == .notFound)

        // Ada was deleted by change 3: who stands before that cannot be told any more.
        #expect(try await server.ask(.get, "/friends?since=2").status == .gone)
        let changes = try await server.ask(.get, "/friends?since=3").changes
        #expect(changes.deleted == ["Grace"])
        #expect(changes.changed.friends.map(\.id.rawValue) == ["1", "2"])
    }
}
