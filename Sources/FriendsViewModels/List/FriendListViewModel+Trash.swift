import FriendsModel

extension FriendListViewModel {
    /// What has become of restoring friends.
    struct Restoration: Equatable {
        /// The friends that are back in the list.
        var restored: Set<Friend.ID> = []
        /// Whether the trash is known to have changed, or may have: it has to be loaded again.
        var isTrashOutdated = false
    }

    /// Brings deleted friends back as one step that can be undone, and selects the first of them.
    func restore(_ friends: [Friend]) async -> Restoration {
        guard !state.isWriting, let first = friends.first else { return Restoration() }
        return friends.count == 1 ? await restore(first) : await restoreSeveral(friends)
    }

    private func restore(_ friend: Friend) async -> Restoration {
        var restoration = Restoration()
        let step = UndoHistory.Step.restored(friend)
        await write(step, as: .restore(friend.details)) { result in
            state.history.record(.restored(result ?? friend))
            state.status = Status(kind: .success, text: "Restored \(friend.details.shortName)", offer: .undo)
            restoration.restored = [friend.id]
        } refused: {
            restoration.isTrashOutdated = true
        } doubtful: {
            // It shows when the list has the friend again.
            watch([step])
        }
        return restoration
    }

    private func restoreSeveral(_ friends: [Friend]) async -> Restoration {
        let series = await write(friends.map { .restored($0) }, as: .restoreSeveral(friends.count))
        let restored = series.made.map { $0.result.map($0.change.resulting) ?? $0.change }
        state.history.record(restored)
        // Which of these are back is known when the list has been loaded.
        watch(series.doubtful)
        let ids = Set(restored.map(\.id))
        if let first = state.rows.friends.first(where: { ids.contains($0.id) }) { state.select(first.id) }
        report(series, "Restored \(series.made.count.friends)", offer: .undo)
        await settle(series)
        return Restoration(restored: ids, isTrashOutdated: !series.refused.isEmpty || !series.doubtful.isEmpty)
    }
}
