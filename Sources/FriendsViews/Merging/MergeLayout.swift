import FriendsModel
import FriendsSearch
import FriendsViewModels
import TerminalUI

/// The rows of two friends that are merged: side by side, or on a narrow screen one under the other.
struct MergeLayout {
    /// What one of the friends has of a part, in a row of the screen.
    struct Cell {
        let side: DuplicateMerge.Choice
        let place: Rectangle
        let text: String
        let isTaken: Bool
    }

    /// A row of the screen.
    struct Row {
        /// The index of the part.
        let part: Int
        /// The name of the part; empty in its other rows.
        let label: String
        let cells: [Cell]
    }

    /// A longer text is shortened.
    private static let maximumTextRows = 4
    private static let boxWidth = 4
    private static let sideWidth = 6
    /// From this height on the result has several rows.
    private static let rowsForLongResult = 16

    let labelWidth: Int
    /// The columns of the first and of the second friend.
    let sides: [(column: Int, width: Int)]
    /// The visible rows.
    let rows: [Row]
    /// Whether all rows are visible.
    let showsAll: Bool
    let resultHeight: Int
    /// The row after the last part.
    let end: Int
    private let layout: ScreenLayout

    init(_ merging: Merging, _ layout: ScreenLayout, _ symbols: Symbols) {
        self.layout = layout
        resultHeight = layout.size.rows < Self.rowsForLongResult ? 1 : 3
        end = layout.statusRow - resultHeight - (resultHeight > 1 ? 1 : 0)
        let merge = merging.merge
        let room = layout.size.columns - ColumnLayout.gutter - 1
        let widest = merge.parts.map { DisplayText.width(of: $0.label) }.max() ?? 0
        labelWidth = min(widest, room / 4)
        let start = ColumnLayout.gutter + labelWidth + ColumnLayout.gap
        let width = (layout.size.columns - 1 - start - ColumnLayout.gap) / 2
        let sides =
            layout.hasFormInRow
            ? [(column: start, width: width), (column: start + width + ColumnLayout.gap, width: width)]
            : Array(repeating: (column: ColumnLayout.gutter + Self.sideWidth, width: room - Self.sideWidth), count: 2)
        self.sides = sides
        var all: [Row] = []
        for index in merge.parts.indices {
            let texts = [DuplicateMerge.Choice.first, .second].enumerated().map { place, side in
                Self.lines(merge, index, side, width: sides[place].width - Self.boxWidth, symbols)
            }
            all +=
                layout.hasFormInRow
                ? Self.besides(merge, index, texts, sides) : Self.stacked(merge, index, texts, sides)
        }
        let height = max(end - layout.firstListRow, 1)
        showsAll = all.count <= height
        rows = Self.visible(all, selected: merging.selected, height: height)
            .enumerated().map { offset, row in row.moved(to: layout.firstListRow + offset) }
    }

    /// The rows around the selected part.
    private static func visible(_ rows: [Row], selected: Int, height: Int) -> ArraySlice<Row> {
        let first = rows.firstIndex { $0.part == selected } ?? 0
        let last = rows.lastIndex { $0.part == selected } ?? 0
        let middle = first - max((height - (last - first + 1)) / 2, 0)
        let top = max(min(middle, rows.count - height), 0)
        return rows[top...].prefix(height)
    }

    // MARK: The rows of a part

    private static func besides(
        _ merge: DuplicateMerge, _ index: Int, _ texts: [[String]], _ sides: [(column: Int, width: Int)]
    ) -> [Row] {
        (0..<max(texts.map(\.count).max() ?? 1, 1)).map { offset in
            let cells = texts.enumerated().compactMap { place, lines in
                lines.indices.contains(offset)
                    ? cell(merge, index, place, lines[offset], isFirst: offset == 0, sides[place]) : nil
            }
            return Row(part: index, label: offset == 0 ? merge.parts[index].label : "", cells: cells)
        }
    }

