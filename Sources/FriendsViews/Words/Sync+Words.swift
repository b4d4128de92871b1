import FriendsModel
import FriendsViewModels

/// The words of the title about the synchronisation.
extension SyncViewModel.State {
    /// As many cards are synchronised without showing how far that is.
    private static let shortCount = 50

    /// What is worth knowing of all accounts together; nil before the end of the first synchronisation.
    /// - Parameter isShared: whether the list is on a server, too, so that a text without a name would be about that one.
    func text(isShared: Bool) -> String? {
        if let progress = running?.progress, progress.total > Self.shortCount {
            return "syncing \(progress.done * 100 / progress.total)%"
        }
        let waitingCount = accounts.reduce(0) { $0 + $1.waitingCount }
        let waiting = waitingCount > 0 ? "\(waitingCount) waiting" : nil
        if accounts.contains(where: { $0.end?.problem != nil }) {
            return ["not synced", waiting].compactMap(\.self).joined(separator: ", ")
        }
        if let account = accounts.first(where: { $0.end?.isOffline == true }) {
            let offline = isShared ? "\(account.name) offline" : "offline"
            return [offline, waiting].compactMap(\.self).joined(separator: ", ")
        }
        return waiting ?? age
    }

    /// The age of the account that was synchronised first; nil if one never was.
    private var age: String? {
        let times = accounts.compactMap(\.syncedAt)
        guard times.count == accounts.count, let time = times.min() else { return nil }
        return Account.age(now - time)
    }
}
