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

    let transport: Transport
    let server = ServerKind()

    /// A client that connects when it is first asked for something.
    /// - Parameters:
    ///   - token: tells the server who is asking, when it wants to know.
    ///   - authorities: who may vouch for the server, or nil for those that the system trusts.
    ///   - clock: measures the pauses between repeats.
    ///   - jitter: a duration at random, from zero to the given one: how long such a pause is.
    ///   - logger: gets a line at the debug level for every attempt, without anything that people wrote.
    package init(
        address: ServerAddress, token: AccessToken?, authorities: CertificateAuthorities?, limits: ClientLimits,
        clock: any Clock<Duration>, jitter: @escaping @Sendable (Duration) -> Duration,
        eventLoopGroup: any EventLoopGroup, logger: Logger
    ) {
        transport = Transport(
            address: address, token: token, authorities: authorities, limits: limits,
            policy: RetryPolicy(clock: clock, jitter: jitter), eventLoopGroup: eventLoopGroup, logger: logger)
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
        let page = try await page(from: transport.answer(to: request).success(), after: position)
        server.learn(from: page)
        return page
    }

    /// `GET /friends/{id}`.
    /// - Throws: ``FriendsClientError/notFound`` only when the server says so; the error page of something in between is an
    ///   ``FriendsClientError/unreadableAnswer(reason:)``.
    package func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        let answer = try await transport.answer(to: Request(.GET, try Request.path(of: id)))
        if [404, 410].contains(answer.status.code), !answer.isGenuineRefusal { throw answer.foreignRefusal }
        let friend = try answer.success().decoded(as: FriendDocument.self, expected: "a friend record").friend
        guard friend.id == id else { throw .unreadableAnswer(reason: "the reply is another friend") }
        return friend
    }

    /// Decodes away from the caller's actor: a page can be large, and the screen must not wait for it.
    @concurrent
    private func page(
        from answer: Answer, after position: FriendPage.Position?
    ) async throws(FriendsClientError) -> FriendPage {
        let document = try answer.decoded(as: FriendListDocument.self, expected: "a list of friends")
        guard document.isOfFriends else { throw .unreadableAnswer(reason: "the reply is not a list of friends") }
        let next = NextPageLink(in: answer.headers["Link"], from: transport.address)?.position
        guard next == nil || next != position else {
            throw .unreadableAnswer(reason: "the pages of the list form a loop")
        }
        return FriendPage(
            friends: document.friends, unreadableCount: document.unreadableCount,
            totalCount: answer.headers.first(name: Interface.totalCountHeader).flatMap(Int.init).filter { $0 >= 0 },
            next: next, snapshot: answer.headers.first(name: "ETag").map { FriendPage.Snapshot($0) })
    }
}

extension Optional {
    func filter(_ isIncluded: (Wrapped) -> Bool) -> Self {
        flatMap { isIncluded($0) ? $0 : nil }
    }
}
