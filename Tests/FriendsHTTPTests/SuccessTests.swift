import FriendsHTTP
import FriendsModel
import TestSupport
import Testing

/// What counts as a success, and what is made of it.
@Suite(.timeLimit(.minutes(10)))
struct SuccessTests {
    static let empty: [Reply] = [
        .answer("200 OK"), .answer("201 Created"), .answer("202 Accepted"), .answer("204 No Content"),
        .cut("HTTP/1.1 200 OK\r\n\r\n"), .bytes("HTTP/1.1 204 No Content\r\n\r\n"), .json(""),
        .bytes(Reply.head("200 OK", ["Transfer-Encoding: chunked"]) + "0\r\n\r\n"),
    ]

    @Test(arguments: empty)
    func `an empty success confirms a write`(reply: Reply) async throws {
        try await withServer([reply, reply, reply, reply]) { server, client in
            let added = try await client.add(.ada, id: Friend.ada.id)
            #expect(added == Friend(id: Friend.ada.id, version: Friend.Version(""), details: .ada))
            let updated = try await client.update(
                Friend.ada.id, with: FriendChanges([.firstName: "A"]), from: Friend.ada.version)
            #expect(updated == nil)
            try await client.delete(Friend.ada.id, at: Friend.ada.version)
            _ = try await client.restore(Friend.ada.id, details: .ada)
            #expect(server.requests.count == 4, "nothing is asked for")
        }
    }

    @Test(arguments: [("\"4\"", "4"), ("W/\"4\"", ""), ("\"\"", ""), ("4", "")])
    func `the version of an empty response is its entity tag`(tag: String, version: String) async throws {
        let reply = Reply.answer("201 Created", ["ETag: \(tag)"])
        try await withServer([reply, reply]) { _, client in
            let friend = Friend(id: Friend.ada.id, version: Friend.Version(version), details: .ada)
            let added = try await client.add(.ada, id: Friend.ada.id)
            #expect(added == friend)
            let restored = try await client.restore(Friend.ada.id, details: .ada)
            #expect(restored == friend)
        }
    }

    /// Details that were sent, and what a server may have made of them.
    static let storedForms: [(sent: FriendDetails, stored: String)] = [
        (.ada, Friend.adaJSON),
        (
            FriendDetails(firstName: " ada ", lastName: "LOVELACE", phoneNumber: "+44 (20) 7946-0001"), Friend.adaJSON
        ),
        (
            FriendDetails(firstName: "Ame\u{301}lie", lastName: "O'Neil", phoneNumber: "12 34"),
            #"{"id":"a-1","firstname":"Amélie","lastname":"O Neil","phonenumber":"1234"}"#
        ),
    ]

    @Test(arguments: storedForms)
    func `the response has the friend as stored`(sent: FriendDetails, stored: String) async throws {
        let replies: [Reply] = [.answer("201 Created", ["Content-Type: application/hal+json"], stored), .json(stored)]
        try await withServer(replies) { server, client in
            let added = try await client.add(sent, id: Friend.ada.id)
            let changes = FriendChanges([.firstName: sent.firstName, .phoneNumber: sent.phoneNumber])
            let updated = try await client.update(Friend.ada.id, with: changes, from: Friend.Version("v6"))
            #expect(updated == added)
            #expect(server.requests.count == 2, "nothing is asked for")
        }
    }

    @Test func `the first servers choose the id of a friend`() async throws {
        let json = #"{"id":7,"firstname":"Ada","lastname":"Lovelace","phonenumber":"+44 20 7946 0001"}"#
        try await withServer([.json(json)]) { _, client in
            let added = try await client.add(.ada, id: Friend.ID("mine"))
            #expect(added == Friend(id: Friend.ID("7"), version: Friend.Version(""), details: .ada))
        }
    }

    @Test(arguments: [Friend.adaJSON, ""])
    func `a deletion may be answered with the friend`(body: String) async throws {
        try await withServer([.json(body)]) { server, client in
            try await client.delete(Friend.ada.id, at: Friend.ada.version)
            #expect(server.requests.count == 1)
        }
    }