    private static func stacked(
        _ merge: DuplicateMerge, _ index: Int, _ texts: [[String]], _ sides: [(column: Int, width: Int)]
    ) -> [Row] {
        let part = merge.parts[index]
        let rows = texts.enumerated().flatMap { place, lines in
            lines.enumerated().map { offset, line in
                Row(
                    part: index, label: offset == 0 ? (place == 0 ? "left" : "right") : "",
                    cells: [cell(merge, index, place, line, isFirst: offset == 0, sides[place])])
            }
        }
        // What both have is there once.
        let shown = part.isSame ? rows.prefix(texts[0].count).map { $0.labelled($0.label.isEmpty ? "" : "both") } : rows
        return [Row(part: index, label: part.label, cells: [])] + shown
    }

    private static func cell(
        _ merge: DuplicateMerge, _ index: Int, _ place: Int, _ line: String, isFirst: Bool,
        _ side: (column: Int, width: Int)
    ) -> Cell {
        let choice: DuplicateMerge.Choice = place == 0 ? .first : .second
        let isTaken = merge.takes(choice, at: index)
        let box = isFirst ? (isTaken ? "[x] " : "[ ] ") : String(repeating: " ", count: boxWidth)
        return Cell(
            side: choice, place: Rectangle(column: side.column, row: 0, width: side.width), text: box + line,
            isTaken: isTaken)
    }

    /// The rows of a text; none of a line that the friend does not have.
    private static func lines(
        _ merge: DuplicateMerge, _ index: Int, _ side: DuplicateMerge.Choice, width: Int, _ symbols: Symbols
    ) -> [String] {
        guard let text = merge.parts[index].text(of: side) else { return [] }
        guard !text.isEmpty else { return ["(empty)"] }
        // Only what can be visible is laid out.
        let start = text.prefix((maximumTextRows + 1) * max(width, 1))
        let wrapped = DisplayText.wrap(
            DisplayText.signingShortened(String(start), with: symbols.ellipsis), columns: max(width, 1))
        guard wrapped.count > maximumTextRows || start.endIndex < text.endIndex, let last = wrapped.indices.last else {
            return wrapped
        }
        let end = min(last, maximumTextRows - 1)
        return wrapped.prefix(end) + [wrapped[end] + " " + String(symbols.ellipsis)]
    }

    // MARK: Places

    /// The part and the friend at a cell of the screen, if there are any.
    func target(at position: Position) -> (part: Int, side: DuplicateMerge.Choice?)? {
        guard let row = rows.enumerated().first(where: { layout.firstListRow + $0.offset == position.row })?.element
        else { return nil }
        return (row.part, row.cells.first { $0.place.contains(position) }?.side)
    }
}

extension MergeLayout.Row {
    fileprivate func moved(to row: Int) -> Self {
        Self(
            part: part, label: label,
            cells: cells.map {
                MergeLayout.Cell(
                    side: $0.side, place: Rectangle(column: $0.place.column, row: row, width: $0.place.width),
                    text: $0.text, isTaken: $0.isTaken)
            })
    }

    fileprivate func labelled(_ label: String) -> Self { Self(part: part, label: label, cells: cells) }
}

extension DuplicateMerge {
    /// Whether the result has what a friend has there.
    func takes(_ side: Choice, at index: Int) -> Bool {
        let choice = choice(at: index)
        return choice == side || choice == .both || (choice == .first && parts[index].isSame)
    }
}

extension DuplicateMerge.Part {
    /// The name of the part.
    var label: String {
        switch content {
        case .field(let field, _, _): field.columnTitle
        case .line(let one, let other): (one ?? other)?.kind.label ?? ""
        }
    }

    /// What a friend has there, in one row; nil if it has no such line.
    func text(of side: DuplicateMerge.Choice) -> String? {
        switch content {
        case .field(_, let one, let other): side == .first ? one : other
        case .line(let one, let other): (side == .first ? one : other).map { PartContent.line($0).words }
        }
    }
}
