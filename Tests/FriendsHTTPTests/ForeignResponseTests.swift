import FriendsHTTP
import FriendsModel
import TestSupport
import Testing

/// Answers that something else than the server may have given: login pages of networks, pages of proxies, other
/// programs. None of them is a success, nor proof of anything; the friend is asked for before anything is said.
@Suite(.timeLimit(.minutes(10)))
struct ForeignResponseTests {
    /// A write of Ada, who is at version v7, on a server that is known to keep ids and versions.
    enum Write: CaseIterable, Sendable {
        case add, update, delete, restore

        func make(_ client: HTTPFriendsClient) async -> FriendsClientError? {
            do throws(FriendsClientError) {
                let (id, version) = (Friend.ada.id, Friend.ada.version)
                switch self {
                case .add: _ = try await client.add(.ada, id: id)
                case .update: _ = try await client.update(id, with: .init([.firstName: "Augusta"]), from: version)
                case .delete: try await client.delete(id, at: version)
                case .restore: _ = try await client.restore(id, details: .ada)
                }
                return nil
            } catch {
                return error
            }
        }
    }

    static let page = "<html><form>Log in to the network</form></html>"
    static let isPage = FriendsClientError.unreadableResponse(reason: "the reply is a web page, not a friend record")
    private static let isOther = FriendsClientError.unreadableResponse(
        reason: "the reply is not the friend that was sent")
    private static let isNoFriend = FriendsClientError.unreadableResponse(reason: "the reply is not a friend record")
    private static let isNoJSON = FriendsClientError.unreadableResponse(reason: "the reply is not valid JSON")
    private static let isText = FriendsClientError.unreadableResponse(
        reason: "the reply is text/plain, not a friend record")
    static let html = Reply.answer("200 OK", ["Content-Type: text/html; charset=utf-8"], page)
    static let htmlNotFound = Reply.answer("404 Not Found", ["Content-Type: text/html"], page)

