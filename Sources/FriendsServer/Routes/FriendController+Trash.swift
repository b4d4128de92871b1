import FoundationEssentials
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird

/// The routes of the trash.
extension FriendController {
    @Sendable func trash(_ request: Request, _ context: FriendsContext) async throws -> Response {
        let includesRests = try request.includesRests()
        // Rests can be large, so a trash with them has pages in any case.
        let limit = try request.limit() ?? (includesRests ? Interface.maximumLimit : nil)
        let start = try request.trashPosition()
        if let answer = try await notModified(request) { return answer }
        let size = LargeResponses.Size(limit: limit, hasRests: includesRests)
        let (page, body) = try await largeResponses.make(size, for: context) {
            let page = try await repository.trash(
                after: start, limit: limit ?? Self.shortCount, withRests: includesRests)
            if limit == nil, page.next != nil { return (page, ResponseBody?.none) }
            let json = try JSON.encode(
                page.trash.friends.map { DeletedFriendDocument($0, rest: page.rests[$0.friend.id]) })
            return (page, try await largeResponses.body(json, for: context.client))
        }
        guard let body else {
            return try await wholeList(request, context, .json, page.position) { snapshot, spool, check in
                try snapshot.writeTrash(after: start, to: spool, check)
            }
        }
        var headers: HTTPFields = [.contentType: Interface.jsonMediaType, .eTag: page.position.entityTag]
        headers[.totalCount] = page.trash.totalCount.map(String.init)
        if let limit, let next = page.next {
            headers[.link] = Self.nextPage(
                Interface.trashPath, limit: limit, after: next.token, includesRests: includesRests)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    @Sendable func purge(_ request: Request, _ context: FriendsContext) async throws -> Response {
        let versions = try request.wantedVersions()
        guard let id = try? context.friendID() else { throw Problem.notInTrash() }
        switch try await repository.purge(id, ifVersion: versions) {
        case .done: return Response(status: .noContent)
        case .notFound: throw Problem.notInTrash()
        case .versionMismatch(let current): throw Problem.changedMeanwhile(current: current)
        }
    }

    @Sendable func restore(_ request: Request, _ context: FriendsContext) async throws -> Response {
        guard let id = try? context.friendID() else { throw Problem.deletedFriendNotFound() }
        switch try await repository.restore(id) {
        case .done(let friend): return try await answer(friend, context)
        case .alreadyThere(let friend): throw Problem.notDeleted(friend)
        case .notFound: throw Problem.deletedFriendNotFound()
        }
    }
}

extension DeletedFriendDocument {
    init(_ deleted: DeletedFriend, rest: Data?) {
        let date = Date(timeIntervalSince1970: TimeInterval(deleted.deletedAt))
        self.init(deleted.friend, deleted: date.formatted(.iso8601), rest: rest?.base64EncodedString())
    }
}
