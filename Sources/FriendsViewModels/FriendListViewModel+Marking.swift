import FriendsModel

extension FriendListViewModel {
    /// What can be done about marks.
    package enum Marking: Equatable, Sendable {
        /// Marks the selected friend, or takes its mark away, and selects the next one.
        case toggle
        /// Begins a range at the selected friend, or marks the friends of the one that was begun.
        case range
        /// Goes to a friend that is shown, with a range from where the selection was, as a mouse does that is dragged.
        case drag(to: Int)
        /// Forgets the range that was begun.
        case cancelRange
        /// Of those that are shown: marks all, takes the marks away, or does each where the other was.
        case all, none, invert
    }

    /// What is hidden is left alone.
    func sayThatNoneIsShown() {
        guard state.hasMarks else { return }
        state.status = Status(kind: .information, text: "None of the marked friends is shown")
    }

    func mark(_ marking: Marking) {
        switch marking {
        case .toggle: state.toggleMark()
        case .range: state.beginOrEndRange()
        case .drag(let index):
            if state.rangeStart == nil { state.rangeStart = state.selection }
            state.go(to: index)
        case .cancelRange: state.rangeStart = nil
        case .all: state.markShown { _ in true }
        case .none: state.markShown { _ in false }
        case .invert: state.markShown { !$0 }
        }
    }
}

extension FriendListViewModel.State {
    /// Whether a command is for marked friends: some are marked, shown or not, or a range was begun.
    package var hasMarks: Bool { rangeStart != nil || !marked.isEmpty }

    /// How many friends are marked, those of a range that is not closed included.
    package var markCount: Int {
        guard let range else { return marked.count }
        if marked.isEmpty { return range.count }
        return marked.count + range.count { !marked.contains(shown($0).id) }
    }

    /// Whether a friend that is shown is marked, or in the range that was begun.
    package func isMarked(_ index: Int) -> Bool {
        if let range, range.contains(index) { return true }
        return !marked.isEmpty && marked.contains(shown(index).id)
    }

    /// The friends that are marked and shown, in the order of the list.
    package var markedFriends: [Friend] {
        (0..<shownCount).filter(isMarked).map(shown)
    }

    /// The friends that a command is for: the marked ones that are shown, or else the selected one.
    package var chosenFriends: [Friend] {
        hasMarks ? markedFriends : [selectedFriend].compactMap(\.self)
    }

    private var range: ClosedRange<Int>? {
        guard let rangeStart, let selection else { return nil }
        return min(rangeStart.index, selection.index)...max(rangeStart.index, selection.index)
    }

    fileprivate mutating func toggleMark() {
        guard rangeStart == nil else { return closeRange() }
        guard let selection else { return }
        if marked.remove(selection.id) == nil { marked.insert(selection.id) }
        go(to: selection.index + 1)
    }

    fileprivate mutating func beginOrEndRange() {
        if rangeStart == nil { rangeStart = selection } else { closeRange() }
    }

    /// Marks the friends of the range that was begun, before anything but a movement changes where it ends.
    mutating func closeRange() {
        if let range { for index in range { marked.insert(shown(index).id) } }
        rangeStart = nil
    }

    fileprivate mutating func markShown(_ isMarked: (Bool) -> Bool) {
        closeRange()
        for index in 0..<shownCount {
            let id = shown(index).id
            if isMarked(marked.contains(id)) { marked.insert(id) } else { marked.remove(id) }
        }
    }

    /// Finds the beginning of the range again after the rows or the filter have changed.
    mutating func followRange() {
        guard let start = rangeStart else { return }
        rangeStart = shownIndex(of: start.id, near: start.index).map { .init(id: start.id, index: $0) }
    }

    /// Forgets the marks of friends that are not in the list any more.
    mutating func forgetMarksOfOthers() {
        guard !marked.isEmpty else { return }
        marked = Set(rows.friends(with: marked).keys)
    }
}
