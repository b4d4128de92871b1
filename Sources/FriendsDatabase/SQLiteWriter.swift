import FriendsRepository
import GRDB
import NIOPosix

/// Makes groups of writes on the thread for writes, each in one transaction if possible.
struct SQLiteWriter: Sendable {
    typealias Write = GroupedWrite<Database>

    let connections: OpenDatabase
    let thread: WritingThread
    let feed: ChangeFeed
    /// The path of the file, for messages.
    let path: String
    /// The total time that a write may wait for other programs.
    let busyTimeout: Duration

    /// Makes the writes, and ends each of them.
    func perform(_ group: [Write]) async {
        do {
            try await thread.pool.runIfActive { make(group) }
        } catch {
            end(group, error)
        }
    }

    private func make(_ group: [Write]) {
        // In the order of their arrival.
        var left = group
        while let oldest = left.first {
            let deadline = oldest.arrival + busyTimeout
            do {
                try commit(left, until: deadline)
                return left.forEach { $0.end(nil) }
            } catch is OwnError where left.count > 1 {
                // Nothing was written. The error concerns only one of the writes.
                return makeEach(left, until: deadline)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // Each write waits for another program as long as if it were alone.
                let count = max(1, left.prefix { $0.arrival + busyTimeout <= .now }.count)
                end(left.prefix(count), error)
                left.removeFirst(count)
            } catch {
                return end(left, error)
            }
        }
    }

    /// Makes each write in a transaction of its own, until one fails for a reason that the others would fail for, too.
    private func makeEach(_ group: [Write], until deadline: ContinuousClock.Instant) {
        var left = group[...]
        while let write = left.popFirst() {
            do {
                try commit([write], until: deadline)
                write.end(nil)
            } catch {
                end([write], error)
                guard error is OwnError else { return end(left, error) }
            }
        }
    }

    private func commit(_ group: [Write], until deadline: ContinuousClock.Instant) throws {
        do {
            try transaction(group, until: deadline)
        } catch FriendRepositoryError.displaced, FriendRepositoryError.logReplaced {
            // Nothing was committed. If the files can be repaired, the second attempt succeeds.
            try transaction(group, until: deadline)
        }
    }

    private func transaction(_ group: [Write], until deadline: ContinuousClock.Instant) throws {
        try connections.repair()
        let writer = connections.writer
        // In one access: others use the connection with a timeout of their own. The deadline includes the time in the queue, so
        // that all writes that another program blocks time out together.
        try writer.writeWithoutTransaction { db in
            try wait(until: deadline, db)
            try db.inTransaction(.immediate) {
                for write in group where write.begin() { try make(write, db) }
                // The next start would not find a write to files that were moved or deleted.
                guard connections.isInPlace else { throw FriendRepositoryError.displaced(path: path, copy: nil) }
                return .commit
            }
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
    }

    /// An error that only one write of a group causes, so that the others can be made without it.
    private struct OwnError: Error {
        let error: FriendRepositoryError
    }

    private func make(_ write: Write, _ db: Database) throws {
        do {
            try write.perform(db)
        } catch {
            let reported = FriendRepositoryError(error, path: path)
            switch reported {
            // Perhaps only one friend is damaged.
            case .failed, .damaged: throw OwnError(error: reported)
            // The others concern the file, its disk or another program.
            default: throw error
            }
        }
    }

    private func end(_ writes: some Sequence<Write>, _ error: any Error) {
        let error = (error as? OwnError)?.error ?? FriendRepositoryError(error, path: path)
        for write in writes { write.end(error) }
    }

    /// Writes, but rolls back.
    /// - Parameter deadline: until when to wait for other programs.
    func check(until deadline: ContinuousClock.Instant) throws {
        try connections.repair()
        try connections.writer.writeWithoutTransaction { db in
            try wait(until: deadline, db)
            try db.inTransaction(.immediate) {
                // The lock alone would also be granted by a database that cannot be written.
                try db.execute(sql: "UPDATE list SET sequence = sequence + 1")
                return .rollback
            }
        }
        guard connections.isInPlace else { throw FriendRepositoryError.displaced(path: path, copy: nil) }
    }

    private func wait(until deadline: ContinuousClock.Instant, _ db: Database) throws {
        let timeout = max(.zero, ContinuousClock.now.duration(to: deadline))
        try db.execute(sql: "PRAGMA busy_timeout = \(Int(timeout / .milliseconds(1)))")
    }
}
