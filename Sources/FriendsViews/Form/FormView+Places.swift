import FriendsModel
import TerminalUI

/// The positions of the parts of the form, which starts at `firstRow`.
extension FormView {
    /// Wide enough for every label of the stacked form.
    static let labelWidth = (FriendField.allCases.map { DisplayText.width(of: $0.columnTitle) }.max() ?? 0) + 1
    static let submit = "[ Submit ]"
    static let cancel = "[ Cancel ]"
    private static let buttonsWidth = submit.count + 2 + cancel.count

    /// The cells between the brackets of a field.
    func place(of field: FriendField, inFormAt firstRow: Int) -> Rectangle {
        guard isStacked else {
            let column = columns.columns.first { $0.column == .field(field) }
            return Rectangle(column: column?.start ?? 0, row: firstRow, width: column?.width ?? 0)
        }
        let before = FriendField.allCases.prefix { $0 != field }
        let start = ColumnLayout.gutter + Self.labelWidth + 1
        return Rectangle(
            column: start, row: firstRow + before.reduce(0) { $0 + 1 + (notes[.field($1)]?.lines.count ?? 0) },
            width: layout.size.columns - start - 2)
    }

    /// The first row of the lines, from the first row of the form.
    var linesOffset: Int { (isStacked ? FriendField.allCases.count : 1) + notes.height }

    /// The first column of the buttons.
    var buttonsColumn: Int {
        isStacked
            ? layout.size.columns - Self.buttonsWidth - 1
            : max(columns.end + 1 - Self.buttonsWidth, ColumnLayout.gutter)
    }

    func submitPlace(inFormAt firstRow: Int) -> Rectangle {
        Rectangle(column: buttonsColumn, row: firstRow + height - 1, width: Self.submit.count)
    }

    func cancelPlace(inFormAt firstRow: Int) -> Rectangle {
        Rectangle(
            column: buttonsColumn + Self.submit.count + 2, row: firstRow + height - 1, width: Self.cancel.count)
    }
}
