import FoundationEssentials
import FriendsModel
import FriendsWire
import Logging
import NIOCore
import NIOHTTP1

/// A server of friends that is reached over HTTP: the only place on this side that knows URLs, JSON and status codes.
package struct HTTPFriendsClient: FriendsClient {
    /// How many friends the first page asks for: enough for any screen, little enough to be there at once.
    package static let firstPageSize = 200
    /// How many friends the later pages ask for.
    package static let laterPageSize = 5_000

    private let transport: Transport

    /// A client that connects when it is first asked for something.
    /// - Parameter logger: gets a line at the debug level for every request, without anything that people wrote.
    /// - Parameter token: tells the server who is asking, when it wants to know.
    package init(
        address: ServerAddress, token: AccessToken?, limits: ClientLimits, eventLoopGroup: any EventLoopGroup,
        logger: Logger
    ) {
        transport = Transport(
            address: address, token: token, limits: limits, eventLoopGroup: eventLoopGroup, logger: logger)
    }

    /// Closes all connections; to be called once, when nothing will be asked any more.
    ///
    /// Waits for a connection that is just being made, at the longest for the limit of connecting. A program that ends
    /// need not wait for that: the system closes what is open.
    package func shutdown() async {
        await transport.shutdown()
    }

    /// `GET /friends`, for as many friends as a page of that place has.
    package func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        var request = Request(.GET, Interface.friendsPath)
        request.query = "?\(Interface.limitParameter)=\(position == nil ? Self.firstPageSize : Self.laterPageSize)"
        if let position {
            request.query += "&\(Interface.afterParameter)=\(position.rawValue.percentEncoded)"
        }
        return try await page(from: success(of: request), after: position)
    }

    /// `POST /friends`. When the answer has no friend in it, what was sent is what there is, at the empty version.
    package func add(_ details: FriendDetails, id: Friend.ID) async throws(FriendsClientError) -> Friend {
        var request = Request(.POST, Interface.friendsPath)
        try request.write(FriendFieldsDocument(details, id: id), as: Interface.jsonMediaType)
        let answer = try await success(of: request)
        // The server has it, whatever it says about it.
        return answer.friend ?? Friend(id: id, version: Friend.Version(""), details: details)
    }

    /// `PATCH /friends/{id}` with the changed fields alone, on condition that the version is the same (`If-Match`).
    package func update(
        _ id: Friend.ID, with changes: FriendChanges, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        var request = Request(.PATCH, try Request.path(of: id))
        try request.require(version)
        try request.write(FriendFieldsDocument(changes), as: Interface.mergePatchMediaType)
        return try await success(of: request).friend
    }

    /// `DELETE /friends/{id}`, on condition that the version is the same (`If-Match`).
    package func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        var request = Request(.DELETE, try Request.path(of: id))
        try request.require(version)
        request.interest = .none
        _ = try await success(of: request)
    }

    /// `GET /friends/{id}`.
    package func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        let answer = try await success(of: Request(.GET, try Request.path(of: id)))
        return try answer.decoded(as: FriendDocument.self, expected: "a friend").friend
    }

    package func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        try await add(details, id: id)
    }

    package func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        throw .notOffered
    }

    package func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError) {
        throw .notOffered
    }

    /// The answer to a request when it is a success. Any 2xx is one.
    private func success(of request: Request) async throws(FriendsClientError) -> Answer {
        let answer = try await transport.answer(to: request)
        guard answer.isSuccess else { throw FriendsClientError(refusal: answer) }
        return answer
    }

    /// Decodes away from the caller's actor: a page can be large, and the screen must not wait for it.
    @concurrent
    private func page(
        from answer: Answer, after position: FriendPage.Position?
    ) async throws(FriendsClientError) -> FriendPage {
        let document = try answer.decoded(as: FriendListDocument.self, expected: "a list of friends")
        let next = NextPageLink(in: answer.headers["Link"], from: transport.address)?.position
        guard next == nil || next != position else {
            throw .unreadableAnswer(reason: "its next page is the same page again")
        }
        return FriendPage(
            friends: document.friends, unreadableCount: document.unreadableCount,
            totalCount: answer.headers.first(name: Interface.totalCountHeader).flatMap(Int.init).filter { $0 >= 0 },
            next: next, snapshot: answer.headers.first(name: "ETag").map(FriendPage.Snapshot.init))
    }
}

extension Answer {
    /// The friend in the body, or nil when there is none, or a broken one.
    fileprivate var friend: Friend? {
        (try? decoded(as: FriendDocument.self, expected: "a friend"))?.friend
    }
}

extension Request {
    /// Puts a document into the body of a request that writes.
    fileprivate mutating func write(
        _ document: FriendFieldsDocument, as mediaType: String
    ) throws(FriendsClientError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(document) else {
            throw .rejected([], reason: "The text cannot be written as JSON")
        }
        body = ByteBuffer(bytes: json)
        headers.add(name: "Content-Type", value: mediaType)
        interest = .welcome
    }
}

extension Optional {
    fileprivate func filter(_ isIncluded: (Wrapped) -> Bool) -> Self {
        flatMap { isIncluded($0) ? $0 : nil }
    }
}
