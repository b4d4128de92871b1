import Dispatch
import FoundationEssentials
import GRDB
import Glibc
import Logging
import Synchronization

/// The connections to a database, and the watch over its files.
///
/// When the files are taken away while they are open, nothing is acknowledged any more until everything that was
/// acknowledged is found at the path again (Docs/Decisions/0020-displaced-files.md).
final class OpenDatabase: Sendable {
    private struct State {
        var writer: any DatabaseWriter
        /// Nil in memory.
        var files: DatabaseFiles?
        var watch: DatabaseWatch?
        /// How often the file has been opened.
        var generation = 1
        /// How many reads are being done.
        var readCount = 0
        /// Whether the connections are closed, or about to be.
        var isClosed = false
        /// Whether they were closed for good.
        var hasEnded = false
        /// Why nothing can be stored, for as long as that is so.
        var displacement: FriendRepositoryError?
        /// When the friends were last saved, or could not be.
        var lastRescue: ContinuousClock.Instant?
    }

    /// Opens the file. It throws before it touches anything when the closure says that another file is there.
    typealias Opening = @Sendable (_ isExpected: @escaping @Sendable () -> Bool) throws -> any DatabaseWriter

    private let path: String
    private let state: Mutex<State>
    private let open: Opening
    /// For tests: is called when the log is about to be put back.
    private let onMending: @Sendable () -> Void
    private let logger: Logger
    /// Signalled when the last read before the connections are closed has ended.
    private let readsHaveEnded = DispatchSemaphore(value: 0)

    /// Opens a file.
    /// - Parameter open: opens it, now and whenever that has to be done again.
    init(
        path: String, logger: Logger, onMending: @escaping @Sendable () -> Void = {}, open: @escaping Opening
    ) throws(FriendRepositoryError) {
        self.path = path
        self.open = open
        self.onMending = onMending
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
        onMending = {}
        logger = Logger(label: "") { _ in SwiftLogNoOpLogHandler() }
        state = Mutex(State(writer: writer))
    }

    var writer: any DatabaseWriter { state.withLock(\.writer) }

    /// Changes whenever the connections are made anew.
    var generation: Int { state.withLock(\.generation) }

    /// Whether the files are where they were when they were opened.
    var isInPlace: Bool {
        let (files, isClosed) = state.withLock { ($0.files, $0.isClosed) }
        return !isClosed && files?.areInPlace ?? true
    }

    /// Whether the files were not in place when they were last looked at.
    var isDisplaced: Bool { state.withLock { $0.displacement != nil } }

    /// Refuses while nothing can be stored, as far as that is known.
    func requireNoDisplacement() throws(FriendRepositoryError) {
        guard let displacement = state.withLock(\.displacement) else { return }
        guard isInPlace else { throw displacement }
        endDisplacement()
    }

    /// Nothing may tell that the files are back: a folder that was moved away and back again causes no event.
    private func endDisplacement() {
        guard state.withLock({ $0.displacement.take() }) != nil else { return }
        logger.notice("The database is available again.", metadata: ["path": "\(path)"])
    }

