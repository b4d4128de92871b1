import FoundationEssentials
import FriendsModel
import FriendsWire
import HTTPTransport
import NIOHTTP1

extension HTTPFriendsClient {
    /// The maximum number of deleted friends in a response: more than anyone reads, and quickly loaded.
    package static let trashSize = 10_000

    /// `GET /trash`, the friends deleted last.
    package func deleted() async throws(FriendsClientError) -> Trash {
        var request = Request(forJSON: .GET, Interface.trashPath)
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

    /// `DELETE /trash/{id}`, if the version is the same (`If-Match`).
    package func purge(_ id: Friend.ID, at version: Friend.Version?) async throws(FriendsClientError) {
        var request = Request(forJSON: .DELETE, try Request.path(of: id, in: Interface.trashPath))
        if let version {
            try request.require(version)
        } else {
            request.headers.add(name: "If-Match", value: "*")
            request.isRepeatable = true
        }
        let response = try await transport.response(to: request)
        // Other kinds of server have no such path; earlier ones of this kind answer as if the friend were not there.
        if [405, 501].contains(response.status.code), response.isGenuineRefusal { throw .notOffered }
        try purged(id, by: response)
    }

    /// Checks the response to a purge. Throws unless the friend was purged.
    func purged(_ id: Friend.ID, by response: Response) throws(FriendsClientError) {
        switch response.outcome(of: id, isExpected: { $0.id == id }) {
        case .done: return
        // The attempt whose response was lost has done it.
        case .refused(.notFound) where response.lostResponse != nil: return
        case .refused(let error): throw error
        // Nothing tells whether the trash still has the friend.
        case .unknown(let error, let mayHaveBeenDone): throw mayHaveBeenDone ? error : response.notDone(error)
        }
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
