import Dispatch
import FriendsRepository
import GRDB
import Logging
import NIOPosix

/// Runs the transactions on an open database without blocking the caller's thread, and notifies subscribers of changes.
///
/// Reads run concurrently, writes one after the other. Both wait for the repair of files that were moved or deleted.
struct AsyncDatabase: Sendable {
    let connections: OpenDatabase
    /// Notifies subscribers of changes.
    let feed: ChangeFeed
    /// The path of the file, for messages.
    private let path: String
    private let writingThread: WritingThread
    private let groupWriter: SQLiteWriter
    private let writes: WriteGroups<Database>

    var writer: any DatabaseWriter { connections.writer }

    /// Opens the file, or creates it.
    /// - Parameters:
    ///   - writeTimeout: how long a write waits for other programs, in seconds.
    ///   - logger: for files that are moved or deleted while they are open.
    init(_ opener: DatabaseOpener, writeTimeout: Double, logger: Logger) throws(FriendRepositoryError) {
        try opener.createFile()
        let connections = try OpenDatabase(path: opener.path, logger: logger) { isExpected in
            try opener.open(isExpected: isExpected)
        }
        self.init(connections, path: opener.path, busyTimeout: .seconds(writeTimeout))
        let observer = ExternalChangeObserver(connections, thread: writingThread.pool, feed: feed)
        connections.watch(observer.check)
    }

    /// Opens a migrated database in memory.
    init(inMemory writer: any DatabaseWriter, path: String) {
        self.init(OpenDatabase(inMemory: writer), path: path, busyTimeout: .zero)
    }

    private init(_ connections: OpenDatabase, path: String, busyTimeout: Duration) {
        (self.connections, self.path) = (connections, path)
        (feed, writingThread) = (ChangeFeed(), WritingThread())
        let writer = SQLiteWriter(
            connections: connections, thread: writingThread, feed: feed, path: path, busyTimeout: busyTimeout)
        groupWriter = writer
        writes = WriteGroups { await writer.perform($0) }
    }

    /// Reads, also from open files that were moved or deleted.
    func read<Result: Sendable>(
        on threads: NIOThreadPool = .singleton, _ work: @escaping @Sendable (Database) throws -> Result
    ) async throws(FriendRepositoryError) -> Result {
        while true {
            let generation = connections.generation
            do {
                return try await on(threads) { [connections] () throws in try connections.read(work) }
            } catch {
                guard error != .cancelled else { throw error }
                // The connections may have been closed in order to be reopened.
                try? await repair()
                guard generation != connections.generation else { throw error }
            }
        }
    }

    /// Writes after all earlier writes, in one transaction with others that wait, and notifies the feed. A task that is
    /// cancelled while it waits writes nothing.
    /// - Parameters:
    ///   - changeCount: the number of friends that it may change.
    ///   - work: may run again in another transaction.
    func write<Result: Sendable>(
        changeCount: Int = 1, _ work: @escaping @Sendable (Database) throws -> Result
    ) async throws(FriendRepositoryError) -> Result {
        try await writes.write(changeCount: changeCount, work)
    }

    /// Calls a closure from now on with the number of writes of each group that is made.
    func observeGroups(_ observer: @escaping @Sendable (Int) -> Void) { writes.observe(observer) }

    /// Writes as ``write(changeCount:_:)`` does, but rolls back, so that neither the files change nor a subscriber is
    /// notified.
    func checkWrites(timeout: Duration) async throws(FriendRepositoryError) {
        // It includes the time in the queue: a check that no one waits for any more must not delay the next one.
        let deadline = ContinuousClock.now + timeout
        try await on(writingThread.pool) { [groupWriter] () throws in try groupWriter.check(until: deadline) }
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
