import FriendsModel

/// The synchronisation with address books while the screen is open: at the start, a second after each change of the list, and every
/// five minutes.
@MainActor
package final class SyncViewModel {
    package private(set) var state: State { didSet { onChange() } }
    /// Called after every change of ``state``.
    var onChange: @MainActor () -> Void = {}
    /// Called when what is left for a person, or its age, may have changed.
    var onNews: @MainActor () -> Void = {}
    /// Called with what a person has to look at, once.
    var onMessage: @MainActor (StatusMessage) -> Void = { _ in }
    /// Called when what stood against a synchronisation is gone.
    var onResolution: @MainActor (StatusMessage) -> Void = { _ in }

    /// A friend of the list.
    var friend: @MainActor (Friend.ID) -> Friend? = { _ in nil }

    private let service: any SyncService
    private let clock: any Clock<Duration>
    /// The time, in seconds since 1970.
    private let now: @MainActor () -> Int
    /// Runs until the program ends; nil before the first list.
    private var loop: Task<Void, Never>?
    /// Waits for changes of the network.
    private var network: Task<Void, Never>?
    /// Waits for the next synchronisation.
    private var pause: Task<Void, Never>?
    /// Why to synchronise before it is due.
    private var wish: Wish?
    /// The deletions with an account to which a person has agreed.
    private var confirmed: [String: ManyDeletions] = [:]
    /// The number of synchronisations without an answer that were due, one after the other.
    private var failureCount = 0
    /// When the servers were last asked, in seconds since 1970.
    private var askedAt = 0
    /// What was last said of each account.
    private var said: [String: [String]] = [:]
    /// The problem of each account that was said.
    private var problems: [String: StatusMessage] = [:]
    /// Whether the program ends.
    private var isStopped = false

    /// How often the servers are asked.
    static let interval = Duration.seconds(300)
    /// Someone who types makes several changes.
    static let pauseAfterChange = Duration.seconds(1)
    /// How long to wait after the first synchronisation without an answer. After each further one it is twice as long.
    static let firstRetry = Duration.seconds(10)
    /// How often the age of the last synchronisation is brought up to date.
    static let ageInterval = Duration.seconds(60)

    package init(service: any SyncService, clock: any Clock<Duration>, now: @escaping @MainActor () -> Int) {
        (self.service, self.clock, self.now) = (service, clock, now)
        state = State(accounts: service.accounts.map { State.Account(name: $0) }, now: now())
    }

    // MARK: When

    /// Begins to synchronise, now that the list is there.
    func start() {
        guard loop == nil, !isStopped else { return }
        network = Task { [weak self, changes = service.networkChanges] in
            for await _ in changes { self?.networkChanged() }
        }
        loop = Task { [weak self] in
            while !Task.isCancelled {
                guard let rest = await self?.synchronise() else { return }
                guard await self?.wait(rest) != nil else { return }
            }
        }
    }

    /// The network has changed: a server that did not answer may be there again. The clock of the pauses stands still while the machine
    /// sleeps.
    private func networkChanged() {
        let isOverdue = Duration.seconds(now() - askedAt) > Self.interval
        if failureCount > 0 || state.running != nil || isOverdue { listChanged() }
    }

    /// Ends the synchronisation. One that runs is cut off, and the next one goes on.
    func stop() async {
        isStopped = true
        network?.cancel()
        loop?.cancel()
        pause?.cancel()
        await loop?.value
    }

    private enum Wish {
        /// The list has changed.
        case soon
        /// A person wants it.
        case now
    }

    /// Synchronises soon: the list has changed.
    func listChanged() {
        // The pause after the first of several changes goes on.
        guard wish == nil, loop != nil else { return }
        wish = .soon
        state.isPending = true
        pause?.cancel()
    }

    /// Synchronises now, or again after the synchronisation that runs.
    func retry() {
        guard loop != nil else { return }
        wish = .now
        state.isPending = true
        pause?.cancel()
    }

    /// Synchronises now, with the deletions to which a person has agreed.
    func confirm(_ deletions: ManyDeletions, with account: String) {
        confirmed[account] = deletions
        retry()
    }

    /// Waits until the next synchronisation is due, or until the list has changed and a second more.
    private func wait(_ duration: Duration) async {
        var rest = duration
        while rest > .zero, wish == nil, !Task.isCancelled {
            let step = min(rest, Self.ageInterval)
            let pause = Task { [clock] in _ = try? await clock.sleep(for: step) }
            self.pause = pause
            await pause.value
            rest -= step
            state.now = now()
            onNews()
        }
        self.pause = nil
        if wish == .soon, !Task.isCancelled {
            let pause = Task { [clock] in _ = try? await clock.sleep(for: Self.pauseAfterChange) }
            self.pause = pause
            await pause.value
            self.pause = nil
        }
    }

    // MARK: What

    /// Synchronises with all accounts, one after the other.
    /// - Returns: how long to wait until the next time.
    private func synchronise() async -> Duration {
        // A change of the list does not prolong the time until the next attempt.
        let (isDue, isWanted) = (wish != .soon, wish == .now)
        wish = nil
        askedAt = now()
        var isAnswered = true
        for index in state.accounts.indices where !Task.isCancelled {
            if case .notSignedIn = state.accounts[index].end, !isWanted { continue }
            let name = state.accounts[index].name
            state.running = Running(account: name)
            let outcome = await service.synchronise(
                with: name, deleting: confirmed.removeValue(forKey: name)
            ) { [weak self] progress in
                Task { @MainActor in self?.show(progress, of: name) }
            }
            guard !Task.isCancelled else { break }
            state.now = now()
            state.accounts[index].take(outcome, at: state.now)
            report(outcome, of: name)
            if let count = outcome.conflictCount { state.conflictCounts[name] = count }
            if !outcome.end.isAnswered { isAnswered = false }
        }
        state.running = nil
        state.isPending = wish != nil
        // Those that are decided in the list do not count.
        if state.conflictCount > 0 { _ = await entries() }
        onNews()
        if isAnswered { failureCount = 0 } else if isDue || failureCount == 0 { failureCount += 1 }
        guard failureCount > 0 else { return Self.interval }
        return min(Self.firstRetry * (1 << min(failureCount - 1, 5)), Self.interval)
    }

    /// The progress of an account can come late.
    private func show(_ progress: Progress, of name: String) {
        if state.running?.account == name { state.running?.progress = progress }
    }

    /// Says what a person has to look at, unless it was said the last time.
    private func report(_ outcome: SyncOutcome, of name: String) {
        let problem = outcome.end.problem
        let findings = [problem].compactMap(\.self) + outcome.findings
        // Without an answer, nothing new is known.
        if !outcome.end.isAnswered, findings.isEmpty { return }
        guard said[name] ?? [] != findings else { return }
        said[name] = findings
        // A conflict is still to be looked at after the next synchronisation, which does not find it again.
        if let old = problems.removeValue(forKey: name) { onResolution(old) }
        if findings.isEmpty { return }
        let message = StatusMessage.findings(findings, of: name, isStopped: problem != nil)
        if problem != nil { problems[name] = message }
        onMessage(message)
    }
}

