import FoundationEssentials
import FriendsModel
import GRDB
import Logging
import NIOPosix

/// The friends in an SQLite database.
///
/// Both initializers migrate, so the schema is always current. Each operation is one transaction and does not block the
/// caller's thread.
package struct FriendRepository: Sendable {
    let database: OpenDatabase
    /// The path of the file, for messages.
    let path: String
    /// The collation of this process; see ``SortKey/collation``.
    let collation: String
    /// The current time, for deletions.
    let now: @Sendable () -> Date
    /// Notifies subscribers of changes.
    let feed = ChangeFeed()
    /// The total time that a write may wait for other writes, in seconds.
    private let busyTimeout: Double
    let writingThread = WritingThread()

    var writer: any DatabaseWriter { database.writer }

    /// Opens the file, or creates it with its directory; other users have no access to it.
    /// - Parameters:
    ///   - busyTimeout: how long to wait for other writers, in seconds. It is shorter than the client's timeout, so that the
    ///     client receives the reason.
    ///   - logger: for files that are moved or deleted while they are open.
    package init(
        path: String, busyTimeout: Double = 3, now: @escaping @Sendable () -> Date = { Date() },
        logger: Logger = Logger(label: "friends.database") { _ in SwiftLogNoOpLogHandler() }
    ) throws(FriendRepositoryError) {
        // SQLite gives some names a special meaning, such as ":memory:", but no path.
        self.path = path.hasPrefix("/") ? path : "./" + path
        collation = SortKey.collation
        self.busyTimeout = busyTimeout
        self.now = now
        try Self.createFile(at: self.path)
        database = try OpenDatabase(path: self.path, logger: logger) { [path = self.path, collation] isExpected in
            try Self.open(path, busyTimeout: busyTimeout, collation: collation, isExpected: isExpected)
        }
        Self.watch(database, on: writingThread, notifying: feed)
        // A full disk or another writer must not prevent reading; the next write purges as well.
        try? purgeAtStart()
    }

    /// Creates a database in memory.
    package init(now: @escaping @Sendable () -> Date = { Date() }) throws(FriendRepositoryError) {
        path = "in memory"
        collation = SortKey.collation
        busyTimeout = 0
        self.now = now
        do {
            database = OpenDatabase(inMemory: try Self.openInMemory(collation: collation))
        } catch {
            throw FriendRepositoryError(error, path: path)
        }
    }

    // MARK: - Reading

    /// A page of the list, and the state of the whole list.
    package struct Page: Equatable, Sendable {
        /// In the order of the list.
        package let friends: [Friend]
        /// The number of friends in the whole list.
        package let totalCount: Int
        /// The position of the list in its history.
        package let position: HistoryPosition
        /// The start of the next page; nil after the last one.
        package let next: FriendPosition?
    }

    /// Up to `limit` friends after `position`, from one snapshot; all of them when `limit` is nil.
    package func page(
        after position: FriendPosition? = nil, limit: Int? = nil
    ) async throws(FriendRepositoryError) -> Page {
        try await read { db in
            let (historyPosition, totalCount, _) = try Self.state(db)
            // One additional row tells whether there is a next page.
            let most = limit.map { $0 + 1 } ?? -1
            var arguments: StatementArguments = ["most": most]
            if let position {
                arguments += ["sortkey": position.sortKey.databaseValue, "id": position.id.rawValue]
            }
            let sql = Self.selectPage(fromBeginning: position == nil)
            let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
            var friends: [Friend] = []
            friends.reserveCapacity(limit.map { min($0, totalCount) + 1 } ?? totalCount)
            while let row = try rows.next() { friends.append(Self.friend(row)) }
            var next: FriendPosition?
            if let limit, friends.count > limit {
                friends.removeLast(friends.count - limit)
                next = try friends.last.flatMap { try Self.position(of: $0.id, db) }
            }
            return Page(friends: friends, totalCount: totalCount, position: historyPosition, next: next)
        }
    }

    /// The friend with the id, if there is one.
    package func friend(id: Friend.ID) async throws(FriendRepositoryError) -> Friend? {
        try await read { db in try Self.friend(id, db) }
    }

    /// Checks that the database can be read and written.
    package func check() async throws(FriendRepositoryError) {
        try await read { db in _ = try Self.state(db) }
        if !database.isInPlace || database.isDisplaced { try await repair() }
    }

    // MARK: - Writing

    /// The result of creating a friend.
    package enum Creation: Equatable, Sendable {
        case created(Friend)
        /// A friend with this id and these details already exists; nothing was written.
        case alreadyThere(Friend)
        /// The id belongs to a friend with other details; nothing was written.
        case taken(by: Friend)
    }

    /// Stores a new friend. The caller validates the details (``FriendDraft``).
    package func create(
        _ details: FriendDetails, id: Friend.ID
    ) async throws(FriendRepositoryError) -> Creation {
        try await write { db in
            if let friend = try Self.friend(id, db) {
                return friend.details == details ? .alreadyThere(friend) : .taken(by: friend)
            }
            return .created(try insert(details, id: id, at: try advance(db), db))
        }
    }

    /// The result of changing a friend.
    package enum Update: Equatable, Sendable {
        /// The friend after the change, also when nothing changed.
        case done(Friend)
        case notFound
        /// The friend is at none of the versions that were asked for; nothing was written.
        case versionMismatch(current: Friend)
    }

    /// Changes a friend. The caller validates the changes (``FriendDraft``). Without a difference the version stays.
    /// - Parameter versions: the allowed current versions; nil for any.
    package func update(
        _ id: Friend.ID, with changes: FriendChanges, ifVersion versions: [Friend.Version]? = nil
    ) async throws(FriendRepositoryError) -> Update {
        try await write { db in
            guard let old = try Self.friend(id, db) else { return .notFound }
            if let versions, !versions.contains(old.version) { return .versionMismatch(current: old) }
            let details = changes.applied(to: old.details)
            guard details != old.details else { return .done(old) }
            return .done(try replace(details, of: id, at: try advance(db), db))
        }
    }

    /// The result of deleting a friend.
    package enum Deletion: Equatable, Sendable {
        case done
        case notFound
        /// The friend is at none of the versions that were asked for; nothing was written.
        case versionMismatch(current: Friend)
    }

    /// Moves a friend to the trash.
    /// - Parameter versions: the allowed current versions; nil for any.
    package func delete(
        _ id: Friend.ID, ifVersion versions: [Friend.Version]? = nil
    ) async throws(FriendRepositoryError) -> Deletion {
        try await write { db in
            guard let friend = try Self.friend(id, db) else { return .notFound }
            if let versions, !versions.contains(friend.version) { return .versionMismatch(current: friend) }
            try moveToTrash(id, at: try advance(db), db)
            return .done
        }
    }

    /// Stores many new friends in one transaction; their ids must be unused.
    package func insert(
        contentsOf friends: [(id: Friend.ID, details: FriendDetails)]
    ) async throws(FriendRepositoryError) {
        try await write { db in
            let version = try advance(db)
            for friend in friends { _ = try insert(friend.details, id: friend.id, at: version, db) }
        }
    }

    // MARK: - Transactions

    /// Reads, also from open files that were moved or deleted.
    func read<Result: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Result
    ) async throws(FriendRepositoryError) -> Result {
        while true {
            let generation = database.generation
            do {
                return try await on(.singleton) { [database] () throws in try database.read(work) }
            } catch {
                guard error != .cancelled else { throw error }
                // The connections may have been closed in order to be reopened.
                try? await repair()
                guard generation != database.generation else { throw error }
            }
        }
    }

    /// Writes after all earlier writes, and notifies the feed. A task that is cancelled while it waits writes nothing.
    func write<Result: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Result
    ) async throws(FriendRepositoryError) -> Result {
        let deadline = ContinuousClock.now + .seconds(busyTimeout)
        return try await on(writingThread.pool) { () throws in
            do {
                return try transaction(until: deadline, work)
            } catch FriendRepositoryError.displaced, FriendRepositoryError.logReplaced {
                // Nothing was committed. If the files can be repaired, the second attempt succeeds.
                return try transaction(until: deadline, work)
            }
        }
    }

    private func transaction<Result>(
        until deadline: ContinuousClock.Instant, _ work: (Database) throws -> Result
    ) throws -> Result {
        try database.repair()
        let writer = database.writer
        // The deadline includes the time in the queue, so that all writes that another program blocks time out together.
        try writer.writeWithoutTransaction { db in try wait(until: deadline, db) }
        let result = try writer.write { db in
            let result = try work(db)
            // The next start would not find a write to files that were moved or deleted.
            guard database.isInPlace else { throw FriendRepositoryError.displaced(path: path, copy: nil) }
            return result
        }
        if !database.isInPlace {
            do {
                // The log is restored with what was just committed.
                try database.repair()
            } catch {
                // Not `displaced`, which means that nothing was written and causes another attempt.
                throw FriendRepositoryError.failed(
                    path: path, reason: "its files were moved or deleted during a write")
            }
        }
        feed.notify()
        return result
    }

    /// Repairs the files and reopens the database. Throws while that is impossible.
    private func repair() async throws(FriendRepositoryError) {
        try await on(writingThread.pool) { [database] () throws in _ = try database.repair() }
    }

    private func wait(until deadline: ContinuousClock.Instant, _ db: Database) throws {
        let timeout = max(.zero, ContinuousClock.now.duration(to: deadline))
        try db.execute(sql: "PRAGMA busy_timeout = \(Int(timeout / .milliseconds(1)))")
    }

    /// Runs blocking work on NIO's thread pool instead of GRDB's asynchronous calls: those use libdispatch's thread pool,
    /// which then wakes up every second until the process ends.
    private func on<Result: Sendable>(
        _ threads: NIOThreadPool, _ work: @escaping @Sendable () throws -> Result
    ) async throws(FriendRepositoryError) -> Result {
        do {
            return try await threads.runIfActive(work)
        } catch {
            throw FriendRepositoryError(error, path: path)
        }
    }
}
