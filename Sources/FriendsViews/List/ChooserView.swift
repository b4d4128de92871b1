import FriendsModel
import FriendsViewModels
import TerminalUI

/// The column chooser, in a box over the lower part of the table, whose header shows each choice at once.
enum ChooserView {
    /// - Parameter columns: the columns that have room.
    static func draw(
        _ chooser: ColumnChooser, _ columns: ColumnLayout, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        let box = ChooserBox(chooser, layout)
        let lines = box.indexes.map { index -> (String, Style) in
            let column = chooser.entries[index]
            let isCut = chooser.isShown(column) && !columns.columns.contains { $0.column == column }
            let style: Style = index == chooser.selected ? .selected : isCut ? .hint : .overlay
            return (box.line(column, isShown: chooser.isShown(column), isCut: isCut), style)
        }
        box.box(lines).draw(in: &frame)
        if box.indexes.lowerBound > 0 {
            frame.write(
                OverlayView.moreAbove(in: frame), column: box.place.column + 2, row: box.place.row, style: .hint)
        }
        if box.indexes.upperBound < chooser.entries.count {
            frame.write(
                OverlayView.moreBelow(in: frame), column: box.place.column + 2,
                row: box.place.row + box.place.height - 1, style: .hint)
        }
        frame.cursor = Position(
            column: box.place.column + 3, row: box.place.row + 1 + chooser.selected - box.indexes.lowerBound)
    }
}

/// The entries of the column chooser on the screen, and their places.
struct ChooserBox {
    private static let title = "Columns"
    private static let cut = " (no room)"
    private static let titleWidth = FriendColumn.all.map { DisplayText.width(of: $0.title) }.max() ?? 0
    private static let width = "[x] ".count + titleWidth + cut.count + " x".count

    /// The visible entries.
    let indexes: Range<Int>
    private let layout: ScreenLayout

    init(_ chooser: ColumnChooser, _ layout: ScreenLayout) {
        self.layout = layout
        // The header and the first friends stay visible, so that each choice is seen.
        let room = layout.statusRow - layout.firstListRow - 3
        let height = min(max(room, 1), chooser.entries.count)
        let top = min(max(chooser.selected - height / 2, 0), chooser.entries.count - height)
        indexes = top..<top + height
    }

    /// The index of the entry on a screen row, if there is one.
    func index(at row: Int) -> Int? {
        let index = indexes.lowerBound + row - place.row - 1
        return indexes.contains(index) ? index : nil
    }

    var place: Rectangle { box(indexes.map { _ in ("", .overlay) }).place }

    func box(_ lines: [(String, Style)]) -> Box {
        Box(
            lines: lines, minimumWidth: Self.width, title: Self.title, above: layout.statusRow, isAtBottom: true, layout
        )
    }

    /// A line of the box, with the key of the column at its end.
    func line(_ column: FriendColumn, isShown: Bool, isCut: Bool) -> String {
        let start = "[\(isShown ? "x" : " ")] \(column.title)\(isCut ? Self.cut : "")"
        let blanks = String(repeating: " ", count: max(Self.width - DisplayText.width(of: start) - 1, 1))
        return start + blanks + String(column.letter)
    }
}
