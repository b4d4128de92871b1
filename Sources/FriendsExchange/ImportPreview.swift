import FriendsFormats
import FriendsList
import FriendsModel

/// Some records of a file.
package struct RecordBatch: Sendable {
    package let records: [FriendRecord]
    /// The name of the file, if there are several.
    package let file: String?
    /// Which part of everything was read, from 0 to 1.
    package let share: Double

    package init(_ records: [FriendRecord], file: String? = nil, share: Double) {
        (self.records, self.file, self.share) = (records, file, share)
    }
}

package typealias RecordBatches = AsyncSequence<RecordBatch, any Error>

/// An import that writes only after the user has seen all records and chosen what becomes of them.
package actor ImportPreview {
    /// What has become known of the import.
    package enum Event: Sendable {
        /// The next records, and which part of the file was read.
        case records([Record], share: Double)
        /// Rows that were compared with what is stored of their friends.
        case compared(ImportPlan.Rows)
    }

    /// A record that was read.
    package struct Record: Sendable {
        /// Its place among all records.
        package let place: Int
        package let row: ImportRow
        /// The name of its file, if there are several.
        package let file: String?
    }

    private let client: any FriendsClient
    /// Reads what is stored of friends.
    private let reader: RestReader
    private var plan: ImportPlan?

    /// Rows are told at once, and then at this distance: each time, the filter of a screen reads all of them.
    private static let interval = Duration.milliseconds(100)

    package init(client: any FriendsClient) {
        self.client = client
        reader = RestReader(client, isStopped: { Task.isCancelled })
    }

    /// Reads all records.
    /// - Parameters:
    ///   - friends: the friends in the list.
    ///   - history: the id of their history; nil if it is not known.
    ///   - receive: takes what has become known, off the main actor.
    /// - Throws: ``FriendsClientError`` if the trash cannot be read; the error of `batches`; or `CancellationError`.
    package func read(
        _ batches: any RecordBatches, comparedWith friends: [Friend], of history: String?,
        _ receive: @Sendable (Event) async -> Void
    ) async throws {
        // One of the friends in the trash is added again with what it had.
        let deleted = try await client.allDeletedFriends()
        var plan = ImportPlan(friends, history: history, deleted: deleted, onDuplicate: .skip)
        var pending: [Record] = []
        var told: ContinuousClock.Instant?
        var share = 0.0
        do {
            for try await batch in batches {
                try Task.checkCancellation()
                let first = plan.rows.count
                plan.append(batch.records)
                for (index, row) in plan.rows[first...].enumerated() {
                    pending.append(Record(place: first + index, row: row, file: batch.file))
                }
                share = batch.share
                if told.map({ .now - $0 >= Self.interval }) ?? true, !pending.isEmpty {
                    await receive(.records(pending, share: share))
                    (pending, told) = ([], .now)
                }
            }
        } catch {
            await receive(.records(pending, share: share))
            self.plan = plan
            throw error
        }
        try Task.checkCancellation()
        await receive(.records(pending, share: 1))
        self.plan = plan
    }

    /// Reads what is stored of the friends whose records wait for it.
    /// - Throws: ``FriendsClientError``
    package func compare(_ receive: @Sendable (Event) async -> Void) async throws(FriendsClientError) {
        guard var plan else { return }
        defer { self.plan = plan }
        repeat {
            try await plan.readRests(by: reader) { rows in
                if !rows.isEmpty { await receive(.compared(rows)) }
            }
        } while plan.waitingCount > 0
    }

    /// The changes that the import makes.
    /// - Parameter chosen: the rows for which the user can choose, with what is chosen.
    package func changes(_ chosen: ImportPlan.Rows) -> ImportChanges {
        guard var plan else { return ImportChanges() }
        defer { self.plan = plan }
        for (place, row) in chosen {
            plan.choose(row.choice, at: place)
            plan.leaveOut(row.isLeftOut, at: place)
        }
        return plan.changes()
    }

    /// Takes over what has become of changes.
    /// - Returns: the rows that are other ones now. Some may wait to be compared again (``isWaiting``).
    package func end(_ changes: ImportChanges, _ result: WriteResult) -> ImportPlan.Rows {
        guard var plan else { return [] }
        defer { self.plan = plan }
        return plan.end(changes, result)
    }

    /// Whether rows wait to be compared.
    package var isWaiting: Bool { plan.map { $0.waitingCount > 0 } ?? false }
}
