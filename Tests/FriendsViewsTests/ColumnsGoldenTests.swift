import FriendsModel
import FriendsViews
import TerminalUI
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Pictures of tables with other columns than the fields.
extension AppViewGoldenTests {
    private static let sizes = [wide, small, Size(columns: 200, rows: 50)]
    private static let people: [Friend] = [
        .friend(
            "1", "Ada", "Lovelace", "+44 20 7946 0001",
            lines: .lines(
                (.email, "ada@example.org"), (.email, "countess.of.lovelace@analytical-engine.example.org"),
                (.birthday, "1815-12-10"), (.tag, "maths"), (.tag, "old friends"), (.tag, "engines"),
                (.note, "Likes\nnumbers"))),
        .friend(
            "2", "Grace", "Hopper", "+1 212 555 0199", lines: .lines((.email, "grace@example.org"), (.tag, "navy"))),
        .friend(
            "3", "小明", "王", "+86 10 1234 5678",
            lines: .lines((.tag, "数学"), (.organization, "北京大学数学科学学院"), (.email, "王@例え.jp"))),
        .friend("4", "", "", "", lines: .lines((.organization, "Pizza Mia"), (.tag, "food"))),
        .friend("5", "", "", "", lines: .lines((.email, "unknown@example.org"))),
        .friend("6", "Linus", "Torvalds", "+358 50 123 4567"),
    ]

    private func table(_ columns: FriendColumn..., order: FriendOrder = .standard) -> AppState {
        var state = state(Self.people, selected: 1)
        state.list.table.rows.sort(by: order)
        (state.list.columns, state.list.order) = (columns, order)
        return state
    }

    private var standardAndMore: AppState {
        table(.field(.firstName), .lastName, .field(.phoneNumber), .kind(.email), .kind(.tag), .kind(.organization))
    }

    @Test func `columns of lines share the width`() throws {
        try expectGolden(standardAndMore, "columns", sizes: Self.sizes)
    }

    @Test func `columns have any order`() throws {
        let order = FriendOrder(column: .kind(.tag), isReversed: true)
        try expectGolden(
            table(.kind(.tag), .lastName, .field(.firstName), .kind(.note), order: order), "columns-order",
            sizes: Self.sizes)
    }

    @Test func `matches in lines are highlighted in their column`() throws {
        var state = table(.lastName, .kind(.email), .kind(.tag))
        state.list.table.applyFilter(.begin)
        state.list.table.applyFilter(.edit(.insert("#ma example")))
        try expectGolden(state, "columns-find", sizes: Self.sizes)
    }

    @Test func `a form has the columns of its fields`() throws {
        var state = standardAndMore
        state.form = FriendForm(mode: .update(Self.people[1]))
        try expectGolden(state, "columns-form", sizes: [Self.wide, Size(columns: 200, rows: 50)])
        state = table(.lastName, .kind(.email))
        state.form = FriendForm(mode: .update(Self.people[1]))
        try expectGolden(state, "columns-form-fields", sizes: [Self.wide, Self.small])
    }

    @Test func `the sort menu offers the columns of the table`() throws {
        var state = table(.lastName, .kind(.email), .kind(.phone))
        state.list.isChoosingOrder = true
        try expectGolden(state, "columns-sort")
    }

    private func choosing(_ actions: ColumnChooser.Action...) -> AppState {
        var state = standardAndMore
        var chooser = ColumnChooser(state.list.columns)
        for action in actions { _ = chooser.apply(action) }
        (state.list.columnChooser, state.list.columns) = (chooser, chooser.columns)
        return state
    }

    @Test func `the column chooser`() throws {
        try expectGolden(choosing(.toggleColumn(.kind(.birthday)), .next), "chooser", sizes: Self.sizes)
    }

    @Test func `the column chooser scrolls`() throws {
        try expectGolden(choosing(.select(index: 100)), "chooser-end", sizes: [Self.small])
    }

    @Test func `lines of chosen columns are part of the plain line`() throws {
        var state = standardAndMore
        state.list.table.rows.remove(Friend.ID("3"))
        try expectPlain(state, "columns")
        state = choosing(.next, .toggle)
        state.list.table.rows.remove(Friend.ID("3"))
        try expectPlain(state, "chooser")
    }
}
