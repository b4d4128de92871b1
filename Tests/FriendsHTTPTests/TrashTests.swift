import FriendsHTTP
import FriendsModel
import Testing

/// Asking for the friends that were deleted.
@Suite(.timeLimit(.minutes(10)))
struct TrashTests {
    private static let adaInTrash = Friend.adaJSON.dropLast() + #","deleted":"2026-11-21T14:03:00Z"}"#

    @Test func `deleted friends have their deletion times`() async throws {
        try await withServer([.json("[\(Self.adaInTrash)]", ["Total-Count: 23456"])]) { server, client in
            let trash = try await client.deleted()
            #expect(
                trash
                    == Trash(friends: [DeletedFriend(friend: .ada, deletedAt: 1_795_269_780)], totalCount: 23_456))
            #expect(server.requests.map(\.uri) == ["/trash?limit=10000"])
        }
    }

    @Test func aBrokenEntryOrDateDoesNotHideTheGoodOnes() async throws {
        let noDate = Friend.adaJSON
        let noMoment = Friend.adaJSON.dropLast() + #","deleted":"yesterday"}"#
        try await withServer([.json("[\(noDate),\(Self.adaInTrash),\(noMoment),17]")]) { _, client in
            let trash = try await client.deleted()
            #expect(trash.friends.map(\.friend) == [.ada])
            #expect(trash.unreadableCount == 3)
            #expect(trash.totalCount == nil)
        }
    }

    @Test(arguments: ["404 Not Found", "405 Method Not Allowed"])
    func aServerWithoutATrashOffersNone(status: String) async throws {
        try await withServer([.answer(status), .answer(status)]) { _, client in
            await #expect(throws: FriendsClientError.notOffered) { try await client.deleted() }
            await #expect(throws: FriendsClientError.notOffered) {
                try await client.deletedFriends(after: nil, withRests: true)
            }
        }
    }

    @Test func `an invalid trash is reported`() async throws {
        try await withServer([.json("{}"), .answer("401 Unauthorized")]) { _, client in
            await #expect(
                throws: FriendsClientError.unreadableResponse(reason: "the reply is not a list of deleted friends")
            ) { try await client.deleted() }
            await #expect(throws: FriendsClientError.notSignedIn) { try await client.deleted() }
        }
    }

    // MARK: - Purging

    private static let foreign = FriendsClientError.unreadableResponse(
        reason: "404 Not Found did not come from a server of friends")

    static let purges: [(replies: [Reply], requests: Int, result: Result<Bool, FriendsClientError>)] = [
        ([.answer("204 No Content")], 1, .success(true)),
        ([.answer("404 Not Found")], 1, .failure(.notFound)),
        // The attempt whose reply got lost has done it.
        ([.hangUp, .answer("404 Not Found")], 2, .success(true)),
        (
            [.problem("412 Precondition Failed", #"{"current":\#(Friend.adaJSON)}"#)], 1,
            .failure(.conflict(current: .ada))
        ),
        ([.answer("405 Method Not Allowed")], 1, .failure(.notOffered)),
        ([.answer("404 Not Found", ["Content-Type: text/html"], "<p>Log in</p>")], 1, .failure(.notDone(foreign))),
        ([.answer("401 Unauthorized")], 1, .failure(.notSignedIn)),
    ]

    @Test(arguments: purges)
    func `a deleted friend is purged`(
        _ row: (replies: [Reply], requests: Int, result: Result<Bool, FriendsClientError>)
    ) async throws {
        try await withServer(row.replies) { server, client in
            let result: Result<Bool, FriendsClientError>
            do throws(FriendsClientError) {
                try await client.purge(Friend.ada.id, at: Friend.ada.version)
                result = .success(true)
            } catch {
                result = .failure(error)
            }
            #expect(result == row.result)
            #expect(
                server.requests.map { "\($0.method) \($0.uri)" }
                    == Array(repeating: "DELETE /trash/a-1", count: row.requests))
            #expect(server.requests.allSatisfy { $0.headers["If-Match"] == ["\"\(Friend.ada.version.rawValue)\""] })
        }
        try await withServer([.answer("204 No Content")]) { server, client in
            try await client.purge(Friend.ada.id, at: nil)
            #expect(server.requests.map { $0.headers["If-Match"] } == [["*"]])
        }
    }

    /// What an earlier server cannot purge stays in its trash.
    @Test func `a friend is deleted where it cannot be purged`() async throws {
        for status in ["404 Not Found", "405 Method Not Allowed"] {
            try await withServer([.answer("204 No Content"), .answer(status)]) { server, client in
                let erased = try await client.make(.erase(Friend.ada.id, at: Friend.ada.version))
                #expect(erased == nil)
                #expect(
                    server.requests.map { "\($0.method) \($0.uri)" } == ["DELETE /friends/a-1", "DELETE /trash/a-1"])
            }
        }
    }

    // MARK: - Pages

    @Test func `a page of the trash has the rests of its friends`() async throws {
        let ada = Self.adaInTrash.dropLast() + #","rest":"AP8="}"#
        let replies: [Reply] = [
            .json(
                "[\(ada),17]",
                ["Total-Count: 3", "ETag: \"7-00000000\"", "Link: </trash?after=42.7&include=rest>; rel=\"next\""]),
            .json("[\(Self.adaInTrash)]"), .json("[\(Self.adaInTrash)]"),
        ]
        try await withServer(replies) { server, client in
            let page = try await client.deletedFriends(after: nil, withRests: true)
            let expected = FriendPage(
                friends: [.ada], rests: [Friend.ada.id: [0, 255]], unreadableCount: 1, totalCount: 3,
                next: FriendPage.Position("42.7"), snapshot: FriendPage.Snapshot("\"7-00000000\""))
            #expect(page == expected)
            #expect(try await client.deletedFriends(after: page.next, withRests: true).next == nil)
            #expect(try await client.deletedFriends(after: nil, withRests: false).rests.isEmpty)
            #expect(
                server.requests.map(\.uri) == [
                    "/trash?limit=10000&include=rest", "/trash?limit=10000&after=42%2E7&include=rest",
                    "/trash?limit=10000",
                ])
        }
    }

    @Test func `a server without pages of the trash has one, without rests`() async throws {
        try await withServer([.json("[\(Self.adaInTrash)]", ["Total-Count: 23456"])]) { _, client in
            let page = try await client.deletedFriends(after: nil, withRests: true)
            #expect(page == FriendPage(friends: [.ada], totalCount: 23_456))
        }
    }

    @Test func `a damaged page of the trash is an error`() async throws {
        let damaged = Self.adaInTrash.dropLast() + #","rest":"?"}"#
        let next = ["Link: </trash?after=42.7>; rel=\"next\""]
        try await withServer([.json("[\(damaged)]"), .json("{}"), .json("[]", next)]) { _, client in
            for (position, reason) in [
                (nil, "the rest of a friend is not in Base64"), (nil, "the reply is not a list of friends"),
                ("42.7", "the pages of the list form a loop"),
            ] {
                await #expect(throws: FriendsClientError.unreadableResponse(reason: reason)) {
                    try await client.deletedFriends(after: position.map { FriendPage.Position($0) }, withRests: true)
                }
            }
        }
    }
}

