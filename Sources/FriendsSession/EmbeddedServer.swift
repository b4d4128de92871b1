import FriendsDatabase
import FriendsHTTP
import FriendsModel
import FriendsRepository
import FriendsServer
import Glibc
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// The server in this process, on a socket that only this user can reach, with a database of its own.
///
/// It starts in the background. Calls made before it listens wait for that. Calls made before the database is open are
/// sent, and wait in the server.
final class EmbeddedServer: FriendsClient {
    /// The result of opening the database; nil before that.
    private final class Outcome: Sendable {
        let result = Mutex<Result<SQLiteRepository, FriendRepositoryError>?>(nil)
    }

    /// The server limits its own waits. Timeouts in the client would be timers, which wake up the process.
    private static let limits = ClientLimits(
        connectTimeout: .seconds(3_600), readTimeout: .seconds(3_600), requestTimeout: .seconds(3_600),
        eventReadTimeout: nil)

    private let client: HTTPFriendsClient
    private let directory: String
    private let outcome = Outcome()
    private let database: Task<SQLiteRepository, any Error>
    private let listening: Task<Void, any Error>
    /// The first page, prefetched, because every caller requests it first.
    private let firstPage = Mutex<Task<Result<FriendPage, FriendsClientError>, Never>?>(nil)

    /// - Parameters:
    ///   - openRepository: called once, on another thread.
    ///   - socketDirectory: an empty directory that only this user can enter; it is removed by ``close()``.
    init(
        openRepository: @escaping @Sendable () throws(FriendRepositoryError) -> SQLiteRepository,
        socketDirectory: String, clock: any Clock<Duration>, eventLoopGroup: any EventLoopGroup, logger: Logger
    ) throws(SessionError) {
        directory = socketDirectory
        let socketPath = Self.socket(in: directory)
        do throws(ServerAddress.Problem) {
            client = HTTPFriendsClient(
                address: try ServerAddress(socketPath: socketPath), token: nil, authorities: nil,
                limits: Self.limits, clock: clock, jitter: Duration.random(upTo:),
                eventLoopGroup: eventLoopGroup, logger: logger)
        } catch {
            throw .start(error.message + ".")
        }
        let outcome = outcome
        // Not in a task, which could start later: the first page waits for the database.
        let opening = NIOThreadPool.singleton.runIfActive(eventLoop: eventLoopGroup.next()) {
            let result = Result(catching: openRepository)
            outcome.result.withLock { $0 = result }
            return result
        }
        let database = Task.detached(priority: .userInitiated) { try await opening.get().get() }
        self.database = database
        let (running, continuation) = AsyncThrowingStream<Void, any Error>.makeStream()
        Task.detached(priority: .userInitiated) {
            do {
                try await FriendsServer.serveEmbedded(
                    socketPath: socketPath, repository: database, logger: logger,
                    onListening: { continuation.yield() })
            } catch {
                continuation.finish(throwing: error)
            }
        }
        listening = Task.detached(priority: .userInitiated) {
            for try await _ in running { return }
        }
        firstPage.withLock {
            $0 = Task.detached(priority: .userInitiated) { [self] in
                do throws(FriendsClientError) {
                    return .success(try await page(after: nil))
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    /// Returns when the server listens and its database is open.
    func waitForStart() async throws(SessionError) {
        do {
            try await listening.value
            _ = try await database.value
        } catch {
            throw .start(error)
        }
    }

    /// The path of the socket.
    static func socket(in directory: String) -> String { directory + "/socket" }

    /// Removes the socket and closes the database, so that only its main file remains. The server ends with the
    /// process.
    func close() {
        unlink(Self.socket(in: directory))
        rmdir(directory)
        if case .success(let repository) = outcome.result.withLock({ $0 }) { repository.close() }
    }

    // MARK: FriendsClient

    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        guard position == nil, let firstPage = firstPage.withLock({ $0.take() }) else {
            return try await page(after: position)
        }
        return try await withTaskCancellationHandler {
            await firstPage.value
        } onCancel: {
            firstPage.cancel()
        }.get()
    }

    private func page(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        if let position, let page = await storedPage(after: position) { return page }
        return try await perform { () throws(FriendsClientError) in try await client.friends(after: position) }
    }

    /// A later page of a long list, read from the database itself: its JSON takes longer than the rest of a load
    /// (Docs/Decisions/0034-embedded-pages.md).
    /// - Returns: nil if it cannot be read; the server says why.
    private func storedPage(after position: FriendPage.Position) async -> FriendPage? {
        guard case .success(let repository) = outcome.result.withLock({ $0 }),
            FriendPosition(token: position.rawValue) != nil
        else { return nil }
        var client = RepositoryClient(repository)
        client.pageSize = HTTPFriendsClient.laterPageSize
        return try? await client.friends(after: position)
    }

    func add(
        _ details: FriendDetails, id: Friend.ID, rest: [UInt8]?
    ) async throws(FriendsClientError) -> Friend {
        try await write { () throws(FriendsClientError) in try await client.add(details, id: id, rest: rest) }
    }

    func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: [UInt8]?, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        try await write { () throws(FriendsClientError) in
            try await client.update(id, with: changes, rest: rest, from: version)
        }
    }

    func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        try await write { () throws(FriendsClientError) in try await client.delete(id, at: version) }
    }

    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        try await perform { () throws(FriendsClientError) in try await client.friend(id) }
    }

