import FriendsList
import FriendsModel

/// The friends on the screen: all rows, those that the filter shows, which are selected and marked, and which part of them
/// is visible.
package struct FriendTable: Equatable, Sendable {
    /// The selected friend, and its index among those that are shown.
    package struct Selection: Equatable, Sendable {
        package let id: Friend.ID
        package let index: Int
    }

    /// All friends, in the order in which they are shown.
    package internal(set) var rows = FriendRows()
    /// What the list is narrowed to, if it is.
    package internal(set) var filter: FriendFilter?
    /// The rows that the filter shows; nil when all are shown.
    var matches: [Int32]?
    package internal(set) var selection: Selection?
    package internal(set) var viewport = Viewport()
    /// The friends that are marked, whether they are shown or not.
    package internal(set) var marks = Marks<Friend.ID>()
    /// Whether the user has chosen the selected friend, who is not exchanged for another one then.
    var isSelectionChosen = false

    package init() {}

    package var selectedFriend: Friend? { selection.map { shown($0.index) } }

    /// The text of each column that looks longest, which columns are laid out by.
    package var longest: LongestTexts { rows.longest }

    /// How many friends are shown.
    package var shownCount: Int { matches?.count ?? rows.count }

    /// Whether a filter decides which friends are shown.
    package var isNarrowed: Bool { matches != nil }

    /// A friend that is shown, counted from the first one that is.
    package func shown(_ index: Int) -> Friend { rows[matches.map { Int($0[index]) } ?? index] }

    /// The details of a friend that is shown. For drawing: the rest of it is not touched.
    package func shownDetails(_ index: Int) -> FriendDetails {
        rows.friends[matches.map { Int($0[index]) } ?? index].details
    }
}

/// The selection and the viewport.
extension FriendTable {
    /// Selects where the user wants to go.
    mutating func go(to index: Int) {
        select(index)
        isSelectionChosen = true
        let wanted = selection?.id
        filter?.wanted = wanted
    }

    /// Selects the friend at an index, or the one that is nearest to it, and scrolls as little as possible to show it.
    mutating func select(_ index: Int) {
        guard shownCount > 0 else { return }
        let index = min(max(index, 0), shownCount - 1)
        selection = .init(id: shown(index).id, index: index)
        scroll(to: viewport.top)
    }

    /// Selects a friend by its id, if it is in the list. A filter that hides it is removed.
    mutating func select(_ id: Friend.ID) {
        // A range ends where the user has moved to.
        closeRange()
        if shownIndex(of: id, near: 0) == nil, rows.index(of: id) != nil { removeFilter() }
        if let index = shownIndex(of: id, near: 0) { go(to: index) }
    }

    /// The index of a friend among those that are shown, searched around `place`.
    func shownIndex(of id: Friend.ID, near place: Int) -> Int? {
        guard let matches else { return rows.index(of: id, near: place) }
        return matches.firstIndex { rows[Int($0)].id == id }
    }

    /// The index that a friend would have among those that are shown.
    private func shownPlace(of friend: Friend) -> Int {
        let row = rows.place(of: friend)
        guard let matches else { return row }
        return matches.firstIndex { Int($0) >= row } ?? matches.count
    }

    /// Changes the rows. The same friend stays selected, on the same line of the screen where possible; when it is
    /// gone, the one that stood behind it.
    /// - Parameters:
    ///   - staysFirst: whether a selection at the beginning that nobody has chosen stays there, whichever friend that is.
    ///   - change: changes the rows in place and returns them; no copy is kept here in the meantime.
    mutating func changeRows(staysFirst: Bool, _ change: () -> FriendRows) {
        let line = (selection?.index ?? 0) - viewport.top
        let staysFirst = staysFirst && selection?.index == 0 && !isSelectionChosen && !hasMarks
        let selected = selectedFriend
        rows = FriendRows()
        rows = change()
        narrow()
        followRange()
        let index =
            selection.flatMap { staysFirst ? 0 : shownIndex(of: $0.id, near: $0.index) }
            ?? min(selected.map(shownPlace) ?? 0, shownCount - 1)
        selection = shownCount == 0 ? nil : .init(id: shown(index).id, index: index)
        scroll(to: index - line)
    }

    /// The user's place in the list.
    var place: UndoHistory.Place? {
        selection.map { .init(selected: $0.id, line: $0.index - viewport.top) }
    }

    /// Shows the list as it was before marked friends were deleted that are back now: they are marked, and the same friend
    /// is selected, on the same line. Without that friend the first of them is selected.
    /// - Returns: whether all of them are there.
    @discardableResult
    mutating func goBack(to place: UndoHistory.Place, marking ids: Set<Friend.ID>) -> Bool {
        let friends = rows.friends(with: ids.union([place.selected]))
        let back = ids.filter { friends[$0] != nil }
        marks.ids.formUnion(back)
        if friends[place.selected] != nil {
            select(place.selected)
            scroll(to: (selection?.index ?? 0) - place.line)
        } else if let first = rows.friends.first(where: { back.contains($0.id) }) {
            select(first.id)
        }
        return back.count == ids.count
    }
}

extension FriendTable: Table {
    package var selectedIndex: Int? { selection?.index }

    package func shownID(_ index: Int) -> Friend.ID { shown(index).id }

    /// The friends that are marked and shown, in the order of the list.
    package var markedFriends: [Friend] { markedIndexes.map(shown) }

    /// The friends that a command is for: the marked ones that are shown, or else the selected one.
    package var chosenFriends: [Friend] {
        hasMarks ? markedFriends : [selectedFriend].compactMap(\.self)
    }

    /// Unmarks friends that are not in the list any more.
    mutating func unmarkMissingFriends() {
        guard !marks.ids.isEmpty else { return }
        marks.ids = Set(rows.friends(with: marks.ids).keys)
    }
}
