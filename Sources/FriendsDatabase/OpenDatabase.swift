import Dispatch
import FoundationEssentials
import FriendsRepository
import GRDB
import Glibc
import Logging
import Synchronization

/// The connections to a database, and the state of its files.
///
/// When the files are moved or deleted while they are open, no write is acknowledged until the path leads to all
/// acknowledged writes again (Docs/Decisions/0020-displaced-files.md).
final class OpenDatabase: Sendable {
    private struct State {
        var writer: any DatabaseWriter
        /// Nil for a database in memory.
        var files: DatabaseFiles?
        var watch: DatabaseWatch?
        /// The number of times that the file was opened.
        var generation = 1
        /// The number of running reads.
        var readCount = 0
        /// Whether the connections are closed or being closed.
        var isClosed = false
        /// Whether they stay closed.
        var isFinal = false
        /// Why nothing can be stored; nil when writing works.
        var displacement: FriendRepositoryError?
        /// The time of the last attempt to save the friends.
        var lastRescue: ContinuousClock.Instant?
    }

    /// Opens the file. Throws before changing anything when the path does not lead to the expected file.
    typealias Opening = @Sendable (_ isExpected: @escaping @Sendable () -> Bool) throws -> any DatabaseWriter

    private let path: String
    private let state: Mutex<State>
    private let open: Opening
    /// Called before the log is restored; for tests.
    private let beforeRestore: @Sendable () -> Void
    private let logger: Logger
    /// Signalled at the end of the last read before the connections are closed.
    private let readsHaveEnded = DispatchSemaphore(value: 0)

    /// Opens a file.
    /// - Parameter open: opens the file, now and for every repair.
    init(
        path: String, logger: Logger, beforeRestore: @escaping @Sendable () -> Void = {}, open: @escaping Opening
    ) throws(FriendRepositoryError) {
        self.path = path
        self.open = open
        self.beforeRestore = beforeRestore
        self.logger = logger
        do {
            let writer = try open { true }
            state = Mutex(State(writer: writer, files: try DatabaseFiles(of: writer, at: path)))
        } catch {
            throw FriendRepositoryError(error, path: path)
        }
    }

    init(inMemory writer: any DatabaseWriter) {
        path = ""
        open = { _ in writer }
        beforeRestore = {}
        logger = Logger(label: "") { _ in SwiftLogNoOpLogHandler() }
        state = Mutex(State(writer: writer))
    }

    var writer: any DatabaseWriter { state.withLock(\.writer) }

    /// Changes whenever the file is reopened.
    var generation: Int { state.withLock(\.generation) }

    /// Whether the paths still lead to the open files.
    var isInPlace: Bool {
        let (files, isClosed) = state.withLock { ($0.files, $0.isClosed) }
        return !isClosed && files?.areInPlace ?? true
    }

    /// Whether the files were not in place at the last check.
    var isDisplaced: Bool { state.withLock { $0.displacement != nil } }

    /// Throws while nothing can be stored.
    func requireNoDisplacement() throws(FriendRepositoryError) {
        guard let displacement = state.withLock(\.displacement) else { return }
        guard isInPlace else { throw displacement }
        endDisplacement()
    }

    /// Moving a directory away and back causes no event, so this is called by the next operation.
    private func endDisplacement() {
        guard state.withLock({ $0.displacement.take() }) != nil else { return }
        logger.notice("The database is available again.", metadata: ["path": "\(path)"])
    }

