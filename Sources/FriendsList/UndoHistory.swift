import FriendsModel

/// What was changed and can be undone, and what was undone and can be redone.
///
/// A step holds the friend before and after it, each with its version: the server refuses to make or take back a step
/// when the friend is not at that version any more.
package struct UndoHistory: Equatable, Sendable {
    /// One change of the list.
    package enum Step: Equatable, Sendable {
        case added(Friend)
        /// Added by an import. Undo leaves nothing of it: its file still has it. Of a large import it is ``added``.
        case imported(Friend)
        /// Deleted, and not in the trash: what takes ``imported`` back.
        case erased(Friend)
        case updated(from: Friend, to: Friend)
        case deleted(Friend)
        /// Brought back from the trash.
        case restored(Friend)
        /// Brought back from the trash, where the friend was `from`, with other details or another rest.
        case restoredWithChanges(from: Friend, to: Friend)
        /// Deleted, so that the trash has the friend with the details of `to`: what takes ``restoredWithChanges`` back.
        case deletedWithChanges(from: Friend, to: Friend)
    }

    /// Which way to go in the history.
    package enum Direction: Equatable, Sendable {
        case undo, redo
    }

    /// Where a person is in the list: the selected friend, and how many visible ones are above it.
    package struct Place: Equatable, Sendable {
        package let selected: Friend.ID
        package let line: Int

        package init(selected: Friend.ID, line: Int) {
            self.selected = selected
            self.line = line
        }
    }

    /// One step, or several that were made as one.
    fileprivate struct Entry: Equatable {
        var steps: [Step]
        /// The place before marked friends were deleted; nil for any other change.
        let place: Place?
        /// The rests of friends that were changed with the steps.
        let rests: [Friend.ID: RestStep]
        /// The copies that were put into the trash before the steps, by the friends of these.
        let copies: [Friend.ID: FriendWrite]
        /// The size of rests and copies, in bytes.
        let size: Int

        /// Keeps the rests and copies of the steps only.
        init(
            steps: [Step], place: Place?, rests: [Friend.ID: RestStep], copies: [Friend.ID: FriendWrite]
        ) {
            let ids = rests.isEmpty && copies.isEmpty ? [] : Set(steps.map(\.id))
            (self.steps, self.place) = (steps, place)
            self.rests = rests.filter { ids.contains($0.key) }
            self.copies = copies.filter { ids.contains($0.key) }
            size =
                self.rests.values.reduce(0) { $0 + $1.old.count + $1.new.count }
                + self.copies.values.reduce(0) { $0 + $1.requestSize }
        }

        /// The same with new friends that go to the trash with their cards, and come back from there: without these it is smaller.
        var withoutImportedRests: Self {
            let imported = Set(steps.compactMap { if case .imported(let friend) = $0 { friend.id } else { nil } })
            let steps = steps.map { step in
                if case .imported(let friend) = step { Step.added(friend) } else { step }
            }
            return Self(steps: steps, place: place, rests: rests.filter { !imported.contains($0.key) }, copies: copies)
        }
    }

    /// How much can be undone; the oldest is forgotten first.
    package static let limit = 1_000
    /// How many bytes of rests and copies are kept. The newest change is kept, even if it is larger.
    package static let maximumSize = 64 << 20

    /// What can be undone, the last one first to go.
    private var doneEntries: [Entry] = []
    /// What can be redone, the last one first to go.
    private var undoneEntries: [Entry] = []

    package init() {}

    package var canUndo: Bool { !doneEntries.isEmpty }
    package var canRedo: Bool { !undoneEntries.isEmpty }
    /// All steps that can be undone, the oldest first.
    package var done: [Step] { doneEntries.flatMap(\.steps) }
    /// All steps that can be redone, the one that is the last to be redone first.
    package var undone: [Step] { undoneEntries.flatMap(\.steps) }

    /// What comes next in a direction: one step, or several that were made as one, in the order in which they were made.
    package func next(_ direction: Direction) -> [Step]? { nextEntry(direction)?.steps }

    /// The place before the next deletion of marked friends in a direction; nil for other changes.
    package func nextPlace(_ direction: Direction) -> Place? { nextEntry(direction)?.place }

    /// The rests that friends get with the next change in a direction. A friend that comes back from the trash as it was there
    /// has its own.
    func nextRests(_ direction: Direction) -> [Friend.ID: [UInt8]] {
        guard let entry = nextEntry(direction), !entry.rests.isEmpty else { return [:] }
        switch direction {
        // A friend that goes back to the trash can have the rest that it had there.
        case .undo: return entry.rests.filter { $0.value.old != $0.value.new }.mapValues(\.old)
        case .redo: return entry.rests.mapValues(\.new)
        }
    }

    /// The rests before and after the next change in a direction.
    func nextRestSteps(_ direction: Direction) -> [Friend.ID: RestStep] { nextEntry(direction)?.rests ?? [:] }

    /// The copies in the trash that belong to the next change in a direction, by the friends of its steps.
    func nextCopies(_ direction: Direction) -> [Friend.ID: FriendWrite] { nextEntry(direction)?.copies ?? [:] }

    private func nextEntry(_ direction: Direction) -> Entry? {
        switch direction {
        case .undo: doneEntries.last
        case .redo: undoneEntries.last
        }
    }

    /// Records a new change. What was undone before it cannot be redone.
    package mutating func record(_ step: Step) {
        record([step])
    }

    /// Records several changes that are undone as one.
    /// - Parameters:
    ///   - place: the place in the list, for deletions of marked friends.
    ///   - rests: the rests that were changed, too. Rests of other friends are not kept.
    ///   - copies: what was put into the trash before, by the friends of the steps.
    package mutating func record(
        _ steps: [Step], at place: Place? = nil, rests: [Friend.ID: RestStep] = [:],
        copies: [Friend.ID: FriendWrite] = [:]
    ) {
        // What was asked for and not done takes nothing away.
        guard !steps.isEmpty else { return }
        undoneEntries = []
        // A change whose outcome was not known is recorded once more when it is.
        guard doneEntries.last?.steps != steps else { return }
        var entry = Entry(steps: steps, place: place, rests: rests, copies: copies)
        if entry.size > Self.maximumSize { entry = entry.withoutImportedRests }
        doneEntries.append(entry)
        if doneEntries.count > Self.limit { doneEntries.removeFirst() }
        var size = doneEntries.reduce(0) { $0 + $1.size }
        while size > Self.maximumSize, doneEntries.count > 1 { size -= doneEntries.removeFirst().size }
    }

    /// A step was undone or redone, which has given its friend a new version; nil when it was deleted.
    package mutating func move(_ step: Step, _ direction: Direction, result: Friend?) {
        move([step], direction, made: [Made(step: step, result: result)], left: [])
    }

    /// A step that was undone or redone.
    package struct Made {
        package let step: Step
        /// The friend with its new version; nil when it was deleted.
        package let result: Friend?

        package init(step: Step, result: Friend?) {
            self.step = step
            self.result = result
        }
    }

    /// Some of several steps were undone or redone. A part of a merge that was undone alone cannot be redone: that would delete
    /// a friend whose content may be nowhere else. As long as the other part can still be undone, the merge stays whole.
    /// - Parameter left: the steps that can still be undone or redone; the others are forgotten.
    package mutating func move(_ steps: [Step], _ direction: Direction, made: [Made], left: [Step]) {
        let isPartOfMerge = direction == .undo && steps.isMerge && made.count < steps.count
        let left = isPartOfMerge && !left.isEmpty ? steps : left
        let entry =
            switch direction {
            case .undo: doneEntries.replaceLast(steps, by: left)
            case .redo: undoneEntries.replaceLast(steps, by: left)
            }
        guard let entry, !made.isEmpty else { return }
        let moved = Entry(
            steps: made.map(\.step), place: entry.place, rests: entry.rests, copies: entry.copies)
        switch direction {
        case .undo where isPartOfMerge: break
        case .undo: undoneEntries.append(moved)
        case .redo: doneEntries.append(moved)
        }
        var renewals: [Friend.ID: (old: Friend, new: Friend)] = [:]
        for made in made {
            guard let new = made.result, let old = made.step.change(for: direction).result else { continue }
            renewals[old.id] = (old, new)
        }
        guard !renewals.isEmpty else { return }
        // The steps next to them continue from the same states of the friends, which have other versions now.
        doneEntries = doneEntries.map { $0.renewed(renewals) }
        undoneEntries = undoneEntries.map { $0.renewed(renewals) }
    }

    /// Forgets a step that the server refuses.
    package mutating func drop(_ step: Step, _ direction: Direction) {
        move([step], direction, made: [], left: [])
    }
}

