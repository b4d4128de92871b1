import FriendsModel
import FriendsViewModels
import TerminalUI

/// What stands under the pointer, as far as a click can mean something there.
package enum MouseTarget: Equatable, Sendable {
    /// The row of a friend, by its place in the list.
    case row(Int)
    /// An entry of the trash or the messages, by its place in the page.
    case pageRow(Int)
    /// The name of a column.
    case header(FriendField)
    /// A field of the form, and how many characters of its text stand before the pointer.
    case field(FriendField, cursor: Int)
    /// The buttons of the form.
    case submit, cancel
    /// A button of an alert or a question.
    case answer(Prompt.Answer)
    /// The line that names Esc as what gives up what is being waited for.
    case cancelHint
    /// The screen around the help.
    case outsideHelp
}

extension AppView {
    /// What a click on a cell would be about: found by the same places that the views draw at.
    package static func target(at position: Position, in state: AppState, size: Size, keys: KeyBindings) -> MouseTarget?
    {
        let layout = ScreenLayout(size: size)
        guard !layout.isTooSmall, position.column < size.columns, position.row < size.rows else { return nil }
        if let prompt = state.prompts.current {
            return OverlayView.buttons(of: prompt, layout).first { $0.place.contains(position) }.map {
                .answer($0.answer)
            }
        }
        if state.isLoadingShown, OverlayView.cancelHintPlace(state, keys, layout)?.contains(position) == true {
            return .cancelHint
        }
        if state.help != nil {
            return HelpView.place(state, keys, layout).contains(position) ? nil : .outsideHelp
        }
        if state.palette != nil { return nil }
        if let page = state.page {
            let index = page.viewport.top + position.row - layout.firstListRow
            let isRow = position.row >= layout.firstListRow && position.row < layout.statusRow
            return isRow && page.content == .loaded && index < page.entries.count ? .pageRow(index) : nil
        }
        let list = ListLayout(state, layout)
        if let form = list.form { return list.formRow.flatMap { form.target(at: position, inFormAt: $0) } }
        if position.row == layout.headerRow { return list.columns.field(at: position.column).map(MouseTarget.header) }
        guard state.list.content == .loaded else { return nil }
        return list.index(at: position.row).map(MouseTarget.row)
    }

    /// The friends between the one where a drag has begun, by its place in the list, and the row of the screen where the
    /// pointer is now; and the one on that row. The rows go on above and below those that are to be seen.
    package static func friends(
        draggedFrom anchor: Int, to row: Int, in state: AppState, size: Size
    ) -> (range: ClosedRange<Int>, end: Int)? {
        let layout = ScreenLayout(size: size)
        guard !layout.isTooSmall, state.list.content == .loaded else { return nil }
        return ListLayout(state, layout).indexes(from: anchor, to: row)
    }
}

extension FormView {
    fileprivate func target(at position: Position, inFormAt firstRow: Int) -> MouseTarget? {
        if submitPlace(inFormAt: firstRow).contains(position) { return .submit }
        if cancelPlace(inFormAt: firstRow).contains(position) { return .cancel }
        for field in FriendField.allCases {
            let place = place(of: field, inFormAt: firstRow)
            guard place.contains(position), let input = form.inputs[field] else { continue }
            let visible = VisibleInput(input, width: place.width)
            return .field(field, cursor: visible.characterCount(before: position.column - place.column))
        }
        return nil
    }
}
