import FriendsModel
import FriendsSearch

/// Two friends side by side, which are merged part by part.
package struct Merging: Equatable, Sendable {
    package internal(set) var merge: DuplicateMerge
    /// The index of the selected part.
    package internal(set) var selected = 0
    /// The parts are read-only while a submission is under way: what is merged is what is seen.
    package internal(set) var isSending = false
    /// All friends of the group, of which two are merged at a time.
    package let group: [Friend.ID]
    /// What the friends of the group share.
    package let reasons: [DuplicateGroup.Reason]
    /// The friend whose row was selected: the other one can be exchanged.
    let anchor: Friend.ID
    /// The merges of the anchor with other friends that were shown before, by their ids.
    private(set) var kept: [Friend.ID: DuplicateMerge]
    /// What was sent last.
    var sent: FriendDetails?

    /// - Parameter kept: merges of the first friend with other ones that were shown before, by their ids.
    package init(
        _ one: Friend, _ other: Friend, group: [Friend.ID], reasons: [DuplicateGroup.Reason],
        kept: [Friend.ID: DuplicateMerge] = [:]
    ) {
        self.kept = kept
        merge = self.kept.removeValue(forKey: other.id) ?? DuplicateMerge(suggesting: one, other)
        self.group = group
        self.reasons = reasons
        anchor = one.id
        for friend in [one, other] where !friends.contains(friend) { merge.update(friend) }
    }

    /// The two friends.
    var friends: [Friend] { [merge.first, merge.second] }

    /// Whether something was chosen, also for the pairs that were shown before.
    var hasChoices: Bool { merge.hasChoices || kept.values.contains(where: \.hasChoices) }

    /// The friends of the group that are not shown, beginning after the shown one.
    var nextFriends: [Friend.ID] {
        let others = group.filter { $0 != anchor }
        guard let place = others.firstIndex(where: { $0 == merge.first.id || $0 == merge.second.id }) else { return [] }
        return Array(others[(place + 1)...] + others[..<place])
    }

    /// Shows another friend of the group in place of the one that is not ``anchor``. What was chosen for the pair before is kept,
    /// and comes back with it.
    /// - Parameters:
    ///   - one: the friend whose row was selected, as it is now.
    ///   - other: the other friend, as it is now.
    mutating func show(_ one: Friend, _ other: Friend) {
        if let shown = friends.first(where: { $0.id != anchor }) { kept[shown.id] = merge }
        merge = kept.removeValue(forKey: other.id) ?? DuplicateMerge(suggesting: one, other)
        for friend in [one, other] where !friends.contains(friend) { merge.update(friend) }
        selected = 0
    }

    mutating func move(_ movement: Movement) {
        select(movement.target(from: selected, height: Self.page))
    }

    mutating func select(_ index: Int) {
        selected = min(max(index, 0), max(merge.parts.count - 1, 0))
    }

    /// The number of parts of a page: they have different heights.
    private static let page = 5

    /// Takes over friends as they are now.
    /// - Returns: the one whose content has changed, if there is one.
    mutating func update(_ now: [Friend.ID: Friend]) -> Friend? {
        var changed: Friend?
        for friend in friends {
            guard let new = now[friend.id], new != friend else { continue }
            merge.update(new)
            if new.details != friend.details { changed = new }
        }
        select(selected)
        return changed
    }
}
