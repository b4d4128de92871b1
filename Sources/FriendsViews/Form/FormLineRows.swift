import FriendsModel
import FriendsViewModels
import TerminalUI

/// The rows of the lines in the form, with the notes below them and the menu of kinds between them. As many as fit are
/// visible, the ones with the focus always.
struct FormLineRows {
    /// One row.
    enum Row {
        /// A line, or the row at `index` of its value if the value is wrapped.
        case line(FormLine, WrappedInput?, index: Int)
        case note(String, Style)
        /// Some of the kinds that a new line can have.
        case kinds([LineKind], isFirst: Bool)
        /// The row that adds a line.
        case addLine

        /// Whether it has a kind of the menu.
        func has(_ kind: LineKind?) -> Bool {
            if case .kinds(let kinds, _) = self, let kind { kinds.contains(kind) } else { false }
        }
    }

    /// All rows of one line; the lines are the blocks that the window moves over.
    private struct Block {
        var rows: [Row]
        let hasFocus: Bool

        var isMenu: Bool {
            if case .kinds = rows.first { true } else { false }
        }
    }

    let columns: FormLineColumns
    private let rows: [Row]
    /// The rows with the focus, else the rows to keep visible.
    private let focused: Range<Int>
    /// The one of them that is always visible.
    private let current: Int
    private let hasFocus: Bool
    private let hasLines: Bool

    /// - Parameter room: the maximum height.
    init(_ form: FriendForm, right: Int, width: Int, isNarrow: Bool, room: Int) {
        columns = FormLineColumns(form, right: right, width: width, isNarrow: isNarrow)
        var blocks: [Block] = []
        for line in form.lines {
            blocks.append(Self.block(line, form, columns, room: room))
        }
        if let menu = form.kindMenu {
            blocks.insert(Self.menuBlock(columns), at: min(menu.index, blocks.count))
        } else {
            blocks.append(Block(rows: [.addLine], hasFocus: form.focus == .addLine))
        }
        hasLines = !form.lines.isEmpty
        rows = blocks.flatMap(\.rows)
        let index = blocks.firstIndex { form.kindMenu == nil ? $0.hasFocus : $0.isMenu }
        hasFocus = index != nil
        if let index {
            let start = blocks[..<index].reduce(0) { $0 + $1.rows.count }
            focused = start..<start + blocks[index].rows.count
            current = start + (blocks[index].rows.firstIndex { $0.has(form.kindMenu?.selected) } ?? 0)
        } else {
            // From the buttons, the last lines are next.
            let isBehind = form.focus == .submit || form.focus == .cancel
            focused = isBehind ? max(rows.count - 1, 0)..<rows.count : 0..<0
            current = focused.lowerBound
        }
    }

    /// The height of all rows.
    var count: Int { rows.count }
    /// The height without which the focus would not be visible.
    var smallestCount: Int { hasFocus ? focused.count : hasLines ? 1 : 0 }

    /// The rows that are visible in a height.
    func window(height: Int) -> Range<Int> {
        guard rows.count > height else { return rows.indices }
        let middle = focused.lowerBound - (height - focused.count) / 2
        let part = max(min(current - height / 2, focused.upperBound - height), focused.lowerBound)
        let top = max(min(focused.count > height ? part : middle, rows.count - height), 0)
        return top..<top + max(height, 0)
    }

    subscript(index: Int) -> Row { rows[index] }

    // MARK: Blocks

