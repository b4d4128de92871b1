import TerminalUI

/// The place of the details pane.
enum DetailsPlace: Equatable, Sendable {
    /// To the right of the list.
    case right
    /// Below the list.
    case below
    /// In place of the list.
    case page

    /// From this width on the pane is to the right of the list.
    private static let columnsForRight = 100
    /// From this height on the pane is below the list.
    private static let rowsForBelow = 20

    init(_ size: Size, isPlain: Bool) {
        if isPlain {
            self = .page
        } else if size.columns >= Self.columnsForRight {
            self = .right
        } else {
            self = size.rows >= Self.rowsForBelow ? .below : .page
        }
    }
}

/// The cells of the details pane and of the list beside it.
extension ScreenLayout {
    private static let maximumPaneWidth = 72
    private static let maximumPaneHeight = 12

    /// The width of the list.
    var listColumns: Int { details == .right ? size.columns - paneWidth - 1 : size.columns }

    /// The row after the last one of the list.
    var listEnd: Int {
        switch details {
        case .below: statusRow - paneHeight - 1
        case .page: firstListRow
        case .right, nil: statusRow
        }
    }

    private var paneWidth: Int { min(size.columns * 2 / 5, Self.maximumPaneWidth) }
    private var paneHeight: Int { min((statusRow - firstListRow) / 2, Self.maximumPaneHeight) }

    /// The cells of the pane: its heading and its rows. Nil without a pane.
    var detailsPane: Rectangle? {
        switch details {
        case nil: nil
        case .right:
            Rectangle(
                column: listColumns + 1, row: headerRow, width: paneWidth, height: statusRow - headerRow)
        case .below:
            Rectangle(column: 0, row: listEnd, width: size.columns, height: statusRow - listEnd)
        case .page:
            // The plain screen has an empty row under the title.
            Rectangle(
                column: 0, row: isPlain ? firstListRow : headerRow, width: size.columns,
                height: statusRow - (isPlain ? firstListRow : headerRow))
        }
    }
}