/// A change of what a friend has beyond its details; empty for none.
package struct RestStep: Equatable, Sendable {
    package let old: [UInt8]
    package let new: [UInt8]

    package init(old: [UInt8], new: [UInt8]) {
        self.old = old
        self.new = new
    }
}

extension UndoHistory.Step {
    /// The change to be made: the step itself, or what takes it back.
    package func change(for direction: UndoHistory.Direction) -> Self {
        switch (direction, self) {
        case (.redo, _): self
        case (.undo, .added(let friend)), (.undo, .restored(let friend)): .deleted(friend)
        case (.undo, .imported(let friend)): .erased(friend)
        case (.undo, .erased(let friend)): .imported(friend)
        case (.undo, .updated(let old, let new)): .updated(from: new, to: old)
        case (.undo, .deleted(let friend)): .added(friend)
        case (.undo, .restoredWithChanges(let old, let new)): .deletedWithChanges(from: new, to: old)
        case (.undo, .deletedWithChanges(let old, let new)): .restoredWithChanges(from: new, to: old)
        }
    }

    /// Whether the step deletes a friend.
    package var isDeletion: Bool { result == nil }

    /// The friend in the list before the step; nil when there was none.
    package var original: Friend? {
        switch self {
        case .added, .imported, .restored, .restoredWithChanges: nil
        case .updated(let friend, _), .deleted(let friend), .erased(let friend), .deletedWithChanges(let friend, _):
            friend
        }
    }

