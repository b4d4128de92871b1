import FriendsModel
import FriendsViewModels

/// The words of the title about the synchronisation.
extension SyncViewModel.State {
    /// As many cards are synchronised without showing how far that is.
    private static let shortCount = 50

    /// What is worth knowing of all accounts together; nil before there is something.
    /// - Parameter isShared: whether the list is on a server, too: a text without a name would be about that one.
    func text(isShared: Bool) -> String? {
        let name = accounts.count == 1 ? accounts.first?.name ?? "" : "accounts"
        return text.map { isShared ? "\(name) \($0)" : $0 }
    }

    private var text: String? {
        if let progress = running?.progress, progress.total > Self.shortCount {
            return "syncing \(progress.done * 100 / progress.total)%"
        }
        if isPending || running != nil && accounts.contains(where: { $0.syncedAt == nil }) { return "syncing" }
        let waitingCount = accounts.reduce(0) { $0 + $1.waitingCount }
        let waiting = waitingCount > 0 ? "\(waitingCount) waiting" : nil
        let conflicts =
            conflictCount > 0 ? conflictCount.counted(one: "1 conflict", other: "\(conflictCount) conflicts") : nil
        let isStopped = accounts.contains { $0.end?.problem != nil }
        let isOffline = accounts.contains { $0.end?.isOffline == true }
        let state = isStopped ? "not synced" : isOffline ? "offline" : nil
        let all = [state, waiting, conflicts].compactMap(\.self)
        return all.isEmpty ? age : all.joined(separator: ", ")
    }

    /// The age of the account that was synchronised first; nil if one never was.
    private var age: String? {
        let times = accounts.compactMap(\.syncedAt)
        guard times.count == accounts.count, let time = times.min() else { return nil }
        return Account.age(now - time)
    }
}
