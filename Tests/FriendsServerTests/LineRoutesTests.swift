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

/// Lines and the rest in requests and responses.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct LineRoutesTests {
    private static let lines = #"[{"id":"e","kind":"email","label":"work","value":"ada@example.org"}]"#
    private static let email = FriendLine.line(.email, "ada@example.org", label: "work", id: "e")

    private func server(_ lines: [FriendLine] = [email], rest: Data? = nil) async throws -> TestServer {
        let repository = try await Engine.makeRepository()
        _ = try await repository.create(.ada.with(lines), rest: rest, id: Friend.ID("ada"))
        return TestServer(repository)
    }

    @Test(arguments: [
        #"{"firstname":"Ada"}"#, #"{"lastname":"L","firstname":null}"#, #"{"phonenumber":" 12 ","lines":null}"#,
        #"{"lines":[{"kind":"email","value":"a@b"}]}"#, #"{"lines":[{"kind":"organization","value":"ACM"}]}"#,
        #"{"lines":[{"kind":"phone","value":"+44 1"}],"firstname":"\t"}"#,
    ])
    func `one text to know a friend by is enough`(body: String) async throws {
        let answer = try await TestServer().ask(.post, "/friends", body)
        #expect(answer.status == .created)
        let friend = try answer.friend
        #expect(FriendDraft(friend.details).validated == friend.details)
        #expect(friend.details.lines.allSatisfy { FriendLine.ID(validating: $0.id.rawValue) != nil })
    }

    @Test(arguments: [
        "{}", #"{"firstname":"  ","lastname":null}"#, #"{"lines":[]}"#, #"{"lines":[{"kind":"tag","value":"x"}]}"#,
    ])
    func `a friend without such a text is refused`(body: String) async throws {
        let server = try await TestServer()
        let problem = try await server.ask(.post, "/friends", body).problem
        #expect(problem.status == 422)
        #expect(
            problem.errors == [
                .init(pointer: "", detail: "A friend needs a name, a phone number, an email or an organization")
            ])
        #expect(try await server.repository.page().totalCount == 0)
    }

    @Test func `a change is checked together with what is stored`() async throws {
        let server = try await server([])
        let emptied = #"{"firstname":"","lastname":null,"phonenumber":""}"#
        let refused = try await server.ask(.patch, "/friends/ada", emptied).problem
        #expect(refused.errors?.map(\.pointer) == [""])
        #expect(try await server.ask(.get, "/friends/ada").friend.details == .ada)
        #expect(try await server.ask(.patch, "/friends/ada", #"{"lines":\#(Self.lines)}"#).status == .ok)
        let friend = try await server.ask(.patch, "/friends/ada", emptied).friend
        #expect(friend.details == FriendDetails(lines: [Self.email]))
    }

    static let invalid: [(lines: String, error: String)] = [
        (#"7"#, " Lines must be a list"), (#""text""#, " Lines must be a list"), ("{}", " Lines must be a list"),
        (#"[7]"#, "/0 A line must be an object"), (#"[[]]"#, "/0 A line must be an object"),
        (#"[{"kind":"tag","value":"x"},null]"#, "/1 A line must be an object"),
        (#"[{"value":"x"}]"#, "/0/kind \(LineKind.rule)"),
        (#"[{"kind":"pet","value":"x"}]"#, "/0/kind \(LineKind.rule)"),
        (#"[{"kind":7,"value":"x"}]"#, "/0/kind \(LineKind.rule)"),
        (#"[{"kind":null,"value":"x"}]"#, "/0/kind \(LineKind.rule)"),
        (#"[{"kind":"tag"}]"#, "/0/value Tag is required"),
        (#"[{"kind":"tag","value":" "}]"#, "/0/value Tag is required"),
        (#"[{"kind":"tag","value":null}]"#, "/0/value Tag is required"),
        (#"[{"kind":"tag","value":7}]"#, "/0/value Tag must be a text"),
        (#"[{"kind":"email","value":"ada"}]"#, "/0/value Email must look like ada@example.org"),
        (#"[{"kind":"tag","value":"x","label":7}]"#, "/0/label Label must be a text"),
        (#"[{"kind":"tag","value":"x","label":"a\nb"}]"#, "/0/label Label can\u{2019}t contain control characters"),
        (#"[{"kind":"tag","value":"x","id":7}]"#, "/0/id Id must be a text"),
        (#"[{"kind":"tag","value":"x","id":""}]"#, "/0/id \(Friend.ID.rule)"),
        (#"[{"kind":"tag","value":"x","id":"a/b"}]"#, "/0/id \(Friend.ID.rule)"),
        (
            #"[{"kind":"tag","value":"x","id":"a"},{"kind":"tag","value":"y","id":"a"}]"#,
            "/1/id Another line of this friend has the same id"
        ),
        (
            "[" + Array(repeating: #"{"kind":"tag","value":"x"}"#, count: 101).joined(separator: ",") + "]",
            " A friend can have at most 100 lines"
        ),
    ]

    @Test(arguments: invalid)
    func `an invalid line is named and changes nothing`(lines: String, error: String) async throws {
        let server = try await server()
        let before = try await server.repository.page()
        for (method, path, name) in [
            (HTTPRequest.Method.post, "/friends", #""firstname":"A","#), (.patch, "/friends/ada", ""),
        ] {
            let problem = try await server.ask(method, path, #"{\#(name)"lines":\#(lines)}"#).problem
            #expect(problem.status == 422)
            #expect(problem.errors?.map { "\($0.pointer ?? "-") \($0.detail)" } == ["/lines" + error])
        }
        #expect(try await server.repository.page() == before)
    }

    @Test func `the value of an unknown kind is no note`() async throws {
        let body = #"{"firstname":"A","lines":[{"kind":"pet","value":7}]}"#
        let problem = try await server().ask(.post, "/friends", body).problem
        #expect(problem.errors?.map(\.detail) == [LineKind.rule, "Value must be a text"])
    }

    @Test func `every problem of every line is named at once`() async throws {
        let lines = (0..<3).map { _ in #"{"kind":"birthday","value":"1815-02-30","label":"\u0000","id":".."}"# }
        let body = #"{"firstname":"\u0000","lines":[\#(lines.joined(separator: ","))],"rest":"?"}"#
        let problem = try await server().ask(.post, "/friends", body).problem
        let ofLines = (0..<3).flatMap { index in ["id", "label", "value"].map { "/lines/\(index)/\($0)" } }
        #expect(problem.errors?.map(\.pointer) == ["/firstname"] + ofLines + ["/rest"])
    }

    @Test func `texts are trimmed, and exactly 100 lines are stored`() async throws {
        let server = try await server([])
        let one = #"{"kind":"note","label":" l ","value":"\n a \n\n b\t"}"#
        let body = #"{"lines":[\#(Array(repeating: one, count: 100).joined(separator: ","))]}"#
        let lines = try await server.ask(.patch, "/friends/ada", body).friend.details.lines
        #expect(lines.count == 100 && Set(lines.map(\.id)).count == 100)
        #expect(lines.allSatisfy { $0.label == "l" && $0.value == "a \n\n b" })
        #expect(try await server.ask(.get, "/friends/ada").friend.details.lines == lines)
        // The same again changes nothing, although the lines came without ids.
        #expect(try await server.ask(.patch, "/friends/ada", body).friend.version.rawValue == "2")
    }

    @Test(arguments: ["null", "[]"])
    func `lines are removed, replaced or left alone`(none: String) async throws {
        let server = try await server(FriendLine.ofEveryKind)
        // A client of version 0.1 knows three fields.
        let patch = #"{"firstname":"A","lastname":"B","phonenumber":"12"}"#
        #expect(try await server.ask(.patch, "/friends/ada", patch).friend.details.lines == FriendLine.ofEveryKind)
        let body = #"{"lines":\#(Self.lines)}"#
        #expect(try await server.ask(.patch, "/friends/ada", body).friend.details.lines == [Self.email])
        let friend = try await server.ask(.patch, "/friends/ada", #"{"lines":\#(none)}"#).friend
        #expect(friend.details == FriendDetails(firstName: "A", lastName: "B", phoneNumber: "12"))
    }

    @Test func `a creation is repeatable with and without ids of lines`() async throws {
        for lines in [Self.lines, #"[{"kind":"tag","value":"x"},{"kind":"tag","value":"x"}]"#] {
            let server = try await TestServer()
            let body = #"{"id":"ada","firstname":"Ada","lines":\#(lines)}"#
            let created = try await server.ask(.post, "/friends", body)
            #expect(created.status == .created)
            let again = try await server.ask(.post, "/friends", body)
            #expect(again.status == .ok && again.text == created.text)
            let other = try await server.ask(.post, "/friends", #"{"id":"ada","firstname":"Ada"}"#)
            #expect(other.status == .conflict)
            #expect(try other.problem.current?.friend == created.friend)
        }
    }

    @Test func `lines are in every response with a friend`() async throws {
        let server = try await server()
        for path in ["/friends", "/friends?limit=1", "/friends?since=0", "/friends/ada"] {
            #expect(try await server.ask(.get, path).text.contains(#""lines":\#(Self.lines)"#))
        }
        let conflict = try await server.ask(.patch, "/friends/ada", "{}", headers: [.ifMatch: "\"9\""])
        #expect(conflict.text.contains(#""lines":\#(Self.lines)"#))
        _ = try await server.ask(.delete, "/friends/ada")
        #expect(try await server.ask(.get, "/trash").text.contains(#""lines":\#(Self.lines)"#))
        #expect(try await server.ask(.post, "/trash/ada/restore").friend.details.lines == [Self.email])
    }

    @Test func `the rest is in one friend only, and survives all`() async throws {
        let server = try await server()
        let rest = Data((0..<Friend.maximumRestSize).map { UInt8(truncatingIfNeeded: $0) })
        let text = rest.base64EncodedString()
        let patched = try await server.ask(.patch, "/friends/ada", #"{"rest":"\#(text)"}"#)
        #expect(try patched.friend.version.rawValue == "2")
        // A client of version 0.1 does not know it.
        _ = try await server.ask(.patch, "/friends/ada", #"{"firstname":"A"}"#)
        _ = try await server.ask(.delete, "/friends/ada")
        for path in ["/trash", "/friends?since=0"] {
            #expect(try await !server.ask(.get, path).text.contains("rest"))
        }
        _ = try await server.ask(.post, "/trash/ada/restore")
        for path in ["/friends", "/friends?since=0"] {
            #expect(try await !server.ask(.get, path).text.contains("rest"))
        }
        #expect(try await server.ask(.get, "/friends/ada").text.contains(#""rest":"\#(text)""#))
        _ = try await server.ask(.patch, "/friends/ada", #"{"rest":null}"#)
        #expect(try await !server.ask(.get, "/friends/ada").text.contains("rest"))
    }

    @Test func `a list has rests when asked for, page by page`() async throws {
        let repository = try await Engine.makeRepository()
        let large = Data(count: 1 << 20)
        for number in 0..<20 {
            let rest = number == 5 ? nil : large
            _ = try await repository.create(.ada, rest: rest, id: Friend.ID("\(10 + number)"))
        }
        let server = TestServer(repository)
        var friends: [WholeFriendDocument] = []
        var counts: [Int] = []
        var path: String? = "/friends?include=rest"
        while let next = path {
            let answer = try await server.ask(.get, next)
            let page = try JSONDecoder().decode(WholeListDocument.self, from: Data(answer.text.utf8)).entries
            friends += page
            counts.append(page.count)
            path = answer.nextPage
        }
        // Eight rests of 1 MiB, and the friend without a rest.
        #expect(counts == [9, 8, 3])
        #expect(friends.map(\.friend.id.rawValue) == (10..<30).map(String.init))
        let text = large.base64EncodedString()
        #expect(friends.enumerated().allSatisfy { $1.rest == ($0 == 5 ? nil : text) })
        let two = try await server.ask(.get, "/friends?limit=2&include=rest")
        #expect(two.nextPage?.hasPrefix("/friends?limit=2&after=") == true)
        #expect(two.nextPage?.hasSuffix("&include=rest") == true)
        let problem = try await server.ask(.get, "/friends?include=lines").problem
        #expect(problem.status == 400 && problem.errors?.map(\.parameter) == ["include"])
    }

    @Test(arguments: ["7", #""?""#, #""AAA""#, #""A A=""#, "{}", "tooLarge"])
    func `an invalid rest is refused`(value: String) async throws {
        let large = Data(count: Friend.maximumRestSize + 1).base64EncodedString()
        let value = value == "tooLarge" ? #""\#(large)""# : value
        let problem = try await server().ask(.patch, "/friends/ada", #"{"rest":\#(value)}"#).problem
        #expect(problem.errors?.map(\.pointer) == ["/rest"])
    }

    @Test func `the kinds of lines are those of the OpenAPI document`() throws {
        let document = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
        let schema = try #require(document.split(separator: "\n    LineKind:\n").last)
        let list = try #require(schema.firstMatch(of: /enum: \[(.*)\]/)?.1)
        #expect(list.split(separator: ", ").map(String.init) == LineKind.all.map(\.key))
    }

    @Test func `the longest friend fits into a request`() async throws {
        let note = String(repeating: "\u{1F9EE}", count: 10_000)
        let lines = (0..<100).map { FriendLine.line(.note, note, id: "\($0)") }
        let body = try JSON.encode(FriendRequest(FriendDetails.ada.with(lines), id: Friend.ID("ada")))
        let rest = Data(count: Friend.maximumRestSize).base64EncodedString()
        #expect(body.readableBytes + rest.utf8.count < Interface.maximumRequestBody)
        let answer = try await TestServer().ask(.post, "/friends", String(buffer: body))
        #expect(try answer.friend.details.lines == lines)
    }
}
