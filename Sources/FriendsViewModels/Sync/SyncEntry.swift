import FriendsModel

/// A row of the page of the synchronisation. Its texts are untrusted.
package enum SyncEntry: Equatable, Sendable {
    package enum Kind: Sendable { case account, conflict, refused, shortened, leftAlone }

    /// - Parameter state: how it stands, in a few words.
    case account(SyncViewModel.State.Account, SyncReport, state: String)
    case conflict(SyncReport.Conflict, of: Friend, account: String)
    /// - Parameter name: what the friend is called.
    case refused(SyncReport.Refusal, name: String, account: String)
    /// - Parameter missing: what the server does not have, with its kind, as far as the friend shows it.
    case shortened(Friend.ID, name: String, missing: [String], account: String)
    case leftAlone(card: String, reason: String, account: String)

    var isConflict: Bool {
        if case .conflict = self { return true }
        return false
    }

    /// The account, then what a person has to look at.
    /// - Parameters:
    ///   - time: the time, in seconds since 1970.
    ///   - friend: a friend of the list.
    @MainActor
    static func all(
        of report: SyncReport, _ account: SyncViewModel.State.Account, _ state: SyncViewModel.State, at time: Int,
        _ friend: (Friend.ID) -> Friend?
    ) -> [SyncEntry] {
        func name(_ id: Friend.ID) -> String { friend(id)?.details.fullName ?? "someone who is not in the list" }
        var account = account
        account.syncedAt = account.syncedAt ?? report.endedAt
        let isRunning = state.isPending || state.running?.account == account.name
        let text = isRunning ? "syncing" : account.stateText(at: time)
        var entries: [SyncEntry] = [.account(account, report, state: text)]
        for conflict in report.conflicts {
            // What was decided in the list, or there undone, is seen there.
            guard let friend = friend(conflict.friend), conflict.conflict.isOpen(in: friend.details) else { continue }
            entries.append(.conflict(conflict, of: friend, account: account.name))
        }
        entries += report.refusals.map { .refused($0, name: name($0.friend), account: account.name) }
        entries += report.shortened.map { shortened in
            let id = shortened.friend
            var missing: [String] = []
            // What was changed since was not sent yet.
            if let stored = shortened.stored, let friend = friend(id), friend.version == shortened.version {
                missing = friend.details.texts(missingIn: stored)
            }
            return .shortened(id, name: name(id), missing: missing, account: account.name)
        }
        return entries + report.leftAlone.map { .leftAlone(card: $0.name, reason: $0.reason, account: account.name) }
    }
}
