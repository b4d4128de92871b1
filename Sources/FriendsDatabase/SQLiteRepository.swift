import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB
import Logging

/// The friends in an SQLite database.
///
/// Both initializers migrate, so the schema is always current. Each operation is one transaction and does not block the
/// caller's thread.
package struct SQLiteRepository: FriendRepository {
    let database: AsyncDatabase
    /// The collation of this process; see ``SortKey/collation``.
    private let collation: String
    /// The current time, for deletions.
    private let now: @Sendable () -> Date

    /// Opens the file, or creates it with its directory; other users have no access to it.
    /// - Parameters:
    ///   - busyTimeout: how long to wait for other writers, in seconds. It is shorter than the client's timeout, so that the
    ///     client receives the reason.
    ///   - writeTimeout: how long a write waits, in seconds; nil for as long as that.
    ///   - logger: for files that are moved or deleted while they are open.
    package init(
        path: String, busyTimeout: Double = 3, writeTimeout: Double? = nil,
        now: @escaping @Sendable () -> Date = { Date() },
        logger: Logger = Logger(label: "friends.database") { _ in SwiftLogNoOpLogHandler() }
    ) throws(FriendRepositoryError) {
        // SQLite gives some names a special meaning, such as ":memory:", but no path.
        let path = path.hasPrefix("/") ? path : "./" + path
        collation = SortKey.collation
        self.now = now
        let opener = DatabaseOpener(path: path, busyTimeout: busyTimeout, collation: collation)
        database = try AsyncDatabase(opener, writeTimeout: writeTimeout ?? busyTimeout, logger: logger)
        // A full disk or another writer must not prevent reading; the next write purges as well.
        try? purgeAtStart()
    }

    /// Creates a database in memory.
    /// - Parameter friends: the first friends, with unused ids.
    package init(
        friends: [(id: Friend.ID, details: FriendDetails)] = [], now: @escaping @Sendable () -> Date = { Date() }
    ) throws(FriendRepositoryError) {
        let path = "in memory"
        collation = SortKey.collation
        self.now = now
        do {
            let queue = try DatabaseQueue()
            try DatabaseSchema.migrate(queue, collation: collation)
            database = AsyncDatabase(inMemory: queue, path: path)
            guard !friends.isEmpty else { return }
            try queue.write { db in try insert(friends, db) }
        } catch {
            throw FriendRepositoryError(error, path: path)
        }
    }

    /// Closes the database at the end of the program, and merges its log into the file unless another program has it open.
    ///
    /// It waits for running operations until `timeout`. Nothing is lost by a timeout: the next start finds the log. Later
    /// operations fail, and all subscriptions end.
    /// - Parameter timeout: in seconds.
    package func close(timeout: Double = 0.5) { database.close(timeout: timeout) }

    // MARK: - Transactions

    package func read<Value: Sendable>(
        _ work: @escaping @Sendable (any RepositorySnapshot) throws -> Value
    ) async throws(FriendRepositoryError) -> Value {
        try await database.read { db in try work(SQLiteSnapshot(db: db)) }
    }

    /// On a thread of its own: it delays no other operation.
    package func withSnapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any RepositorySnapshot) throws -> Value
    ) async throws(FriendRepositoryError) -> Value {
        try await database.read(on: SnapshotThreads.pool) { db in try work(SQLiteSnapshot(db: db)) }
    }

    package func write<Value: Sendable>(
        changeCount: Int, _ work: @escaping @Sendable (any RepositoryTransaction) throws -> Value
    ) async throws(FriendRepositoryError) -> Value {
        try await database.write(changeCount: changeCount) { db in
            try work(SQLiteTransaction(db: db, begin: beginChange))
        }
    }

    package func requireStorage() throws(FriendRepositoryError) {
        try database.connections.requireNoDisplacement()
    }

    /// Checks that the database can be read and written.
    package func check() async throws(FriendRepositoryError) {
        try await database.read { db in _ = try ListState(db) }
        try await database.repairIfNeeded()
    }

    /// Checks that a write is possible now, and changes nothing.
    /// - Parameter timeout: how long to wait for other writers.
    package func checkWrites(timeout: Duration) async throws(FriendRepositoryError) {
        try await database.checkWrites(timeout: timeout)
    }

    /// Adds a subscriber that is notified whenever the list may have changed.
    package func subscribe() -> ChangeFeed.Subscription { database.feed.subscribe() }

    private func insert(_ friends: [(id: Friend.ID, details: FriendDetails)], _ db: Database) throws {
        let change = try beginChange(db)
        for friend in friends { _ = try change.insert(friend.details, keptText: "", rest: nil, id: friend.id) }
        try change.end()
    }

    package var status: RepositoryStatus? { nil }

    package func observeGroups(_ observer: @escaping @Sendable (_ writeCount: Int) -> Void) {
        database.observeGroups(observer)
    }

    /// Begins a change of the list; every write to its tables is part of one.
    private func beginChange(_ db: Database) throws -> ListChange {
        try ListChange(db, collation: collation, at: now())
    }

    /// Purges the trash of a database that is seldom written to. It counts as a change of the list.
    private func purgeAtStart() throws {
        guard try database.writer.read({ db in try ListChange.wouldPurge(db, at: now()) }) else { return }
        try database.writer.write { db in try beginChange(db).end() }
    }
}