    func friendsWithRests(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        try await perform { () throws(FriendsClientError) in try await client.friendsWithRests(after: position) }
    }

    func rest(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]? {
        try await perform { () throws(FriendsClientError) in try await client.rest(of: id) }
    }

    func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        try await write { () throws(FriendsClientError) in try await client.restore(id, details: details) }
    }

    func write(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        try await write { () throws(FriendsClientError) in try await client.write(writes) }
    }

    func writeAndFindExisting(_ writes: [FriendWrite]) async throws(FriendsClientError) -> WriteAnswer {
        try await write { () throws(FriendsClientError) in try await client.writeAndFindExisting(writes) }
    }

    func writeAll(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        try await write { () throws(FriendsClientError) in try await client.writeAll(writes) }
    }

    func deleted() async throws(FriendsClientError) -> Trash {
        try await perform { () throws(FriendsClientError) in try await client.deleted() }
    }

    func deletedFriends(
        after position: FriendPage.Position?, withRests hasRests: Bool
    ) async throws(FriendsClientError) -> FriendPage {
        try await perform { () throws(FriendsClientError) in
            try await client.deletedFriends(after: position, withRests: hasRests)
        }
    }

    func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        try await perform { () throws(FriendsClientError) in try await client.changes(since: snapshot) }
    }

    func history(of snapshot: FriendPage.Snapshot) -> String? { client.history(of: snapshot) }

    func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError) {
        try await perform { () throws(FriendsClientError) in try await client.follow(since: snapshot, receive) }
    }

    /// Makes a call that outdates the first page.
    private func write<Value: Sendable>(
        _ call: () async throws(FriendsClientError) -> Value
    ) async throws(FriendsClientError) -> Value {
        firstPage.withLock { $0 = nil }
        return try await perform(call)
    }

    /// Makes a call as soon as the server listens.
    private func perform<Value: Sendable>(
        _ call: () async throws(FriendsClientError) -> Value
    ) async throws(FriendsClientError) -> Value {
        do {
            try await listening.value
        } catch {
            throw .unreachable(reason: SessionError.start(error).message)
        }
        try checkDatabase()
        do {
            return try await call()
        } catch {
            // Without a database the server closes the connection, which does not tell the reason.
            try checkDatabase()
            throw error
        }
    }

    private func checkDatabase() throws(FriendsClientError) {
        if case .failure(let error) = outcome.result.withLock({ $0 }) { throw .unreachable(reason: error.message) }
    }
}
