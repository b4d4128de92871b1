import CTerminalGuard
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
/// for it.
final class PrivateServer: FriendsClient {
    /// Why it could not start, as a sentence for people.
    struct StartError: Error {
        let message: String
    }

    /// The database, once it is open.
    private final class Database: Sendable {
        let repository = Mutex<FriendRepository?>(nil)
    }

    /// The server is in this process and limits its own waiting, so the client need not watch it: what would be timers
    /// for that are wake-ups.
    private static let limits = ClientLimits(
        connecting: .seconds(3_600), silence: .seconds(3_600), wholeRequest: .seconds(3_600), eventSilence: nil)

    private let client: HTTPFriendsClient
    private let database = Database()
    private let folder: String
    private let start: Task<Void, any Error>
    private let server: Task<Void, Never>

    init(
        databasePath: String, folders: Folders, clock: any Clock<Duration>, eventLoopGroup: any EventLoopGroup,
        logger: Logger
    ) throws(StartError) {
        guard let folder = folders.makeSocketFolder() else {
            throw StartError(
                message: "No folder for the private server could be made: \(String(cString: strerror(errno))).")
        }
        self.folder = folder
        let socketPath = folder + "/socket"
        // However the program ends, and not only when it is asked to.
        terminal_guard_remove_at_end(socketPath, folder)
        do throws(ServerAddress.Problem) {
            client = HTTPFriendsClient(
                address: try ServerAddress(socketPath: socketPath), token: nil, authorities: nil,
                limits: Self.limits, clock: clock, jitter: { $0 * Double.random(in: 0...1) },
                eventLoopGroup: eventLoopGroup, logger: logger)
        } catch {
            throw StartError(message: error.message + ".")
        }
        let (listening, continuation) = AsyncThrowingStream<Void, any Error>.makeStream()
        let database = database
        server = Task.detached(priority: .userInitiated) {
            do {
                let opened = try await NIOThreadPool.singleton.runIfActive {
                    try FriendRepository(path: databasePath)
                }
                database.repository.withLock { $0 = opened }
                try await FriendsServer.serveEmbedded(
                    socketPath: socketPath, repository: opened, logger: logger,
                    onListening: { continuation.yield() })
            } catch let error as FriendRepositoryError {
                continuation.finish(throwing: StartError(message: error.message))
            } catch let error as FriendsServerError {
                continuation.finish(throwing: StartError(message: error.message))
            } catch {
                continuation.finish(throwing: StartError(message: "\(error)"))
            }
        }
        start = Task.detached(priority: .userInitiated) {
            for try await _ in listening { return }
        }
    }

    /// Returns when the server listens.
    func started() async throws(StartError) {
        do {
            try await start.value
        } catch {
            throw (error as? StartError) ?? StartError(message: "\(error)")
        }
    }

    /// Takes the socket away and leaves one tidy database file behind. The server itself ends with the process.
    func close() {
        unlink(folder + "/socket")
        rmdir(folder)
        database.repository.withLock { $0 }?.close()
    }

    // MARK: FriendsClient

    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        try await ready()
        return try await client.friends(after: position)
    }

    func add(_ details: FriendDetails, id: Friend.ID) async throws(FriendsClientError) -> Friend {
        try await ready()
        return try await client.add(details, id: id)
    }

    func update(
        _ id: Friend.ID, with changes: FriendChanges, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        try await ready()
        return try await client.update(id, with: changes, from: version)
    }

    func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        try await ready()
        try await client.delete(id, at: version)
    }

    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        try await ready()
        return try await client.friend(id)
    }

    func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        try await ready()
        return try await client.restore(id, details: details)
    }

    func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        try await ready()
        return try await client.changes(since: snapshot)
    }

    func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError) {
        try await ready()
        try await client.follow(since: snapshot, receive)
    }

    private func ready() async throws(FriendsClientError) {
        do throws(StartError) {
            try await started()
        } catch {
            throw .unreachable(reason: error.message)
        }
    }
}