extension RealServerTests {
    @Test func `the rests of deleted friends are read page by page`() async throws {
        try await withProxy { proxy, client in
            let rest = [UInt8](repeating: 7, count: 1 << 20)
            var deleted: [Friend] = []
            for number in 0..<9 {
                let friend = try await client.add(.ada, id: Friend.ID("\(number)"), rest: number == 5 ? nil : rest)
                try await client.delete(friend.id, at: friend.version)
                deleted.insert(friend, at: 0)
            }
            let added = try await client.add(.ada, id: Friend.ID("last"), rest: rest)
            try await client.delete(added.id, at: added.version)
            deleted.insert(added, at: 0)

            proxy.loseReplies(1)
            let first = try await client.deletedFriends(after: nil, withRests: true)
            let second = try await client.deletedFriends(after: first.next, withRests: true)
            #expect(first.friends + second.friends == deleted && second.friends.count == 1 && second.next == nil)
            #expect(first.totalCount == 10 && first.snapshot == second.snapshot && first.snapshot != nil)
            let rests = first.rests.merging(second.rests) { $1 }
            #expect(Set(rests.keys) == Set(deleted.map(\.id).filter { $0.rawValue != "5" }))
            #expect(rests.values.allSatisfy { $0 == rest })
            let all = try await client.deletedFriends(after: nil, withRests: false)
            #expect(all.friends == deleted && all.rests.isEmpty && all.next == nil)
        }
    }
}
