import FriendsModel

/// Writes friends, one write or one series of writes at a time: the first wins, and what is asked for until it ends is
/// ignored. It keeps what can be undone, and the writes whose outcome is not known.
///
/// It shows in the store what was written. The caller updates the list and reports the result.
@MainActor
package final class FriendListWriter {
    /// What the writer knows.
    package struct State: Equatable, Sendable {
        /// Whether a write is under way. Another one has to wait.
        package internal(set) var isWriting = false
        /// The friend that is being deleted.
        package internal(set) var pending: Friend.ID?
        package internal(set) var history = UndoHistory()

        package init() {}

        /// The state as it would be without the write under way.
        package var withoutWrite: State {
            var state = State()
            state.history = history
            return state
        }
    }

    package private(set) var state = State() { didSet { onChange() } }
    /// Called after every change of ``state``.
    package var onChange: @MainActor () -> Void = {}
    private let store: FriendListStore
    private let client: any FriendsClient
    private let delegate: any CallDelegate
    private let calls: RetryingCalls
    private(set) var unresolved = UnresolvedWrites()
    /// The last merge.
    var sentMerge: SentMerge?
    /// Who waits for the end of a write.
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// As many friends are deleted without a question.
    private static let maximumUnasked = 10

    /// - Parameters:
    ///   - delegate: follows the writes.
    ///   - history: what can be undone at first.
    package init(
        store: FriendListStore, client: any FriendsClient, delegate: any CallDelegate,
        history: UndoHistory = UndoHistory()
    ) {
        self.store = store
        self.client = client
        self.delegate = delegate
        calls = RetryingCalls(delegate)
        state.history = history
    }

    /// Whether someone waits for the end of a write.
    package var isAwaited: Bool { !waiters.isEmpty }

    /// Returns when no write is under way.
    package func finish() async {
        // Another one may have begun before this task runs again.
        while state.isWriting { await withCheckedContinuation { waiters.append($0) } }
    }

    // MARK: Deleting

    /// Deletes a friend.
    package func delete(_ friend: Friend) async -> WriteResult? {
        guard !state.isWriting else { return nil }
        let step = UndoHistory.Step.deleted(friend)
        let result = await write(step, as: .delete(friend.details))
        // Bringing back a friend that was not deleted after all changes nothing.
        if !result.made.isEmpty || !result.unresolved.isEmpty { state.history.record(step) }
        return result
    }

    /// Asks before many friends are deleted, whichever command deletes them.
    package func mayDelete(_ count: Int, by direction: UndoHistory.Direction? = nil) async -> Bool {
        guard count > Self.maximumUnasked else { return true }
        return await delegate.allowsDeletion(of: count, isShared: store.isShared, by: direction) && !state.isWriting
    }

    /// Deletes friends as one step that can be undone.
    /// - Parameter place: where the person is in the list.
    package func delete(_ friends: [Friend], at place: UndoHistory.Place?) async -> WriteResult? {
        guard !state.isWriting else { return nil }
        let result = await write(friends.map { .deleted($0) }, as: .deleteSeveral(friends.count))
        // Bringing back a friend that was not deleted after all changes nothing.
        state.history.record(result.made.map(\.change) + result.unresolved, at: place)
        return WriteResult(result)
    }

    // MARK: Updating

    /// Gives friends other details as one step that can be undone.
    /// - Parameter changes: computes these details. No other write begins meanwhile.
    /// - Returns: nil when nothing was written.
    package func update(_ changes: () async -> [(friend: Friend, details: FriendDetails)]) async -> WriteResult? {
        await write(as: Operation.updateSeveral) {
            let steps = await changes().map { friend, details in
                UndoHistory.Step.updated(from: friend, to: friend.with(details))
            }
            return PlannedWrites(steps)
        }
    }

    // MARK: Importing

    /// Adds and changes friends as one step that can be undone.
    /// - Parameter plan: computes what is written. No other write begins meanwhile.
    /// - Returns: nil when nothing was written.
    package func importFriends(_ plan: () async -> PlannedWrites) async -> WriteResult? {
        await write(as: Operation.importSeveral, plan)
    }

    // MARK: Restoring

    /// Brings deleted friends back as one step that can be undone.
    package func restore(_ friends: [Friend]) async -> WriteResult? {
        guard !state.isWriting, let first = friends.first else { return nil }
        let result =
            if friends.count == 1 {
                await write(.restored(first), as: .restore(first.details))
            } else {
                WriteResult(await write(friends.map { .restored($0) }, as: .restoreSeveral(friends.count)))
            }
        state.history.record(result.made.map { $0.result.map($0.change.resulting) ?? $0.change })
        // Which of these are back shows when the list has them again.
        watch(result.unresolved)
        return result
    }

    // MARK: Writes of others

    /// Takes over a step that a form has made.
    package func record(_ step: UndoHistory.Step) { state.history.record(step) }

    /// Changes the undo history.
    func changeHistory(_ change: (inout UndoHistory) -> Void) { change(&state.history) }

    /// Watches writes whose outcome is not known: what of them the list shows, now or later, can be undone.
    /// - Parameters:
    ///   - rests: the rests that they change, too.
    ///   - copies: what was put into the trash before.
    package func watch(
        _ steps: [UndoHistory.Step], rests: [Friend.ID: RestStep] = [:], copies: [Friend.ID: FriendWrite] = [:]
    ) {
        unresolved.watch(steps, rests: rests, copies: copies)
        resolve()
    }

    /// Looks for the outcome of such writes in the list.
    package func resolve() {
        guard !unresolved.groups.isEmpty else { return }
        for group in unresolved.resolve(in: store.rows, known: state.history.done) {
            state.history.record(group.steps, rests: group.rests, copies: group.copies)
        }
    }

    // MARK: Writing

    /// Reads what a write needs. No other write begins meanwhile.
    func read<Value: Sendable>(
        as operation: Operation,
        _ work: @escaping @Sendable (any FriendsClient) async throws(FriendsClientError) -> Value
    ) async -> Result<Value, FriendsClientError> {
        state.isWriting = true
        let client = client
        let outcome = await calls.run(operation) { (_) throws(FriendsClientError) in
            do throws(FriendsClientError) {
                return try await work(client)
            } catch {
                // Nothing was written.
                throw error == .cancelled ? error : .notDone(error)
            }
        }
        endWriting()
        return outcome.result
    }

    /// Makes a change.
    func write(_ change: UndoHistory.Step, as operation: Operation) async -> WriteResult {
        state.isWriting = true
        if change.isDeletion { state.pending = change.id }
        let client = client
        let outcome = await calls.run(operation, isRepeated: unresolved.contains(change)) {
            (isRepeated) throws(FriendsClientError) in
            try await change.make(on: client, isRepeated: isRepeated)
        }
        state.pending = nil
        unresolved.end(change, isResolved: !outcome.mayHaveBeenDone)
        endWriting()
        if case .success(let friend) = outcome.result {
            store.show(ListReplica.Write(id: change.id, result: friend, base: change.original?.version))
        }
        return WriteResult(change, outcome)
    }

    /// Makes the writes of a plan as one step that can be undone.
    /// - Parameters:
    ///   - operation: the operation with that many writes.
    ///   - plan: computes what is written. No other write begins meanwhile.
    /// - Returns: nil when nothing was written.
    private func write(as operation: (Int) -> Operation, _ plan: () async -> PlannedWrites) async -> WriteResult? {
        guard !state.isWriting else { return nil }
        state.isWriting = true
        let plan = await plan()
        guard !plan.steps.isEmpty else {
            endWriting()
            return nil
        }
        guard await makeCopies(plan.copies) else { return nil }
        let series = await write(plan.steps, rests: plan.rests, as: operation(plan.steps.count))
        // What someone else had added before is not ours to take back.
        let made = series.made.filter { !series.existing.contains($0.change.id) }
        state.history.record(
            made.map { $0.result.map($0.change.resulting) ?? $0.change }, rests: plan.changedRests,
            copies: plan.copies)
        watch(series.unresolved, rests: plan.changedRests, copies: plan.copies)
        await purgeCopies(of: series.refused, in: plan.copies, as: operation(plan.steps.count))
        return WriteResult(series)
    }

    /// Puts copies into the trash. They are all sent again in each try: one that is there is not made twice.
    /// - Returns: whether all are there. Else the write has ended.
    func makeCopies(_ copies: [Friend.ID: FriendWrite]) async -> Bool {
        guard !copies.isEmpty else { return true }
        state.isWriting = true
        let client = client
        let outcome = await calls.run(.importSeveral(copies.count)) { (_) throws(FriendsClientError) in
            let writes = copies.values.sorted { $0.id.rawValue < $1.id.rawValue }
            let series = await WriteSeries.made(writes, on: client, hasReadList: true)
            if let error = series.stop ?? series.refused.first?.error { throw error }
        }
        if case .success = outcome.result { return true }
        endWriting()
        return false
    }

    /// Removes the copies of friends whose write was refused: they have replaced nothing.
    func purgeCopies(
        of refused: [WriteSeries<UndoHistory.Step>.Refused], in copies: [Friend.ID: FriendWrite],
        as operation: Operation
    ) async {
        await purgeCopies(refused.compactMap { copies[$0.change.id] }, as: operation)
    }

    /// Removes copies from the trash that are there as they were made. Without an answer, and on a server that purges nothing, they
    /// stay there.
    func purgeCopies(_ copies: [FriendWrite], as operation: Operation) async {
        guard !copies.isEmpty else { return }
        state.isWriting = true
        let client = client
        let made = Dictionary(copies.map { ($0.id, $0.addedDetails) }) { $1 }
        try? await delegate.run(operation) { (_) throws(FriendsClientError) in
            let there = try await client.allDeletedFriends().filter { made[$0.id] == $0.details }
            var writes = there.map { FriendWrite.purge($0.id, at: $0.version) }[...]
            while !writes.isEmpty {
                _ = try await client.write(Array(writes.prefix(WriteBatch.maximumCount)))
                writes = writes.dropFirst(WriteBatch.maximumCount)
            }
        }
        endWriting()
    }

    /// Makes the changes, and retries after a failure that stopped them, if the delegate asks for it.
    /// - Parameters:
    ///   - rests: the new rests of friends.
    ///   - isAtomic: whether all changes are made or none.
    ///   - reportsRefusals: whether the delegate hears of what the server refuses.
    func write(
        _ changes: [UndoHistory.Step], rests: [Friend.ID: [UInt8]] = [:], as operation: Operation,
        isAtomic: Bool = false, reportsRefusals: Bool = true
    ) async -> WriteSeries<UndoHistory.Step> {
        state.isWriting = true
        var series = WriteSeries(changes, rests: rests, repeated: unresolved.ids, WriteOptions(isAtomic: isAtomic))
        while true {
            series = await write(series, as: operation)
            await store.show(
                series.made.map {
                    ListReplica.Write(id: $0.change.id, result: $0.result, base: $0.change.original?.version)
                })
            let result = WriteResult(series)
            // After cancelling, what was not asked for is not reported.
            let isStopped = result.stop != nil && !result.isCancelled
            guard isStopped || (result.refusedCount > 0 && (reportsRefusals || result.isCancelled)) else { break }
            guard await delegate.retries(operation, after: result) else { break }
            series.begin()
        }
        unresolved.end(series)
        endWriting()
        return series
    }

    private func write(
        _ series: WriteSeries<UndoHistory.Step>, as operation: Operation
    ) async -> WriteSeries<UndoHistory.Step> {
        let client = client
        let result = try? await delegate.run(operation) { (progress) throws(FriendsClientError) in
            var series = series
            await series.run(on: client) { progress($0.answeredCount, $0.count) }
            return series
        }
        return result ?? series
    }

    private func endWriting() {
        state.isWriting = false
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}
