import FriendsHTTP
import FriendsModel
import Testing

/// Asking for what imported cards hold beyond fields and lines.
@Suite(.timeLimit(.minutes(3)))
struct RestTests {
    private static let adaWithRest = Friend.adaJSON.dropLast() + #","rest":"AP8="}"#
    private static let other = #"{"id":"b","version":"1","firstname":"B","lastname":"","phonenumber":""}"#
    private static let isNone = FriendsClientError.unreadableResponse(reason: "the rest of a friend is not in Base64")

    @Test func `a page has the rests of its friends`() async throws {
        let replies: [Reply] = [
            .json("[\(Self.adaWithRest),\(Self.other),17]", ["Link: </friends?after=p&include=rest>; rel=\"next\""]),
            .json("[]"),
        ]
        try await withServer(replies) { server, client in
            let page = try await client.friendsWithRests(after: nil)
            #expect(page.friends.map(\.id.rawValue) == ["a-1", "b"] && page.unreadableCount == 1)
            #expect(page.rests == [Friend.ada.id: [0, 255]])
            let next = try await client.friendsWithRests(after: page.next)
            #expect(next.friends.isEmpty && next.next == nil)
            #expect(
                server.requests.map(\.uri) == [
                    "/friends?limit=5000&include=rest", "/friends?limit=5000&after=p&include=rest",
                ])
        }
    }

    @Test func `a friend has a rest, or none`() async throws {
        try await withServer([.json(String(Self.adaWithRest)), .json(Friend.adaJSON)]) { _, client in
            let rest = try await client.rest(of: Friend.ada.id)
            let none = try await client.rest(of: Friend.ada.id)
            #expect(rest == [0, 255] && none == nil)
        }
    }

    @Test func `a damaged rest is no missing one`() async throws {
        let damaged = Friend.adaJSON.dropLast() + #","rest":"?"}"#
        try await withServer([.json("[\(damaged)]"), .json(String(damaged))]) { _, client in
            await #expect(throws: Self.isNone) { try await client.friendsWithRests(after: nil) }
            await #expect(throws: Self.isNone) { try await client.rest(of: Friend.ada.id) }
        }
    }
}
