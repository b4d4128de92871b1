import FriendsDatabase
import FriendsHTTP
import FriendsModel
import FriendsRepository
import Synchronization

/// The client of the embedded server for a command, which ends soon: it reads the database itself, and starts the server
/// only with the first write (Docs/Decisions/0032-commands.md).
final class LocalClient: FriendsClient {
    private enum Server {
        case waiting(@Sendable () throws(SessionError) -> EmbeddedServer)
        /// Its client learns from a page that the server takes batches. All writes wait for that.
        case started(EmbeddedServer, firstPage: Task<Result<Void, FriendsClientError>, Never>)
        case closed
    }

    /// The number of friends on a page: the next one is read while a page is written.
    private static let pageSize = 2_000

    private let repository: SQLiteRepository
    private let server: Mutex<Server>

    /// - Parameter startServer: starts the server on this repository.
    init(
        _ repository: SQLiteRepository, startServer: @escaping @Sendable () throws(SessionError) -> EmbeddedServer
    ) {
        self.repository = repository
        server = Mutex(.waiting(startServer))
    }

    /// Ends the server, and closes the database. The server is kept: AsyncHTTPClient traps in a debug build when a client is
    /// released while it has open connections.
    func close() {
        let started = server.withLock { state -> EmbeddedServer? in
            if case .started(let server, _) = state { return server }
            state = .closed
            return nil
        }
        started?.close()
        repository.close()
    }

    // MARK: Reading

    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        try await page(after: position, withRests: false)
    }

    func friendsWithRests(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        try await page(after: position, withRests: true)
    }

    private func page(
        after position: FriendPage.Position?, withRests hasRests: Bool
    ) async throws(FriendsClientError) -> FriendPage {
        let start = position.flatMap { FriendPosition(token: $0.rawValue) }
        let page = try await read { repository throws(FriendRepositoryError) in
            try await repository.page(after: start, limit: Self.pageSize, withRests: hasRests)
        }
        return FriendPage(page)
    }

    func rest(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]? {
        let whole = try await read { repository throws(FriendRepositoryError) in try await repository.whole(id) }
        guard let whole else { throw .notFound }
        return whole.rest.map(Array.init)
    }

    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        let friend = try await read { repository throws(FriendRepositoryError) in try await repository.friend(id: id) }
        guard let friend else { throw .notFound }
        return friend
    }

    func deleted() async throws(FriendsClientError) -> Trash {
        try await read { repository throws(FriendRepositoryError) in try await repository.trash().trash }
    }

    func deletedFriends(
        after position: FriendPage.Position?, withRests hasRests: Bool
    ) async throws(FriendsClientError) -> FriendPage {
        let start = position.flatMap { TrashPosition(token: $0.rawValue) }
        let page = try await read { repository throws(FriendRepositoryError) in
            try await repository.trash(after: start, limit: Self.pageSize, withRests: hasRests)
        }
        return FriendPage(page)
    }

    func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        guard let start = snapshot.position.flatMap({ HistoryPosition($0) }) else { throw .snapshotTooOld }
        let changes = try await read { repository throws(FriendRepositoryError) in
            try await repository.changes(since: start)
        }
        guard let changes else { throw .snapshotTooOld }
        return ListChanges(
            changed: changes.changed, deleted: changes.deleted,
            snapshot: FriendPage.Snapshot(position: changes.position.text))
    }

    func history(of snapshot: FriendPage.Snapshot) -> String? { snapshot.history }

    private func read<Value: Sendable>(
        _ work: (SQLiteRepository) async throws(FriendRepositoryError) -> Value
    ) async throws(FriendsClientError) -> Value {
        do {
            return try await work(repository)
        } catch {
            throw FriendsClientError(error)
        }
    }

    // MARK: Writing

    func add(
        _ details: FriendDetails, id: Friend.ID, rest: [UInt8]?
    ) async throws(FriendsClientError) -> Friend {
        try await startedServer().add(details, id: id, rest: rest)
    }

    func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: [UInt8]?, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        try await startedServer().update(id, with: changes, rest: rest, from: version)
    }

    func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        try await startedServer().delete(id, at: version)
    }

    func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        try await startedServer().restore(id, details: details)
    }

    func write(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        try await startedServer().write(writes)
    }

    func writeAndFindExisting(_ writes: [FriendWrite]) async throws(FriendsClientError) -> WriteAnswer {
        try await startedServer().writeAndFindExisting(writes)
    }

    func writeAll(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        try await startedServer().writeAll(writes)
    }

    func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError) {
        // A command ends before anything can change.
        throw .notOffered
    }

    /// The server, which is started with the first write.
    private func startedServer() async throws(FriendsClientError) -> EmbeddedServer {
        let (server, firstPage) = try startServerIfNeeded()
        try await firstPage.value.get()
        return server
    }

    private func startServerIfNeeded() throws(FriendsClientError) -> (
        EmbeddedServer, firstPage: Task<Result<Void, FriendsClientError>, Never>
    ) {
        do throws(SessionError) {
            return try server.withLock { (state) throws(SessionError) in
                switch state {
                case .started(let server, let firstPage): return (server, firstPage)
                case .waiting(let start):
                    let server = try start()
                    let firstPage = Task { () async -> Result<Void, FriendsClientError> in
                        do throws(FriendsClientError) {
                            _ = try await server.friends(after: nil)
                            return .success(())
                        } catch {
                            return .failure(error)
                        }
                    }
                    state = .started(server, firstPage: firstPage)
                    return (server, firstPage)
                case .closed: throw .start("The database is closed.")
                }
            }
        } catch {
            throw .failed(status: "", reason: error.message)
        }
    }
}

extension FriendsClientError {
    /// The error of a database in this process, whose message says what happened and what to do.
    fileprivate init(_ error: FriendRepositoryError) {
        switch error {
        case .cancelled: self = .cancelled
        case .locked: self = .unavailable(status: "", reason: error.message)
        default: self = .failed(status: "", reason: error.message)
        }
    }
}
