import FoundationEssentials
import FriendsModel
import GRDB
import Logging
import NIOPosix

/// The friends in an SQLite database.
///
/// There is none whose layout is not the present one: both initialisers open and migrate. Each operation is one
/// transaction and never blocks the thread that asks for it.
package struct FriendRepository: Sendable {
    let database: OpenDatabase
    /// The file, as messages name it.
    let path: String
    /// What this process makes sort keys by; see ``SortKey/collation``.
    let collation: String
    /// The time of day, for what is deleted.
    let now: @Sendable () -> Date
    /// Wakes those who follow the list.
    let feed = ChangeFeed()
    /// How long a write may wait altogether for other writes, of this program and of others, in seconds.
    private let busyTimeout: Double
    let writingThread = WritingThread()

    var writer: any DatabaseWriter { database.writer }

    /// Opens the file, or makes it (only for its owner to read) together with its folder.
    /// - Parameters:
    ///   - busyTimeout: how long to wait for another program that is writing, in seconds: less than what a client waits for
    ///     an answer, so that it hears why there is none.
    ///   - logger: is told when the files are taken away while they are open.
    package init(
        path: String, busyTimeout: Double = 3, now: @escaping @Sendable () -> Date = { Date() },
        logger: Logger = Logger(label: "friends.database") { _ in SwiftLogNoOpLogHandler() }
    ) throws(FriendRepositoryError) {
        // SQLite has names of its own for files that are not files; a path never is one.
        self.path = path.hasPrefix("/") ? path : "./" + path
        collation = SortKey.collation
        self.busyTimeout = busyTimeout
        self.now = now
        try Self.createFile(at: self.path)
        database = try OpenDatabase(path: self.path, logger: logger) { [path = self.path, collation] isExpected in
            try Self.open(path, busyTimeout: busyTimeout, collation: collation, isExpected: isExpected)
        }
        Self.watch(database, on: writingThread, telling: feed)
        // A full disk, or another program that writes, is no reason not to be read; the next write makes up for it.
        try? purgeAtStart()
    }

    /// Makes a database that lives in memory, and only as long as the repository.
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

    /// A part of the list, and what the whole list was at that moment.
    package struct Page: Equatable, Sendable {
        /// In the order of the list.
        package let friends: [Friend]
        /// How many friends the whole list has.
        package let totalCount: Int
        /// Where the list stood in its history.
        package let position: HistoryPosition
        /// Where the next page begins, or nil after the last.
        package let next: FriendPosition?
    }

    /// At most `limit` friends (all of them when it is nil) that stand behind `position`, seen at one moment.
    package func page(
        after position: FriendPosition? = nil, limit: Int? = nil
    ) async throws(FriendRepositoryError) -> Page {
        try await read { db in
            let (historyPosition, totalCount, _) = try Self.state(db)
            // One more than asked for tells whether there is a next page.
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

    /// The friend with that id, or nil.
    package func friend(id: Friend.ID) async throws(FriendRepositoryError) -> Friend? {
        try await read { db in try Self.friend(id, db) }
    }

    /// Asks the database for as little as possible, to see that it answers and can be written to.
    package func check() async throws(FriendRepositoryError) {
        try await read { db in _ = try Self.state(db) }
        if !database.isInPlace || database.isDisplaced { try await mend() }
    }

    // MARK: - Writing

    /// What came of creating a friend.
    package enum Creation: Equatable, Sendable {
        case created(Friend)
        /// A friend with this id and the same details had been there before; nothing was written.
        case alreadyThere(Friend)
        /// The id belongs to a friend with other details; nothing was written.
        case taken(by: Friend)
    }

    /// Stores a new friend with details that keep the rules of ``FriendDraft``; they are not checked here.
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

    /// What came of changing a friend.
    package enum Update: Equatable, Sendable {
        /// The friend as it is now, also when the changes changed nothing.
        case done(Friend)
        case notFound
        /// The friend is at none of the versions that were asked for; nothing was written.
        case versionMismatch(current: Friend)
    }

    /// Makes changes that keep the rules of ``FriendDraft``; changes that change nothing keep the version.
    /// - Parameter versions: the versions of which the friend must have one, or nil for any.
    package func update(
        _ id: Friend.ID, with changes: FriendChanges, ifVersion versions: [Friend.Version]? = nil
    ) async throws(FriendRepositoryError) -> Update {
        try await write { db in
            guard let old = try Self.friend(id, db) else { return .notFound }
            if let versions, !versions.contains(old.version) { return .versionMismatch(current: old) }
            let details = changes.applied(to: old.details)
            guard details != old.details else { return .done(old) }
            let version = try advance(db)
            try db.execute(
                sql: """
                    UPDATE friend SET firstname = ?, lastname = ?, phonenumber = ?, version = ?, sortkey = ?
                    WHERE id = ?
                    """,
                arguments: [
                    details.firstName, details.lastName, details.phoneNumber, version,
                    SortKey(details).databaseValue, id.rawValue,
                ])
            return .done(Friend(id: id, version: Friend.Version("\(version)"), details: details))
        }
    }

    /// What came of deleting a friend.
    package enum Deletion: Equatable, Sendable {
        case done
        case notFound
        /// The friend is at none of the versions that were asked for; nothing was written.
        case versionMismatch(current: Friend)
    }

    /// Moves a friend to the trash.
    /// - Parameter versions: the versions of which the friend must have one, or nil for any.
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

    /// Stores many new friends at once, all of them or none; their ids must be free.
    package func insert(
        contentsOf friends: [(id: Friend.ID, details: FriendDetails)]
    ) async throws(FriendRepositoryError) {
        try await write { db in
            let version = try advance(db)
            for friend in friends { _ = try insert(friend.details, id: friend.id, at: version, db) }
        }
    }

    // MARK: - Transactions

    /// Reads from a database whose files were taken away as well: what is open can be read.
    func read<Result: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Result
    ) async throws(FriendRepositoryError) -> Result {
        while true {
            let generation = database.generation
            do {
                return try await on(.singleton) { [database] () throws in try database.read(work) }
            } catch {
                guard error != .cancelled else { throw error }
                // It may have met connections that were about to be made anew.
                try? await mend()
                guard generation != database.generation else { throw error }
            }
        }
    }

    /// Does the work when all earlier writes are done, and tells the feed; not at all when its task is cancelled before.
    func write<Result: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Result
    ) async throws(FriendRepositoryError) -> Result {
        let deadline = ContinuousClock.now + .seconds(busyTimeout)
        return try await on(writingThread.pool) { () throws in
            do {
                return try transaction(until: deadline, work)
            } catch FriendRepositoryError.displaced, FriendRepositoryError.logReplaced {
                // Nothing was committed. Where the files can be put right it is done after all.
                return try transaction(until: deadline, work)
            }
        }
    }

    private func transaction<Result>(
        until deadline: ContinuousClock.Instant, _ work: (Database) throws -> Result
    ) throws -> Result {
        try database.mend()
        let writer = database.writer
        // What an earlier write has waited, this one has waited as well: all the writes that another program
        // holds up are answered in time, not one after the other.
        try writer.writeWithoutTransaction { db in try wait(until: deadline, db) }
        let result = try writer.write { db in
            let result = try work(db)
            // What is written to files that were moved or deleted meanwhile would not be found at the next start.
            guard database.isInPlace else { throw FriendRepositoryError.displaced(path: path, copy: nil) }
            return result
        }
        if !database.isInPlace {
            do {
                // The log is put back together with what was just committed.
                try database.mend()
            } catch {
                // Not `displaced`: that would say that nothing was written, and the write would be done again.
                throw FriendRepositoryError.failed(
                    path: path, reason: "its files were moved or deleted during a write")
            }
        }
        feed.signal()
        return result
    }

    /// Repairs the files and reopens the database. Throws while that is impossible.
    private func mend() async throws(FriendRepositoryError) {
        try await on(writingThread.pool) { [database] () throws in _ = try database.mend() }
    }

    private func wait(until deadline: ContinuousClock.Instant, _ db: Database) throws {
        let patience = max(.zero, ContinuousClock.now.duration(to: deadline))
        try db.execute(sql: "PRAGMA busy_timeout = \(Int(patience / .milliseconds(1)))")
    }

    /// Waits for a disk on one of NIO's threads for that, instead of through GRDB's own asynchronous calls: those use
    /// libdispatch's pool of threads, which then wakes up once a second for the rest of the process's life.
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
