import FriendsFormats
import FriendsList
import FriendsModel

/// Imports records as they are read: compares them with the friends that are there, and writes batch by batch
/// (Docs/Decisions/0036-import.md).
package struct ImportRun: Sendable {
    /// What became of a record.
    package struct Outcome: Equatable, Sendable {
        package let row: ImportRow
        package let result: ImportRow.Result
        /// Why it was refused; nil if it was not.
        package let refusal: Refusal?

        package init(row: ImportRow, result: ImportRow.Result, refusal: Refusal? = nil) {
            (self.row, self.result, self.refusal) = (row, result, refusal)
        }
    }

    /// Why a record was refused.
    package enum Refusal: Equatable, Sendable {
        case problem(RecordProblem)
        /// By the server.
        case error(FriendsClientError)
    }

    private typealias Sending = (batch: [ImportWrites.Item], series: Task<WriteSeries<FriendWrite>, Never>)

    /// The size of the records that wait for rests at once, in bytes: with many of them, all rests of the list are read.
    private static let maximumWaitingSize = 96 << 20
    /// About the size of a record without its rest.
    private static let recordSize = 512
    /// As many batches are sent at once: while the server writes one, the next one is compared, encoded and decoded.
    private static let maximumSendingCount = 3

    private let client: any FriendsClient
    /// Reads what is stored of friends.
    private let reader: RestReader
    private let isDryRun: Bool
    private let hasSeveralFiles: Bool
    /// Whether the user has ended the import.
    private let isStopped: @Sendable () -> Bool
    /// The rows that wait for rests.
    private var plan: ImportPlan
    private var waitingSize = 0
    private var writes = ImportWrites()
    /// The records that are written, by their numbers.
    private var pending: [Int: ImportRow] = [:]
    private var nextNumber = 0
    /// The batches that were not answered. They change different friends.
    private var sending: [Sending] = []
    /// What later files need of the rests that would have been written in a dry run; nil for friends without one.
    private var plannedRests: [Friend.ID: KnownRest?] = [:]
    private var outcomes: [Outcome] = []
    /// What became of the records so far.
    package private(set) var account = ImportAccount()
    /// The number of friends that were added although they look like others.
    package private(set) var duplicateCount = 0
    /// The number of friends that were added although they were in the trash.
    package private(set) var trashedCount = 0
    /// The number of copies in the trash of what these had there.
    package private(set) var copyCount = 0

    /// - Parameters:
    ///   - friends: the friends in the list, as this client has read them.
    ///   - history: the id of their history; nil if the server has none.
    ///   - deleted: the friends in the trash.
    ///   - hasSeveralFiles: whether a dry run has to know what an earlier file would have written.
    ///   - isStopped: whether the user has ended the import, which then throws `cancelled` before the next request.
    package init(
        _ client: any FriendsClient, friends: [Friend], history: String? = nil, deleted: [Friend] = [],
        onDuplicate: DuplicateChoice, isDryRun: Bool, hasSeveralFiles: Bool = true,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) {
        (self.client, self.isDryRun) = (client, isDryRun)
        reader = RestReader(client, isStopped: isStopped)
        (self.hasSeveralFiles, self.isStopped) = (hasSeveralFiles, isStopped)
        plan = ImportPlan(friends, history: history, deleted: deleted, onDuplicate: onDuplicate)
    }

    /// Imports the next records. What is not written yet is written with later ones.
    /// - Parameter file: the number of the file.
    /// - Throws: the error that ends the import. What was written before it stays.
    package mutating func add(_ records: [FriendRecord], file: Int) async throws(FriendsClientError) {
        for record in records {
            let row = plan.compare(record, file: file)
            if Self.waits(row) {
                plan.append(row)
                waitingSize += Self.recordSize + (row.friend?.rest?.count ?? 0)
            } else {
                decide(row)
            }
        }
        if waitingSize > Self.maximumWaitingSize { try await readRests() }
        try await write(isEnd: false)
    }

    /// Ends a file, or a folder of files: everything of it is written. The next one can have newer records of the same friends.
    package mutating func end() async throws(FriendsClientError) {
        while !plan.rows.isEmpty { try await readRests() }
        try await write(isEnd: true)
        plan.beginFile()
    }

    private mutating func readRests() async throws(FriendsClientError) {
        // The friends are compared as they are after all writes so far.
        try await endSending()
        waitingSize = 0
        try await plan.readRests(by: reader, planned: plannedRests)
        let decided = plan.take { $0.friendsWithUnreadRests.isEmpty || !Self.waits($0) }
        for isMerge in [false, true] {
            for row in decided where (row.result == .merged) == isMerge { decide(row) }
        }
    }

    /// Removes and returns what became of records since the last call.
    package mutating func takeOutcomes() -> [Outcome] {
        defer { outcomes = [] }
        return outcomes
    }

    /// Whether the row has to wait for a rest. A merge always waits, since the record with the id of the friend can follow in
    /// the file. A likely duplicate that is added or left out waits only if the rest decides whether there is anything new.
    private static func waits(_ row: ImportRow) -> Bool {
        guard case .duplicate(let duplicate) = row.action else { return !row.friendsWithUnreadRests.isEmpty }
        return row.choice == .merge || (duplicate.merge.isEmpty && !row.friendsWithUnreadRests.isEmpty)
    }

    private func checkStop() throws(FriendsClientError) {
        if isStopped() { throw .cancelled }
    }

    // MARK: Writing

    private mutating func decide(_ row: ImportRow) {
        do throws(RecordProblem) {
            if try writes.append(row, at: nextNumber) {
                pending[nextNumber] = row
                nextNumber += 1
            } else {
                var refusal: Refusal?
                if case .refuse(let problem) = row.action { refusal = .problem(problem) }
                end(row, row.result ?? .refused, refusal)
            }
        } catch {
            end(row, .refused, .problem(error))
        }
    }

    private mutating func end(_ row: ImportRow, _ result: ImportRow.Result, _ refusal: Refusal? = nil) {
        account.count(result)
        if result == .added, case .duplicate = row.action { duplicateCount += 1 }
        if result == .added, row.isInTrash { trashedCount += 1 }
        outcomes.append(Outcome(row: row, result: result, refusal: refusal))
    }

    private mutating func write(isEnd: Bool) async throws(FriendsClientError) {
        while let batch = writes.takeBatch(isEnd: isEnd) {
            try checkStop()
            if isDryRun {
                for item in batch { plan(item) }
                continue
            }
            if sending.count == Self.maximumSendingCount, let stop = await endFirstSending() { throw stop }
            let items = try await itemsWithCopies(batch)
            sending.append(
                (items, Task { [client] in await WriteSeries.made(items.map(\.write), on: client, hasReadList: true) }))
        }
        if isEnd { try await endSending() }
    }

    /// Puts copies into the trash of friends there whose texts or card the import replaces: a command has no undo.
    /// - Returns: the items that can be written. The records of a friend without its copy are refused.
    private mutating func itemsWithCopies(_ batch: [ImportWrites.Item]) async throws(FriendsClientError)
        -> [ImportWrites.Item]
    {
        var copied: [Int] = []
        var copies: [FriendWrite] = []
        for (index, item) in batch.enumerated() {
            guard let copy = item.copy else { continue }
            copied.append(index)
            copies.append(copy)
        }
        guard !copies.isEmpty else { return batch }
        let made = await WriteSeries.made(copies, on: client, hasReadList: true)
        var refused: [Int: FriendsClientError] = [:]
        for (index, result) in zip(copied, made.results) {
            switch result {
            case .success: copyCount += 1
            case .failure(let error): refused[index] = error
            }
        }
        if let stop = made.stop { throw stop }
        for (index, error) in refused.sorted(by: { $0.key < $1.key }) { end(batch[index], .failure(error)) }
        return batch.indices.filter { refused[$0] == nil }.map { batch[$0] }
    }

    /// Waits for the answers to all batches that were sent. Call it also when the import ends before the end of the file.
    /// - Throws: the first error that ends the import.
    package mutating func endSending() async throws(FriendsClientError) {
        var stop: FriendsClientError?
        while !sending.isEmpty {
            let error = await endFirstSending()
            stop = stop ?? error
        }
        if let stop { throw stop }
    }

    private mutating func endFirstSending() async -> FriendsClientError? {
        let (batch, task) = sending.removeFirst()
        let series = await task.value
        for (result, item) in zip(series.results, batch) {
            if let friend = await existing(item, result) {
                end(item, .success(friend), isThere: true)
            } else {
                end(item, result, isThere: series.existing.contains(item.write.id))
            }
        }
        return series.stop
    }

    /// The friend that a write should have changed, if someone else has made the same change before: another import of the file.
    private func existing(
        _ item: ImportWrites.Item, _ result: Result<Friend?, FriendsClientError>
    ) async -> Friend? {
        guard case .update(let id, _, let rest, _) = item.write, case .failure(.conflict(let friend?)) = result,
            friend.details == item.details
        else { return nil }
        if let rest, (try? await client.rest(of: id)) != rest { return nil }
        return friend
    }

    /// - Parameter isThere: whether someone else has written the same before.
    private mutating func end(
        _ item: ImportWrites.Item, _ result: Result<Friend?, FriendsClientError>, isThere: Bool = false
    ) {
        if case .success(let friend?) = result { plan.note(friend) }
        for row in item.rows.compactMap({ pending.removeValue(forKey: $0) }) {
            switch result {
            case .success: end(row, isThere ? .same : row.result ?? .added)
            case .failure(let error): end(row, .refused, .error(error))
            }
        }
    }

    private mutating func plan(_ item: ImportWrites.Item) {
        let (id, details) = (item.write.id, item.details)
        switch item.write {
        case _ where !hasSeveralFiles: break
        case .add(_, _, let rest):
            plannedRests[id] = .some(rest.map { KnownRest(summaryOf: $0, of: id, details) })
        case .update(_, _, let rest?, _): plannedRests[id] = KnownRest(summaryOf: rest, of: id, details)
        case .addToTrash, .update, .delete, .erase, .purge, .updateAndDelete, .restore: break
        }
        end(item, .success(Friend(id: id, version: Friend.Version(""), details: details)))
    }
}
