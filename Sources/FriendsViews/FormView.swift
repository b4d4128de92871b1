import FriendsModel
import FriendsViewModels
import TerminalUI

/// The form in the list: three fields in the columns of the table and a strip under them, or one field under the
/// other where the terminal is too narrow for that.
struct FormView {
    let form: FriendFormViewModel.State
    let columns: ColumnLayout
    let isStacked: Bool
    let layout: ScreenLayout

    init(_ form: FriendFormViewModel.State, columns: ColumnLayout, isStacked: Bool, _ layout: ScreenLayout) {
        self.form = form
        self.columns = columns
        self.isStacked = isStacked
        self.layout = layout
    }

    /// How many rows the form takes.
    var height: Int {
        guard isStacked else { return 3 }
        return 4 + notesCount + (hasNoticeOfItsOwn ? 1 : 0)
    }

    private var notesCount: Int { FriendField.allCases.count { note(at: $0) != nil } }

    /// In the stack the notice has a line of its own, unless a note at every field leaves no room for it.
    private var hasNoticeOfItsOwn: Bool { form.notice != nil && notesCount < FriendField.allCases.count }

    func draw(at row: Int, in frame: inout Frame) {
        frame.write(">", column: 1, row: row)
        if isStacked {
            drawStacked(at: row, in: &frame)
        } else {
            drawInRow(at: row, in: &frame)
        }
    }

    private func drawInRow(at row: Int, in frame: inout Frame) {
        for field in FriendField.allCases { drawField(field, at: place(of: field, inFormAt: row), in: &frame) }
        drawNotesInRow(row + 1, in: &frame)
        frame.write(
            frame.symbols.text(form.notice ?? form.title), column: ColumnLayout.gutter, row: row + 2,
            width: buttonsColumn - ColumnLayout.gutter - 1, style: form.notice == nil ? .title : .problem)
        drawButtons(inFormAt: row, in: &frame)
    }

    private func drawStacked(at firstRow: Int, in frame: inout Frame) {
        for field in FriendField.allCases {
            let place = place(of: field, inFormAt: firstRow)
            frame.write(
                field.columnTitle, column: ColumnLayout.gutter, row: place.row, width: Self.labelWidth, style: .header)
            drawField(field, at: place, in: &frame)
            if let note = note(at: field) { drawLine(note.text, row: place.row + 1, style: note.style, in: &frame) }
        }
        let lastRow = firstRow + height - 1
        if let notice = form.notice, hasNoticeOfItsOwn {
            drawLine(notice, row: lastRow - 1, style: .problem, in: &frame)
        }
        frame.write(form.title, column: 1, row: lastRow, style: .title)
        drawButtons(inFormAt: firstRow, in: &frame)
    }

    private func drawLine(_ text: String, row: Int, style: Style, in frame: inout Frame) {
        let width = layout.size.columns - ColumnLayout.gutter
        frame.write(frame.symbols.text(text), column: ColumnLayout.gutter, row: row, width: width, style: style)
    }

    // MARK: Fields

    /// A field between brackets; the text that does not fit scrolls with the cursor.
    private func drawField(_ field: FriendField, at place: Rectangle, in frame: inout Frame) {
        let (column, row, width) = (place.column, place.row, place.width)
        let isFocused = form.focus == .field(field)
        let style: Style = isFocused ? .focusedField : .field
        frame.write("[", column: column - 1, row: row)
        frame.write("]", column: column + width, row: row)
        frame.fill(column: column, row: row, width: width, style: style)
        guard let input = form.inputs[field] else { return }
        let visible = VisibleInput(input, width: width)
        if input.characters.isEmpty {
            frame.write("Enter \(field.label.lowercased())", column: column, row: row, width: width, style: .hint)
        } else {
            frame.write(visible.glyphs, column: column, row: row, style: style)
        }
        if isFocused {
            frame.cursor = Position(column: column + visible.cursorColumn, row: row)
            frame.showsCursor = true
        }
    }

    // MARK: Notes

    /// What stands at a field: two texts to pick from, or else what is wrong with the one in it, or else what was picked.
    func note(at field: FriendField) -> (text: String, style: Style)? {
        let choice = form.choiceText(at: field)
        if let choice, form.undecided.contains(field) { return (choice, .problem) }
        return form.message(at: field).map { ($0, .problem) } ?? choice.map { ($0, .hint) }
    }

    /// Each note begins under its field. Where the neighbour has none it may run on, and one at the right edge may
    /// begin further left.
    private func drawNotesInRow(_ row: Int, in frame: inout Frame) {
        var free = ColumnLayout.gutter
        let notes = columns.columns.map { ($0, note(at: $0.field)) }
        for (index, (column, note)) in notes.enumerated() {
            guard let note else { continue }
            let nextStart =
                notes[(index + 1)...].first { $0.1 != nil }.map { $0.0.start - 1 } ?? layout.size.columns - 1
            let wanted = DisplayText.width(of: note.text)
            let start = max(free, min(column.start, nextStart - wanted))
            let written = frame.write(
                frame.symbols.text(note.text), column: start, row: row, width: nextStart - start, style: note.style)
            free = start + written + 1
        }
    }

    // MARK: Buttons

    private func drawButtons(inFormAt firstRow: Int, in frame: inout Frame) {
        let (submit, cancel) = (submitPlace(inFormAt: firstRow), cancelPlace(inFormAt: firstRow))
        let submitStyle: Style =
            !form.canSubmit ? .disabledButton : form.focus == .submit ? .focusedButton : .button
        frame.write(Self.submit, column: submit.column, row: submit.row, style: submitStyle)
        frame.write(
            Self.cancel, column: cancel.column, row: cancel.row,
            style: form.focus == .cancel ? .focusedButton : .button)
        switch form.focus {
        case .submit: frame.cursor = Position(column: submit.column + 2, row: submit.row)
        case .cancel: frame.cursor = Position(column: cancel.column + 2, row: cancel.row)
        case .field: break
        }
    }
}
