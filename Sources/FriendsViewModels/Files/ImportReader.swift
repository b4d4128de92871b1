import FriendsExchange
import FriendsFormats
import FriendsList
import FriendsModel

/// Reads the records of an import, and compares them with the friends that are there, off the main actor.
actor ImportReader {
    /// What has become known of the import.
    enum Event: Sendable {
        /// The next records, and which part of the file was read.
        case records([ImportEntry], share: Double)
        /// Rows that were compared with what is stored of their friends, with their places.
        case compared(ImportPlan.Rows)
    }

    private let client: any FriendsClient
    /// Reads what is stored of friends.
    private let reader: RestReader
    private var plan: ImportPlan?

    /// Rows are shown at once, and then at this distance: each time the filter reads all of them.
    private static let showingInterval = Duration.milliseconds(100)

    init(client: any FriendsClient) {
        self.client = client
        reader = RestReader(client, isStopped: { Task.isCancelled })
    }

    /// Reads all records of a file.
    /// - Parameters:
    ///   - friends: the friends in the list.
    ///   - history: the id of their history; nil if it is not known.
    ///   - receive: takes what has become known.
    /// - Throws: ``UserFileError``, or `CancellationError`.
    func read(
        _ file: any RecordFile, _ columns: ColumnMap, comparedWith friends: [Friend], of history: String?,
        _ receive: @Sendable (Event) async -> Void
    ) async throws {
        let batches = file.batches(columns)
        let deleted = try await deleted()
        var plan = ImportPlan(friends, history: history, deleted: deleted, onDuplicate: .skip)
        var pending: [ImportEntry] = []
        var shown: ContinuousClock.Instant?
        var share = 0.0
        do {
            for try await batch in batches {
                try Task.checkCancellation()
                let first = plan.rows.count
                plan.append(batch.records)
                for (index, row) in plan.rows[first...].enumerated() {
                    pending.append(ImportEntry(row, number: first + index, file: batch.file))
                }
                share = batch.share
                if shown.map({ .now - $0 >= Self.showingInterval }) ?? true, !pending.isEmpty {
                    await receive(.records(pending, share: share))
                    (pending, shown) = ([], .now)
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

    /// The friends in the trash: one of them is added again with what it had.
    private func deleted() async throws(UserFileError) -> [Friend] {
        do throws(FriendsClientError) {
            return try await client.allDeletedFriends()
        } catch {
            throw UserFileError("Can\u{2019}t read the trash, which may have some of these friends")
        }
    }

    /// Reads what is stored of the friends whose records wait for it.
    /// - Throws: ``FriendsClientError``
    func compare(_ receive: @Sendable (Event) async -> Void) async throws(FriendsClientError) {
        guard var plan else { return }
        defer { self.plan = plan }
        repeat {
            try await plan.readRests(by: reader) { rows in
                if !rows.isEmpty { await receive(.compared(rows)) }
            }
        } while plan.waitingCount > 0
    }

    /// The changes that an import makes with what is chosen for the records.
    func changes(for entries: [ImportEntry]) -> ImportChanges {
        guard var plan else { return ImportChanges() }
        defer { self.plan = plan }
        for entry in entries where entry.hasChoice {
            plan.choose(entry.row.choice, at: entry.number)
            plan.leaveOut(entry.row.isLeftOut, at: entry.number)
        }
        return plan.changes()
    }

    /// Takes over what has become of changes.
    /// - Returns: the rows that are other ones now, with their places. Some may wait to be compared again (``isWaiting``).
    func end(_ changes: ImportChanges, _ result: WriteResult) -> ImportPlan.Rows {
        guard var plan else { return [] }
        defer { self.plan = plan }
        return plan.end(changes, result)
    }

    /// Whether rows wait to be compared.
    var isWaiting: Bool { plan.map { $0.waitingCount > 0 } ?? false }
}
