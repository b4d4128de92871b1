import FriendsHTTP
import FriendsModel
import Testing

/// Bringing a deleted friend back, and asking for one.
@Suite(.timeLimit(.minutes(10)))
struct RestoreTests {
    static let other = #"{"id":"a-1","version":"v9","firstname":"Augusta","lastname":"King","phonenumber":"12"}"#
    static let otherFriend = Friend(
        id: Friend.ada.id, version: Friend.Version("v9"),
        details: FriendDetails(firstName: "Augusta", lastName: "King", phoneNumber: "12"))

    static let answers: [(replies: [Reply], requests: [String], result: Result<Friend, FriendsClientError>)] = [
        ([.json(Friend.adaJSON)], ["POST /trash/a-1/restore"], .success(.ada)),
        (
            [.answer("200 OK")], ["POST /trash/a-1/restore"],
            .success(Friend(id: Friend.ada.id, version: Friend.Version(""), details: .ada))
        ),
        (
            [.problem("409 Conflict", #"{"current":\#(Friend.adaJSON)}"#)], ["POST /trash/a-1/restore"], .success(.ada)
        ),
        (
            [.problem("409 Conflict", #"{"current":\#(other)}"#)], ["POST /trash/a-1/restore"],
            .failure(.conflict(current: otherFriend))
        ),
        (
            [.answer("409 Conflict"), .json(other)], ["POST /trash/a-1/restore", "GET /friends/a-1"],
            .failure(.conflict(current: otherFriend))
        ),
        // Not in the trash any more, or a server without one.
        (
            [.answer("404 Not Found"), .answer("201 Created", [], Friend.adaJSON)],
            ["POST /trash/a-1/restore", "POST /friends"], .success(.ada)
        ),
        (
            [.answer("405 Method Not Allowed"), .answer("201 Created", [], Friend.adaJSON)],
            ["POST /trash/a-1/restore", "POST /friends"], .success(.ada)
        ),
        (
            [.answer("404 Not Found"), .problem("409 Conflict", #"{"current":\#(other)}"#)],
            ["POST /trash/a-1/restore", "POST /friends"], .failure(.conflict(current: otherFriend))
        ),
        // The reply to the first attempt got lost.
        (
            [.hangUp, .problem("409 Conflict", #"{"current":\#(Friend.adaJSON)}"#)],
            ["POST /trash/a-1/restore", "POST /trash/a-1/restore"], .success(.ada)
        ),
        ([.answer("401 Unauthorized")], ["POST /trash/a-1/restore"], .failure(.notSignedIn)),
    ]

    @Test(arguments: answers)
    func `a deleted friend is restored or added again`(
        _ row: (replies: [Reply], requests: [String], result: Result<Friend, FriendsClientError>)
    ) async throws {
        try await withServer(row.replies) { server, client in
            let result: Result<Friend, FriendsClientError>
            do throws(FriendsClientError) {
                result = .success(try await client.restore(Friend.ada.id, details: .ada))
            } catch {
                result = .failure(error)
            }
            #expect(result == row.result)
            #expect(server.requests.map { "\($0.method) \($0.uri)" } == row.requests)
        }
    }

    @Test func `a friend is read by its id`() async throws {
        try await withServer([.json(Friend.adaJSON), .answer("404 Not Found"), .json("[]")]) { server, client in
            let friend = try await client.friend(Friend.ada.id)
            #expect(friend == .ada)
            await #expect(throws: FriendsClientError.notFound) { try await client.friend(Friend.ada.id) }
            await #expect(throws: FriendsClientError.unreadableResponse(reason: "the reply is not a friend record")) {
                try await client.friend(Friend.ada.id)
            }
            #expect(server.requests.map(\.uri) == ["/friends/a-1", "/friends/a-1", "/friends/a-1"])
        }
    }
}
