import FoundationEssentials
import FriendsRepository
import FriendsModel
import FriendsVCard
import FriendsWire
import HTTPTypes
import Hummingbird
import NIOCore

/// The routes (Docs/HTTP.md).
struct FriendController: Sendable {
    let repository: any FriendRepository
    /// The interval of heartbeats in an event stream; nil for none.
    let heartbeat: TimeAmount?
    /// How long an open event stream may take to end when the server shuts down.
    let streamEndTimeout: TimeAmount
    let metrics: ServerMetrics?
    /// For the event streams.
    let sharedChanges: SharedChanges
    let wholeLists: ClientPlaces
    let largeResponses: LargeResponses
    let spooledLists = SpooledLists()
    let spoolPlace: Spool.Place
    private let readiness: Readiness

    /// - Parameters:
    ///   - limits: of whole lists, and of the end of event streams.
    ///   - readyTimeout: how long a check of `/ready` may take.
    init(
        repository: any FriendRepository, heartbeat: TimeAmount? = nil, limits: ServerLimits = ServerLimits(),
        metrics: ServerMetrics? = nil, readyTimeout: TimeAmount = Readiness.timeout
    ) {
        self.repository = repository
        self.heartbeat = heartbeat
        streamEndTimeout = limits.streamEndTimeout
        wholeLists = ClientPlaces(maximum: limits.wholeLists, perClient: limits.wholeListsPerClient)
        largeResponses = LargeResponses(limits)
        spoolPlace = limits.spools
        self.metrics = metrics
        sharedChanges = SharedChanges { position throws(FriendRepositoryError) in
            do throws(FriendRepositoryError) {
                return try await repository.changes(since: position)
            } catch {
                // Once, however many streams share the read.
                metrics?.count(error)
                throw error
            }
        }
        readiness = Readiness(repository, metrics: metrics, timeout: readyTimeout)
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Interface.friendsPath, list),
            Endpoint(.post, Interface.friendsPath, create),
            Endpoint(.post, Interface.batchPath, batch),
            Endpoint(.get, Interface.friendsPath + "/{id}", show),
            Endpoint(.patch, Interface.friendsPath + "/{id}", update),
            Endpoint(.delete, Interface.friendsPath + "/{id}", delete),
            Endpoint(.get, Interface.eventsPath, events),
            Endpoint(.get, Interface.trashPath, trash),
            Endpoint(.delete, Interface.trashPath + "/{id}", purge),
            Endpoint(.post, Interface.trashPath + "/{id}" + Interface.restoreSuffix, restore),
            Endpoint(.get, Interface.healthPath, health),
            Endpoint(.get, Interface.readyPath, ready),
            Endpoint(.get, Interface.openAPIPath, openAPI),
        ]
    }

    // MARK: - The list

    @Sendable private func list(_ request: Request, _ context: FriendsContext) async throws -> Response {
        let includesRests = try request.includesRests()
        if let start = try request.since() { return try await changes(since: start, request, context) }
        // Rests can be large, so a list with them has pages in any case.
        let limit = try request.limit() ?? (includesRests ? Interface.maximumLimit : nil)
        let position = try request.position()
        let format = try request.representation()
        if let answer = try await notModified(request, format) { return answer }
        let hasRests = format.isVCard || (includesRests && format == .json)
        let size = LargeResponses.Size(limit: limit, hasRests: hasRests)
        let (page, body) = try await largeResponses.make(size, for: context) {
            let page = try await repository.page(
                after: position, limit: limit ?? Self.shortCount, withRests: hasRests)
            if limit == nil, page.next != nil { return (page, ResponseBody?.none) }
            let text = try page.text(as: format, withRests: hasRests)
            return (page, try await largeResponses.body(text, for: context.client))
        }
        guard let body else {
            return try await wholeList(request, context, format, page.position) { snapshot, spool, check in
                try snapshot.write(after: position, as: format, to: spool, check)
            }
        }
        var headers: HTTPFields = [
            .contentType: format.mediaType, .eTag: format.entityTag(of: page.position.text),
            .totalCount: "\(page.totalCount)", .vary: "Accept",
        ]
        if let limit, let next = page.next {
            headers[.link] = Self.nextPage(
                Interface.friendsPath, limit: limit, after: next.token, includesRests: includesRests)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// The `Link` to the next page.
    static func nextPage(_ path: String, limit: Int, after token: String, includesRests: Bool) -> String {
        let include = includesRests ? "&\(Interface.includeParameter)=\(Interface.includedRest)" : ""
        let query = "\(Interface.limitParameter)=\(limit)&\(Interface.afterParameter)=\(token)\(include)"
        return "<\(path)?\(query)>; rel=\"next\""
    }

    private func changes(
        since start: HistoryPosition, _ request: Request, _ context: FriendsContext
    ) async throws -> Response {
        if let answer = try await notModified(request) { return answer }
        return try await largeResponses.make(.unknown, for: context) {
            guard let changes = try await repository.changes(since: start) else { throw Problem.changesNotKept() }
            let json = try JSON.encode(ChangesDocument(changes))
            return Response(
                status: .ok, headers: [.contentType: Interface.jsonMediaType, .eTag: changes.position.entityTag],
                body: try await largeResponses.body(json, for: context.client))
        }
    }

    @Sendable private func create(_ request: Request, _ context: FriendsContext) async throws -> Response {
        let new = try await request.body(FriendRequest.self, mediaTypes: [Interface.jsonMediaType]) {
            (fields) throws(Problem) in try fields.newFriend()
        }
        let id = new.id ?? Friend.ID(UUID().uuidString.lowercased())
        switch try await repository.create(new.details, rest: new.rest, id: id) {
        case .created(let friend):
            let location = "\(Interface.friendsPath)/\(id.rawValue)"
            return try await answer(friend, context, status: .created, headers: [.location: location])
        case .alreadyThere(let friend):
            return try await answer(friend, context)
        case .taken(let friend):
            throw Problem.idTaken(by: friend)
        }
    }

    // MARK: - One friend

    @Sendable private func show(_ request: Request, _ context: FriendsContext) async throws -> Response {
        // A rest can be large.
        try await largeResponses.make(.unknown, for: context) { try await friend(request, context) }
    }

    private func friend(_ request: Request, _ context: FriendsContext) async throws -> Response {
        guard let (friend, rest) = try await repository.whole(try context.friendID()) else {
            throw Problem.friendNotFound()
        }
        let format = try request.representation()
        let tag = format.entityTag(of: friend.version.rawValue)
        if request.isKnown(format.tag(of: friend.version.rawValue)) {
            return Response(status: .notModified, headers: [.eTag: tag, .vary: "Accept"])
        }
        let text: ByteBuffer =
            switch format {
            case .json: try JSON.encode(WholeFriendDocument(friend, rest: rest?.base64EncodedString()))
            case .vCard(let version):
                ByteBuffer(bytes: FriendCard(friend, rest: rest.map(Array.init)).bytes(in: version))
            case .csv: .table(of: [friend], history: try await repository.position().history)
            }
        return Response(
            status: .ok, headers: [.contentType: format.mediaType, .eTag: tag, .vary: "Accept"],
            body: try await largeResponses.body(text, for: context.client))
    }

    @Sendable private func update(_ request: Request, _ context: FriendsContext) async throws -> Response {
        let (changes, rest) = try await request.body(
            FriendRequest.self, mediaTypes: [Interface.mergePatchMediaType, Interface.jsonMediaType]
        ) { (fields) throws(Problem) in try fields.changes() }
        let id = try context.friendID()
        let versions = try request.wantedVersions()
        switch try await repository.update(id, with: changes, rest: rest, ifVersion: versions) {
        case .done(let friend): return try await answer(friend, context)
        case .notFound: throw Problem.friendNotFound()
        case .versionMismatch(let current): throw Problem.changedMeanwhile(current: current)
        case .invalid(let problem): throw Problem.invalidWhole(problem)
        }
    }

    @Sendable private func delete(_ request: Request, _ context: FriendsContext) async throws -> Response {
        switch try await repository.delete(try context.friendID(), ifVersion: try request.wantedVersions()) {
        case .done: return Response(status: .noContent)
        case .notFound: throw Problem.friendNotFound()
        case .versionMismatch(let current): throw Problem.changedMeanwhile(current: current)
        }
    }

    /// The response to a write, with the friend as it is now.
    func answer(
        _ friend: Friend, _ context: FriendsContext, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) async throws -> Response {
        var headers = headers
        headers[.contentType] = Interface.jsonMediaType
        headers[.eTag] = friend.version.entityTag
        let json = try JSON.encode(WholeFriendDocument(friend, rest: nil))
        return Response(
            status: status, headers: headers, body: await largeResponses.resultBody(json, for: context.client))
    }

    // MARK: - The server

    @Sendable private func health(_ request: Request, _ context: FriendsContext) async throws -> Response {
        try await repository.check()
        return try status("ok")
    }

    @Sendable private func ready(_ request: Request, _ context: FriendsContext) async throws -> Response {
        guard await readiness.check(context.logger) else { throw Problem.notReady() }
        return try status("ready")
    }

    private func status(_ status: String) throws -> Response {
        let json = try JSON.encode(["status": status])
        return Response(
            status: .ok, headers: [.contentType: Interface.jsonMediaType], body: ResponseBody(byteBuffer: json))
    }

    @Sendable private func openAPI(_ request: Request, _ context: FriendsContext) async throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/yaml"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_yaml)))
    }
}

extension ChangesDocument {
    init(_ changes: HistoryChanges) {
        self.init(changed: changes.changed, deleted: changes.deleted, position: changes.position.text)
    }
}
