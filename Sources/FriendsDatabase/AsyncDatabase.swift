import Dispatch
import GRDB
import Logging
import NIOPosix

/// Runs the transactions on an open database without blocking the caller's thread, and notifies subscribers of changes.
///
/// Reads run concurrently, writes one after the other. Both wait for the repair of files that were moved or deleted.
struct AsyncDatabase: Sendable {
    let connections: OpenDatabase
    /// Notifies subscribers of changes.
    let feed = ChangeFeed()
    /// The path of the file, for messages.
    private let path: String
    /// The total time that a write may wait for other writes, in seconds.
    private let busyTimeout: Double
    private let writingThread = WritingThread()

    var writer: any DatabaseWriter { connections.writer }

    /// Opens the file, or creates it.
    /// - Parameter logger: for files that are moved or deleted while they are open.
    init(_ opener: DatabaseOpener, logger: Logger) throws(FriendRepositoryError) {
        path = opener.path
        busyTimeout = opener.busyTimeout
        try opener.createFile()
        connections = try OpenDatabase(path: path, logger: logger) { isExpected in
            try opener.open(isExpected: isExpected)
        }
        let observer = ExternalChangeObserver(connections, thread: writingThread.pool, feed: feed)
        connections.watch(observer.check)
    }

    /// Opens a migrated database in memory.
    init(inMemory writer: any DatabaseWriter, path: String) {
        self.path = path
        busyTimeout = 0
        connections = OpenDatabase(inMemory: writer)
    }

    /// Reads, also from open files that were moved or deleted.
    func read<Result: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Result
    ) async throws(FriendRepositoryError) -> Result {
        while true {
            let generation = connections.generation
            do {
                return try await on(.singleton) { [connections] () throws in try connections.read(work) }
            } catch {
                guard error != .cancelled else { throw error }
                // The connections may have been closed in order to be reopened.
                try? await repair()
                guard generation != connections.generation else { throw error }
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
        try connections.repair()
        let writer = writer
        // The deadline includes the time in the queue, so that all writes that another program blocks time out together.
        try writer.writeWithoutTransaction { db in try wait(until: deadline, db) }
        let result = try writer.write { db in
            let result = try work(db)
            // The next start would not find a write to files that were moved or deleted.
            guard connections.isInPlace else { throw FriendRepositoryError.displaced(path: path, copy: nil) }
            return result
        }
        if !connections.isInPlace {
            do {
                // The log is restored with what was just committed.
                try connections.repair()
            } catch {
                // Not `displaced`, which means that nothing was written and causes another attempt.
                throw FriendRepositoryError.failed(
                    path: path, reason: "its files were moved or deleted during a write")
            }
        }
        feed.notify()
        return result
    }

    private func wait(until deadline: ContinuousClock.Instant, _ db: Database) throws {
        let timeout = max(.zero, ContinuousClock.now.duration(to: deadline))
        try db.execute(sql: "PRAGMA busy_timeout = \(Int(timeout / .milliseconds(1)))")
    }

    /// Repairs the files and reopens the database if necessary. Throws while that is impossible.
    func repairIfNeeded() async throws(FriendRepositoryError) {
        if !connections.isInPlace || connections.isDisplaced { try await repair() }
    }

    private func repair() async throws(FriendRepositoryError) {
        try await on(writingThread.pool) { [connections] () throws in _ = try connections.repair() }
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

    /// Closes the database, and merges its log into the file unless another program has it open.
    ///
    /// It waits for running operations until `timeout`, in seconds. Later operations fail, and all subscriptions end.
    func close(timeout: Double) {
        connections.endWatch()
        feed.close()
        let isClosed = DispatchSemaphore(value: 0)
        writingThread.pool.submit { [connections] state in
            if case .active = state { connections.close() }
            isClosed.signal()
        }
        _ = isClosed.wait(timeout: .now() + timeout)
    }
}
