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

    /// `POST /friends`. When the answer has no friend in it, what was sent is what there is, at the version in its `ETag`.
    package func add(_ details: FriendDetails, id: Friend.ID) async throws(FriendsClientError) -> Friend {
        var request = Request(.POST, Interface.friendsPath)
        try request.write(FriendFieldsDocument(details, id: id), as: Interface.jsonMediaType)
        request.isRepeatable = server.keepsIDs
        return try await friend(id, with: details, from: transport.answer(to: request))
    }

    /// `PATCH /friends/{id}` with the changed fields alone, on condition that the version is the same (`If-Match`).
    package func update(
        _ id: Friend.ID, with changes: FriendChanges, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        var request = Request(.PATCH, try Request.path(of: id))
        try request.require(version)
        try request.write(FriendFieldsDocument(changes), as: Interface.mergePatchMediaType)
        let answer = try await transport.answer(to: request)
        // When the reply to an earlier attempt was lost, the change that is in the way can be this very one.
        if answer.followsLostReply, answer.status.code == 412, let current = answer.current,
            changes.applied(to: current.details) == current.details
        {
            return current
        }
        return try answer.success().friend
    }

    /// `DELETE /friends/{id}`, on condition that the version is the same (`If-Match`).
    package func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        var request = Request(.DELETE, try Request.path(of: id))
        try request.require(version)
        request.interest = .none
        let answer = try await transport.answer(to: request)
        // When the reply to an earlier attempt was lost, it is that attempt that has deleted the friend.
        if answer.followsLostReply, [404, 410].contains(answer.status.code) { return }
        _ = try answer.success()
    }

    /// `GET /friends/{id}`.
    package func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        let answer = try await transport.answer(to: Request(.GET, try Request.path(of: id))).success()
        return try answer.decoded(as: FriendDocument.self, expected: "a friend").friend
    }

    /// `POST /trash/{id}/restore`; where there is no such friend, or no trash, the friend is added anew.
    package func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        var request = Request(.POST, try Request.path(of: id, in: Interface.trashPath) + Interface.restoreSuffix)
        request.interest = .welcome
        request.isRepeatable = true
        let answer = try await transport.answer(to: request)
        if [404, 405].contains(answer.status.code) { return try await add(details, id: id) }
        return try friend(id, with: details, from: answer)
    }

    /// What has become of a friend that was sent, or brought back.
    private func friend(
        _ id: Friend.ID, with details: FriendDetails, from answer: Answer
    ) throws(FriendsClientError) -> Friend {
        // That it is there already is what was wanted.
        if answer.status.code == 409, let current = answer.current, current.id == id, current.details == details {
            return current
        }
        // The server has it, whatever it says about it.
        return try answer.success().friend ?? Friend(id: id, version: answer.version, details: details)
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
            next: next, snapshot: answer.headers.first(name: "ETag").map { FriendPage.Snapshot($0) })
    }
}

extension Answer {
    /// The friend in the body, or nil when there is none, or a broken one.
    fileprivate var friend: Friend? {
        (try? decoded(as: FriendDocument.self, expected: "a friend"))?.friend
    }

    /// The friend as it is now, when the answer says that it is another than was thought.
    fileprivate var current: Friend? {
        guard case .conflict(let current) = FriendsClientError(refusal: self) else { return nil }
        return current
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
    func filter(_ isIncluded: (Wrapped) -> Bool) -> Self {
        flatMap { isIncluded($0) ? $0 : nil }
    }
}
