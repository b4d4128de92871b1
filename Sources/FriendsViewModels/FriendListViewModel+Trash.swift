import FriendsModel

extension FriendListViewModel {
    /// What has become of restoring a friend.
    enum Restoration {
        case back
        /// The server has looked at it, and would not: what is in the trash has changed.
        case refused
        case failed
    }

    /// Brings a deleted friend back, as a step that can be undone, and selects it.
    func restore(_ friend: Friend) async -> Restoration {
        guard !state.isWriting else { return .failed }
        var restoration = Restoration.failed
        let step = UndoHistory.Step.added(friend)
        await write(step, as: .restore(friend.details)) { result in
            state.history.record(.added(result ?? friend))
            state.status = Status(kind: .success, text: "Restored \(friend.details.shortName)")
            restoration = .back
        } refused: {
            restoration = .refused
        } doubtful: {
            // It shows when the list has the friend again.
            watch([step])
        }
        return restoration
    }
}
