import FriendsHTTP
import FriendsModel
import Testing

/// Asking for what imported cards hold beyond fields and lines.
@Suite(.timeLimit(.minutes(10)))
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

/// Writing them.
extension RealServerTests {
    private static let card: [UInt8] = Array(0...255)

    @Test(arguments: [0, 1, 2], [true, false])
    func `a rest is written once however many responses are lost`(lost: Int, inBatches: Bool) async throws {
        try await withProxy { proxy, client in
            _ = try await client.friends(after: nil)
            func make(_ write: FriendWrite) async throws -> Friend? {
                proxy.loseReplies(lost)
                return inBatches ? try await client.write([write])[0].get() : try await client.make(write)
            }
            let added = try #require(try await make(.add(.ada, id: Friend.ada.id, rest: Self.card)))
            #expect(try await client.rest(of: added.id) == Self.card)
            // Only the rest changes.
            let first = try #require(
                try await make(.update(added.id, FriendChanges(), rest: [1, 2], from: added.version)))
            #expect(first.details == .ada && first.version != added.version)
            #expect(try await client.rest(of: added.id) == [1, 2])
            let changes = FriendChanges([.firstName: "Augusta"])
            let second = try #require(try await make(.update(added.id, changes, from: first.version)))
            #expect(try await client.rest(of: added.id) == [1, 2])
            let third = try #require(try await make(.update(added.id, FriendChanges(), rest: [], from: second.version)))
            #expect(third.details.firstName == "Augusta")
            #expect(try await client.rest(of: added.id) == nil)
            // It goes to the trash as it was at first.
            let back = FriendChanges(from: third.details, to: .ada)
            #expect(
                try await make(.updateAndDelete(added.id, back, rest: Self.card, from: third.version)) == nil)
            let trash = try await client.deletedFriends(after: nil, withRests: true)
            #expect(trash.friends.map(\.details) == [.ada] && trash.rests == [added.id: Self.card])
            let copy = Friend.ID("copy")
            #expect(try await make(.addToTrash(.ada, id: copy, rest: Self.card)) == nil)
            let copies = try await client.deletedFriends(after: nil, withRests: true)
            #expect(copies.friends.map(\.id) == [copy, added.id] && copies.rests[copy] == Self.card)
            #expect(try await client.friends(after: nil).friends.isEmpty)
            // Nothing of them is left.
            #expect(try await make(.purge(copy, at: nil)) == nil)
            #expect(try await make(.purge(added.id, at: trash.friends[0].version)) == nil)
            let other = try #require(try await make(.add(.grace, id: copy, rest: Self.card)))
            #expect(try await make(.erase(copy, at: other.version)) == nil)
            #expect(try await client.deletedFriends(after: nil, withRests: true).friends.isEmpty)
            #expect(try await client.friends(after: nil).friends.isEmpty)
        }
    }

    @Test(arguments: [0, 1], [true, false])
    func `another rest is a conflict`(lost: Int, inBatches: Bool) async throws {
        try await withProxy { proxy, client in
            _ = try await client.friends(after: nil)
            let ada = try await client.add(.ada, id: Friend.ada.id, rest: Self.card)
            let now = try #require(
                try await client.update(ada.id, with: FriendChanges(), rest: [7], from: ada.version))
            func result(_ write: FriendWrite, _ single: () async throws -> Friend?) async throws -> Friend? {
                proxy.loseReplies(lost)
                return inBatches ? try await client.write([write])[0].get() : try await single()
            }
            await #expect(throws: FriendsClientError.conflict(current: now)) {
                try await result(.add(.ada, id: ada.id, rest: Self.card)) {
                    try await client.add(.ada, id: ada.id, rest: Self.card)
                }
            }
            // The same details alone do not show that an earlier attempt has stored the rest.
            await #expect(throws: FriendsClientError.conflict(current: now)) {
                try await result(.update(ada.id, FriendChanges(), rest: [8], from: ada.version)) {
                    try await client.update(ada.id, with: FriendChanges(), rest: [8], from: ada.version)
                }
            }
            #expect(try await client.rest(of: ada.id) == [7])
        }
    }
}
