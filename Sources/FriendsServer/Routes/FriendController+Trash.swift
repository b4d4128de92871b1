import FoundationEssentials
import FriendsModel
import FriendsWire
import Hummingbird

/// The routes of the deleted friends.
extension FriendController {
    @Sendable func trash(_ request: Request, _ context: FriendsContext) async throws -> Response {
        if let answer = try await notModified(request) { return answer }
        let (friends, position) = try await repository.trash()
        let body = ListBody(friends) { DeletedFriendDocument($0.friend, deleted: $0.deleted.formatted(.iso8601)) }
        return Response(
            status: .ok, headers: [.contentType: Interface.jsonMediaType, .eTag: position.entityTag],
            body: try body.responseBody(knowingItsLength: request.method == .head))
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