    /// Answers with a status of success to any write, and what is said of them when nothing else is to be learnt.
    static let successes: [(reply: Reply, error: FriendsClientError)] = [
        (html, isPage),
        (.answer("201 Created", ["Content-Type: TEXT/HTML"]), isPage),
        (.answer("200 OK", ["Content-Type: text/html"], Friend.adaJSON), isPage),
        (.answer("200 OK", ["Content-Type: application/json", "Content-Type: text/html"], Friend.adaJSON), isPage),
        (.answer("200 OK", ["Content-Type: text/plain"], "OK"), isText),
        (.answer("200 OK", [], page), isNoJSON), (.json(page), isNoJSON), (.json(Friend.adaJSON + "x"), isNoJSON),
        (.json(#"{"ok":true}"#), isNoFriend), (.json("{}"), isNoFriend), (.json("null"), isNoFriend),
        (.json("[]"), isNoFriend), (.json("[\(Friend.adaJSON)]"), isNoFriend),
        (.json(#"{"id":"a-1","firstname":"Ada"}"#), isNoFriend),
        (.json(Friend.adaJSON.replacing("a-1", with: "b-2")), isOther),
        // With the very change that was sent.
        (.json(augusta.replacing("a-1", with: "b-2")), isOther),
        (.cut(Reply.head("200 OK", ["Content-Length: 500"]) + "{"), RetryTests.cutOff),
        (.cut(Reply.head("200 OK", ["Content-Length: 500"])), RetryTests.cutOff),
        (.cut(Reply.head("200 OK", ["Content-Length: \(Friend.adaJSON.utf8.count - 1)"]) + Friend.adaJSON), isNoJSON),
        (.cut(Reply.head("200 OK", ["Transfer-Encoding: chunked"]) + "5\r\n{\"id\""), RetryTests.cutOff),
        (.cut(Reply.head("200 OK", ["Content-Length: 2"]), [0xFF, 0xFE]), isNoJSON),
        (
            .bytes(Reply.head("200 OK", ["Content-Length: 17000000"])),
            .unreadableResponse(reason: "the reply is larger than 16 MiB")
        ),
        (
            .bytes(
                Reply.head("200 OK", ["Transfer-Encoding: chunked"])
                    + String(repeating: "100000\r\n" + String(repeating: " ", count: 1 << 20) + "\r\n", count: 17)),
            .unreadableResponse(reason: "the reply is larger than 16 MiB")
        ),
    ]

    private static let augusta = Friend.adaJSON.replacing("\"Ada\"", with: "\"Augusta\"").replacing("v7", with: "v8")
    private static let notFound = Reply.problem("404 Not Found", #"{"status":404,"title":"Not Found"}"#)

    /// What comes of asking for the friend.
    enum Ending: Sendable { case success, notDone, notFound, conflict }

    static let endings: [(write: Write, present: Reply, ending: Ending)] = [
        (.add, .json(Friend.adaJSON), .success), (.add, notFound, .notDone), (.add, .answer("404 Not Found"), .notDone),
        (.add, .json(RestoreTests.other), .conflict),
        (.update, .json(augusta), .success), (.update, .json(Friend.adaJSON), .notDone),
        (.update, .json(RestoreTests.other.replacing("Augusta", with: "A.")), .conflict),
        (.update, notFound, .notFound),
        (.delete, notFound, .success), (.delete, .answer("410 Gone"), .success),
        (.delete, .json(Friend.adaJSON), .notDone), (.delete, .json(RestoreTests.other), .conflict),
        (.restore, .json(Friend.adaJSON), .success), (.restore, notFound, .notDone),
        (.restore, .json(RestoreTests.other), .conflict),
    ]

    @Test(arguments: successes, endings)
    func `an unknown outcome is resolved by reading the friend`(
        _ answer: (reply: Reply, error: FriendsClientError), _ row: (write: Write, present: Reply, ending: Ending)
    ) async throws {
        try await withServer([Friend.emptyList, answer.reply, row.present]) { server, client in
            _ = try await client.friends(after: nil)
            try Self.expect(await row.write.make(client), row.ending, after: answer.error)
            #expect(
                server.requests.dropFirst().map(\.method) == [
                    row.write == .update ? "PATCH" : row.write == .delete ? "DELETE" : "POST", "GET",
                ])
            #expect(server.requests.last?.uri == "/friends/a-1")
        }
    }

    private static func expect(
        _ error: FriendsClientError?, _ ending: Ending, after unknown: FriendsClientError,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        switch ending {
        case .success: #expect(error == nil, sourceLocation: sourceLocation)
        case .notDone: #expect(error == .notDone(unknown), sourceLocation: sourceLocation)
        case .notFound: #expect(error == .notFound, sourceLocation: sourceLocation)
        case .conflict:
            guard case .conflict(let current?) = error else {
                Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
                return
            }
            #expect(current.id == Friend.ada.id && current.version.rawValue == "v9", sourceLocation: sourceLocation)
        }
    }

    /// The same way leads to the friend as to the write.
    static let inVain: [Reply] = [
        html, htmlNotFound, .json(#"{"ok":true}"#), .json("[]"), .json(Friend.adaJSON.replacing("a-1", with: "b-2")),
        .answer("200 OK"), .answer("500 Internal Server Error"),
        .answer("302 Found", ["Location: http://login.example/"]),
        .problem("404 Not Found", page), .cut(Reply.head("404 Not Found", ["Content-Length: 500"])),
        .answer("401 Unauthorized"),
    ]

    @Test(arguments: Write.allCases, inVain)
    func `a failed look-up leaves the outcome unknown`(write: Write, present: Reply) async throws {
        try await withServer([Friend.emptyList, Self.html, present]) { _, client in
            _ = try await client.friends(after: nil)
            #expect(await write.make(client) == Self.isPage)
        }
    }

    @Test(arguments: Write.allCases)
    func `cancelling the look-up cancels the write`(write: Write) async throws {
        try await withServer([Friend.emptyList, Self.html, .silence]) { server, client in
            _ = try await client.friends(after: nil)
            let task = Task { await write.make(client) }
            try await server.hasReceived(3)
            task.cancel()
            #expect(try await task.ended() == .cancelled)
        }
    }

    /// Where clients choose no ids, nobody can tell whether the friend was added under another one.
    @Test func `without kept ids a missing addition stays unknown`() async throws {
        try await withServer([Self.html, Self.notFound]) { _, client in
            #expect(await Write.add.make(client) == Self.isPage)
        }
    }

    @Test func `the version of the response counts`() async throws {
        // The change is one of letter case alone, and what comes is the friend as it was.
        try await withServer([.json(Friend.adaJSON), .json(Friend.adaJSON)]) { _, client in
            await #expect(throws: FriendsClientError.notDone(Self.isOther)) {
                _ = try await client.update(
                    Friend.ada.id, with: FriendChanges([.firstName: "ADA"]), from: Friend.ada.version)
            }
        }
    }

    // MARK: Refusals

    static let refusals: [Reply] = [
        .answer("404 Not Found", ["Content-Type: text/html"], page), .answer("410 Gone", ["Content-Type: text/plain"]),
        .answer("409 Conflict", ["Content-Type: text/html"], page), .problem("412 Precondition Failed", page),
        .answer("412 Precondition Failed", ["Content-Type: text/html"], #"{"current":\#(Friend.adaJSON)}"#),
        .cut(Reply.head("412 Precondition Failed", ["Content-Length: 500", "Content-Type: application/json"]) + "{"),
        .answer("412 Precondition Failed"), .problem("409 Conflict", #"{"current":{"id":"a-1"}}"#),
        .problem("409 Conflict", #"{"current":\#(Friend.adaJSON.replacing("a-1", with: "b-2"))}"#),
    ]

    /// A refusal that is no proof, after a reply that was lost: the attempt before may have been made.
    @Test(arguments: refusals, endings)
    func `a lost response is resolved by reading the friend`(
        refusal: Reply, _ row: (write: Write, present: Reply, ending: Ending)
    ) async throws {
        let isMissing = row.write == .restore && row.ending == .notDone
        // A friend that is nowhere is added anew, where the trash may not have it.
        let rest: [Reply] = isMissing ? [.json(Friend.adaJSON)] : []
        try await withServer([Friend.emptyList, .hangUp, refusal, row.present] + rest) { server, client in
            _ = try await client.friends(after: nil)
            let error = await row.write.make(client)
            if isMissing, server.requests.count == 5 { return #expect(error == nil) }
            switch row.ending {
            case .notDone: #expect(error == RetryTests.noAnswer, "the first attempt may still be under way")
            default: try Self.expect(error, row.ending, after: RetryTests.noAnswer)
            }
        }
    }

    /// The same refusals to a first attempt: nothing was written, and only the friend as it is now says why.
    @Test(arguments: refusals)
    func `a conflict without the current friend is inconclusive`(refusal: Reply) async throws {
        try await withServer([refusal, .json(RestoreTests.other)]) { _, client in
            #expect(await Write.update.make(client) == .conflict(current: RestoreTests.otherFriend))
        }
        try await withServer([refusal, .json(RestoreTests.other)]) { _, client in
            #expect(await Write.delete.make(client) == .conflict(current: RestoreTests.otherFriend))
        }
        try await withServer([refusal, Self.notFound]) { _, client in
            #expect(await Write.delete.make(client) == .notFound, "it was not this call that has deleted the friend")
        }
        try await withServer([refusal, Self.htmlNotFound]) { _, client in
            let error = await Write.delete.make(client)
            #expect(error != nil && error != .notFound)
        }
    }

    @Test(arguments: Write.allCases, ["401 Unauthorized", "403 Forbidden", "302 Found", "405 Method Not Allowed"])
    func `a rejected retry leaves the outcome unknown`(write: Write, status: String) async throws {
        // The repetition, the question, and what else there may be.
        let replies = [Reply](repeating: .answer(status, ["Content-Type: text/html"], Self.page), count: 3)
        try await withServer([Friend.emptyList, .hangUp] + replies) { _, client in
            _ = try await client.friends(after: nil)
            #expect(await write.make(client) == RetryTests.noAnswer)
        }
    }

    // MARK: Reads

    static let lists: [(reply: Reply, reason: String)] = [
        (.answer("200 OK", ["Content-Type: text/html"], "[]"), "a web page, not"),
        (.answer("200 OK", ["Content-Type: text/plain"], "[]"), "text/plain, not"),
        (.answer("200 OK", ["Content-Type: text/html"]), "a web page, not"), (.json(#"{"ok":true}"#), "not"),
        (.json(#"["a","b"]"#), "not"), (.json(#"[{"id":7,"name":"x"}]"#), "not"),
    ]

    @Test(arguments: lists)
    func `a list of other things is no list of friends`(reply: Reply, reason: String) async throws {
        try await withServer([reply, reply, reply]) { _, client in
            await Call.list.expect(
                .unreadableResponse(reason: "the reply is \(reason) a list of friends"), from: client)
            await #expect(
                throws: FriendsClientError.unreadableResponse(
                    reason: "the reply is \(reason) a list of deleted friends")
            ) {
                try await client.deleted()
            }
            await #expect(throws: FriendsClientError.self) { try await client.friends(after: .init("p")) }
        }
    }

    @Test func `a list of broken friends is a list of friends`() async throws {
        try await withServer([.json(#"[{"id":"x","firstname":null}]"#)]) { _, client in
            let page = try await client.friends(after: nil)
            #expect(page == FriendPage(friends: [], unreadableCount: 1))
        }
    }

    @Test(arguments: [
        html, .answer("200 OK", ["Content-Type: text/html"], ChangesTests.json), .json(#"["a"]"#), htmlNotFound,
        .answer("400 Bad Request", ["Content-Type: text/html"], page),
        .answer("410 Gone", ["Content-Type: text/html"], page),
    ])
    func `an invalid list of changes does not end the following`(reply: Reply) async throws {
        try await withServer([reply]) { _, client in
            do throws(FriendsClientError) {
                _ = try await client.changes(since: ChangesTests.snapshot)
                Issue.record("It was taken for changes")
            } catch {
                if case .unreadableResponse = error { return }
                Issue.record("\(error)")
            }
        }
    }

    @Test func `an error page does not mean that there is no trash`() async throws {
        try await withServer([Self.htmlNotFound, Self.htmlNotFound]) { _, client in
            let reason = "404 Not Found did not come from a server of friends"
            await #expect(throws: FriendsClientError.unreadableResponse(reason: reason)) { try await client.deleted() }
            await #expect(throws: FriendsClientError.unreadableResponse(reason: reason)) {
                try await client.deletedFriends(after: nil, withRests: true)
            }
        }
    }

    @Test func `a response with another friend is an error`() async throws {
        try await withServer([.json(Friend.adaJSON.replacing("a-1", with: "b-2")), Self.htmlNotFound]) { _, client in
            for reason in ["the reply is another friend", "404 Not Found did not come from a server of friends"] {
                await #expect(throws: FriendsClientError.unreadableResponse(reason: reason)) {
                    try await client.friend(Friend.ada.id)
                }
            }
        }
    }
}