    /// The friend in the list after the step; nil if the step deletes it.
    package var result: Friend? {
        switch self {
        case .added(let friend), .imported(let friend), .restored(let friend), .updated(_, let friend),
            .restoredWithChanges(_, let friend):
            friend
        case .deleted, .erased, .deletedWithChanges: nil
        }
    }

    /// The same step, with the friend after it as the server has it now.
    package func resulting(in friend: Friend) -> Self {
        switch self {
        case .added: .added(friend)
        case .imported: .imported(friend)
        case .updated(let old, _): .updated(from: old, to: friend)
        case .restored: .restored(friend)
        case .restoredWithChanges(let old, _): .restoredWithChanges(from: old, to: friend)
        case .deleted, .erased, .deletedWithChanges: self
        }
    }

    /// Whether the step changes something of what `changes` change: of a friend that comes or goes, anything.
    private func overlaps(_ changes: FriendChanges) -> Bool {
        guard case .updated(let old, let new) = self else { return !changes.isEmpty }
        return changes.without(FriendChanges(from: old.details, to: new.details)) != changes
    }

    /// The friend that is changed.
    package var id: Friend.ID {
        switch self {
        case .added(let friend), .imported(let friend), .deleted(let friend), .erased(let friend),
            .restored(let friend), .updated(_, let friend), .restoredWithChanges(_, let friend),
            .deletedWithChanges(let friend, _):
            friend.id
        }
    }

    fileprivate func renewed(_ renewals: [Friend.ID: (old: Friend, new: Friend)]) -> Self {
        renewals[id].map { replacing($0.old, by: $0.new) } ?? self
    }

    /// The same step where `old` has another version now. The texts stay: what else may be in the friend by now is not
    /// for this step to take back. A step that would overwrite it stays at the old version, which the server refuses.
    private func replacing(_ old: Friend, by new: Friend) -> Self {
        guard !overlaps(FriendChanges(from: old.details, to: new.details)) else { return self }
        let renewed = new.with(old.details)
        func replaced(_ friend: Friend) -> Friend {
            friend.version == old.version && friend.details == old.details ? renewed : friend
        }
        return switch self {
        case .updated(let from, let to): .updated(from: replaced(from), to: replaced(to))
        case .added(let friend): .added(replaced(friend))
        case .imported(let friend): .imported(replaced(friend))
        case .erased(let friend): .erased(replaced(friend))
        case .deleted(let friend): .deleted(replaced(friend))
        case .restored(let friend): .restored(replaced(friend))
        case .restoredWithChanges(let from, let to): .restoredWithChanges(from: replaced(from), to: replaced(to))
        case .deletedWithChanges(let from, let to): .deletedWithChanges(from: replaced(from), to: replaced(to))
        }
    }
}

extension UndoHistory.Entry {
    fileprivate func renewed(_ renewals: [Friend.ID: (old: Friend, new: Friend)]) -> Self {
        var entry = self
        entry.steps = steps.map { $0.renewed(renewals) }
        return entry
    }
}

extension [UndoHistory.Entry] {
    /// Replaces the last entry that has these steps, or removes it if `left` is empty.
    /// - Returns: the entry as it was; nil if no entry has these steps.
    fileprivate mutating func replaceLast(_ steps: [UndoHistory.Step], by left: [UndoHistory.Step]) -> Element? {
        guard let index = lastIndex(where: { $0.steps == steps }) else { return nil }
        let entry = self[index]
        if left.isEmpty {
            remove(at: index)
        } else if left != steps {
            self[index] = UndoHistory.Entry(
                steps: left, place: entry.place, rests: entry.rests, copies: entry.copies)
        }
        return entry
    }
}
