import EngineTestSupport
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import FriendsServer

/// What the routes do when all is well.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct FriendRoutesTests {
    @Test func `creating returns the friend and its location`() async throws {
        let server = try await TestServer()
        let answer = try await server.ask(.post, "/friends", FriendDetails.ada.json(id: "ada"))
        #expect(answer.status == .created)
        #expect(answer.headers[.location] == "/friends/ada")
        #expect(answer.headers[.eTag] == "\"1\"")
        #expect(answer.headers[.contentType] == "application/json")
        #expect(
            answer.text
                == #"{"firstname":"Ada","id":"ada","lastname":"Lovelace","phonenumber":"+44 20 7946 0001","version":"1"}"#
        )
        let shown = try await server.ask(.get, "/friends/ada")
        #expect(shown.status == .ok)
        #expect(shown.headers[.eTag] == "\"1\"")
        #expect(shown.text == answer.text)
    }

    @Test func `without an id the server chooses a lower-case UUID`() async throws {
        let server = try await TestServer()
        for body in [FriendDetails.ada.json(), #"{"id":null,"firstname":"A","lastname":"B","phonenumber":"12"}"#] {
            let answer = try await server.ask(.post, "/friends", body)
            #expect(answer.status == .created)
            let id = try answer.friend.id.rawValue
            #expect(id.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
            #expect(answer.headers[.location] == "/friends/\(id)")
        }
    }

    @Test func `creating again is idempotent, other details conflict`() async throws {
        let server = try await TestServer(holding: .ada)
        let again = try await server.ask(.post, "/friends", FriendDetails.ada.json(id: "Ada"))
        #expect(again.status == .ok)
        #expect(again.headers[.eTag] == "\"1\"")
        let other = try await server.ask(.post, "/friends", FriendDetails.grace.json(id: "Ada"))
        #expect(other.status == .conflict)
        #expect(try other.problem.current?.friend == again.friend)
    }

    @Test(arguments: [Interface.mergePatchMediaType, "Application/JSON ; charset=utf-8"])
    func updatingChangesWhatIsGivenAndKeepsTheRest(mediaType: String) async throws {
        let server = try await TestServer(holding: .ada)
        let answer = try await server.ask(
            .patch, "/friends/Ada", #"{"phonenumber":" 555 0100 ","id":"x","version":9,"nickname":null}"#,
            headers: [.contentType: mediaType])
        #expect(answer.status == .ok)
        #expect(answer.headers[.eTag] == "\"2\"")
        #expect(
            try answer.friend
                == Friend(
                    id: Friend.ID("Ada"), version: Friend.Version("2"),
                    details: FriendDetails(firstName: "Ada", lastName: "Lovelace", phoneNumber: "555 0100")))
    }

    @Test(arguments: ["{}", #"{"firstname":"Ada"}"#, #"{"firstname":" Ada "}"#])
    func updatingWithoutAChangeKeepsTheVersion(body: String) async throws {
        let server = try await TestServer(holding: .ada)
        let answer = try await server.ask(.patch, "/friends/Ada", body)
        #expect(answer.status == .ok)
        #expect(answer.headers[.eTag] == "\"1\"")
    }

    @Test func `deleting returns nothing and removes the friend`() async throws {
        let server = try await TestServer(holding: .ada)
        let answer = try await server.ask(.delete, "/friends/Ada")
        #expect(answer.status == .noContent)
        #expect(answer.body.readableBytes == 0)
        #expect(try await server.ask(.get, "/friends/Ada").status == .notFound)
    }

    @Test func deletingAFriendThatIsGoneAnswers404() async throws {
        let server = try await TestServer(holding: .ada)
        _ = try await server.ask(.delete, "/friends/Ada")
        #expect(try await server.ask(.delete, "/friends/Ada").problem.status == 404)
    }

    @Test func `a deleted friend is restored as the same one`() async throws {
        let server = try await TestServer(holding: .ada)
        _ = try await server.ask(.delete, "/friends/Ada")
        let answer = try await server.ask(.post, "/friends", FriendDetails.ada.json(id: "Ada"))
        #expect(answer.status == .created)
        #expect(try answer.friend.id == Friend.ID("Ada"))
        #expect(try answer.friend.version != Friend.Version("1"))
    }

    // MARK: - Preconditions

    @Test(arguments: ["\"1\"", "*", "\"0\", \"1\"", " * ", "W/\"7\",\"1\""])
    func `a true precondition allows the change`(ifMatch: String) async throws {
        let server = try await TestServer(holding: .ada, .grace)
        let headers: HTTPFields = [.ifMatch: ifMatch]
        let update = try await server.ask(.patch, "/friends/Ada", #"{"firstname":"Eve"}"#, headers: headers)
        #expect(update.status == .ok)
        let delete = try await server.ask(.delete, "/friends/Grace", headers: [.ifMatch: "\"2\""])
        #expect(delete.status == .noContent)
    }

    @Test(arguments: ["\"2\"", "W/\"1\"", "\"\"", "\"11\"", "\"3\", \"4\""])
    func `a false precondition writes nothing`(ifMatch: String) async throws {
        let server = try await TestServer(holding: .ada)
        let ada = try await server.ask(.get, "/friends/Ada").friend
        let headers: HTTPFields = [.ifMatch: ifMatch]
        for answer in [
            try await server.ask(.patch, "/friends/Ada", #"{"firstname":"Eve"}"#, headers: headers),
            try await server.ask(.delete, "/friends/Ada", headers: headers),
        ] {
            #expect(answer.status == .preconditionFailed)
            #expect(answer.headers[.eTag] == "\"1\"")
            #expect(try answer.problem.current?.friend == ada)
        }
        #expect(try await server.repository.page().friends == [ada])
    }

    @Test(arguments: ["1", "\"1", "\"1\" \"2\"", "\" 1\"", "w/\"1\"", ",", "*, \"1\""])
    func `an invalid precondition is a bad request`(ifMatch: String) async throws {
        let server = try await TestServer(holding: .ada)
        let answer = try await server.ask(.delete, "/friends/Ada", headers: [.ifMatch: ifMatch])
        #expect(answer.status == .badRequest)
        #expect(try answer.problem.errors?.first?.parameter == "If-Match")
    }

    @Test func `a change without a version is refused`() async throws {
        let server = try await TestServer(holding: .ada)
        for answer in [
            try await server.ask(.patch, "/friends/Ada", #"{"firstname":"Eve"}"#, forcing: false),
            try await server.ask(.delete, "/friends/Ada", forcing: false),
        ] {
            #expect(answer.status == .preconditionRequired)
            #expect(try answer.problem.errors?.map(\.parameter) == ["If-Match"])
        }
        #expect(try await server.repository.page().friends.map(\.details) == [.ada])
    }

    @Test func `one of many writers with the same version wins`() async throws {
        let server = try await TestServer()
        _ = try await server.ask(.post, "/friends", FriendDetails.ada.json(id: "ada"))
        let statuses = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<20 {
                group.addTask {
                    let answer = try await server.ask(
                        .patch, "/friends/ada", "{\"phonenumber\":\"55\(number)\"}", headers: [.ifMatch: "\"1\""])
                    return (number, answer.status.code)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let winners = statuses.filter { $0.1 == 200 }
        try #require(winners.count == 1)
        #expect(statuses.filter { $0.1 == 412 }.count == 19)
        #expect(try await server.ask(.get, "/friends/ada").friend.details.phoneNumber == "55\(winners[0].0)")
    }

    // MARK: - The list

    @Test func anEmptyListIsAnEmptyArray() async throws {
        let answer = try await TestServer().ask(.get, "/friends")
        #expect(answer.status == .ok)
        #expect(answer.text == "[]")
        #expect(answer.headers[.totalCount] == "0")
        #expect(answer.headers[.link] == nil)
    }

    @Test(arguments: [1, 999, 1_000, 1_001, 2_500])
    func `a list of any length arrives in full`(count: Int) async throws {
        let server = try await TestServer(count: count)
        let answer = try await server.ask(.get, "/friends")
        #expect(try answer.friends == (try await server.repository.page().friends))
        #expect(answer.headers[.totalCount] == "\(count)")
        let head = try await server.ask(.head, "/friends")
        #expect(head.body.readableBytes == 0)
        #expect(head.headers[.contentLength] == "\(answer.body.readableBytes)")
        #expect(head.headers[.eTag] == answer.headers[.eTag])
    }

    @Test(arguments: [1, 7, 25, 26])
    func followingTheLinksCoversTheListOnce(limit: Int) async throws {
        let server = try await TestServer(count: 25)
        let tag = try await server.repository.position().entityTag
        var friends: [Friend] = []
        var path: String? = "/friends?limit=\(limit)"
        while let next = path {
            let answer = try await server.ask(.get, next)
            #expect(answer.status == .ok)
            #expect(answer.headers[.totalCount] == "25")
            #expect(answer.headers[.eTag] == tag)
            friends += try answer.friends
            path = answer.nextPage
        }
        #expect(friends == (try await server.repository.page().friends))
    }

    @Test func `every write changes the entity tag of the list`() async throws {
        let server = try await TestServer()
        var tags = [try await server.ask(.get, "/friends").headers[.eTag]]
        for (method, path, body) in [
            (HTTPRequest.Method.post, "/friends", FriendDetails.ada.json(id: "a")),
            (.patch, "/friends/a", #"{"firstname":"Eve"}"#), (.delete, "/friends/a", nil),
        ] {
            _ = try await server.ask(method, path, body)
            tags.append(try await server.ask(.get, "/friends").headers[.eTag])
        }
        let history = try #require(try await server.repository.position().history)
        #expect(tags == (0...3).map { "\"\($0)-\(history)\"" })
    }

    // MARK: - Texts

    @Test(arguments: [
        #"O"Neil \ \\ "#, "100 % %41 %00", "👨‍👩‍👧‍👦", "'; DROP TABLE friend; --", "Jose\u{301}", "Jos\u{E9}", "שלום",
        "\u{202E}abc", "a\u{200B}b", "\u{FEFF}x", "𐍈", "</script>", "/", "NULL", "a  b",
        String(repeating: "王", count: 100),
    ])
    func anyTextIsKeptAsItIs(text: String) async throws {
        let server = try await TestServer()
        let details = FriendDetails(firstName: text, lastName: text, phoneNumber: "12")
        let created = try await server.ask(.post, "/friends", details.json(id: "x"))
        #expect(created.status == .created)
        let kept = FriendDraft(details).trimmed
        #expect(try created.friend.details == kept)
        #expect(try await server.ask(.get, "/friends/x").friend.details == kept)
        #expect(try await server.ask(.get, "/friends").friends.map(\.details) == [kept])
    }

    /// There were fewer rules once.
    @Test func `a stored friend without a visible name can be mended`() async throws {
        let server = try await TestServer()
        let details = FriendDetails(firstName: "\u{200B}", lastName: "B", phoneNumber: "12")
        try await server.repository.create(details, id: Friend.ID("x"))
        #expect(try await server.ask(.get, "/friends").friends.map(\.details) == [details])
        let other = try await server.ask(.patch, "/friends/x", #"{"phonenumber":"13"}"#)
        #expect(try other.friend.details.phoneNumber == "13")
        let mended = try await server.ask(.patch, "/friends/x", #"{"firstname":"A"}"#)
        #expect(try mended.friend.details.firstName == "A")
    }

    @Test func textsThatOnlyLookTheSameAreDifferent() async throws {
        let server = try await TestServer()
        let composed = FriendDetails(firstName: "Jos\u{E9}", lastName: "Gil", phoneNumber: "12")
        let decomposed = FriendDetails(firstName: "Jose\u{301}", lastName: "Gil", phoneNumber: "12")
        _ = try await server.ask(.post, "/friends", composed.json(id: "x"))
        #expect(try await server.ask(.post, "/friends", decomposed.json(id: "x")).status == .conflict)
        let update = try await server.ask(.patch, "/friends/x", decomposed.json())
        #expect(try update.friend.details == decomposed)
    }

    // MARK: - The server

    @Test func `health queries the database`() async throws {
        let answer = try await TestServer().ask(.get, "/health")
        #expect(answer.status == .ok)
        #expect(answer.text == #"{"status":"ok"}"#)
    }
}
