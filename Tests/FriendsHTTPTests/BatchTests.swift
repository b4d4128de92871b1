import FriendsHTTP
import FriendsModel
import TestSupport
import Testing

/// Several writes in one request.
@Suite(.timeLimit(.minutes(10)))
struct BatchTests {
    private static let delete = FriendWrite.delete(Friend.ada.id, at: Friend.ada.version)

    private func expect(
        _ error: FriendsClientError, for writes: [FriendWrite] = [delete], from client: HTTPFriendsClient,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await #expect(throws: error, sourceLocation: sourceLocation) { try await client.write(writes) }
    }

    private static func results(_ results: String...) -> Reply {
        .json(#"{"results":[\#(results.joined(separator: ","))]}"#)
    }
    private static func problem(_ status: Int, _ members: String = "") -> String {
        #"{"status":\#(status),"problem":{"status":\#(status),"title":"No","detail":"Not this"\#(members)}}"#
    }

    @Test func `each write has the result of the single call`() async throws {
        let changes = FriendChanges([.firstName: "Ada"])
        let writes: [FriendWrite] = [
            .add(.ada, id: Friend.ada.id), .update(Friend.ada.id, changes, from: Friend.ada.version),
            Self.delete, .restore(Friend.ada.id, details: .ada), .add(.ada, id: Friend.ada.id),
            .update(Friend.ada.id, FriendChanges([.firstName: "Eve"]), from: .init("v6")),
            .delete(Friend.ada.id, at: .init("v6")), Self.delete, .restore(Friend.ada.id, details: .nguyen),
            .add(.ada, id: Friend.ada.id), .update(Friend.ada.id, changes, from: .init("v6")),
        ]
        let ada = #"{"status":200,"friend":\#(Friend.adaJSON)}"#
        let current = #","current":\#(Friend.adaJSON)"#
        let fields = #","errors":[{"pointer":"/changes/9/friend/lines/2/value","detail":"x"}]"#
        let reply = Self.results(
            ada, ada, #"{"status":204}"#, ada, Self.problem(409, current), Self.problem(412, current),
            Self.problem(412, current), Self.problem(404), Self.problem(409, current), Self.problem(422, fields),
            Self.problem(507))
        try await withServer([Friend.emptyList, reply]) { server, client in
            _ = try await client.friends(after: nil)
            let conflict = Result<Friend?, FriendsClientError>.failure(.conflict(current: .ada))
            let expected: [Result<Friend?, FriendsClientError>] = [
                .success(.ada), .success(.ada), .success(nil), .success(.ada), .success(.ada), conflict, conflict,
                .failure(.notFound), conflict,
                .failure(.rejected([.init(part: .line(2), reason: "x")], reason: "Not this")),
                .failure(.unavailable(status: "507 Insufficient Storage", reason: "Not this")),
            ]
            #expect(try await client.write(writes) == expected)
            #expect(server.requests.map(\.uri) == ["/friends?limit=200", "/friends/batch"])
            let start = #"{"atomic":false,"changes":[{"friend":{"firstname":"Ada","id":"a-1","#
            #expect(server.requests.last?.body.hasPrefix(start) == true)
        }
    }

    /// The server has read too much for the changes before.
    @Test func `a change that a batch has no room for is sent alone`() async throws {
        let reply = Self.results(#"{"status":204}"#, Self.problem(413), Self.problem(413))
        let others = ["b", "c"].map { FriendWrite.delete(.init($0), at: .init("v1")) }
        let refusal = Reply.problem("412 Precondition Failed", #"{"current":\#(Friend.adaJSON)}"#)
        try await withServer([Friend.emptyList, reply, .answer("204 No Content"), refusal]) { server, client in
            _ = try await client.friends(after: nil)
            let results = try await client.write(others + [Self.delete])
            #expect(results == [.success(nil), .success(nil), .failure(.conflict(current: .ada))])
            let sent = server.requests.dropFirst(2)
            #expect(sent.map { "\($0.method) \($0.uri)" } == ["DELETE /friends/c", "DELETE /friends/a-1"])
        }
    }

    /// An addition and a deletion would leave the friend in the list if the connection broke between them.
    @Test func `a friend for the trash is never in the list`() async throws {
        let full = Self.results(Self.problem(413), Self.problem(413), Self.problem(413), Self.problem(413))
        let writes: [FriendWrite] = [
            .addToTrash(.ada, id: .init("b")),
            .updateAndDelete(.init("c"), FriendChanges([.firstName: "Ada"]), from: .init("v1")),
            .addToTrash(.ada, id: .init("d")), .erase(.init("e"), at: .init("v1")),
        ]
        let done = Self.results(#"{"status":204}"#)
        let replies = [Friend.emptyList, full, done, done, Self.results(Self.problem(413)), done]
        try await withServer(replies) { server, client in
            _ = try await client.friends(after: nil)
            let results = try await client.write(writes)
            #expect(
                results == [
                    .success(nil), .success(nil), .failure(.rejected([], reason: "Not this")), .success(nil),
                ])
            #expect(server.requests.dropFirst().map(\.uri) == Array(repeating: "/friends/batch", count: 5))
        }
    }

    @Test func `a friend created as sent has only its version in the response`() async throws {
        let reply = Self.results(#"{"status":201,"version":"7"}"#, #"{"status":201}"#)
        let read = Reply.json(Friend.adaJSON)
        let writes: [FriendWrite] = [.add(.nguyen, id: .init("n")), .add(.ada, id: Friend.ada.id)]
        try await withServer([Friend.emptyList, reply, read]) { server, client in
            _ = try await client.friends(after: nil)
            let created = Friend(id: .init("n"), version: .init("7"), details: .nguyen)
            // Without the version, the friend is read.
            #expect(try await client.write(writes) == [.success(created), .success(.ada)])
            #expect(server.requests.map(\.uri).dropFirst() == ["/friends/batch", "/friends/a-1"])
            #expect(server.requests[1].headers["Prefer"] == ["return=minimal"])
        }
    }

    /// A repeated one may have been made by the attempt before.
    @Test(arguments: [[], [Reply.hangUp]])
    func `an addition whose friend someone else had added is known`(lost: [Reply]) async throws {
        let reply = Self.results(
            #"{"status":201,"version":"7"}"#, #"{"status":200,"friend":\#(Friend.adaJSON)}"#,
            #"{"status":200,"friend":\#(Friend.adaJSON)}"#)
        let update = FriendWrite.update(Friend.ada.id, FriendChanges([.firstName: "Ada"]), from: Friend.ada.version)
        try await withServer([Friend.emptyList] + lost + [reply]) { _, client in
            _ = try await client.friends(after: nil)
            let answer = try await client.writeAndFindExisting([
                .add(.nguyen, id: .init("n")), .add(.ada, id: Friend.ada.id), update,
            ])
            #expect(answer.results.count == 3 && answer.existing == (lost.isEmpty ? [Friend.ada.id] : []))
        }
    }

    @Test func `writes that belong together are made as a whole`() async throws {
        let update = FriendWrite.update(Friend.ada.id, FriendChanges([.firstName: "Ada"]), from: Friend.ada.version)
        let delete = FriendWrite.delete(.init("other"), at: .init("v2"))
        let done = Self.results(#"{"status":200,"friend":\#(Friend.adaJSON)}"#, #"{"status":204}"#)
        let refused = Reply.problem(
            "409 Conflict",
            #"{"title":"x","results":[\#(Self.problem(412, #","current":\#(Friend.adaJSON)"#)),\#(Self.problem(424))]}"#
        )
        try await withServer([Friend.emptyList, done, refused]) { server, client in
            _ = try await client.friends(after: nil)
            #expect(try await client.writeAll([update, delete]) == [.success(.ada), .success(nil)])
            #expect(server.requests.last?.body.hasPrefix(#"{"atomic":true,"#) == true)
            let other = FriendWrite.update(Friend.ada.id, FriendChanges([.firstName: "Eve"]), from: .init("v6"))
            #expect(
                try await client.writeAll([other, delete]) == [
                    .failure(.conflict(current: .ada)), .failure(.notDone(.conflict(current: nil))),
                ])
        }
    }

    /// The lost attempt has made both.
    /// A single restoration would add the friend.
    @Test func `nothing of refused writes is made alone`() async throws {
        let problem = #"{"status":409,"results":[\#(Self.problem(424)),\#(Self.problem(404))]}"#
        try await withServer([Friend.emptyList, .problem("409 Conflict", problem)]) { server, client in
            _ = try await client.friends(after: nil)
            let results = try await client.writeAll([Self.delete, .restore(.init("b"), details: .nguyen)])
            #expect(results == [.failure(.notDone(.conflict(current: nil))), .failure(.notFound)])
            #expect(server.requests.count == 2)
        }
    }

    @Test func `a lost answer to writes that belong together is found out`() async throws {
        let update = FriendWrite.update(Friend.ada.id, FriendChanges([.firstName: "Ada"]), from: .init("v6"))
        let delete = FriendWrite.delete(.init("other"), at: .init("v2"))
        let again = Reply.problem(
            "409 Conflict",
            #"{"title":"x","results":[\#(Self.problem(412, #","current":\#(Friend.adaJSON)"#)),{"status":204}]}"#)
        try await withServer([Friend.emptyList, .hangUp, again]) { server, client in
            _ = try await client.friends(after: nil)
            #expect(try await client.writeAll([update, delete]) == [.success(.ada), .success(nil)])
            #expect(server.requests.count == 3)
        }
    }

    @Test(arguments: [
        "400 Bad Request", "404 Not Found", "405 Method Not Allowed", "413 Payload Too Large",
        "422 Unprocessable Entity", "501 Not Implemented",
    ])
    func `a server without batches offers none`(status: String) async throws {
        let problem = Reply.problem(status, #"{"title":"x"}"#)
        try await withServer([Friend.emptyList, problem, .answer(status)]) { _, client in
            _ = try await client.friends(after: nil)
            await expect(.notOffered, from: client)
            await expect(.notOffered, from: client)
        }
    }

    private static let page = ["Content-Type: text/html"]

    @Test(arguments: [
        "404 Not Found", "405 Method Not Allowed", "413 Payload Too Large", "501 Not Implemented",
    ])
    func `a server that refuses the path with a page offers no batches`(status: String) async throws {
        let page = Reply.answer(status, Self.page, "<h1>No</h1>")
        try await withServer([Friend.emptyList, page]) { _, client in
            _ = try await client.friends(after: nil)
            await expect(.notOffered, from: client)
        }
        // The page of a proxy says nothing about the attempt whose response was lost.
        try await withServer([Friend.emptyList, .hangUp, page]) { server, client in
            _ = try await client.friends(after: nil)
            do throws(FriendsClientError) {
                _ = try await client.write([Self.delete])
                Issue.record("not an error")
            } catch {
                guard case .connectionLost = error else {
                    Issue.record("\(error)")
                    return
                }
            }
            #expect(server.requests.count == 3)
        }
        // A server without batches has not done it.
        try await withServer([Friend.emptyList, .hangUp, .problem(status, #"{"title":"x"}"#)]) { _, client in
            _ = try await client.friends(after: nil)
            await expect(.notOffered, from: client)
        }
    }

    @Test(arguments: ["400 Bad Request", "422 Unprocessable Entity"])
    func `another error page says nothing about batches`(status: String) async throws {
        try await withServer([Friend.emptyList, .answer(status, Self.page, "<h1>No</h1>")]) { _, client in
            _ = try await client.friends(after: nil)
            await expect(.unreadableResponse(reason: "\(status) did not come from a server of friends"), from: client)
        }
    }

    @Test func `a friend that is missing in a result is read`() async throws {
        let writes: [FriendWrite] = [
            .add(.ada, id: Friend.ada.id), .restore(Friend.ada.id, details: .ada),
            .update(Friend.ada.id, FriendChanges([.firstName: "Ada"]), from: .init("v6")),
            .update(Friend.ada.id, FriendChanges([.firstName: "Eve"]), from: .init("v6")),
        ]
        let reply = Self.results(
            #"{"status":201}"#, #"{"status":200}"#, #"{"status":200}"#, Self.problem(412))
        let ada = Reply.json(Friend.adaJSON)
        try await withServer([Friend.emptyList, reply, ada, ada, ada]) { server, client in
            _ = try await client.friends(after: nil)
            let results = try await client.write(writes)
            // The caller reads the friend after a change.
            #expect(results == [.success(.ada), .success(.ada), .success(nil), .failure(.conflict(current: .ada))])
            #expect(server.requests.dropFirst(2).map(\.uri) == Array(repeating: "/friends/a-1", count: 3))
        }
    }

    @Test func `the results of a batch can be as large as a list`() async throws {
        let body = #"{"results":[{"status":204}],"more":"\#(String(repeating: "x", count: 17_000_000))"}"#
        try await withServer([Friend.emptyList, .json(body)]) { _, client in
            _ = try await client.friends(after: nil)
            #expect(try await client.write([Self.delete]) == [.success(nil)])
        }
    }

    @Test func `without ids and versions nothing is sent`() async throws {
        try await withServer([.json("[]")]) { server, client in
            _ = try await client.friends(after: nil)
            await expect(.notOffered, from: client)
            #expect(server.requests.count == 1)
        }
    }

    @Test func `a batch without its results has an unknown outcome`() async throws {
        for reply in [Self.results(), .json("{}"), .json("[]"), .answer("204 No Content")] {
            try await withServer([Friend.emptyList, reply]) { _, client in
                _ = try await client.friends(after: nil)
                do throws(FriendsClientError) {
                    _ = try await client.write([Self.delete])
                    Issue.record("not an error")
                } catch {
                    guard case .unreadableResponse = error else {
                        Issue.record("\(error)")
                        return
                    }
                }
            }
        }
        for (status, error) in [
            ("401 Unauthorized", FriendsClientError.notSignedIn),
            ("500 Internal Server Error", .failed(status: "500 Internal Server Error", reason: nil)),
        ] {
            try await withServer([Friend.emptyList, .answer(status)]) { _, client in
                _ = try await client.friends(after: nil)
                await expect(error, from: client)
            }
        }
    }
}

extension RealServerTests {
    @Test(arguments: [0, 1, 2])
    func `a batch is done once however many responses are lost`(lost: Int) async throws {
        try await withProxy { proxy, client in
            try await expect([], in: client)
            let people: [(id: Friend.ID, details: FriendDetails)] = (0..<20).map { number in
                (Friend.ID("\(number)"), FriendDetails.ada.with([.line(.note, "\(number)\nrow")]))
            }
            func friends(_ writes: [FriendWrite]) async throws -> [Friend?] {
                proxy.loseReplies(lost)
                return try await client.write(writes).map { try $0.get() }
            }
            let added = try await friends(people.map { .add($0.details, id: $0.id) }).compactMap(\.self)
            #expect(added.map(\.details) == people.map(\.details))
            let changes = FriendChanges(lines: [.line(.tag, "all")])
            let updated = try await friends(added.map { .update($0.id, changes, from: $0.version) }).compactMap(\.self)
            #expect(updated.map(\.details) == added.map { changes.applied(to: $0.details) })
            #expect(try await friends(updated.map { .delete($0.id, at: $0.version) }) == updated.map { _ in nil })
            try await expect([], in: client)
            let restored = try await friends(updated.map { .restore($0.id, details: $0.details) }).compactMap(\.self)
            #expect(restored.map(\.details) == updated.map(\.details))
            #expect(Set(restored.map(\.version.rawValue)).count == 1)
            // A friend that left the trash for good is added.
            let gone: FriendWrite = .restore(Friend.ID("gone"), details: .accented)
            #expect(try await friends([gone]).first??.details == .accented)
        }
    }
}