    /// Calls `onEvent` when the log is written to, or a file is moved or deleted, until ``endWatch()``.
    func watch(_ onEvent: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard let files = state.files else { return }
            state.watch = DatabaseWatch(log: files.log.path, files: files.all, onEvent: onEvent)
        }
    }

    func endWatch() {
        state.withLock { $0.watch.take() }?.end()
    }

    /// Reads. The connections are not closed meanwhile: that would end the process.
    func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
        let writer = try state.withLock { state in
            guard !state.isClosed else {
                throw FriendRepositoryError.unusable(path: path, reason: "it is closed, or being opened again")
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

    /// Lets no read begin any more, and waits for those that have begun.
    private func endReads() {
        let isReading = state.withLock { state in
            state.isClosed = true
            return state.readCount > 0
        }
        if isReading { readsHaveEnded.wait() }
    }

    // MARK: Mending

    /// Repairs the files and reopens the database. Throws while that is impossible.
    ///
    /// To be called on the thread for writes.
    /// - Returns: whether the connections were made anew.
    @discardableResult
    func mend() throws(FriendRepositoryError) -> Bool {
        guard let files = state.withLock({ $0.hasEnded ? nil : $0.files }) else { return false }
        if isInPlace {
            endDisplacement()
            return false
        }
        guard files.isFileInPlace else { throw displaced(files) }
        if !files.log.isInPlace, !files.log.isEmpty, !state.withLock(\.isClosed) {
            // Another process that puts it back empties this one.
            guard files.log.canBePutBack || files.log.isEmpty else { throw displaced(files) }
            onMending()
            try putLogBack(files)
        }
        let wasDisplaced = state.withLock { $0.displacement != nil }
        try openAgain(files)
        if wasDisplaced {
            logger.notice("The database is available again.", metadata: ["path": "\(path)"])
        } else {
            logger.warning(
                "The write-ahead log of the database or its index was moved or deleted. It was restored; nothing was lost.",
                metadata: ["path": "\(path)"])
        }
        return true
    }

    private func putLogBack(_ files: DatabaseFiles) throws(FriendRepositoryError) {
        let log = files.log
        do {
            try writer.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    // Another program may have been faster; nobody writes now.
                    if !log.isEmpty {
                        guard files.isFileInPlace, log.canBePutBack else {
                            throw FriendRepositoryError.displaced(path: path, copy: nil)
                        }
                        try log.putBack(while: { files.isFileInPlace })
                    }
                    return .rollback
                }
            }
        } catch  where log.isEmpty {
            // Another process has already put the log back.
        } catch FriendRepositoryError.displaced {
            throw displaced(files)
        } catch {
            throw FriendRepositoryError(error, path: path)
        }
    }

    private func openAgain(_ old: DatabaseFiles) throws(FriendRepositoryError) {
        do {
            if !state.withLock(\.isClosed) {
                guard old.isFileInPlace else { throw displaced(old) }
                endReads()
                try writer.close()
            }
            old.log.comeBack()
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
            // The log belongs to the file that has gone, and must not be read with another one.
            old.log.stepAside()
            throw displaced(old)
        } catch {
            throw FriendRepositoryError(error, path: path)
        }
    }

    /// The database, or a log with something in it, is not at its path any more. All there is to be done is to save what
    /// only this process still has.
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
            if !files.isFileInPlace { moveLog(of: files) }
        }
        let error: FriendRepositoryError =
            files.isFileInPlace ? .logReplaced(path: path, copy: copy) : .displaced(path: path, copy: copy)
        state.withLock { ($0.displacement, $0.lastRescue) = (error, .now) }
        if error != known { logger.critical("\(error.message)") }
        return error
    }

    /// Saves the friends into a file of their own.
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

    /// Moves what is in the log into the file that is open, wherever it is: it shall be whole there, and no other file at
    /// the path be read with its log.
    private func moveLog(of files: DatabaseFiles) {
        if !files.log.isEmpty {
            try? writer.writeWithoutTransaction { db in
                // Reads hold it up.
                try db.execute(sql: "PRAGMA busy_timeout = 1500")
                try db.checkpoint(.truncate)
            }
        }
        files.removeCompanions()
    }

    private static let fileNameStyle = Date.ISO8601FormatStyle().dateSeparator(.omitted).timeSeparator(.omitted)

    // MARK: Closing

    /// Closes the connections for good and leaves one file, when no other program has it open.
    func close() {
        let (isInPlace, files) = (isInPlace, state.withLock { $0.isClosed ? nil : $0.files })
        state.withLock { $0.hasEnded = true }
        endReads()
        if let files, !files.isFileInPlace { moveLog(of: files) }
        // Of files that are not at their path there is nothing to tidy up, and those of others must not be touched.
        guard isInPlace, let pool = writer as? DatabasePool else { return }
        // A connection that only reads cannot tidy up, and SQLite leaves that to the last one: the writer must be it.
        pool.invalidateReadOnlyConnections()
        try? pool.writeWithoutTransaction { db in
            // Whoever else is at it has the companions anyway.
            try db.execute(sql: "PRAGMA busy_timeout = 0")
            try db.checkpoint(.truncate)
        }
        try? pool.close()
    }
}
