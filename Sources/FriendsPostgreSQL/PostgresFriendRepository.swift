import Foundation
import FriendsModel
import FriendsRepository
import Logging
import PostgreSQL

/// The friends in a PostgreSQL database, which several servers can share.
///
/// Writes hold the lock of the list until they are committed, so the numbers of the history are in the order of the commits. What
/// waits for the lock is written in groups.
package final class PostgresFriendRepository: FriendRepository {
    let pool: PostgresPool
    /// The name of the database in messages: its address without secrets.
    let name: String
    private let writer: PostgresWriter
    private let writes: WriteGroups<PostgresTransaction>
    private let feed = ChangeFeed()
    private let listener: PostgresListener

    /// How long the first connection may take.
    private static let startTimeout = Duration.seconds(60)
    /// How much longer an operation may wait that opens a connection: of two hosts, the first one may be silent for two seconds.
    private static let connectTime = Duration.seconds(1)

    /// Connects, and creates or migrates the tables.
    /// - Parameters:
    ///   - connectionCount: the most connections of this process for operations. One more waits for notifications.
    ///   - collation: the collation of the sort keys; an existing database must have the same one, unless `sortsAgain`.
    ///   - sortsAgain: whether to sort the list again by this collation, which locks out servers with another one.
    ///   - waitTimeout: how long an operation may wait until it begins. It is shorter than the client's timeout, so that the
    ///     client receives the reason.
    ///   - answerTimeout: how long the database may be silent during a statement, until the connection counts as lost.
    ///   - lookInterval: how often it looks for changes of other servers of which no notification has come.
    package init(
        _ address: PostgresAddress, library: PostgresLibrary, connectionCount: Int = 8,
        collation: String = SortKey.collation, sortsAgain: Bool = false, waitTimeout: Duration = .seconds(3),
        answerTimeout: Duration = .seconds(10), lookInterval: Duration = .seconds(1),
        now: @escaping @Sendable () -> Date = { Date() }, logger: Logger
    ) async throws(FriendRepositoryError) {
        let name = "\(address)"
        // No client waits yet, so there is time for hosts that are silent.
        let starter = PostgresPool(
            address, library: library, connectionCount: 1, answerTimeout: answerTimeout,
            waitTimeout: Self.startTimeout, logger: logger)
        let start: Result<String, PostgresError>
        do throws(PostgresError) {
            start = .success(
                try await starter.write { connection in
                    try PostgresSchema.migrate(connection, name: name, collation: collation, sortsAgain: sortsAgain)
                })
        } catch {
            start = .failure(error)
        }
        await starter.close(timeout: .zero)
        let history = try start.mapError { FriendRepositoryError($0, name: name) }.get()
        let pool = PostgresPool(
            address, library: library, connectionCount: connectionCount, answerTimeout: answerTimeout,
            waitTimeout: waitTimeout + Self.connectTime, logger: logger)
        (self.pool, self.name) = (pool, name)
        let channel = "friends_\(history)"
        let writer = PostgresWriter(
            pool: pool, name: name, collation: collation, channel: channel, feed: feed, now: now)
        self.writer = writer
        // Another writer must not prevent reading; the next write purges as well.
        try? await writer.purge()
        writes = WriteGroups(waitTimeout: waitTimeout, timeoutError: .busy(path: name)) { await writer.perform($0) }
        listener = PostgresListener(
            address, library: library, channel: channel, interval: lookInterval, feed: feed,
            logger: logger)
        listener.start()
    }

    /// Ends all subscriptions and connections. Later operations fail.
    /// - Parameter timeout: how long to wait for operations that run.
    package func close(timeout: Duration = .seconds(1)) async {
        feed.close()
        listener.stop()
        await pool.close(timeout: timeout)
    }

    package func subscribe() -> ChangeFeed.Subscription { feed.subscribe() }

    package var status: RepositoryStatus? {
        RepositoryStatus(
            connections: .init(inUse: pool.usedCount, idle: pool.idleCount, waiting: pool.waitingCount),
            feedLag: listener.lag)
    }

    package func observeGroups(_ observer: @escaping @Sendable (_ writeCount: Int) -> Void) {
        writes.observe(observer)
    }

    // MARK: Transactions

    package func read<Value: Sendable>(
        _ work: @escaping @Sendable (any RepositorySnapshot) throws -> Value
    ) async throws(FriendRepositoryError) -> Value {
        do {
            return try await pool.read(.repeatableRead) { try work(PostgresSnapshot(connection: $0)) }
        } catch {
            throw FriendRepositoryError(error, name: name)
        }
    }

    package func write<Value: Sendable>(
        changeCount: Int, _ work: @escaping @Sendable (any RepositoryTransaction) throws -> Value
    ) async throws(FriendRepositoryError) -> Value {
        try await writes.write(changeCount: changeCount) { try work($0) }
    }

    /// A restart of this process mends nothing about the database, so this always succeeds.
    package func check() async throws(FriendRepositoryError) {}

    package func checkWrites(timeout: Duration) async throws(FriendRepositoryError) {
        do {
            try await writer.check(timeout: timeout)
        } catch {
            throw FriendRepositoryError(error, name: name)
        }
    }
}
