import FriendsModel
import FriendsViewModels
import TerminalUI

/// The form in the list: the fields in the columns of the table, or stacked on a narrow terminal, then the lines, then a
/// strip with the title and the buttons.
struct FormView {
    let form: FriendForm
    let columns: ColumnLayout
    let isStacked: Bool
    let layout: ScreenLayout
    let notes: FormNotes
    let lines: FormLineRows
    /// The visible rows of the lines.
    let window: Range<Int>
    /// Whether the stacked form shows the notice on a row of its own, which needs room.
    private let hasNoticeOfItsOwn: Bool

    init(_ form: FriendForm, columns: ColumnLayout, isStacked: Bool, _ layout: ScreenLayout) {
        self.form = form
        self.columns = columns
        self.isStacked = isStacked
        self.layout = layout
        let rows = layout.statusRow - (isStacked ? layout.headerRow : layout.firstListRow)
        let room = rows - (isStacked ? FriendField.allCases.count + 1 : 2)
        let right = isStacked ? layout.size.columns - 2 : columns.end
        lines = FormLineRows(form, right: right, width: layout.size.columns, isNarrow: isStacked, room: room)
        // The line with the focus gets room first, then the notes of the fields, then the other lines.
        let smallestCount = min(lines.smallestCount, room)
        notes = FormNotes(
            form, under: isStacked ? nil : columns, width: layout.size.columns, room: room - smallestCount)
        let rest = room - notes.height
        hasNoticeOfItsOwn = isStacked && form.notice != nil && rest > smallestCount
        window = lines.window(height: min(lines.count, rest - (hasNoticeOfItsOwn ? 1 : 0)))
    }

    /// The height of the form.
    var height: Int {
        guard isStacked else { return 2 + max(notes.height + window.count, 1) }
        return FriendField.allCases.count + 1 + notes.height + window.count + (hasNoticeOfItsOwn ? 1 : 0)
    }

    func draw(at row: Int, in frame: inout Frame) {
        frame.write(">", column: 1, row: row)
        if isStacked {
            drawStacked(at: row, in: &frame)
        } else {
            drawInRow(at: row, in: &frame)
        }
        drawLines(inFormAt: row, in: &frame)
    }

    private func drawInRow(at row: Int, in frame: inout Frame) {
        for field in FriendField.allCases { drawField(field, at: place(of: field, inFormAt: row), in: &frame) }
        var noteRow = row + 1
        for note in notes.notes {
            draw(note, at: noteRow, in: &frame)
            if !notes.isInOneRow { noteRow += note.lines.count }
        }
        frame.write(
            frame.symbols.text(form.notice ?? form.title), column: ColumnLayout.gutter, row: row + height - 1,
            width: buttonsColumn - ColumnLayout.gutter - 1, style: form.notice == nil ? .title : .problem)
        drawButtons(inFormAt: row, in: &frame)
    }

    private func drawStacked(at firstRow: Int, in frame: inout Frame) {
        for field in FriendField.allCases {
            let place = place(of: field, inFormAt: firstRow)
            frame.write(
                field.columnTitle, column: ColumnLayout.gutter, row: place.row, width: Self.labelWidth, style: .header)
            drawField(field, at: place, in: &frame)
            guard let note = notes[.field(field)] else { continue }
            draw(note, at: place.row + 1, in: &frame)
            // A marker at the field stands for a note without a row.
            if note.lines.isEmpty {
                frame.write("!", column: ColumnLayout.gutter - 1, row: place.row, style: note.style)
            }
        }
        if let note = notes[.whole] {
            draw(note, at: firstRow + linesOffset - note.lines.count, in: &frame)
        }
        let lastRow = firstRow + height - 1
        if let notice = form.notice, hasNoticeOfItsOwn {
            frame.write(
                frame.symbols.text(notice), column: ColumnLayout.gutter, row: lastRow - 1,
                width: layout.size.columns - ColumnLayout.gutter, style: .problem)
        }
        frame.write(form.title, column: 1, row: lastRow, style: .title)
        drawButtons(inFormAt: firstRow, in: &frame)
    }

    private func draw(_ note: FormNotes.Note, at row: Int, in frame: inout Frame) {
        for (offset, line) in note.lines.enumerated() {
            frame.write(
                frame.symbols.text(line), column: note.column, row: row + offset, width: note.width, style: note.style)
        }
    }

    // MARK: Fields

    /// A field between brackets. Long text scrolls with the cursor.
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
            visible.draw(column: column, row: row, style: style, in: &frame)
        }
        if isFocused, form.kindMenu == nil {
            frame.cursor = Position(column: column + visible.cursorColumn, row: row)
            frame.showsCursor = true
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
        guard form.kindMenu == nil else { return }
        switch form.focus {
        case .submit: frame.cursor = Position(column: submit.column + 2, row: submit.row)
        case .cancel: frame.cursor = Position(column: cancel.column + 2, row: cancel.row)
        case .field, .line, .addLine: break
        }
    }
}
