import FriendsModel
import FriendsViewModels
import TerminalUI

/// The form in the list: three fields in the columns of the table and a strip under them, or one field under the
/// other where the terminal is too narrow for that.
struct FormView {
    private let form: FriendFormViewModel.State
    private let columns: ColumnLayout
    private let isStacked: Bool
    private let layout: ScreenLayout

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
        for column in columns.columns {
            drawField(column.field, column: column.start, row: row, width: column.width, in: &frame)
        }
        drawNotesInRow(row + 1, in: &frame)
        let buttonsColumn = max(columns.end + 1 - Self.buttonsWidth, ColumnLayout.gutter)
        frame.write(
            frame.symbols.text(form.notice ?? form.title), column: ColumnLayout.gutter, row: row + 2,
            width: buttonsColumn - ColumnLayout.gutter - 1, style: form.notice == nil ? .title : .problem)
        drawButtons(column: buttonsColumn, row: row + 2, in: &frame)
    }

    private static let labelWidth = 11

    private func drawStacked(at firstRow: Int, in frame: inout Frame) {
        var row = firstRow
        let start = ColumnLayout.gutter + Self.labelWidth + 1
        for field in FriendField.allCases {
            frame.write(
                field.columnTitle, column: ColumnLayout.gutter, row: row, width: Self.labelWidth, style: .header)
            drawField(field, column: start, row: row, width: layout.size.columns - start - 2, in: &frame)
            row += 1
            if let note = note(at: field) {
                drawLine(note.text, row: row, style: note.style, in: &frame)
                row += 1
            }
        }
        if let notice = form.notice, hasNoticeOfItsOwn {
            drawLine(notice, row: row, style: .problem, in: &frame)
            row += 1
        }
        frame.write(form.title, column: 1, row: row, style: .title)
        drawButtons(column: layout.size.columns - Self.buttonsWidth - 1, row: row, in: &frame)
    }

    private func drawLine(_ text: String, row: Int, style: Style, in frame: inout Frame) {
        let width = layout.size.columns - ColumnLayout.gutter
        frame.write(frame.symbols.text(text), column: ColumnLayout.gutter, row: row, width: width, style: style)
    }

    // MARK: Fields

    /// A field between brackets; the text that does not fit scrolls with the cursor.
    private func drawField(_ field: FriendField, column: Int, row: Int, width: Int, in frame: inout Frame) {
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
    private func note(at field: FriendField) -> (text: String, style: Style)? {
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

    private static let submit = "[ Submit ]"
    private static let cancel = "[ Cancel ]"
    private static let buttonsWidth = submit.count + 2 + cancel.count

    private func drawButtons(column: Int, row: Int, in frame: inout Frame) {
        let submitStyle: Style =
            !form.canSubmit ? .disabledButton : form.focus == .submit ? .focusedButton : .button
        frame.write(Self.submit, column: column, row: row, style: submitStyle)
        let cancelColumn = column + Self.submit.count + 2
        frame.write(
            Self.cancel, column: cancelColumn, row: row, style: form.focus == .cancel ? .focusedButton : .button)
        switch form.focus {
        case .submit: frame.cursor = Position(column: column + 2, row: row)
        case .cancel: frame.cursor = Position(column: cancelColumn + 2, row: row)
        case .field: break
        }
    }
}

/// The part of a line of text that its field shows: all of it, or as much as ends at the cursor.
struct VisibleInput {
    private(set) var glyphs: [Glyph] = []
    /// The cursor, counted from the left edge of the field.
    let cursorColumn: Int

    init(_ input: TextInput, width: Int) {
        let forms = input.characters.map(DisplayForm.init)
        var first = input.cursor
        // One column stays for a cursor that stands behind the text.
        var used = 0
        while first > 0, used + forms[first - 1].width < width {
            first -= 1
            used += forms[first].width
        }
        cursorColumn = used
        var shown = 0
        for form in forms[first...] {
            guard shown + form.width <= width else { break }
            glyphs += form.glyphs
            shown += form.width
        }
    }
}
