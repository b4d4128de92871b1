import FoundationEssentials
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird

/// The routes of the interface (Docs/HTTP.md).
struct FriendController: Sendable {
    let repository: FriendRepository

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Interface.friendsPath, list),
            Endpoint(.post, Interface.friendsPath, create),
            Endpoint(.get, Interface.friendsPath + "/{id}", show),
            Endpoint(.patch, Interface.friendsPath + "/{id}", update),
            Endpoint(.delete, Interface.friendsPath + "/{id}", delete),
            Endpoint(.get, Interface.healthPath, health),
            Endpoint(.get, Interface.openAPIPath, openAPI),
        ]
    }

    // MARK: - The list

    @Sendable private func list(_ request: Request, _ context: FriendsContext) async throws -> Response {
        let limit = try request.limit()
        let page = try await repository.page(after: try request.position(), limit: limit)
        let body = FriendListBody(friends: page.friends)
        var headers: HTTPFields = [
            .contentType: Interface.jsonMediaType, .eTag: "\"\(page.sequence)\"", .totalCount: "\(page.totalCount)",
        ]
        if let limit, let next = page.next {
            let query = "\(Interface.limitParameter)=\(limit)&\(Interface.afterParameter)=\(next.token)"
            headers[.link] = "<\(Interface.friendsPath)?\(query)>; rel=\"next\""
        }
        return Response(
            status: .ok, headers: headers, body: try body.responseBody(knowingItsLength: request.method == .head))
    }

    @Sendable private func create(_ request: Request, _ context: FriendsContext) async throws -> Response {
        let fields = try await request.fields(mediaTypes: [Interface.jsonMediaType])
        let new = try fields.newFriend()
        let id = new.id ?? Friend.ID(UUID().uuidString.lowercased())
        switch try await repository.create(new.details, id: id) {
        case .created(let friend):
            return try answer(friend, status: .created, headers: [.location: "\(Interface.friendsPath)/\(id.rawValue)"])
        case .alreadyThere(let friend):
            return try answer(friend)
        case .taken(let friend):
            throw Problem.idTaken(by: friend)
        }
    }

    // MARK: - One friend

    @Sendable private func show(_ request: Request, _ context: FriendsContext) async throws -> Response {
        guard let friend = try await repository.friend(id: try context.friendID()) else {
            throw Problem.friendNotFound()
        }
        return try answer(friend)
    }

    @Sendable private func update(_ request: Request, _ context: FriendsContext) async throws -> Response {
        let fields = try await request.fields(mediaTypes: [Interface.mergePatchMediaType, Interface.jsonMediaType])
        let changes = try fields.changes()
        let id = try context.friendID()
        switch try await repository.update(id, with: changes, ifVersion: try request.wantedVersions()) {
        case .done(let friend): return try answer(friend)
        case .notFound: throw Problem.friendNotFound()
        case .versionMismatch(let current): throw Problem.changedMeanwhile(current: current)
        }
    }

    @Sendable private func delete(_ request: Request, _ context: FriendsContext) async throws -> Response {
        switch try await repository.delete(try context.friendID(), ifVersion: try request.wantedVersions()) {
        case .done: return Response(status: .noContent)
        case .notFound: throw Problem.friendNotFound()
        case .versionMismatch(let current): throw Problem.changedMeanwhile(current: current)
        }
    }

    private func answer(
        _ friend: Friend, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws -> Response {
        var headers = headers
        headers[.contentType] = Interface.jsonMediaType
        headers[.eTag] = friend.version.entityTag
        let json = try JSON.encode(FriendDocument(friend))
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: json))
    }

    // MARK: - The server

    @Sendable private func health(_ request: Request, _ context: FriendsContext) async throws -> Response {
        try await repository.check()
        let json = try JSON.encode(["status": "ok"])
        return Response(
            status: .ok, headers: [.contentType: Interface.jsonMediaType], body: ResponseBody(byteBuffer: json))
    }

    @Sendable private func openAPI(_ request: Request, _ context: FriendsContext) async throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/yaml"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_yaml)))
    }
}
