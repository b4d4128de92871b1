import EngineTestSupport
import FoundationEssentials
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import FriendsServer

/// Several changes in one request and one transaction.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct BatchTests {
    private func ask(
        _ server: TestServer, _ changes: [String], atomic: Bool? = nil, prefer: String? = nil
    ) async throws -> TestResponse {
        let mode = atomic.map { #""atomic":\#($0),"# } ?? ""
        return try await server.ask(
            .post, "/friends/batch", #"{\#(mode)"changes":[\#(changes.joined(separator: ","))]}"#,
            headers: prefer.map { [.prefer: $0] } ?? [:])
    }

    /// Each refused change has an error, but a small body has no huge response.
    @Test(
        arguments: [
            { #"{"op":"create","friend":{"id":"\#($0)","lines":[\#($1)]}}"# },
            { #"{"op":"update","id":"\#($0)","version":"*","friend":{"lines":[\#($1)]}}"# },
            { #"{"op":"delete","id":"\#($0)","version":"*","friend":{"lines":[\#($1)]}}"# },
        ] as [@Sendable (Int, String) -> String])
    func `the errors of a batch are limited`(change: @Sendable (Int, String) -> String) async throws {
        let lines = Array(repeating: "{}", count: 100).joined(separator: ",")
        let changes = (0..<300).map { change($0, lines) }
        let answer = try await ask(try await server(), changes)
        let results = try answer.decoded(BatchDocument.self).results
        let counts = results.map { $0.problem?.errors?.count ?? 0 }
        #expect(counts == [100] + Array(repeating: 1, count: 299))
    }

    @Test func `a name that is twice in a change is reported`() async throws {
        let answer = try await ask(
            try await server(), [#"{"op":"restore","id":"Linus"}"#, #"{"op":"restore","id":"Linus","id":"Ada"}"#])
        #expect(answer.status == .badRequest)
        #expect(try answer.problem.errors?.map(\.pointer) == ["/changes/1/id"])
    }

    private func statuses(_ response: TestResponse) throws -> [Int] {
        try response.decoded(BatchDocument.self).results.map(\.status)
    }

    private static let createEve =
        #"{"op":"create","friend":{"id":"eve","firstname":"Eve","lines":[{"kind":"tag","value":"x"}]}}"#
    private static func update(_ version: String) -> String {
        #"{"op":"update","id":"Ada","version":"\#(version)","friend":{"firstname":"Augusta"}}"#
    }
    private static func delete(_ id: String, _ version: String) -> String {
        #"{"op":"delete","id":"\#(id)","version":"\#(version)"}"#
    }
    private static let restoreLinus = #"{"op":"restore","id":"Linus"}"#

    /// A server with Ada at version 1 and Grace at 2; Linus is in the trash.
    private func server() async throws -> TestServer {
        let server = try await TestServer(holding: .ada, .grace, .linus)
        _ = try await server.repository.delete(Friend.ID("Linus"))
        return server
    }

    @Test(arguments: [nil, false, true])
    func `a batch is one change of the list`(atomic: Bool?) async throws {
        let server = try await server()
        let start = try await server.repository.position()
        let subscription = server.repository.subscribe()
        let changes = [Self.createEve, Self.update("1"), Self.delete("Grace", "2"), Self.restoreLinus]
        let response = try await ask(server, changes, atomic: atomic)
        #expect(response.status == .ok)
        let results = try response.decoded(BatchDocument.self).results
        #expect(results.map(\.status) == [201, 200, 204, 200])
        #expect(results.map { $0.friend?.friend.details.firstName } == ["Eve", "Augusta", nil, "Linus"])
        #expect(results.allSatisfy { $0.problem == nil })
        // They have one number, and subscribers hear of all at once.
        #expect(results.compactMap { $0.friend?.friend.version.rawValue } == ["5", "5", "5"])
        let told = try #require(try await server.repository.changes(since: start))
        #expect(told.position.sequence == 5 && told.changed.count == 3 && told.deleted == [Friend.ID("Grace")])
        for result in results { if let friend = result.friend?.friend { #expect(told.changed.contains(friend)) } }
        var wakes = subscription.wakes.makeAsyncIterator()
        #expect(await wakes.next() == .change)
        subscription.end()
        #expect(await wakes.next() == nil)

        // The same again does no harm.
        let again = try await ask(server, changes)
        #expect(try statuses(again) == [200, 412, 204, 409])
        #expect(try await server.repository.position() == told.position)
        let current = try again.decoded(BatchDocument.self).results.map { $0.problem?.current?.friend }
        #expect(current[1] == results[1].friend?.friend && current[3] == results[3].friend?.friend)
    }

    @Test(arguments: [false, true])
    func `a batch removes friends for good`(atomic: Bool) async throws {
        let server = try await server()
        func erase(_ version: String) -> String { #"{"op":"erase","id":"Ada","version":"\#(version)"}"# }
        let purge = #"{"op":"purge","id":"Linus","version":"*"}"#
        let stale = try await ask(server, [erase("9"), purge.replacing("*", with: "9")], atomic: false)
        #expect(try statuses(stale) == [412, 412])
        let current = try stale.decoded(BatchDocument.self).results.map { $0.problem?.current?.friend.id.rawValue }
        #expect(current == ["Ada", "Linus"])
        #expect(try statuses(try await ask(server, [erase("1"), purge], atomic: atomic)) == [204, 204])
        #expect(try statuses(try await ask(server, [erase("1"), purge])) == [404, 404])
        #expect(try await server.repository.trash().trash.friends.isEmpty)
        #expect(try await server.repository.page().friends.map(\.id.rawValue) == ["Grace"])
        for incomplete in [#"{"op":"erase","id":"Ada"}"#, #"{"op":"purge","version":"*"}"#] {
            #expect(try await ask(server, [incomplete]).problem.status == 422)
        }
    }

    private static let exact = [
        #""firstname":"Zoe","lastname":"","phonenumber":"""#,
        #""firstname":"Zoe","lastname":"","phonenumber":"","lines":[{"id":"1","kind":"tag","value":"x"}]"#,
    ]
    private static let changed = [
        #""firstname":"Zoe""#, #""firstname":" Zoe","lastname":"","phonenumber":"""#,
        #""firstname":"Zoe","lastname":"","phonenumber":"","lines":[{"kind":"tag","value":"x"}]"#,
        #""firstname":"Zoe","lastname":"","phonenumber":"","lines":null"#,
        // The server makes its `kept` of it.
        #""firstname":"Zoe","lastname":"","phonenumber":"","rest":"\#(card)""#,
    ]
    private static let card = Data("BEGIN:VCARD\nVERSION:4.0\nFN:Zoe\nX-PET:Rex\nEND:VCARD\n".utf8)
        .base64EncodedString()

    @Test(arguments: ["return=minimal", "wait=10, Return=\"minimal\""])
    func `a client can ask to get only what it does not know`(preference: String) async throws {
        let server = try await server()
        for (members, isExact) in Self.exact.map({ ($0, true) }) + Self.changed.map({ ($0, false) }) {
            let creation = #"{"op":"create","friend":{"id":"zoe",\#(members)}}"#
            let response = try await ask(server, [creation, Self.update("*")], prefer: preference)
            #expect(response.headers[.preferenceApplied] == "return=minimal")
            let results = try response.decoded(BatchDocument.self).results
            let friend = try await server.repository.friend(id: Friend.ID("zoe"))
            #expect(results[0].friend?.friend == (isExact ? nil : friend))
            #expect(results[0].version == (isExact ? friend?.version.rawValue : nil))
            // Changes of what is there already can make something else than the client knows.
            #expect(results[1].friend != nil)
            let again = try await ask(server, [creation], prefer: preference)
            #expect(try again.decoded(BatchDocument.self).results.map(\.friend?.friend) == [friend])
            _ = try await server.repository.delete(Friend.ID("zoe"))
        }
    }

    @Test(arguments: [nil, "return=representation", "minimal"])
    func `other clients get the whole friend`(preference: String?) async throws {
        let creation = #"{"op":"create","friend":{"id":"zoe",\#(Self.exact[0])}}"#
        let response = try await ask(try await server(), [creation], prefer: preference)
        #expect(response.headers[.preferenceApplied] == nil)
        let result = try response.decoded(BatchDocument.self).results[0]
        #expect(result.friend?.friend.details.firstName == "Zoe" && result.version == nil)
    }

    private static let refused: [(change: String, status: Int, pointer: String?)] = [
        (update("2"), 412, nil), (delete("Ada", "9"), 412, nil), (delete("nobody", "1"), 404, nil),
        (delete("a/b", "1"), 404, nil),
        (#"{"op":"create","friend":{"id":"Ada","firstname":"Eve"}}"#, 409, nil),
        (#"{"op":"create","friend":{"id":"a"}}"#, 422, "/changes/1/friend"),
        (#"{"op":"create","friend":{"firstname":"A"}}"#, 422, "/changes/1/friend/id"),
        (#"{"op":"create","friend":{"id":null,"firstname":"A"}}"#, 422, "/changes/1/friend/id"),
        (#"{"op":"create","friend":{"id":"a/b","firstname":"A"}}"#, 422, "/changes/1/friend/id"),
        (
            #"{"op":"create","friend":{"id":"a","firstname":"A","lines":[{"kind":"email","value":"x"}]}}"#, 422,
            "/changes/1/friend/lines/0/value"
        ),
        (
            #"{"op":"update","id":"Ada","version":"*","friend":{"phonenumber":"1"}}"#, 422,
            "/changes/1/friend/phonenumber"
        ),
        (
            #"{"op":"update","id":"Ada","version":"*","friend":{"firstname":"","lastname":"","phonenumber":""}}"#, 422,
            "/changes/1/friend"
        ),
        (#"{"op":"restore","id":"Grace"}"#, 409, nil), (#"{"op":"restore","id":"nobody"}"#, 404, nil),
    ]

    @Test(arguments: refused)
    func `a refused change leaves others alone, or none is made`(
        change: String, status: Int, pointer: String?
    ) async throws {
        let server = try await server()
        let before = try await server.repository.page()
        let changes = [Self.createEve, change, Self.restoreLinus]
        let atomic = try await ask(server, changes, atomic: true)
        #expect(atomic.status == .conflict)
        let results = try #require(try atomic.problem.results)
        #expect(results.map(\.status) == [424, status, 424])
        #expect(results[1].problem?.errors?.map(\.pointer) ?? [] == (pointer.map { [$0] } ?? []))
        #expect(try await server.repository.page() == before)

        let response = try await ask(server, changes)
        #expect(try statuses(response) == [201, status, 200])
        let problem = try response.decoded(BatchDocument.self).results[1].problem
        #expect(problem?.status == status && problem?.errors?.map(\.pointer) ?? [] == (pointer.map { [$0] } ?? []))
        #expect(try await server.repository.page().totalCount == 4)
    }

    static let unclear: [(body: String, pointers: [String])] = [
        ("{}", ["/changes"]), (#"{"changes":{}}"#, ["/changes"]),
        (#"{"atomic":1,"changes":null}"#, ["/atomic", "/changes"]),
        (#"{"changes":[7,[],{}]}"#, ["/changes/0", "/changes/1", "/changes/2/op"]),
        (#"{"changes":[{"op":"drop"},{"op":7}]}"#, ["/changes/0/op", "/changes/1/op"]),
        (
            #"{"changes":[{"op":"delete","id":"a"},{"op":"update","id":"b","version":null,"friend":{}},{"op":"restore"}]}"#,
            ["/changes/0/version", "/changes/1/version", "/changes/2/id"]
        ),
        (#"{"changes":[{"op":"create"},{"op":"update","friend":7}]}"#, ["/changes/0/friend", "/changes/1/friend"]),
        (#"{"changes":[{"op":"delete","id":"a","version":"1","friend":null}]}"#, ["/changes/0/friend"]),
        (
            #"{"changes":[{"op":"restore","id":"Ada"},{"op":"delete","id":"Ada","version":"1"}]}"#,
            ["/changes/1/id"]
        ),
        (
            #"{"changes":[{"op":"restore","id":"Ada"},{"op":"create","friend":{"id":"Ada"}}]}"#,
            ["/changes/1/friend/id"]
        ),
    ]

    @Test(arguments: unclear)
    func `a batch that cannot be understood is refused`(body: String, pointers: [String]) async throws {
        let server = try await server()
        let before = try await server.repository.page()
        let problem = try await server.ask(.post, "/friends/batch", body).problem
        #expect(problem.status == 422)
        #expect(problem.errors?.map(\.pointer) == pointers)
        #expect(try await server.repository.page() == before)
    }

    @Test(arguments: [false, true])
    func `a deleted friend is in the trash with its changes`(atomic: Bool) async throws {
        let server = try await server()
        let change = #"{"op":"delete","id":"Ada","version":"1","friend":{"lastname":"King","rest":"AQI="}}"#
        let invalid = #"{"op":"delete","id":"Ada","version":"1","friend":{"phonenumber":"x"}}"#
        #expect(try statuses(await ask(server, [invalid])) == [422])
        #expect(try statuses(await ask(server, [change.replacing("\"1\"", with: "\"7\"")])) == [412])
        // The second time it is done already.
        for _ in 1...2 { #expect(try statuses(await ask(server, [change], atomic: atomic)) == [204]) }
        let page = try await server.repository.trash(after: nil, limit: nil, withRests: true)
        #expect(page.trash.friends.first?.friend.details.lastName == "King")
        #expect(page.rests[Friend.ID("Ada")] == Data([1, 2]))
        #expect(page.trash.totalCount == 2)
        #expect(try statuses(await ask(server, [change.replacing("King", with: "Byron")])) == [404])
        #expect(try statuses(await ask(server, [change.replacing("AQI=", with: "AQ==")])) == [404])
    }

    @Test(arguments: [false, true])
    func `a friend can be created in the trash`(atomic: Bool) async throws {
        let server = try await server()
        let change = #"{"op":"trash","friend":{"id":"eve","firstname":"Eve","lines":[{"kind":"tag","value":"x"}]}}"#
        // The second time it is done already.
        for _ in 1...2 { #expect(try statuses(await ask(server, [change], atomic: atomic)) == [204]) }
        #expect(
            try await server.repository.trash().trash.friends.map(\.friend.id) == [
                Friend.ID("eve"), Friend.ID("Linus"),
            ])
        #expect(try await server.repository.page().totalCount == 2)
        #expect(try await server.repository.position().sequence == 5)
        // It is created as others are.
        #expect(try statuses(await ask(server, [change.replacing("eve", with: "Ada")])) == [409])
        let invalid = try await ask(server, [#"{"op":"trash","friend":{"firstname":"Eve"}}"#])
        let result = try #require(try invalid.decoded(BatchDocument.self).results.first)
        #expect(result.status == 422 && result.problem?.errors?.map(\.pointer) == ["/changes/0/friend/id"])
        #expect(try await ask(server, [#"{"op":"trash"}"#]).status == .unprocessableContent)
        #expect(try await ask(server, [change, change]).status == .unprocessableContent, "twice")
    }

    @Test(arguments: ["", "[]", "7", "{"])
    func `a batch is a JSON object`(body: String) async throws {
        #expect(try await server().ask(.post, "/friends/batch", body).problem.status == 400)
        let form = try await server().ask(.post, "/friends/batch", "{}", headers: [.contentType: "text/plain"])
        #expect(try form.problem.status == 415)
    }

    @Test func `a batch has at most 1,000 changes`() async throws {
        let server = try await server()
        let changes = (0...1_000).map { #"{"op":"create","friend":{"id":"\#($0)","firstname":"A"}}"# }
        #expect(try await ask(server, changes).problem.status == 413)
        #expect(try await server.repository.page().totalCount == 2)
        #expect(try statuses(await ask(server, changes.dropLast())) == Array(repeating: 201, count: 1_000))
        let deletions = (0..<1_000).map { Self.delete("\($0)", "5") }
        #expect(try statuses(await ask(server, deletions, atomic: true)) == Array(repeating: 204, count: 1_000))
        #expect(try await server.repository.trash().trash.totalCount == 1_001)
        #expect(try await server.repository.position().sequence == 6)
        #expect(try statuses(await ask(server, [])) == [])
    }

    @Test func `a repeated atomic batch tells what is done already`() async throws {
        let server = try await server()
        let done = [Self.createEve, Self.delete("Grace", "2")]
        #expect(try statuses(await ask(server, done + [Self.update("1")], atomic: true)) == [201, 204, 200])
        let position = try await server.repository.position()
        #expect(try statuses(await ask(server, done, atomic: true)) == [200, 204])
        let new = #"{"op":"create","friend":{"id":"zoe","firstname":"Zoe"}}"#
        let again = try await ask(server, done + [new, Self.update("1"), Self.restoreLinus], atomic: true)
        #expect(again.status == .conflict)
        let results = try #require(try again.problem.results)
        #expect(results.map(\.status) == [200, 204, 424, 412, 424])
        #expect(results[0].friend?.friend.details.firstName == "Eve")
        #expect(try await server.repository.position() == position)
    }

    @Test(arguments: ["*", "0"], [false, true])
    func `a small batch has no huge response`(version: String, atomic: Bool) async throws {
        let server = try await TestServer()
        let note = String(repeating: "x", count: 10_000)
        let details = FriendDetails(lines: (0..<100).map { .line(.note, note, id: "\($0)") })
        // Each has a million bytes.
        let ids = (0..<11).map { "\($0)" }
        _ = try await server.repository.write(
            ids.map { .create(details, rest: nil, id: Friend.ID($0)) }, isAtomic: true)
        let changes = ids.map { #"{"op":"update","id":"\#($0)","version":"\#(version)","friend":{"firstname":"A"}}"# }
        let response = try await ask(server, changes, atomic: atomic)
        #expect(response.body.readableBytes < 10_000_000)
        let isRefused = atomic && version == "0"
        let results =
            isRefused
            ? try #require(try response.problem.results) : try response.decoded(BatchDocument.self).results
        #expect(results.map(\.status) == ids.map { _ in version == "0" ? 412 : 200 })
        let friends = results.map { ($0.friend ?? $0.problem?.current)?.friend.id.rawValue }
        #expect(friends == ids.prefix(9).map { $0 } + [nil, nil])
    }

    @Test func `a refused batch takes no number`() async throws {
        let server = try await server()
        let position = try await server.repository.position()
        _ = try await ask(server, [Self.createEve, Self.delete("nobody", "1")], atomic: true)
        _ = try await ask(server, [Self.delete("nobody", "1")])
        #expect(try await server.repository.position() == position)
    }

    @Test func `a friend can have the id batch`() async throws {
        let server = try await TestServer()
        #expect(try await server.ask(.post, "/friends", #"{"id":"batch","firstname":"A"}"#).status == .created)
        #expect(try await server.ask(.get, "/friends/batch").friend.details.firstName == "A")
        #expect(try await server.ask(.head, "/friends/batch").status == .ok)
        #expect(try await server.ask(.patch, "/friends/batch", #"{"firstname":"B"}"#).status == .ok)
        #expect(try await server.ask(.delete, "/friends/batch").status == .noContent)
    }
}
