import FoundationEssentials
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird

/// The routes of the trash.
extension FriendController {
    @Sendable func trash(_ request: Request, _ context: FriendsContext) async throws -> Response {
        let limit = try request.limit()
        if let answer = try await notModified(request) { return answer }
        let (trash, position) = try await repository.trash(limit: limit)
        let body = ListBody(trash.friends) { deleted in
            let date = Date(timeIntervalSince1970: TimeInterval(deleted.deletedAt))
            return DeletedFriendDocument(deleted.friend, deleted: date.formatted(.iso8601))
        }
        var headers: HTTPFields = [.contentType: Interface.jsonMediaType, .eTag: position.entityTag]
        headers[.totalCount] = trash.totalCount.map(String.init)
        return Response(
            status: .ok, headers: headers, body: try body.responseBody(knowingItsLength: request.method == .head))
    }

    @Sendable func restore(_ request: Request, _ context: FriendsContext) async throws -> Response {
        guard let id = try? context.friendID() else { throw Problem.deletedFriendNotFound() }
        switch try await repository.restore(id) {
        case .done(let friend): return try answer(friend)
        case .alreadyThere(let friend): throw Problem.notDeleted(friend)
        case .notFound: throw Problem.deletedFriendNotFound()
        }
    }
}
