import FriendsHTTP
import FriendsModel
import Testing

/// What counts as a success, and what is made of it.
@Suite(.timeLimit(.minutes(1)))
struct SuccessTests {
    static let okWithoutMuch: [Reply] = [
        .answer("200 OK"), .answer("201 Created"), .answer("202 Accepted"), .answer("204 No Content"),
        .cut("HTTP/1.1 200 OK\r\n\r\n"), .bytes("HTTP/1.1 204 No Content\r\n\r\n"),
        .answer("200 OK", [], "{}"), .answer("200 OK", [], "null"), .answer("200 OK", [], "<html>saved</html>"),
        .answer("200 OK", [], #"{"id":7,"firstname":"Ada"}"#),
        .cut(Reply.head("200 OK", ["Content-Length: 500"]) + #"{"id":"#),
        .cut(Reply.head("200 OK", ["Transfer-Encoding: chunked"]) + "zz\r\n"),
        .cut(Reply.head("200 OK", ["Content-Length: 2"]), [0xFF, 0xFE]),
    ]

    @Test(arguments: okWithoutMuch)
    func everyTwoHundredSaysThatAWriteWasMade(reply: Reply) async throws {
        try await withServer([reply, reply, reply]) { _, client in
            let added = try await client.add(.ada, id: Friend.ada.id)
            #expect(added == Friend(id: Friend.ada.id, version: Friend.Version(""), details: .ada))
            let updated = try await client.update(
                Friend.ada.id, with: FriendChanges([.firstName: "A"]), from: Friend.ada.version)
            #expect(updated == nil)
            try await client.delete(Friend.ada.id, at: Friend.ada.version)
        }
    }

    @Test(arguments: [("\"4\"", "4"), ("W/\"4\"", ""), ("\"\"", ""), ("4", "")])
    func whatABodyThatWasCutOffDoesNotSayTheEntityTagDoes(tag: String, version: String) async throws {
        let head = Reply.head("201 Created", ["ETag: \(tag)", "Content-Length: 500"])
        try await withServer([.cut(head + #"{"id":"#), .cut(head + #"{"id":"#)]) { _, client in
            let friend = Friend(id: Friend.ada.id, version: Friend.Version(version), details: .ada)
            let added = try await client.add(.ada, id: Friend.ada.id)
            #expect(added == friend)
            let restored = try await client.restore(Friend.ada.id, details: .ada)
            #expect(restored == friend)
        }
    }

    @Test func theFriendInTheAnswerIsTheOneAsTheServerKeepsIt() async throws {
        let replies: [Reply] = [
            .answer("201 Created", ["Content-Type: application/json"], Friend.adaJSON), .json(Friend.adaJSON),
        ]
        try await withServer(replies) { _, client in
            let added = try await client.add(.nguyen, id: Friend.ada.id)
            #expect(added == .ada)
            let updated = try await client.update(
                Friend.ada.id, with: FriendChanges([.firstName: "A"]), from: Friend.Version("v6"))
            #expect(updated == .ada)
        }
    }

    @Test(arguments: [Call.add, .update])
    func aWriteWhoseAnswerStallsAfterItsHeadIsASuccess(call: Call) async throws {
        let limits = ClientLimits(silence: .seconds(1))
        try await withServer([.bytes(Reply.head("200 OK", ["Content-Length: 9"]) + "{")], limits: limits) { _, client in
            await call.expect(nil, from: client)
        }
    }

    @Test func aWriteWhoseAnswerIsTooLargeIsASuccess() async throws {
        let limits = ClientLimits(maximumAnswerSize: 10)
        try await withServer([.answer("200 OK", [], Friend.adaJSON)], limits: limits) { _, client in
            await Call.add.expect(nil, from: client)
        }
    }

    @Test func theBodyOfTheAnswerToADeleteIsNotWaitedFor() async throws {
        let limits = ClientLimits(silence: .seconds(30), wholeRequest: .seconds(30))
        try await withServer([.bytes(Reply.head("200 OK", ["Content-Length: 9"]) + "{")], limits: limits) { _, client in
            let duration = try await ContinuousClock().measure {
                try await client.delete(Friend.ada.id, at: Friend.ada.version)
            }
            #expect(duration < .seconds(10))
        }
    }

    @Test func givingUpAWriteThatIsMadeAlreadySaysThatItIsMade() async throws {
        try await withServer([.bytes(Reply.head("200 OK", ["Content-Length: 9"]) + "{")]) { server, client in
            let call = Task { await Call.add.error(client) }
            await server.hasReceived(1)
            call.cancel()
            // The head may or may not have arrived when the call was given up; the answer must fit.
            let error = await call.value
            #expect(error == nil || error == .cancelled)
        }
    }

    @Test func anEmptyListIsAList() async throws {
        try await withServer([.json("[]")]) { _, client in
            let page = try await client.friends(after: nil)
            #expect(page == FriendPage(friends: []))
        }
    }

    @Test func theListComesWithWhatTheServerSaysAboutIt() async throws {
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
    func aTotalCountThatIsNoNumberIsNotOne(text: String) async throws {
        try await withServer([.json("[]", ["Total-Count: \(text)"])]) { _, client in
            let page = try await client.friends(after: nil)
            #expect(page.totalCount == nil)
        }
    }

    @Test func aServerThatHasNoVersionsGivesTheEmptyOne() async throws {
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

    @Test func textThatIsNoUTF8BreaksItsEntryAlone() async throws {
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
