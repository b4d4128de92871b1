import Synchronization

/// Makes writes in groups: what arrives while a transaction is under way goes into the next one together. So the time of a commit
/// is shared by all that wait for it.
///
/// Each write has its own result. One whose caller waits no longer is not made.
package final class WriteGroups<Transaction>: Sendable {
    private struct State {
        var waiting: [GroupedWrite<Transaction>] = []
        /// Whether a task makes groups.
        var isRunning = false
        var observer: (@Sendable (Int) -> Void)?
    }

    /// The most writes in one transaction.
    private static var maximumWriteCount: Int { 128 }
    /// The most changes in one transaction, unless its first write alone has more: all other writers wait for it.
    private static var maximumChangeCount: Int { 1_000 }

    private let state = Mutex(State())
    /// How long a write may wait until it begins, and its error after that; nil if `perform` limits the wait.
    private let timeout: (duration: Duration, error: FriendRepositoryError)?
    private let perform: @Sendable ([GroupedWrite<Transaction>]) async -> Void

    /// - Parameters:
    ///   - waitTimeout: how long a write may wait until it begins.
    ///   - timeoutError: its error after that.
    ///   - perform: begins and makes the writes in one transaction, and ends each of them.
    package init(
        waitTimeout: Duration, timeoutError: FriendRepositoryError,
        perform: @escaping @Sendable ([GroupedWrite<Transaction>]) async -> Void
    ) {
        timeout = (waitTimeout, timeoutError)
        self.perform = perform
    }

    /// - Parameter perform: begins and makes the writes in one transaction, and ends each of them. It limits how long they
    ///   wait.
    package init(perform: @escaping @Sendable ([GroupedWrite<Transaction>]) async -> Void) {
        timeout = nil
        self.perform = perform
    }

    /// Calls a closure from now on with the number of writes of each group, before it is made.
    package func observe(_ observer: @escaping @Sendable (_ writeCount: Int) -> Void) {
        state.withLock { $0.observer = observer }
    }

    /// The number of writes that are in no group yet.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Makes a write.
    /// - Parameter changeCount: the number of friends that it may change.
    package func write<Value: Sendable>(
        changeCount: Int = 1, _ work: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(FriendRepositoryError) -> Value {
        let value = Box<Value>()
        let write = GroupedWrite<Transaction>(changeCount: changeCount) { transaction in
            let result = try work(transaction)
            value.content.withLock { $0 = result }
        }
        let timer = timeout.map { timeout in
            Task {
                try await Task.sleep(for: timeout.duration)
                write.giveUp(timeout.error)
            }
        }
        defer { timer?.cancel() }
        let error = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                write.wait(continuation)
                if write.isWaiting { add(write) }
            }
        } onCancel: {
            write.giveUp(.cancelled)
        }
        if let error { throw error }
        guard let value = value.content.withLock({ $0 }) else { throw .cancelled }
        return value
    }

    private final class Box<Value: Sendable>: Sendable {
        let content = Mutex<Value?>(nil)
    }

    private func add(_ write: GroupedWrite<Transaction>) {
        let begins = state.withLock { state in
            state.waiting.append(write)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if begins { Task { await run() } }
    }

    private func run() async {
        while let group = takeGroup() {
            state.withLock(\.observer)?(group.count)
            await perform(group)
        }
    }

    /// The next writes; nil if no write waits.
    private func takeGroup() -> [GroupedWrite<Transaction>]? {
        state.withLock { state in
            state.waiting.removeAll { !$0.isWaiting }
            guard let first = state.waiting.first else {
                state.isRunning = false
                return nil
            }
            var changeCount = first.changeCount
            let others = state.waiting.dropFirst().prefix(Self.maximumWriteCount - 1).prefix { write in
                changeCount += write.changeCount
                return changeCount <= Self.maximumChangeCount
            }
            let group = [first] + others
            state.waiting.removeFirst(group.count)
            return group
        }
    }
}
