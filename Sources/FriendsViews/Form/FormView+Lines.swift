import FriendsModel
import FriendsViewModels
import TerminalUI

/// The lines under the fields.
extension FormView {
    /// - Parameter firstRow: the first row of the form.
    func drawLines(inFormAt firstRow: Int, in frame: inout Frame) {
        for (row, index) in visibleLines(inFormAt: firstRow) {
            switch lines[index] {
            case .line(let line, let wrapped, let index): draw(line, wrapped, index, at: row, in: &frame)
            case .note(let text, let style):
                frame.write(
                    frame.symbols.text(text), column: lines.columns.noteStart, row: row, width: lines.columns.noteWidth,
                    style: style)
            case .addLine: drawAddLine(at: row, in: &frame)
            case .kinds(let kinds, let isFirst): draw(kinds, isFirst: isFirst, at: row, in: &frame)
            }
        }
        drawArrows(inFormAt: firstRow, in: &frame)
    }

    /// The visible rows of the lines: the row of the screen, and the index of what is in it.
    func visibleLines(inFormAt firstRow: Int) -> [(row: Int, index: Int)] {
        window.enumerated().map { (firstRow + linesOffset + $0.offset, $0.element) }
    }

    /// What is above and below the visible lines.
    private func drawArrows(inFormAt firstRow: Int, in frame: inout Frame) {
        guard window.count < lines.count, !window.isEmpty else { return }
        let top = firstRow + linesOffset
        if window.lowerBound > 0 {
            frame.write(frame.symbols.text("\u{2191}"), column: 1, row: top, style: .hint)
        }
        if window.upperBound < lines.count {
            let column = window.count == 1 ? 2 : 1
            frame.write(frame.symbols.text("\u{2193}"), column: column, row: top + window.count - 1, style: .hint)
        }
    }

    private func drawAddLine(at row: Int, in frame: inout Frame) {
        let column = lines.columns.kindStart
        frame.write(
            FormLineRows.addLine, column: column, row: row, style: form.focus == .addLine ? .focusedButton : .button)
        if form.focus == .addLine { frame.cursor = Position(column: column, row: row) }
    }

    // MARK: A line

    private func draw(_ line: FormLine, _ wrapped: WrappedInput?, _ index: Int, at row: Int, in frame: inout Frame) {
        let columns = lines.columns
        if index == 0 {
            frame.write(
                line.kind.label, column: columns.kindStart, row: row, width: columns.kindWidth,
                style: line.isRemoved ? .hint : .header)
        }
        if line.isRemoved {
            let isFocused = form.focus.part == .line(line.id)
            frame.write(
                "removed: " + PartContent.line(line.asTyped).words, column: columns.labelStart, row: row,
                width: columns.right - columns.labelStart, style: isFocused ? .selected : .hint)
            if isFocused { frame.cursor = Position(column: columns.labelStart, row: row) }
            return
        }
        if index == 0 { drawInput(line, .label, line.label, isWhole: true, at: row, in: &frame) }
        if let wrapped {
            let isCursorRow = wrapped.cursorRow == index
            drawInput(line, .value, wrapped.row(index), isWhole: false, hasCursor: isCursorRow, at: row, in: &frame)
        } else {
            drawInput(line, .value, line.value, isWhole: true, at: row, in: &frame)
        }
    }

    /// An input field between brackets, or a row of one.
    /// - Parameter isWhole: whether the input is the whole text of the place.
    private func drawInput(
        _ line: FormLine, _ place: FormLine.Place, _ input: TextInput, isWhole: Bool, hasCursor: Bool = true,
        at row: Int, in frame: inout Frame
    ) {
        let area = lines.columns.place(of: place, row: row)
        let isFocused = form.focus == .line(line.id, place)
        let style: Style = isFocused ? .focusedField : .field
        frame.write("[", column: area.column - 1, row: row)
        frame.write("]", column: area.column + area.width, row: row)
        frame.fill(column: area.column, row: row, width: area.width, style: style)
        if input.characters.isEmpty, isWhole, line[place].characters.isEmpty {
            frame.write(
                line.kind.hint(for: place), column: area.column, row: row, width: area.width, style: .hint)
        } else if isFocused {
            drawFocused(input, place, in: area, style: style, in: &frame)
        } else {
            drawStart(of: input, in: area, style: style, in: &frame)
        }
        guard isFocused, hasCursor, form.kindMenu == nil else { return }
        let visible = VisibleInput(input, width: area.width)
        frame.cursor = Position(column: area.column + visible.cursorColumn, row: row)
        frame.showsCursor = true
    }

    /// The start of a text; of several rows, the first.
    private func drawStart(of input: TextInput, in area: Rectangle, style: Style, in frame: inout Frame) {
        let start = VisibleInput(startOf: input, width: area.width)
        start.draw(column: area.column, row: area.row, style: style, in: &frame)
        guard start.isCutAtEnd else { return }
        frame.write(
            String(Character(frame.symbols.ellipsis)), column: area.column + min(start.width, area.width - 1),
            row: area.row, style: .hint)
    }

    private func drawFocused(
        _ input: TextInput, _ place: FormLine.Place, in area: Rectangle, style: Style, in frame: inout Frame
    ) {
        let visible = VisibleInput(input, width: area.width)
        visible.draw(column: area.column, row: area.row, style: style, in: &frame)
        guard place == .label, let completion = form.labelCompletion else { return }
        frame.write(
            completion, column: area.column + visible.cursorColumn, row: area.row,
            width: area.width - visible.cursorColumn, style: .hint)
    }

    // MARK: The menu of kinds

    private func draw(_ kinds: [LineKind], isFirst: Bool, at row: Int, in frame: inout Frame) {
        if isFirst {
            frame.write(FormLineRows.menuTitle, column: lines.columns.kindStart, row: row, style: .title)
        }
        for (kind, column) in lines.places(of: kinds) {
            if kind == form.kindMenu?.selected {
                frame.write(kind.label, column: column, row: row, style: .focusedButton)
                frame.cursor = Position(column: column, row: row)
            } else {
                frame.write(kind.label, column: column, row: row, style: .plain)
                let before = kind.label.prefix { $0.lowercased() != String(kind.letter) }
                let letter = column + DisplayText.width(of: String(before))
                frame.restyle(column: letter, row: row, width: 1, style: .key)
            }
        }
    }
}

extension FormLine {
    /// The line with its texts, whether it is removed or not.
    fileprivate var asTyped: FriendLine { FriendLine(id: id, kind: kind, label: label.text, value: value.text) }
}
