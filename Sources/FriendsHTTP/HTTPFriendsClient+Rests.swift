import FoundationEssentials
import FriendsModel
import FriendsWire
import HTTPTransport

/// What imported cards hold beyond fields and lines.
extension HTTPFriendsClient {
    /// `GET /friends?include=rest`, one page. A server without rests answers with the friends alone.
    package func friendsWithRests(
        after position: FriendPage.Position?
    ) async throws(FriendsClientError) -> FriendPage {
        var request = Self.request(forPageAfter: position, size: Self.laterPageSize)
        request.query += "&\(Interface.includeParameter)=\(Interface.includedRest)"
        let page = try await wholePage(from: transport.response(to: request).success(), after: position)
        server.learn(from: page)
        return page
    }

    /// `GET /friends/{id}`.
    package func rest(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]? {
        try await whole(id).restBytes()
    }

    /// Decodes off the caller's actor, like a page without rests.
    @concurrent
    func wholePage(
        from response: Response, after position: FriendPage.Position?
    ) async throws(FriendsClientError) -> FriendPage {
        let document = try response.decoded(as: WholeListDocument.self, expected: "a list of friends")
        var rests: [Friend.ID: [UInt8]] = [:]
        for entry in document.entries { rests[entry.friend.id] = try entry.restBytes() }
        return try page(
            document, of: document.entries.map(\.friend), rests: rests, in: response, after: position)
    }
}

extension WholeFriendDocument {
    func restBytes() throws(FriendsClientError) -> [UInt8]? {
        guard let rest else { return nil }
        guard let bytes = Data(base64Encoded: rest) else {
            throw .unreadableResponse(reason: "the rest of a friend is not in Base64")
        }
        return Array(bytes)
    }
}
