import FoundationEssentials
import FriendsModel
import FriendsWire
import HTTPTransport
import Logging
import NIOCore
import NIOHTTP1

/// The client of a friends server over HTTP: the only place of the client that knows the paths, the JSON and the status
/// codes of the interface.
package struct HTTPFriendsClient: FriendsClient {
    /// The number of friends on the first page: enough for any screen, and quickly loaded.
    static let firstPageSize = 200
    /// The number of friends on the other pages.
    static let laterPageSize = 5_000

    let transport: Transport
    let server = ServerCapabilities()

    /// A client that connects with its first request.
    /// - Parameters:
    ///   - token: the bearer token, if the server requires one.
    ///   - authorities: the trusted certificate authorities; nil for the system's.
    ///   - clock: measures the pauses before retries.
    ///   - jitter: a random duration from zero to the given one: the length of such a pause.
    ///   - logger: gets one debug line per attempt, without user data.
    package init(
        address: ServerAddress, token: AccessToken?, authorities: CertificateAuthorities?, limits: ClientLimits,
        clock: any Clock<Duration>, jitter: @escaping @Sendable (Duration) -> Duration,
        eventLoopGroup: any EventLoopGroup, logger: Logger
    ) {
        transport = Transport(
            address: address, authorization: token?.authorization, authorities: authorities, limits: limits,
            policy: RetryPolicy(clock: clock, jitter: jitter), eventLoopGroup: eventLoopGroup, logger: logger,
            refusal: FriendsClientError.init(refusal:))
    }

    /// Closes all connections, after the last request.
    ///
    /// Waits for a connection that is being made, up to the connect timeout. A program that ends need not wait: the
    /// system closes its connections.
    package func shutdown() async {
        await transport.shutdown()
    }

    /// `GET /friends`, one page.
    package func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        let size = position == nil ? Self.firstPageSize : Self.laterPageSize
        let request = Self.request(forPageAfter: position, size: size)
        let page = try await page(from: transport.response(to: request).success(), after: position)
        server.learn(from: page)
        return page
    }

    /// `GET /friends/{id}`.
    /// - Throws: ``FriendsClientError/notFound`` only if a friends server says so; the error page of a proxy is an
    ///   ``FriendsClientError/unreadableResponse(reason:)``.
    package func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        try await whole(id).friend
    }

    /// `GET /friends/{id}`, with the rest.
    func whole(_ id: Friend.ID) async throws(FriendsClientError) -> WholeFriendDocument {
        let response = try await transport.response(to: Request(forJSON: .GET, try Request.path(of: id)))
        if [404, 410].contains(response.status.code), !response.isGenuineRefusal { throw response.foreignRefusal }
        let whole = try response.success().decoded(as: WholeFriendDocument.self, expected: "a friend record")
        guard whole.friend.id == id else { throw .unreadableResponse(reason: "the reply is another friend") }
        return whole
    }

    static func request(
        _ path: String = Interface.friendsPath, forPageAfter position: FriendPage.Position?, size: Int
    ) -> Request {
        var request = Request(forJSON: .GET, path)
        request.query = "?\(Interface.limitParameter)=\(size)"
        if let position {
            request.query += "&\(Interface.afterParameter)=\(position.rawValue.percentEncoded)"
        }
        return request
    }

    /// Decodes off the caller's actor: a page can be large, and the screen must not wait.
    @concurrent
    func page(
        from response: Response, after position: FriendPage.Position?
    ) async throws(FriendsClientError) -> FriendPage {
        let document = try response.decoded(as: FriendListDocument.self, expected: "a list of friends")
        return try page(document, of: document.friends, in: response, after: position)
    }

    /// The page that a document in a response is.
    func page<Entry>(
        _ document: ListDocument<Entry>, of friends: [Friend], rests: [Friend.ID: [UInt8]] = [:],
        in response: Response, after position: FriendPage.Position?
    ) throws(FriendsClientError) -> FriendPage {
        guard document.isOfFriends else { throw .unreadableResponse(reason: "the reply is not a list of friends") }
        let next = NextPageLink(in: response.headers["Link"], from: transport.address)?.position
        guard next == nil || next != position else {
            throw .unreadableResponse(reason: "the pages of the list form a loop")
        }
        return FriendPage(
            friends: friends, rests: rests, unreadableCount: document.unreadableCount,
            totalCount: response.headers.first(name: Interface.totalCountHeader).flatMap(Int.init).filter { $0 >= 0 },
            next: next, snapshot: response.headers.first(name: "ETag").map { FriendPage.Snapshot($0) })
    }
}

extension Optional {
    func filter(_ isIncluded: (Wrapped) -> Bool) -> Self {
        flatMap { isIncluded($0) ? $0 : nil }
    }
}
