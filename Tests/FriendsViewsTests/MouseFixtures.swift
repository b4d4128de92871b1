import FriendsModel
import TerminalUI

@testable import FriendsList
@testable import FriendsViewModels

/// States of the screen for the mouse to point at.
enum MouseStates {
    static let wide = Size(columns: 80, rows: 24)
    static let narrow = Size(columns: 40, rows: 10)

    /// A list with the rows from `top` on.
    static func list(of count: Int, selected: Int = 0, top: Int = 0, size: Size = wide) -> AppState {
        var state = AppState(serverName: "local", isShared: false)
        state.list.store.content = .loaded
        state.list.table.rows = FriendRows(
            (0..<count).map { number in
                Friend(
                    id: Friend.ID("\(number)"), version: Friend.Version("1"),
                    details: FriendDetails(firstName: "First", lastName: "Last\(number + 100)", phoneNumber: "555"))
            })
        state.list.table.viewport = .init(top: top, height: size.rows - 4)
        if count > 0 { state.list.table.selection = .init(id: state.list.table.rows[selected].id, index: selected) }
        return state
    }

    static func updating(_ index: Int, in list: AppState) -> AppState {
        var state = list
        state.form = FriendForm(mode: .update(list.list.table.rows[index]))
        return state
    }

    static func adding(in list: AppState) -> AppState {
        var state = list
        state.form = FriendForm(mode: .add(Friend.ID("new")))
        return state
    }

    static func asking(_ prompt: Prompt, in state: AppState) -> AppState {
        var state = state
        state.prompts.queue = [prompt]
        state.prompts.focus = prompt.defaultAnswer
        return state
    }

    static func loading(in state: AppState) -> AppState {
        var state = state
        state.activity.titles = ["Loading friends\u{2026}", "Deleting Ada Lovelace\u{2026}"]
        state.activity.shownTitle = "Deleting Ada Lovelace\u{2026}"
        state.activity.isVisible = true
        return state
    }
}

extension Frame {
    /// Where a text stands for the first time, from its first to its last cell.
    func place(of text: String) -> ClosedRange<Int>? {
        let wanted = Array(text.unicodeScalars)
        let cells = rows.flatMap(\.cells)
        for start in cells.indices where start + wanted.count <= cells.count {
            if zip(cells[start...], wanted).allSatisfy({ $0.base == $1 }) { return start...start + wanted.count - 1 }
        }
        return nil
    }

    /// The cell at a place, counted through all rows.
    func position(_ place: Int) -> Position { Position(column: place % size.columns, row: place / size.columns) }
}
