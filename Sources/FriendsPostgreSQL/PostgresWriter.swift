import Foundation
import FriendsModel
import FriendsRepository
import PostgreSQL

/// Makes groups of writes, each in one transaction if possible.
struct PostgresWriter: Sendable {
    typealias Write = GroupedWrite<PostgresTransaction>

    let pool: PostgresPool
    /// The name of the database in messages.
    let name: String
    /// Of the sort keys.
    let collation: String
    /// Where other servers are notified.
    let channel: String
    let feed: ChangeFeed
    let now: @Sendable () -> Date

    /// Makes the writes, and ends each of them.
    func perform(_ group: [Write]) async {
        do {
            try await commit(group)
        } catch {
            guard group.count > 1, error.isOfOneWrite else { return end(group, error) }
            // Nothing was written. The error concerns only one of the writes.
            await performEach(group)
        }
    }

    /// Makes each write in a transaction of its own, until one fails for a reason that the others would fail for, too.
    private func performEach(_ group: [Write]) async {
        var left = group[...]
        while let write = left.popFirst() {
            do {
                try await commit([write])
            } catch {
                end([write], error)
                guard error.isOfOneWrite else { return end(left, error.ofOtherWrites) }
            }
        }
    }

    private func commit(_ group: [Write]) async throws(PostgresError) {
        let hasChanged = try await pool.write { connection in
            try makeTransaction(connection) { transaction in
                // Only now, because the wait for the lock is part of the wait of each write.
                for write in group where write.begin() { try write.perform(transaction) }
            }
        }
        for write in group { write.end(nil) }
        if hasChanged { feed.notify() }
    }

    /// Purges the trash of a list that is seldom written to. It counts as a change of the list.
    func purge() async throws(PostgresError) {
        _ = try await pool.write { connection in
            guard try PostgresTransaction.wouldPurge(connection, at: time) else { return false }
            return try makeTransaction(connection) { try $0.beginChange().end() }
        }
    }

    /// Thrown by a check so that its transaction is rolled back.
    private struct CheckDone: Error {}

    /// Checks that a write is possible now.
    /// - Parameter timeout: how long to wait for other writers.
    func check(timeout: Duration) async throws(PostgresError) {
        // 0 would be no limit.
        let limit = PostgresParameter.text("\(max(1, Int64(timeout / .milliseconds(1))))")
        do {
            // A standby refuses the lock.
            try await pool.write { connection in
                // `lock_timeout` limits each lock, and the statement can wait for two.
                try connection.execute("SELECT set_config('statement_timeout', $1, true)", [limit])
                _ = try transaction(connection)
                throw CheckDone()
            }
        } catch .thrown(is CheckDone) {
            return
        }
    }

    /// The current time, in seconds since 1970.
    private var time: Int64 { Int64(now().timeIntervalSince1970) }

    private func transaction(_ connection: PostgresConnection) throws -> PostgresTransaction {
        try PostgresTransaction(connection, name: name, collation: collation, at: time)
    }

    /// Writes in the open transaction, and notifies other servers if it commits a change.
    /// - Returns: whether the list was changed.
    private func makeTransaction(
        _ connection: PostgresConnection, _ work: (PostgresTransaction) throws -> Void
    ) throws -> Bool {
        let transaction = try transaction(connection)
        try work(transaction)
        try transaction.end(notifying: channel)
        return transaction.hasChanged
    }

    private func end(_ writes: some Sequence<Write>, _ error: PostgresError) {
        for write in writes { write.end(FriendRepositoryError(error, name: name)) }
    }
}

extension PostgresError {
    /// Whether only one write of a group causes the error, so that the others can be made without it.
    var isOfOneWrite: Bool {
        switch self {
        case .thrown(let error): !(error is FriendRepositoryError)
        case .unexpectedResult: true
        case .refused(let refusal):
            // By the classes of PostgreSQL's documentation, appendix A: the connection, a read-only server, deadlocks,
            // resources, locks, an operator, the system.
            !["08", "25006", "40", "53", "55", "57", "58"].contains { refusal.sqlState.hasPrefix($0) }
        case .libraryMissing, .invalidAddress, .secretInAddress, .cannotConnect, .lost, .busy, .cancelled, .closed:
            false
        }
    }

    /// The error for writes that were not tried because of it.
    fileprivate var ofOtherWrites: Self {
        if case .lost(let reason, _) = self { .lost(reason: reason, mayBeCommitted: false) } else { self }
    }
}
