import FriendsHTTP
import FriendsModel
import Testing

/// Asking for the friends that were deleted.
@Suite(.timeLimit(.minutes(3)))
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
        try await withServer([.answer(status)]) { _, client in
            await #expect(throws: FriendsClientError.notOffered) { try await client.deleted() }
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
}
