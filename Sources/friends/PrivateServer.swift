import CTerminalGuard
import FriendsDatabase
import FriendsFiles
import FriendsHTTP
import FriendsModel
import FriendsServer
import Glibc
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// The server that the program brings along: in this process, on a socket that only this user can reach, on a database
/// file.
///
/// It is started at once and in the background, while the screen is being opened. Calls made before it listens wait
/// for it; before the database is open they are on their way already, and wait in the server.
final class PrivateServer: FriendsClient {
    /// Why it could not start, as a sentence for people.
    struct StartError: Error {
        let message: String

        fileprivate init(message: String) {
            self.message = message
        }

        fileprivate init(_ error: any Error) {
            switch error {
            case let error as FriendRepositoryError: message = error.message
            case let error as FriendsServerError: message = error.message
            default: message = "\(error)"
            }
        }
    }

    /// What has come of opening the database; nil before that.
    private final class Outcome: Sendable {
        let result = Mutex<Result<FriendRepository, FriendRepositoryError>?>(nil)
    }

    /// The server is in this process and limits its own waiting, so the client need not watch it: what would be timers
    /// for that are wake-ups.
    private static let limits = ClientLimits(
        connecting: .seconds(3_600), silence: .seconds(3_600), wholeRequest: .seconds(3_600), eventSilence: nil)

    private let client: HTTPFriendsClient
    private let folder: String
    private let outcome = Outcome()
    private let database: Task<FriendRepository, any Error>
    private let listening: Task<Void, any Error>
    /// The beginning of the list, asked for while the screen is still being opened: it is what is asked for first.
    private let beginning = Mutex<Task<Result<FriendPage, FriendsClientError>, Never>?>(nil)

    init(
        databasePath: String, directories: AppDirectories, clock: any Clock<Duration>,
        eventLoopGroup: any EventLoopGroup, logger: Logger
    ) throws(StartError) {
        do throws(FileError) {
            folder = try directories.makeSocketDirectory()
        } catch {
            throw StartError(message: "Cannot create a directory for the embedded server: \(error.reason).")
        }
        let socketPath = folder + "/socket"
        // However the program ends, and not only when it is asked to.
        terminal_guard_remove_at_end(socketPath, folder)
        do throws(ServerAddress.Problem) {
            client = HTTPFriendsClient(
                address: try ServerAddress(socketPath: socketPath), token: nil, authorities: nil,
                limits: Self.limits, clock: clock, jitter: Duration.random(upTo:),
                eventLoopGroup: eventLoopGroup, logger: logger)
        } catch {
            throw StartError(message: error.message + ".")
        }
        let outcome = outcome
        // Not by way of a task, which would wait for its turn: it is what the first friends wait for.
        let opening = NIOThreadPool.singleton.runIfActive(eventLoop: eventLoopGroup.next()) {
            let result = Result { () throws(FriendRepositoryError) in
                try FriendRepository(path: databasePath, logger: logger)
            }
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
        beginning.withLock {
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
    func started() async throws(StartError) {
        do {
            try await listening.value
            _ = try await database.value
        } catch {
            throw StartError(error)
        }
    }

    /// Takes the socket away and leaves one tidy database file behind. The server itself ends with the process.
    func close() {
        unlink(folder + "/socket")
        rmdir(folder)
        if case .success(let repository) = outcome.result.withLock({ $0 }) { repository.close() }
    }

    // MARK: FriendsClient

    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        guard position == nil, let beginning = beginning.withLock({ $0.take() }) else {
            return try await page(after: position)
        }
        return try await withTaskCancellationHandler {
            await beginning.value
        } onCancel: {
            beginning.cancel()
        }.get()
    }

    private func page(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        try await perform { () throws(FriendsClientError) in try await client.friends(after: position) }
    }

    func add(_ details: FriendDetails, id: Friend.ID) async throws(FriendsClientError) -> Friend {
        try await perform { () throws(FriendsClientError) in try await client.add(details, id: id) }
    }

    func update(
        _ id: Friend.ID, with changes: FriendChanges, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        try await perform { () throws(FriendsClientError) in try await client.update(id, with: changes, from: version) }
    }

    func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        try await perform { () throws(FriendsClientError) in try await client.delete(id, at: version) }
    }

    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        try await perform { () throws(FriendsClientError) in try await client.friend(id) }
    }

    func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        try await perform { () throws(FriendsClientError) in try await client.restore(id, details: details) }
    }

    func deleted() async throws(FriendsClientError) -> Trash {
        try await perform { () throws(FriendsClientError) in try await client.deleted() }
    }

    func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        try await perform { () throws(FriendsClientError) in try await client.changes(since: snapshot) }
    }

    func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError) {
        try await perform { () throws(FriendsClientError) in try await client.follow(since: snapshot, receive) }
    }

    /// Makes a call as soon as the server listens.
    private func perform<Value: Sendable>(
        _ call: () async throws(FriendsClientError) -> Value
    ) async throws(FriendsClientError) -> Value {
        do {
            try await listening.value
        } catch {
            throw .unreachable(reason: StartError(error).message)
        }
        try checkDatabase()
        do {
            return try await call()
        } catch {
            // Without a database the server closes the connection, and that says nothing.
            try checkDatabase()
            throw error
        }
    }

    private func checkDatabase() throws(FriendsClientError) {
        if case .failure(let error) = outcome.result.withLock({ $0 }) { throw .unreachable(reason: error.message) }
    }
}
