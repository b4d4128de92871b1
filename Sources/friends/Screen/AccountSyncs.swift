import FriendsCardDAV
import FriendsCommands
import FriendsModel
import FriendsSession
import FriendsSync
import FriendsViewModels

/// The accounts of the settings, for the screen.
struct AccountSyncs: SyncService {
    private let syncs: [AccountSync]

    /// Nil without an account.
    init?(_ syncs: [AccountSync]) {
        if syncs.isEmpty { return nil }
        self.syncs = syncs
    }

    var accounts: [String] { syncs.map(\.account.name) }
    var networkChanges: AsyncStream<Void> { NetworkChanges.stream() }

    func synchronise(
        with account: String, deleting confirmed: ManyDeletions?,
        progress: @escaping @Sendable (SyncViewModel.Progress) -> Void
    ) async -> SyncOutcome {
        guard let sync = sync(account) else { return SyncOutcome(.stopped("There is no account \(account).")) }
        var options = SyncOptions()
        options.confirmedDeletions = confirmed.map { ($0.isHere ? .here : .there, $0.count) }
        do throws(AccountSync.Problem) {
            let done = try await sync.run(options) { progress(SyncViewModel.Progress($0)) }
            return SyncOutcome(done, of: account)
        } catch {
            return SyncOutcome(.init(error), waitingCount: await sync.waitingCount())
        }
    }

    func report(of account: String) async -> SyncReport {
        guard let sync = sync(account) else { return SyncReport(address: "") }
        var report = SyncReport(address: sync.account.url)
        do throws(SyncStateError) {
            if let overview = try sync.overview() { try report.take(overview, of: sync) }
        } catch {
            report.problem = CommandFailure(.state(error)).message
        }
        return report
    }

    func keepBoth(_ conflict: SyncReport.Conflict, of account: String) async -> Bool {
        do throws(SyncStateError) {
            try sync(account)?.keepBoth(conflict.conflict, of: conflict.friend)
            return true
        } catch {
            return false
        }
    }

    private func sync(_ account: String) -> AccountSync? { syncs.first { $0.account.name == account } }
}

extension SyncReport {
    fileprivate mutating func take(_ overview: SyncOverview, of sync: AccountSync) throws(SyncStateError) {
        (endedAt, pairCount) = (overview.positions.endedAt, overview.cards.count)
        // The same order each time.
        conflicts = overview.conflicts.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { friend, conflicts in
            conflicts.map { Conflict(friend: friend, conflict: $0) }
        }
        refusals = overview.waiting.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { Refusal(friend: $0.key, reason: $0.value) }
        let cards = overview.cards.values.filter(\.hasMoreHere).sorted { $0.friend.rawValue < $1.friend.rawValue }
        let details = try sync.details(inCards: cards.map(\.reference.name))
        shortened = cards.map { card in
            Shortened(friend: card.friend, version: card.version, stored: details[card.reference.name])
        }
        for other in overview.others.values.sorted(by: { $0.reference.name < $1.reference.name }) {
            if let problem = other.problem {
                leftAlone.append(Card(name: other.reference.name, reason: problem))
            } else {
                groupCount += 1
            }
        }
    }
}

extension SyncViewModel.Progress {
    fileprivate init(_ progress: SyncProgress) {
        switch progress {
        case .reading(let done, let total), .sending(let done, let total): self.init(done: done, total: total)
        }
    }
}

extension SyncOutcome {
    fileprivate init(_ account: SyncAccount, of name: String) {
        let end = account.stop.map { End($0, $0.message.asSentence) } ?? .done
        let text = SyncText(account, of: name, isDryRun: false)
        self.init(
            end, waitingCount: account.waitingCount, conflictCount: account.conflictCount, findings: text.findings)
    }
}

extension SyncOutcome.End {
    fileprivate init(_ error: CollectionError, _ sentence: String) {
        switch error {
        // That the server is another one is no matter of time.
        case .noAnswer(.untrusted): self = .stopped(sentence)
        case .noAnswer, .busy, .cancelled: self = .offline(sentence)
        case .notSignedIn: self = .notSignedIn(sentence)
        case .full, .notFound, .changed, .refused, .unreadable: self = .stopped(sentence)
        }
    }

    fileprivate init(_ problem: AccountSync.Problem) {
        let sentence = CommandReport.failure(of: problem).message
        switch problem {
        case .isInUse, .sync(.list): self = .postponed(sentence)
        case .secret: self = .notSignedIn(sentence)
        case .sync(.collection(let error)): self.init(error, sentence)
        case .sync(.manyDeletions(let side, let count, let total)):
            self = .manyDeletions(ManyDeletions(isHere: side == .here, count: count, total: total))
        case .session, .sync(.state): self = .stopped(sentence)
        }
    }
}
