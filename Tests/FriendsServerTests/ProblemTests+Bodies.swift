import DatabaseTestSupport
import EngineTestSupport
import FriendsModel
import FriendsWire
import HTTPTypes
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

/// Bodies that cannot be read.
extension ProblemTests {
    @Test(
        arguments: [HTTPRequest.Method.post, .patch],
        [
            "", "{", "{\"firstname\":}", "null", "[]", "\"text\"", "12", "{}{}", "{'firstname':'x'}", "<friend/>",
            #"{"firstname":"\ud800"}"#, String(repeating: "[", count: 20_000),
        ])
    func `a body that is no JSON object is a bad request`(method: HTTPRequest.Method, body: String) async throws {
        let server = TestServer(try await SQLiteRepository.holding(.ada))
        let answer = try await server.ask(method, method == .post ? "/friends" : "/friends/Ada", body)
        #expect(answer.status == .badRequest)
        #expect(try answer.problem.title == "Bad Request")
    }

    @Test(arguments: [
        #""a":1,"#, #""a":01"#, #""a":1."#, #""a":.5"#, #""a":+1"#, #""a":0x1"#, #""a":NaN"#, #""a":True"#,
        #""a":"\q""#, #""a":"\u12""#, #""a":[1,]"#, #""a":[,1]"#, #""a":1 "b":2"#, #"a:1"#, #"'a':1"#, #","a":1"#,
        #""a":1 /* one */"#, "\"a\":\"\n\"", "\"a\":\"\u{0}\"", "\u{FEFF}\"a\":1",
    ])
    func `almost JSON is a bad request`(members: String) async throws {
        let server = TestServer(try await SQLiteRepository.holding(.ada))
        let answer = try await server.ask(.patch, "/friends/Ada", #"{"firstname":"Eve",\#(members)}"#)
        #expect(answer.status == .badRequest)
        #expect(try answer.problem.status == 400)
        #expect(try await server.repository.page().friends.map(\.details) == [.ada])
    }

    @Test(arguments: [#"{"firstname":"Eve"}\#u{0}"#, #"\#u{0}{"firstname":"Eve"}"#, #"\#u{FEFF}{"firstname":"Eve"}"#])
    func `bytes around the JSON object are a bad request`(body: String) async throws {
        let server = TestServer(try await SQLiteRepository.holding(.ada))
        #expect(try await server.ask(.patch, "/friends/Ada", body).problem.status == 400)
    }

    @Test(arguments: [
        (#"{"firstname":"Ada","firstname":"Eve"}"#, "/firstname"),
        (#"{"firstname":"Ada","f\u0069rstname":"Eve"}"#, "/firstname"), (#"{"x":{"a/~":1,"a/~":1}}"#, "/x/a~1~0"),
        (#"{"lines":[{"kind":"tag"},{"value":"a","value":"b"}]}"#, "/lines/1/value"),
        (#"{"x":[[],[{"y":{}},{"":1,"":2}]]}"#, "/x/1/1/"),
    ])
    func `a name that is twice in an object is reported`(body: String, pointer: String) async throws {
        let server = TestServer(try await SQLiteRepository.holding(.ada))
        for answer in [
            try await server.ask(.post, "/friends", body), try await server.ask(.patch, "/friends/Ada", body),
        ] {
            #expect(answer.status == .badRequest)
            #expect(try answer.problem.errors?.map(\.pointer) == [pointer])
        }
        #expect(try await server.repository.page().friends.map(\.details) == [.ada])
    }

    @Test func `an object has at most 100 members`() async throws {
        let server = TestServer(try await SQLiteRepository.holding(.ada))
        let members = (0..<99).map { #""\#($0)":{"0":0}"# }.joined(separator: ",")
        let body = #"{"firstname":"Eve",\#(members)}"#
        #expect(try await server.ask(.patch, "/friends/Ada", body).friend.details.firstName == "Eve")
        let refused = try await server.ask(.patch, "/friends/Ada", #"{"x":{"x":0,\#(members),"y":0}}"#)
        #expect(refused.status == .badRequest)
        #expect(try refused.problem.errors?.map(\.pointer) == ["/x"])
    }

    @Test(arguments: [false, true])
    func anotherEncodingIsABadRequest(isBigEndian: Bool) async throws {
        let server = TestServer(try SQLiteRepository())
        let body = FriendDetails.ada.json().utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBigEndian ? bytes.reversed() : bytes
        }
        #expect(try await server.ask(.post, "/friends", bytes: body).problem.status == 400)
    }

    @Test func `every form of JSON is read`() async throws {
        let server = TestServer(try await SQLiteRepository.holding(.ada))
        let body =
            "\t{ \"x\" : [1, -0, 1.5e+3, true, false, null, {}, []],\r\n"
            + #""firstname":"\"\\\/\u00e9\ud83d\ude00王"}"# + " \n"
        let answer = try await server.ask(.patch, "/friends/Ada", body)
        #expect(try answer.friend.details.firstName == "\"\\/é😀王")
    }

    @Test(arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0xAF]] as [[UInt8]])
    func `invalid UTF-8 is a bad request`(bytes: [UInt8]) async throws {
        let server = TestServer(try SQLiteRepository())
        let body = Array(#"{"lastname":"B","phonenumber":"12","firstname":"A"#.utf8) + bytes + Array("\"}".utf8)
        let answer = try await server.ask(.post, "/friends", bytes: body)
        #expect(try answer.problem.status == 400)
        #expect(try await server.repository.page().totalCount == 0)
    }

    @Test(arguments: ["text/plain", "", "application/x-www-form-urlencoded", "application/jsonp", "application/"])
    func anotherMediaTypeIsRefused(mediaType: String) async throws {
        let server = TestServer(try await SQLiteRepository.holding(.ada))
        for (method, path) in [(HTTPRequest.Method.post, "/friends"), (.patch, "/friends/Ada")] {
            let answer = try await server.ask(
                method, path, FriendDetails.grace.json(), headers: [.contentType: mediaType])
            #expect(answer.status == .unsupportedMediaType)
            #expect(try answer.problem.status == 415)
            #expect(answer.headers[.accept]?.contains("application/json") == true)
        }
        let patch = try await server.ask(
            .post, "/friends", FriendDetails.grace.json(), headers: [.contentType: Interface.mergePatchMediaType])
        #expect(patch.status == .unsupportedMediaType)
    }

    @Test(arguments: ["gzip", "GZIP", "br", "identity, gzip", "x"])
    func `a body with a content coding is refused`(coding: String) async throws {
        let server = TestServer(try await SQLiteRepository.holding(.ada))
        for (method, path) in [(HTTPRequest.Method.post, "/friends"), (.patch, "/friends/Ada")] {
            // Whether the body is what it is called or not.
            for body in [Array(FriendDetails.grace.json().utf8), [0x1F, 0x8B, 8, 0]] {
                let answer = try await server.ask(method, path, bytes: body, headers: [.contentEncoding: coding])
                #expect(answer.status == .unsupportedMediaType)
                #expect(try answer.problem.status == 415)
                #expect(answer.headers[.acceptEncoding] == "identity")
            }
        }
        #expect(try await server.repository.page().friends.map(\.details) == [.ada])
    }

    @Test(arguments: ["identity", "Identity", "", "identity, identity"])
    func `no content coding is accepted`(coding: String) async throws {
        let answer = try await TestServer(try SQLiteRepository())
            .ask(.post, "/friends", FriendDetails.ada.json(), headers: [.contentEncoding: coding])
        #expect(answer.status == .created)
    }

    @Test(arguments: [HTTPRequest.Method.post, .patch, .get])
    func aBodyThatIsTooLargeIsRefused(method: HTTPRequest.Method) async throws {
        let server = TestServer(try SQLiteRepository())
        let body = String(repeating: " ", count: Interface.maximumRequestBody + 1)
        let answer = try await server.ask(method, "/friends", body)
        #expect(answer.status == .contentTooLarge)
        #expect(try answer.problem.status == 413)
        #expect(answer.headers[.connection] == "close")
    }

    @Test func aBodyOfExactlyTheLimitIsRead() async throws {
        let server = TestServer(try SQLiteRepository())
        let json = FriendDetails.ada.json(id: "ada")
        let padding = String(repeating: " ", count: Interface.maximumRequestBody - json.utf8.count)
        #expect(try await server.ask(.post, "/friends", json + padding).status == .created)
    }
}
