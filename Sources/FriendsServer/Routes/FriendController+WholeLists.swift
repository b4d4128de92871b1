import FriendsFiles
import FriendsRepository
import FriendsWire
import HTTPTypes
import Hummingbird

/// Responses to requests for lists: from clients that know the list already, and for long lists without `limit`.
extension FriendController {
    /// The most friends of a list without `limit` that is a single page.
    static let shortCount = 1_000

    /// 304 for a client that has the current state; nil for others.
    func notModified(_ request: Request, _ format: Representation = .json) async throws -> Response? {
        // Only conditional requests need to read the database here.
        guard request.headers.contains(.ifNoneMatch) else { return nil }
        let position = try await repository.position()
        return request.isKnown(format.tag(of: position.text))
            ? Response(status: .notModified, headers: [.eTag: format.entityTag(of: position.text), .vary: "Accept"])
            : nil
    }

    /// A list that is sent from a file: the list of one moment, which is in no memory while its client reads it.
    /// - Parameters:
    ///   - position: of the list when the client asked for it.
    ///   - write: writes the list from one snapshot. It may run again, to another spool.
    func wholeList(
        _ request: Request, _ context: FriendsContext, _ format: Representation, _ position: HistoryPosition,
        write: @escaping @Sendable (any RepositorySnapshot, Spool, SpooledLists.Check) throws -> SpooledLists.List
    ) async throws -> Response {
        let place = try context.client.map { client throws(Problem) in
            guard let place = wholeLists.place(for: client) else { throw .tooManyWholeLists() }
            return place
        }
        let key = SpooledLists.Key(
            path: request.uri.path, start: request.uri.queryParameters.get(Interface.afterParameter), format: format,
            position: position)
        let isWaiting = await context.clientWaiting()
        let list = try await spooledLists.list(key, while: isWaiting) { [repository, spoolPlace] check in
            try await repository.withSnapshot { snapshot -> Result<SpooledLists.List, any Error> in
                do {
                    return .success(try write(snapshot, try Spool(in: spoolPlace), check))
                } catch let error where error is FileError || error is CancellationError {
                    // The repository would take it for an error of its own.
                    return .failure(error)
                }
            }.get()
        }
        var headers: HTTPFields = [
            .contentType: format.mediaType, .eTag: format.entityTag(of: list.position.text), .vary: "Accept",
        ]
        headers[.totalCount] = list.totalCount.map(String.init)
        return Response(status: .ok, headers: headers, body: list.spool.responseBody.keeping(place))
    }
}