    private static func block(_ line: FormLine, _ form: FriendForm, _ columns: FormLineColumns, room: Int) -> Block {
        let hasFocus = form.focus.part == .line(line.id)
        var notes: [Row] = []
        if let note = FormNotes.text(at: .line(line.id), of: form) {
            let text = DisplayText.signingShortened(note.text)
            let lines = DisplayText.wrap(text, columns: columns.noteWidth)
            // The whole note of the line with the focus; of another line its first row.
            notes = (hasFocus ? shortened(lines, to: max(room - 1, 1)) : [text]).map { .note($0, note.style) }
        }
        guard form.focus == .line(line.id, .value), line.allowsRows(.value) else {
            return Block(rows: [.line(line, nil, index: 0)] + notes, hasFocus: hasFocus)
        }
        let wrapped = WrappedInput(line.value, width: columns.valueWidth)
        // Half of the room is left for other lines, if it is large.
        let height = max(min(wrapped.rows.count, max(room / 2, 3), room - notes.count), 1)
        let top = max(min(wrapped.cursorRow - height / 2, wrapped.rows.count - height), 0)
        return Block(rows: (top..<top + height).map { .line(line, wrapped, index: $0) } + notes, hasFocus: hasFocus)
    }

    /// The first lines of a text; the last of them has the rest, so that it is drawn with an ellipsis.
    private static func shortened(_ lines: [String], to count: Int) -> [String] {
        guard lines.count > count else { return lines }
        return lines.prefix(count - 1) + [lines.dropFirst(count - 1).joined(separator: " ")]
    }

    // MARK: The menu of kinds

    static let addLine = "+ Add line"
    static let menuTitle = "New line:"
    private static let menuGap = 2

    private static func menuBlock(_ columns: FormLineColumns) -> Block {
        let start = menuTitle.count + 1
        var rows: [[LineKind]] = [[]]
        var used = start
        for kind in LineKind.all {
            let width = DisplayText.width(of: kind.label)
            if used + width > columns.menuWidth, rows.last?.isEmpty == false {
                rows.append([])
                used = start
            }
            rows[rows.count - 1].append(kind)
            used += width + menuGap
        }
        return Block(rows: rows.enumerated().map { .kinds($1, isFirst: $0 == 0) }, hasFocus: false)
    }

    /// The columns of the kinds in a row of the menu.
    func places(of kinds: [LineKind]) -> [(kind: LineKind, column: Int)] {
        var column = columns.kindStart + Self.menuTitle.count + 1
        return kinds.map { kind in
            defer { column += DisplayText.width(of: kind.label) + Self.menuGap }
            return (kind, column)
        }
    }
}

/// The columns of the lines: kind, label and value.
struct FormLineColumns {
    let kindStart = ColumnLayout.gutter
    let kindWidth: Int
    let labelStart: Int
    let labelWidth: Int
    let valueStart: Int
    let valueWidth: Int
    /// The column of the last bracket.
    let right: Int
    /// The columns of the notes below a line.
    let noteStart: Int
    let noteWidth: Int
    /// The width of the menu of kinds.
    let menuWidth: Int

    private static let kindWidths = 5...12

    init(_ form: FriendForm, right: Int, width: Int, isNarrow: Bool) {
        let kinds = form.lines.map { DisplayText.width(of: $0.kind.label) }
        kindWidth = Self.kindWidths.clamp(kinds.max() ?? 0)
        let labels = form.lines.map { $0.isRemoved ? 0 : VisibleInput.width(of: $0.label) }
        labelWidth = (isNarrow ? 6...8 : 10...20).clamp(labels.max() ?? 0)
        labelStart = kindStart + kindWidth + 2
        valueStart = labelStart + labelWidth + 2
        valueWidth = max(right - valueStart, 1)
        self.right = right
        // A narrow screen needs all its width for them.
        noteStart = isNarrow ? kindStart : labelStart
        noteWidth = width - 1 - noteStart
        menuWidth = width - 1 - kindStart
    }

    func place(of place: FormLine.Place, row: Int) -> Rectangle {
        switch place {
        case .label: Rectangle(column: labelStart, row: row, width: labelWidth)
        case .value: Rectangle(column: valueStart, row: row, width: valueWidth)
        }
    }
}

extension ClosedRange<Int> {
    fileprivate func clamp(_ value: Int) -> Int { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
