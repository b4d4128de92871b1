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

    func synchronise(
        with account: String, progress: @escaping @Sendable (SyncViewModel.Progress) -> Void
    ) async -> SyncOutcome {
        guard let sync = syncs.first(where: { $0.account.name == account }) else { return SyncOutcome(.postponed) }
        do throws(AccountSync.Problem) {
            let done = try await sync.run { progress(SyncViewModel.Progress($0)) }
            return SyncOutcome(done, of: account)
        } catch {
            return SyncOutcome(.init(error), waitingCount: await sync.waitingCount())
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
        self.init(end, waitingCount: account.waitingCount, findings: text.findings)
    }
}

extension SyncOutcome.End {
    fileprivate init(_ error: CollectionError, _ sentence: String) {
        switch error {
        // That the server is another one is no matter of time.
        case .noAnswer(.untrusted): self = .stopped(sentence)
        case .noAnswer, .busy, .cancelled: self = .offline
        case .notSignedIn, .full, .notFound, .changed, .refused, .unreadable: self = .stopped(sentence)
        }
    }

    fileprivate init(_ problem: AccountSync.Problem) {
        let sentence = CommandReport.failure(of: problem).message
        switch problem {
        case .isInUse, .sync(.list): self = .postponed
        case .sync(.collection(let error)): self.init(error, sentence)
        case .secret, .session, .sync(.state), .sync(.manyDeletions): self = .stopped(sentence)
        }
    }
}
