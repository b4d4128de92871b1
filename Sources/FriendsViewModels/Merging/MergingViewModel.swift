import FriendsExchange
import FriendsList
import FriendsModel
import FriendsSearch

/// The merge of two friends who may be one person, on top of the page of duplicates. Nothing is merged without a key.
@MainActor
package final class MergingViewModel {
    /// What can be done with the two friends.
    package enum Action: Equatable, Sendable {
        case move(Movement)
        /// Chooses for the selected part.
        case choose(DuplicateMerge.Choice)
        /// Chooses the next possibility of the selected part.
        case chooseNext
        /// Selects the part at an index, and chooses for it.
        case select(Int, DuplicateMerge.Choice?)
        /// Lets the other one stay.
        case swap
        /// Takes another friend of the group in place of the second one.
        case nextFriend
        case submit
        /// Back to the duplicates, asking once if something was chosen; cancels a merge that is being sent.
        case cancel
    }

    /// Nil while no friends are merged.
    package internal(set) var state: Merging? { didSet { desk.onChange() } }
    /// Called when two friends were merged.
    var onMerge: @MainActor () async -> Void = {}
    private let desk: Desk
    private let list: FriendListViewModel
    /// The other pairs of friends that were shown before two were merged, by the friend of the selected row. Their choices come
    /// back with them.
    var kept: [Friend.ID: [Friend.ID: DuplicateMerge]] = [:] { didSet { desk.onChange() } }

    init(desk: Desk, list: FriendListViewModel) {
        self.desk = desk
        self.list = list
    }

    /// Shows the friend of an entry and another one of its group.
    func open(_ entry: DuplicateEntry, of entries: [DuplicateEntry]) {
        let group = entries.filter { $0.group == entry.group }.map(\.friend)
        guard let other = group.first(where: { $0.id != entry.friend.id }) else { return }
        desk.clearStatus()
        state = Merging(
            entry.friend, other, group: group.map(\.id), reasons: entry.reasons,
            kept: kept.removeValue(forKey: entry.friend.id) ?? [:])
        // The page can be older than the list.
        listChanged()
    }

    /// Performs the action. What needs no response of the server is done on return.
    /// - Returns: a task for the rest, if there is any.
    @discardableResult
    package func send(_ action: Action) -> Task<Void, Never>? {
        guard let state else { return nil }
        if state.isSending {
            if action == .cancel { desk.activity.cancel() }
            return nil
        }
        desk.endStatus()
        switch action {
        case .submit: return .immediate { await self.submit() }
        case .cancel:
            return .immediate { if await self.desk.mayLeave(self.leaving(forPage: false)) { self.state = nil } }
        case .move(let movement): self.state?.move(movement)
        case .choose(let choice): choose(choice)
        case .chooseNext:
            if state.merge.parts.indices.contains(state.selected) { self.state?.merge.chooseNext(at: state.selected) }
        case .select(let index, let choice):
            self.state?.select(index)
            if let choice { choose(choice) }
        case .swap: self.state?.merge.swap()
        case .nextFriend: showNextFriend()
        }
        return nil
    }

    private func choose(_ choice: DuplicateMerge.Choice) {
        guard var merging = state, merging.merge.parts.indices.contains(merging.selected) else { return }
        let hasChoice = !merging.merge.options(at: merging.selected).isEmpty
        if merging.merge.choose(choice, at: merging.selected) {
            state = merging
        } else {
            desk.say(.noSuchChoice(hasOthers: hasChoice))
        }
    }

    private func showNextFriend() {
        guard let merging = state else { return }
        let next = merging.nextFriends
        guard !next.isEmpty else { return desk.say(.noOtherFriend) }
        let now = list.state.table.rows.friends(with: Set(merging.group))
        guard let one = now[merging.anchor], let other = next.lazy.compactMap({ now[$0] }).first else {
            return desk.say(.noOtherFriendLeft)
        }
        state?.show(one, other)
    }

    // MARK: Leaving

    /// Without choices the view is left at once. A merge that is being sent keeps it, because it may fail.
    /// - Parameter forPage: whether the page of duplicates is left, too, with the choices for other pairs.
    func leaving(forPage: Bool = true) -> Leaving {
        if state?.isSending == true { return .refused("The merge is still being sent") }
        guard state?.hasChoices == true || (forPage && keepsChoices) else { return .free }
        return .asking(.leavingMerge(ofOtherPairs: state?.merge.hasChoices != true))
    }

    /// Whether there are choices for pairs that are not shown, of friends who are still there.
    private var keepsChoices: Bool {
        let merges = kept.values.flatMap(\.values).filter(\.hasChoices)
        let now = list.state.table.rows.friends(with: Set(merges.flatMap { [$0.first.id, $0.second.id] }))
        return merges.contains { now[$0.first.id] != nil && now[$0.second.id] != nil }
    }

    /// Closes the view with the page, unless a merge is being sent.
    func close() {
        guard state?.isSending != true else { return }
        kept = [:]
        if state != nil { state = nil }
    }

    // MARK: Merging

    private func submit() async {
        guard let merging = state, !list.state.isWriting else { return }
        let (first, second) = (merging.merge.first, merging.merge.second)
        let details = merging.merge.details()
        if let problem = FriendDraft(details).wholeProblem { return desk.say(.problem, problem.message) }
        state?.sent = details
        state?.isSending = true
        let outcome = await list.writer.merge(first, into: details, deleting: second) { state?.sent = $0 }
        state?.isSending = false
        if !outcome.isUnknown { state?.sent = nil }
        switch outcome {
        case nil: break
        case .made(let result, let leftOut):
            if first.id == merging.anchor { kept[merging.anchor] = merging.kept }
            state = nil
            list.select(first.id)
            let merged = result.made.lazy.compactMap(\.result).first
            let done = StatusMessage.merged(
                details.shortName, leftOut: leftOut,
                lines: Self.changes(of: first, to: merged?.details ?? details))
            let listed = Task.immediate { await list.changed(result, done) }
            await onMerge()
            await listed.value
        case .outdated(let result):
            // What the list has of the two now is shown.
            await list.store.load()
            guard state != nil else { break }
            desk.say(.outdatedMerge(savedName: result.made.isEmpty ? nil : details.shortName))
        case .rejected(let reason):
            desk.say(.rejectedMerge(reason))
        case .ended(let result):
            if result.isCancelled { desk.say(.cancelledWrite) }
            if !result.unresolved.isEmpty || !result.made.isEmpty { await list.store.load() }
        case .notSent: desk.say(.nothingMerged)
        }
    }

    /// What a friend gets from the other one, for the messages.
    private static func changes(of friend: Friend, to details: FriendDetails) -> [MessageLine] {
        ImportUpdate(friend, details: details).changeTexts.map(MessageLine.content)
    }

    // MARK: Changes of the list

    /// The list has changed while the friends are shown.
    func listChanged() {
        guard var merging = state, !merging.isSending else { return }
        let now = list.state.table.rows.friends(with: Set(merging.friends.map(\.id)))
        guard now.count == merging.friends.count else { return close(merging, now) }
        let changed = merging.update(now)
        if merging != state { state = merging }
        if let changed { desk.say(.changedElsewhere(changed.details.shortName)) }
    }

    /// One of the friends is gone.
    private func close(_ merging: Merging, _ now: [Friend.ID: Friend]) {
        if now[merging.anchor] != nil { kept[merging.anchor] = merging.kept }
        state = nil
        if let first = now[merging.merge.first.id], merging.sent == first.details {
            // The answer was lost.
            let changes = Self.changes(of: merging.merge.first, to: first.details)
            return desk.say(.merged(first.details.shortName, lines: changes))
        }
        desk.say(.deletedElsewhere(merging.friends.filter { now[$0.id] == nil }.map(\.details.shortName)))
    }
}

extension FriendListWriter.MergeOutcome? {
    /// Whether the merge may have been made without an answer.
    fileprivate var isUnknown: Bool {
        if case .ended(let result)? = self { !result.unresolved.isEmpty } else { false }
    }
}
