import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Frames of a list that is narrowed or sorted.
extension AppViewGoldenTests {
    private func finding(_ text: String, isTyping: Bool = true, selected: Int = 0) -> AppState {
        var state = three
        var filter = FriendFilter(origin: Self.grace.id, top: 0)
        filter.input = TextInput(text)
        filter.isTyping = isTyping
        filter.renewQuery()
        state.list.table.filter = filter
        state.list.table.narrow()
        if state.list.table.shownCount > 0 {
            state.list.table.select(selected)
        } else {
            state.list.table.selection = nil
        }
        return state
    }

    @Test func findingNothingYet() throws { try expectGolden(finding(""), "find-begun", sizes: [Self.wide]) }
    @Test func found() throws { try expectGolden(finding("l +44", selected: 0), "find-typing") }
    @Test func foundNothing() throws { try expectGolden(finding("zz"), "find-nothing") }
    @Test func keptFilter() throws { try expectGolden(finding("a", isTyping: false, selected: 1), "find-kept") }

    /// The beginning of what was typed scrolls away; what was found in a text that has no room is not marked.
    @Test func aLongTextToFind() throws {
        try expectGolden(finding(String(repeating: "ovelac ", count: 12)), "find-long", sizes: [Self.small])
    }

    @Test func choosingAnOrder() throws {
        var state = three
        state.list.isChoosingOrder = true
        try expectGolden(state, "order-choosing")
    }

    @Test func sortedByPhoneReversed() throws {
        var state = three
        state.list.order = FriendOrder(column: .field(.phoneNumber), isReversed: true)
        state.list.table.rows.sort(by: state.list.order)
        try expectGolden(state, "order-phone-reversed")
    }
}

/// Frames of a list with marks.
extension AppViewGoldenTests {
    @Test func marked() throws {
        var state = three
        state.list.table.marks.ids = [Self.ada.id, Self.linus.id]
        try expectGolden(state, "marked")
    }

    @Test func rangeInAFilteredList() throws {
        var state = finding("a", isTyping: false)
        state.list.table.mark(.range)
        state.list.table.select(1)
        try expectGolden(state, "marked-range")
    }
}
