import Foundation
import FriendsDatabase
import FriendsHTTP
import FriendsModel
import FriendsRepository
import FriendsServer
import Glibc
import HTTPTransport
import Logging
import NIOPosix
import Synchronization

/// A server on a database file, and a client of it, as the program has them.
actor RunningServer {
    private let folder = TemporaryFolder()
    private var running: Task<Void, any Error>?
    private var client: HTTPFriendsClient?

    /// Starts it with `count` friends.
    /// - Returns: the client to reach it with.
    func start(with count: Int) async throws -> HTTPFriendsClient {
        let path = try folder.make()
        let repository = try SQLiteRepository(path: path + "/friends.sqlite")
        try await repository.fill(count)
        let logger = Logger(label: "friends.benchmarks") { _ in SwiftLogNoOpLogHandler() }
        let (ports, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
        running = Task {
            do {
                var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)
                configuration.limits.requestsPerSecond = 0
                try await FriendsServer.serve(configuration, repository: repository, logger: logger) {
                    continuation.yield($1)
                }
            } catch {
                continuation.finish(throwing: error)
            }
        }
        var port = 0
        for try await listening in ports {
            port = listening
            break
        }
        let client = HTTPFriendsClient(
            address: try ServerAddress("http://127.0.0.1:\(port)"), token: nil, authorities: nil,
            limits: ClientLimits(), clock: ContinuousClock(), jitter: { $0 },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
        self.client = client
        return client
    }

    /// Ends both and removes what they have left.
    func stop() async throws {
        await client?.shutdown()
        running?.cancel()
        _ = await running?.result
        try folder.remove()
    }
}

/// A folder that only this user can enter, for as long as a benchmark runs.
final class TemporaryFolder: Sendable {
    private let path = Mutex<String?>(nil)

    /// - Returns: the path of the folder.
    func make() throws -> String {
        var template = Array("/tmp/friends-benchmarks-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let path = String(cString: made)
        self.path.withLock { $0 = path }
        return path
    }

    /// Removes the folder with all that is in it.
    func remove() throws {
        guard let path = path.withLock({ $0.take() }) else { return }
        try FileManager.default.removeItem(atPath: path)
    }
}

extension SQLiteRepository {
    /// Stores `count` friends in an empty database.
    func fill(_ count: Int) async throws(FriendRepositoryError) {
        _ = try await write(Contacts.sorted(count).map { .create($0.details, rest: nil, id: $0.id) }, isAtomic: true)
    }
}