    /// Calls `onEvent` for writes to the log, and when a file is moved or deleted, until ``endWatch()``.
    func watch(_ onEvent: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard let files = state.files else { return }
            state.watch = DatabaseWatch(log: files.log.path, files: files.all, onEvent: onEvent)
        }
    }

    func endWatch() {
        state.withLock { $0.watch.take() }?.end()
    }

    /// Reads. The connections stay open meanwhile: closing them would crash the process.
    func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
        let writer = try state.withLock { state in
            guard !state.isClosed else {
                throw FriendRepositoryError.unusable(path: path, reason: "it is closed or being reopened")
            }
            state.readCount += 1
            return state.writer
        }
        defer {
            let isLast = state.withLock { state in
                state.readCount -= 1
                return state.isClosed && state.readCount == 0
            }
            if isLast { readsHaveEnded.signal() }
        }
        return try writer.read(work)
    }

    /// Prevents new reads, and waits for running ones.
    private func endReads() {
        let isReading = state.withLock { state in
            state.isClosed = true
            return state.readCount > 0
        }
        if isReading { readsHaveEnded.wait() }
    }

    // MARK: Repair

    /// Repairs the files and reopens the database. Throws while that is impossible.
    ///
    /// Call it on the writing thread.
    /// - Returns: whether the file was reopened.
    @discardableResult
    func repair() throws(FriendRepositoryError) -> Bool {
        guard let files = state.withLock({ $0.isFinal ? nil : $0.files }) else { return false }
        if isInPlace {
            endDisplacement()
            return false
        }
        guard files.isFileInPlace else { throw displaced(files) }
        if !files.log.isInPlace, !files.log.isEmpty, !state.withLock(\.isClosed) {
            // Another process that restores the log empties this one.
            guard files.log.canBeRestored || files.log.isEmpty else { throw displaced(files) }
            beforeRestore()
            try restoreLog(files)
        }
        let wasDisplaced = state.withLock { $0.displacement != nil }
        try reopen(files)
        if wasDisplaced {
            logger.notice("The database is available again.", metadata: ["path": "\(path)"])
        } else {
            logger.warning(
                "The write-ahead log of the database or its index was moved or deleted. It was restored; nothing was lost.",
                metadata: ["path": "\(path)"])
        }
        return true
    }

    private func restoreLog(_ files: DatabaseFiles) throws(FriendRepositoryError) {
        let log = files.log
        do {
            try writer.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    // This process holds the write lock. Another one may have restored the log before.
                    if !log.isEmpty {
                        guard files.isFileInPlace, log.canBeRestored else {
                            throw FriendRepositoryError.displaced(path: path, copy: nil)
                        }
                        try log.restore(while: { files.isFileInPlace })
                    }
                    return .rollback
                }
            }
        } catch  where log.isEmpty {
            // Another process has already restored the log.
        } catch FriendRepositoryError.displaced {
            throw displaced(files)
        } catch {
            throw FriendRepositoryError(error, path: path)
        }
    }

    private func reopen(_ old: DatabaseFiles) throws(FriendRepositoryError) {
        do {
            if !state.withLock(\.isClosed) {
                guard old.isFileInPlace else { throw displaced(old) }
                endReads()
                try writer.close()
            }
            old.log.moveBack()
            let writer = try open { old.isFileInPlace }
            let files = try DatabaseFiles(of: writer, at: path)
            guard files.isSameFile(as: old) else {
                try? writer.close()
                throw FriendRepositoryError.displaced(path: path, copy: nil)
            }
            state.withLock { state in
                (state.writer, state.files) = (writer, files)
                (state.isClosed, state.displacement) = (false, nil)
                state.generation += 1
                let onEvent = state.watch?.onEvent
                state.watch?.end()
                state.watch = onEvent.flatMap { DatabaseWatch(log: files.log.path, files: files.all, onEvent: $0) }
            }
        } catch FriendRepositoryError.displaced where state.withLock(\.isClosed) {
            // The log belongs to the moved file, and must not be read with another one.
            old.log.moveAside()
            throw displaced(old)
        } catch {
            throw FriendRepositoryError(error, path: path)
        }
    }

    /// Saves the friends when the database, or a log that is not empty, is not at its path any more.
    private func displaced(_ files: DatabaseFiles) -> FriendRepositoryError {
        let (known, last, isClosed) = state.withLock { ($0.displacement, $0.lastRescue, $0.isClosed) }
        if let known, let last, last.duration(to: .now) < .seconds(1) { return known }
        var copy: String?
        switch known {
        case .displaced(_, let earlier), .logReplaced(_, let earlier): copy = earlier
        default: break
        }
        if !isClosed {
            if copy == nil { copy = rescue(isFirst: known == nil) }
            if !files.isFileInPlace { mergeLog(of: files) }
        }
        let error: FriendRepositoryError =
            files.isFileInPlace ? .logReplaced(path: path, copy: copy) : .displaced(path: path, copy: copy)
        state.withLock { ($0.displacement, $0.lastRescue) = (error, .now) }
        if error != known { logger.critical("\(error.message)") }
        return error
    }

    /// Saves the friends to a new file.
    private func rescue(isFirst: Bool) -> String? {
        do {
            let target = "\(path).rescued-\(Date().formatted(Self.fileNameStyle))"
            try DatabaseBackup.save(writer, at: target)
            return target
        } catch {
            if isFirst {
                logger.critical(
                    "The friends could not be saved.", metadata: ["path": "\(path)", "error": "\(error)"])
            }
            return nil
        }
    }

    /// Merges the log into the open file, wherever that is, and removes the log, so that no other file is read with it.
    private func mergeLog(of files: DatabaseFiles) {
        if !files.log.isEmpty {
            try? writer.writeWithoutTransaction { db in
                // Reads block a checkpoint.
                try db.execute(sql: "PRAGMA busy_timeout = 1500")
                try db.checkpoint(.truncate)
            }
        }
        files.removeCompanions()
    }

    private static let fileNameStyle = Date.ISO8601FormatStyle().dateSeparator(.omitted).timeSeparator(.omitted)

    // MARK: Closing

    /// Closes the connections, and merges the log into the file unless another program has it open.
    func close() {
        let (isInPlace, files) = (isInPlace, state.withLock { $0.isClosed ? nil : $0.files })
        state.withLock { $0.isFinal = true }
        endReads()
        if let files, !files.isFileInPlace { mergeLog(of: files) }
        // Other files at the path must not be changed.
        guard isInPlace, let pool = writer as? DatabasePool else { return }
        // The last connection removes the log, and a read-only one cannot: the writer has to be the last.
        pool.invalidateReadOnlyConnections()
        try? pool.writeWithoutTransaction { db in
            // Another program that has the file open needs the log anyway.
            try db.execute(sql: "PRAGMA busy_timeout = 0")
            try db.checkpoint(.truncate)
        }
        try? pool.close()
    }
}
