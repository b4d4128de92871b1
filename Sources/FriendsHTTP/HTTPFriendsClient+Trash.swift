import FoundationEssentials
import FriendsModel
import FriendsWire
import NIOHTTP1

extension HTTPFriendsClient {
    /// The maximum number of deleted friends in a response: more than anyone reads, and quickly loaded.
    package static let trashSize = 10_000

    /// `GET /trash`, the friends deleted last.
    package func deleted() async throws(FriendsClientError) -> Trash {
        var request = Request(.GET, Interface.trashPath)
        request.query = "?\(Interface.limitParameter)=\(Self.trashSize)"
        return try await trash(from: trashResponse(to: request))
    }

    /// `GET /trash`, one page. A server without pages of the trash answers with the friends deleted last, without rests.
    package func deletedFriends(
        after position: FriendPage.Position?, withRests hasRests: Bool
    ) async throws(FriendsClientError) -> FriendPage {
        var request = Self.request(Interface.trashPath, forPageAfter: position, size: Self.trashSize)
        if hasRests { request.query += "&\(Interface.includeParameter)=\(Interface.includedRest)" }
        return try await wholePage(from: trashResponse(to: request), after: position)
    }

    private func trashResponse(to request: Request) async throws(FriendsClientError) -> Response {
        let response = try await transport.response(to: request)
        // Other kinds of server have no such path.
        if [404, 405, 406, 410].contains(response.status.code) {
            throw response.isGenuineRefusal ? .notOffered : response.foreignRefusal
        }
        return try response.success()
    }

    /// Decodes off the caller's actor, like a page.
    @concurrent
    private func trash(from response: Response) async throws(FriendsClientError) -> Trash {
        let document = try response.decoded(as: TrashDocument.self, expected: "a list of deleted friends")
        guard document.isOfFriends else {
            throw .unreadableResponse(reason: "the reply is not a list of deleted friends")
        }
        let friends = document.entries.compactMap(\.deletedFriend)
        return Trash(
            friends: friends,
            unreadableCount: document.unreadableCount + document.entries.count - friends.count,
            totalCount: response.headers.first(name: Interface.totalCountHeader).flatMap(Int.init).filter { $0 >= 0 })
    }
}

extension DeletedFriendDocument {
    /// Nil without a valid time.
    fileprivate var deletedFriend: DeletedFriend? {
        guard let date = try? Date(deleted, strategy: .iso8601) else { return nil }
        return DeletedFriend(friend: friend, deletedAt: Int(date.timeIntervalSince1970))
    }
}