    @Test func `cancelling a finished write reports it as done`() async throws {
        try await withServer([.bytes(Reply.head("200 OK", ["Content-Length: 9"]) + "{")]) { server, client in
            let call = Task { await Call.add.error(client) }
            try await server.hasReceived(1)
            call.cancel()
            // The head may or may not have arrived when the call was cancelled; the answer must fit.
            let error = try await call.ended()
            #expect(error == nil || error == .cancelled)
        }
    }

    @Test func anEmptyListIsAList() async throws {
        try await withServer([.json("[]")]) { _, client in
            let page = try await client.friends(after: nil)
            #expect(page == FriendPage(friends: []))
        }
    }

    @Test func `the list has its total count, next page and snapshot`() async throws {
        let headers = ["Total-Count: 70123", "ETag: W/\"s-1\"", "Link: </friends?after=x>; rel=\"next\""]
        try await withServer([.json("[\(Friend.adaJSON)]", headers)]) { _, client in
            let page = try await client.friends(after: nil)
            #expect(
                page
                    == FriendPage(
                        friends: [.ada], totalCount: 70_123, next: FriendPage.Position("x"),
                        snapshot: FriendPage.Snapshot("W/\"s-1\"")))
        }
    }

    @Test(arguments: ["many", "-1", ""])
    func `an invalid total count is ignored`(text: String) async throws {
        try await withServer([.json("[]", ["Total-Count: \(text)"])]) { _, client in
            let page = try await client.friends(after: nil)
            #expect(page.totalCount == nil)
        }
    }

    @Test func `without versions the version is empty`() async throws {
        let json = #"[{"id":"5","firstname":"Ada","lastname":"Lovelace","phonenumber":"+44 20 7946 0001"}]"#
        try await withServer([.json(json)]) { _, client in
            let page = try await client.friends(after: nil)
            #expect(
                page.friends == [Friend(id: Friend.ID("5"), version: Friend.Version(""), details: .ada)])
        }
    }

    @Test(arguments: [
        "null", "7", "\"text\"", "{}", "[]", "[[[]]]", "true", #"{"id":7}"#, #"{"a":{"b":[1,{"c":null}]}}"#,
        #"{"id":"x","firstname":null,"lastname":"b","phonenumber":"c"}"#,
        #"{"id":"x","firstname":["a"],"lastname":"b","phonenumber":"c"}"#,
        #"{"id":"x","version":3,"firstname":"a","lastname":"b","phonenumber":"c"}"#,
        #"{"id":"x","firstname":"a","lastname":"b"}"#,
    ])
    func aBrokenEntryDoesNotHideTheGoodOnes(entry: String) async throws {
        try await withServer([.json("[\(entry),\(Friend.adaJSON),\(entry)]")]) { _, client in
            let page = try await client.friends(after: nil)
            #expect(page == FriendPage(friends: [.ada], unreadableCount: 2))
        }
    }

    @Test func `invalid UTF-8 breaks only its own entry`() async throws {
        let broken = [UInt8]("[{\"id\":\"1\",\"firstname\":\"".utf8) + [0xC3, 0x28]
        let rest = [UInt8]("\",\"lastname\":\"b\",\"phonenumber\":\"12\"},\(Friend.adaJSON)]".utf8)
        try await withServer([.cut(Reply.head("200 OK"), broken + rest)]) { _, client in
            let page = try await client.friends(after: nil)
            #expect(page == FriendPage(friends: [.ada], unreadableCount: 1))
        }
    }

    @Test func textIsTakenAsItWasSent() async throws {
        let json =
            #"[{"id":"1","version":"2","firstname":"\u0000\u001b[31m","lastname":"é é","phonenumber":"\ud83d\ude00"}]"#
        try await withServer([.json(json)]) { _, client in
            let details = FriendDetails(firstName: "\0\u{1B}[31m", lastName: "é é", phoneNumber: "😀")
            let page = try await client.friends(after: nil)
            #expect(page.friends.map(\.details) == [details])
        }
    }
}
