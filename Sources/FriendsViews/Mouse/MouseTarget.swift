import FriendsModel
import FriendsSearch
import FriendsViewModels
import TerminalUI

/// The clickable element under the pointer.
package enum MouseTarget: Equatable, Sendable {
    /// A friend row, by list index.
    case row(Int)
    /// A line of the details, with the first visible row of the pane.
    case detail(FriendPart, top: Int)
    /// An entry of a page, by index.
    case pageRow(Int)
    /// A part of two friends that are merged, by index, and the friend whose text it is.
    case mergePart(Int, DuplicateMerge.Choice?)
    /// A column title.
    case header(FriendColumn)
    /// A field of the form, and the number of characters before the pointer.
    case field(FriendField, cursor: Int)
    /// A place of a line of the form, and the number of characters before the pointer.
    case line(FriendLine.ID, FormLine.Place, cursor: Int)
    /// A kind that a new line can have.
    case kind(LineKind)
    /// The row of the form that adds a line.
    case addLine
    /// A button of the form.
    case submit, cancel
    /// A button of an alert or a question.
    case answer(Prompt.Answer)
    /// The `Esc Cancel` line of the loading overlay.
    case cancelHint
    /// A key hint of the footer, by its command.
    case hint(Command)
    /// A command of the palette, by its index among the matches.
    case paletteRow(Int)
    /// An entry of the column chooser, by index.
    case chooserRow(Int)
    /// The screen around the help or the column chooser, or above the palette.
    case outside

    /// Whether a double click presses it only once: a hint, because the first press may have moved the hints, and a double
    /// click deletes one friend. A hint that only moves something is pressed twice.
    var isPressedOnce: Bool {
        guard case .hint(let command) = self else { return false }
        return switch command {
        case .list(.move), .page(.move), .merge(.move), .form(.focusNext), .moveInForm, .scrollText: false
        default: true
        }
    }
}

extension AppView {
    /// The target of a click on a cell, found with the layout that the views draw with.
    package static func target(at position: Position, in state: AppState, size: Size, keys: KeyBindings) -> MouseTarget?
    {
        let layout = ScreenLayout(state, size: size)
        guard !layout.isTooSmall, position.column < size.columns, position.row < size.rows else { return nil }
        if let command = FooterView.command(at: position, in: state, keys, layout) { return .hint(command) }
        if let prompt = state.prompts.current {
            return OverlayView.buttons(of: prompt, layout).first { $0.place.contains(position) }.map {
                .answer($0.answer)
            }
        }
        if state.isLoadingShown, OverlayView.cancelHintPlace(state, keys, layout)?.contains(position) == true {
            return .cancelHint
        }
        if state.help != nil {
            return HelpView.place(state, keys, layout).contains(position) ? nil : .outside
        }
        if let palette = state.palette {
            let rows = PaletteRows(palette, layout)
            return position.row < rows.edgeRow ? .outside : rows.index(at: position.row).map(MouseTarget.paletteRow)
        }
        if let chooser = state.list.columnChooser, KeyContext(state) == .columns {
            let box = ChooserBox(chooser, layout)
            if box.place.contains(position) { return box.index(at: position.row).map(MouseTarget.chooserRow) }
            return position.row < layout.statusRow ? .outside : nil
        }
        if let merging = state.merging {
            return MergeLayout(merging, layout, .unicode).target(at: position).map { .mergePart($0.part, $0.side) }
        }
        if let page = state.page {
            let index = page.table.viewport.top + position.row - layout.firstListRow
            let isRow = position.row >= layout.firstListRow && position.row < layout.statusRow
            return isRow && page.content == .loaded && index < page.table.entries.count ? .pageRow(index) : nil
        }
        if let details = detailsView(state, layout), layout.detailsPane?.contains(position) == true {
            return details.part(at: position).map { .detail($0.part, top: $0.top) }
        }
        let list = ListLayout(state, layout)
        if let form = list.form { return list.formRow.flatMap { form.target(at: position, inFormAt: $0) } }
        if position.row == layout.headerRow { return list.columns.column(at: position.column).map(MouseTarget.header) }
        guard state.list.content == .loaded else { return nil }
        return list.index(at: position.row).map(MouseTarget.row)
    }

    /// The list indices from the start of a drag to the screen row of the pointer, and the index on that row. Beyond the
    /// visible rows the range continues in the list.
    package static func friends(
        draggedFrom anchor: Int, to row: Int, in state: AppState, size: Size
    ) -> (range: ClosedRange<Int>, end: Int)? {
        let layout = ScreenLayout(state, size: size)
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
        guard let row = visibleLines(inFormAt: firstRow).first(where: { $0.row == position.row }) else { return nil }
        return target(at: position, in: lines[row.index])
    }

    private func target(at position: Position, in row: FormLineRows.Row) -> MouseTarget? {
        switch row {
        case .note: return nil
        case .addLine:
            let column = position.column - lines.columns.kindStart
            return (0..<FormLineRows.addLine.count).contains(column) ? .addLine : nil
        case .kinds(let kinds, _):
            return lines.places(of: kinds).last { $0.column <= position.column }.flatMap { place in
                position.column < place.column + DisplayText.width(of: place.kind.label) ? .kind(place.kind) : nil
            }
        case .line(let line, let wrapped, let index):
            if line.isRemoved { return .line(line.id, .value, cursor: 0) }
            for place in FormLine.Place.allCases {
                let area = lines.columns.place(of: place, row: position.row)
                guard area.contains(position), index == 0 || place == .value else { continue }
                let column = position.column - area.column
                if place == .value, let wrapped {
                    let cursor = wrapped.cursor(inRow: index, before: column, width: area.width)
                    return .line(line.id, place, cursor: cursor)
                }
                let visible = visibleInput(of: line, place, width: area.width)
                return .line(line.id, place, cursor: visible.characterCount(before: column))
            }
            return nil
        }
    }

    /// A place without the focus shows the start of its text, or of its first row.
    private func visibleInput(of line: FormLine, _ place: FormLine.Place, width: Int) -> VisibleInput {
        form.focus == .line(line.id, place)
            ? VisibleInput(line[place], width: width) : VisibleInput(startOf: line[place], width: width)
    }
}
