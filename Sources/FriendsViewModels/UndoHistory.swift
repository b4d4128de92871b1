import FriendsModel

/// What was changed and can be undone, and what was undone and can be redone.
///
/// A step holds the friend before and after it, each with its version: the server refuses to make or take back a step
/// when the friend is not at that version any more.
package struct UndoHistory: Equatable, Sendable {
    /// One change of the list.
    package enum Step: Equatable, Sendable {
        case added(Friend)
        case updated(from: Friend, to: Friend)
        case deleted(Friend)
    }

    /// Which way to go in the history.
    package enum Direction: Equatable, Sendable {
        case undo, redo
    }

    /// How many steps are kept; the oldest are forgotten first.
    package static let limit = 1_000

    /// What can be undone, the last one first to go.
    package private(set) var done: [Step] = []
    /// What can be redone, the last one first to go.
    package private(set) var undone: [Step] = []

    package init() {}

    package var canUndo: Bool { !done.isEmpty }
    package var canRedo: Bool { !undone.isEmpty }

    /// The step that comes next in a direction.
    package func next(_ direction: Direction) -> Step? {
        switch direction {
        case .undo: done.last
        case .redo: undone.last
        }
    }

    /// Takes note of a new change. What was undone before it cannot be redone.
    package mutating func record(_ step: Step) {
        undone = []
        // A change whose outcome was not known is recorded once more when it is.
        guard done.last != step else { return }
        done.append(step)
        if done.count > Self.limit { done.removeFirst() }
    }

    /// A step was undone or redone, which has given its friend a new version; nil when it was deleted.
    package mutating func move(_ step: Step, _ direction: Direction, result: Friend?) {
        guard drop(step, direction) else { return }
        switch direction {
        case .undo: undone.append(step)
        case .redo: done.append(step)
        }
        guard let result, let old = step.change(for: direction).result else { return }
        // The steps next to it go on from the same state of the friend, which has another version now.
        done = done.map { $0.replacing(old, by: result) }
        undone = undone.map { $0.replacing(old, by: result) }
    }

    /// Forgets a step that the server refuses.
    /// - Returns: whether it was there.
    @discardableResult
    package mutating func drop(_ step: Step, _ direction: Direction) -> Bool {
        switch direction {
        case .undo: done.removeLast(step)
        case .redo: undone.removeLast(step)
        }
    }
}

extension UndoHistory.Step {
    /// The change to be made: the step itself, or what takes it back.
    package func change(for direction: UndoHistory.Direction) -> Self {
        switch (direction, self) {
        case (.redo, _): self
        case (.undo, .added(let friend)): .deleted(friend)
        case (.undo, .updated(let old, let new)): .updated(from: new, to: old)
        case (.undo, .deleted(let friend)): .added(friend)
        }
    }

    /// The friend before the step; nil when there was none.
    package var original: Friend? {
        switch self {
        case .added: nil
        case .updated(let friend, _), .deleted(let friend): friend
        }
    }

    /// The friend after the step; nil when there is none.
    package var result: Friend? {
        switch self {
        case .added(let friend), .updated(_, let friend): friend
        case .deleted: nil
        }
    }

    /// The same step, with the friend after it as the server has it now.
    package func resulting(in friend: Friend) -> Self {
        switch self {
        case .added: .added(friend)
        case .updated(let old, _): .updated(from: old, to: friend)
        case .deleted: self
        }
    }

    /// The step as messages speak of it.
    package var text: String {
        switch self {
        case .added(let friend): "addition of \(friend.details.shortName)"
        case .updated(_, let friend): "update of \(friend.details.shortName)"
        case .deleted(let friend): "deletion of \(friend.details.shortName)"
        }
    }

    /// The fields that the step gives another text: of a friend that comes or goes, all of them.
    private var fields: [FriendField] {
        guard case .updated(let old, let new) = self else { return FriendField.allCases }
        return FriendField.allCases.filter { !old.details[$0].isIdentical(to: new.details[$0]) }
    }

    /// The same step where `old` has another version now. The texts stay: what else may be in the friend by now is not
    /// for this step to take back. A step that would overwrite it stays at the old version, which the server refuses.
    fileprivate func replacing(_ old: Friend, by new: Friend) -> Self {
        guard fields.allSatisfy({ new.details[$0].isIdentical(to: old.details[$0]) }) else { return self }
        let renewed = Friend(id: old.id, version: new.version, details: old.details)
        func replaced(_ friend: Friend) -> Friend { friend == old ? renewed : friend }
        return switch self {
        case .updated(let from, let to): .updated(from: replaced(from), to: replaced(to))
        case .added(let friend): .added(replaced(friend))
        case .deleted(let friend): .deleted(replaced(friend))
        }
    }
}

extension FriendDetails {
    /// The full name, short enough to leave room for what is said about it in one line.
    var shortName: String {
        fullName.count > 30 ? fullName.prefix(29) + "\u{2026}" : fullName
    }
}

extension [UndoHistory.Step] {
    /// Takes out the last step that is equal to this one.
    fileprivate mutating func removeLast(_ step: UndoHistory.Step) -> Bool {
        guard let index = lastIndex(of: step) else { return false }
        remove(at: index)
        return true
    }
}