// MARK: - What is left

extension SyncViewModel {
    /// What the synchronisations have left, account by account.
    func entries() async -> [SyncEntry] {
        var entries: [SyncEntry] = []
        for name in state.accounts.map(\.name) {
            let report = await service.report(of: name)
            // It may have changed in the meantime.
            guard let account = state.accounts.first(where: { $0.name == name }) else { continue }
            let found = SyncEntry.all(of: report, account, state, at: now(), friend)
            state.conflictCounts[name] = found.count(where: \.isConflict)
            entries += found
        }
        return entries
    }

    /// - Returns: whether that could be noted.
    func keepBoth(_ conflict: SyncReport.Conflict, of account: String) async -> Bool {
        await service.keepBoth(conflict, of: account)
    }
}

extension SyncViewModel {
    /// How far a synchronisation is.
    package struct Progress: Equatable, Sendable {
        package let done: Int
        package let total: Int

        package init(done: Int, total: Int) { (self.done, self.total) = (done, total) }
    }

    /// The account that is being synchronised.
    package struct Running: Equatable, Sendable {
        package let account: String
        package internal(set) var progress: Progress?
    }

    /// What the screen says of the synchronisation.
    package struct State: Equatable, Sendable {
        package struct Account: Equatable, Sendable {
            package let name: String
            /// When both sides last had the same, in seconds since 1970; nil before the first time.
            package internal(set) var syncedAt: Int?
            /// The number of friends whose change the server does not have.
            package internal(set) var waitingCount = 0
            /// How the last synchronisation has ended; nil before the first one.
            package internal(set) var end: SyncOutcome.End?

            mutating func take(_ outcome: SyncOutcome, at time: Int) {
                end = outcome.end
                if outcome.end == .done { syncedAt = time }
                if let count = outcome.waitingCount { waitingCount = count }
            }
        }

        package internal(set) var accounts: [Account]
        package internal(set) var running: Running?
        /// Whether the list has changed, or a person wants to synchronise, and that was not done yet.
        package internal(set) var isPending = false
        /// The number of conflicts that are to be decided, by the names of the accounts.
        var conflictCounts: [String: Int] = [:]
        /// The time of the ages, in seconds since 1970.
        package internal(set) var now: Int

        package var conflictCount: Int { conflictCounts.values.reduce(0, +) }
    }
}
