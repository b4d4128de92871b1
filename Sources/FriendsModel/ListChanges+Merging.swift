extension ListChanges {
    /// Whether no friend changed.
    package var isEmpty: Bool { changed.isEmpty && deleted.isEmpty }

    /// Merges consecutive changes: the last one of each friend counts. Nil without changes.
    package init?(merging consecutive: [ListChanges]) {
        guard let last = consecutive.last else { return nil }
        if consecutive.count == 1 {
            self = last
            return
        }
        var outcome: [Friend.ID: Friend?] = [:]
        for changes in consecutive {
            for id in changes.deleted { outcome.updateValue(nil, forKey: id) }
            for friend in changes.changed { outcome.updateValue(friend, forKey: friend.id) }
        }
        self.init(
            changed: outcome.values.compactMap(\.self),
            deleted: outcome.filter { $0.value == nil }.map(\.key), snapshot: last.snapshot)
    }
}
