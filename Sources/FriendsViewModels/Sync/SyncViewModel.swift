import FriendsModel

/// The synchronisation with address books while the screen is open: at the start, a second after each change of the list, and every
/// five minutes.
@MainActor
package final class SyncViewModel {
    package private(set) var state: State { didSet { onChange() } }
    /// Called after every change of ``state``.
    var onChange: @MainActor () -> Void = {}
    /// Called with what a person has to look at, once.
    var onMessage: @MainActor (StatusMessage) -> Void = { _ in }

    private let service: any SyncService
    private let clock: any Clock<Duration>
    /// The time, in seconds since 1970.
    private let now: @MainActor () -> Int
    /// Runs until the program ends; nil before the first list.
    private var loop: Task<Void, Never>?
    /// Waits for the next synchronisation.
    private var pause: Task<Void, Never>?
    /// Whether something was changed since the beginning of the last synchronisation.
    private var isListChanged = false
    /// The number of synchronisations without an answer, one after the other.
    private var failureCount = 0
    /// What was last said of each account.
    private var said: [String: [String]] = [:]

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
        guard loop == nil, !state.accounts.isEmpty else { return }
        loop = Task { [weak self] in
            while !Task.isCancelled {
                guard let rest = await self?.synchronise() else { return }
                guard await self?.wait(rest) != nil else { return }
            }
        }
    }

    /// Ends the synchronisation. One that runs ends after the card that it is at.
    func stop() async {
        loop?.cancel()
        pause?.cancel()
        await loop?.value
    }

    /// Synchronises soon: the list has changed.
    func listChanged() {
        isListChanged = true
        pause?.cancel()
    }

    /// Waits until the next synchronisation is due, or until the list has changed and a second more.
    private func wait(_ duration: Duration) async {
        var rest = duration
        while rest > .zero, !isListChanged, !Task.isCancelled {
            let step = min(rest, Self.ageInterval)
            let pause = Task { [clock] in _ = try? await clock.sleep(for: step) }
            self.pause = pause
            await pause.value
            rest -= step
            state.now = now()
        }
        self.pause = nil
        if isListChanged { try? await clock.sleep(for: Self.pauseAfterChange) }
    }

    // MARK: What

    /// Synchronises with all accounts, one after the other.
    /// - Returns: how long to wait until the next time.
    private func synchronise() async -> Duration {
        isListChanged = false
        var isAnswered = true
        for index in state.accounts.indices where !Task.isCancelled {
            let name = state.accounts[index].name
            state.running = Running(account: name)
            let outcome = await service.synchronise(with: name) { [weak self] progress in
                Task { @MainActor in self?.show(progress, of: name) }
            }
            guard !Task.isCancelled else { break }
            state.now = now()
            state.accounts[index].take(outcome, at: state.now)
            report(outcome, of: name)
            if outcome.end == .offline || outcome.end == .postponed { isAnswered = false }
        }
        state.running = nil
        failureCount = isAnswered ? 0 : failureCount + 1
        guard failureCount > 0 else { return Self.interval }
        return min(Self.firstRetry * (1 << min(failureCount - 1, 5)), Self.interval)
    }

    /// The progress of an account can come late.
    private func show(_ progress: Progress, of name: String) {
        if state.running?.account == name { state.running?.progress = progress }
    }

    /// Says what a person has to look at, unless it was said the last time.
    private func report(_ outcome: SyncOutcome, of name: String) {
        var findings = outcome.findings
        switch outcome.end {
        case .done: break
        case .stopped(let sentence): findings.insert(sentence, at: 0)
        // Nothing new is known.
        case .offline, .postponed: if findings.isEmpty { return }
        }
        guard said[name] != findings else { return }
        said[name] = findings
        if !findings.isEmpty { onMessage(.findings(findings, of: name, isStopped: outcome.end.isStopped)) }
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
                // Nothing new is known.
                if outcome.end == .postponed { return }
                end = outcome.end
                if outcome.end == .done { syncedAt = time }
                if let count = outcome.waitingCount { waitingCount = count }
            }
        }

        package internal(set) var accounts: [Account]
        package internal(set) var running: Running?
        /// The time of the ages, in seconds since 1970.
        package internal(set) var now: Int
    }
}
