import FriendsViewModels
import TerminalUI

/// The rows and columns of the screen.
package struct ScreenLayout: Equatable, Sendable {
    /// A smaller screen shows only a note.
    package static let minimumSize = Size(columns: 40, rows: 10)
    /// Below this many columns the form stacks its fields.
    private static let columnsForFormInRow = 60

    package let size: Size
    /// Whether the screen is the plain one (``PlainView``).
    package let isPlain: Bool
    /// The place of the details pane, if there is one.
    let details: DetailsPlace?

    /// - Parameter showsDetails: whether the screen has a details pane.
    package init(size: Size, isPlain: Bool = false, showsDetails: Bool = false) {
        self.size = size
        self.isPlain = isPlain
        details = showsDetails ? DetailsPlace(size, isPlain: isPlain) : nil
    }

    /// The layout for a state. Details without a friend do not replace the list, which says why it is empty.
    init(_ state: AppState, size: Size, isPlain: Bool = false) {
        let isEmptyPage = state.list.table.selection == nil && DetailsPlace(size, isPlain: isPlain) == .page
        self.init(size: size, isPlain: isPlain, showsDetails: state.showsDetails && !isEmptyPage)
    }

    package var isTooSmall: Bool {
        size.columns < Self.minimumSize.columns || size.rows < Self.minimumSize.rows
    }

    package let titleRow = 0
    package let headerRow = 1
    package let firstListRow = 2
    package var statusRow: Int { size.rows - 2 }
    package var footerRow: Int { size.rows - 1 }

    /// The number of list rows, at least 1. In place of the list, the details scroll by as many.
    /// On the plain screen, their name takes a row of it.
    package var listHeight: Int {
        max((details == .page ? statusRow - (isPlain ? 1 : 0) : listEnd) - firstListRow, 1)
    }

    /// Whether the form fits into the list row.
    package var hasFormInRow: Bool { size.columns >= Self.columnsForFormInRow }
}
