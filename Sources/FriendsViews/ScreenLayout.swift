import FriendsModel
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

    /// The layout for a state.
    init(_ state: AppState, size: Size, isPlain: Bool = false) {
        self.init(size: size, isPlain: isPlain, showsDetails: state.showsDetails)
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
    package var listHeight: Int { max((details == .page ? statusRow : listEnd) - firstListRow, 1) }

    /// Whether the form fits into the list row.
    package var hasFormInRow: Bool { size.columns >= Self.columnsForFormInRow }
}

/// The columns of the table, which share the width by content. Each needs room for its longest text and its title; when
/// there is not enough, titles shrink first; when there is more, columns grow up to a comfortable width. The texts of an
/// open form count too, so that a field grows with its text as long as the screen has room.
package struct ColumnLayout: Equatable, Sendable {
    /// The gutter for the selection marker.
    static let gutter = 3
    static let gap = 2
    static let smallestComfortableWidth = 22
    private static let smallestWidth = 4

    /// One column of the table.
    package struct Column: Equatable, Sendable {
        package let field: FriendField
        package let start: Int
        package let width: Int
        package var end: Int { start + width }
    }

    package let columns: [Column]

    /// The columns of the table of a state.
    init(_ state: AppState, _ layout: ScreenLayout) {
        self.init(Input(state, layout))
    }

    /// What the columns depend on.
    struct Input: Equatable, Sendable {
        let width: Int
        let longest: FriendDetails
        let typed: [Int]

        init(_ state: AppState, _ layout: ScreenLayout) {
            width = layout.listColumns
            longest = state.list.table.longest
            guard layout.hasFormInRow, let form = state.form else {
                typed = []
                return
            }
            typed = FriendField.allCases.map { form.inputs[$0].map(VisibleInput.width) ?? 0 }
        }
    }

    init(_ input: Input) {
        self.init(width: input.width, longest: input.longest, typed: input.typed)
    }

    /// - Parameter typed: the widths that the fields of an open form need, in order.
    package init(width: Int, longest: FriendDetails, typed: [Int] = []) {
        let fields = FriendField.allCases
        // The right edge stays free for the bracket of the last field.
        let room = max(width - Self.gutter - 1 - Self.gap * (fields.count - 1), fields.count)
        var texts = fields.map { max(DisplayText.width(of: longest[$0]), Self.smallestWidth) }
        // No field is so narrow that one cannot type in it, however long the others are.
        let smallestField = min(Self.smallestComfortableWidth, room / (fields.count + 1))
        for (index, width) in typed.enumerated() {
            texts[index] = max(texts[index], min(max(width, smallestField), room))
        }
        let titles = fields.map { DisplayText.width(of: $0.columnTitle) }
        // On a wide screen a quarter for each column: the fields are long, and a row is still read at a glance.
        let comfortable = max(Self.smallestComfortableWidth, width / 4)
        let widths = Self.fit(
            Self.makeRoom(for: titles, over: texts, in: room), into: room, comfortable: comfortable)
        var start = Self.gutter
        var columns: [Column] = []
        for (field, width) in zip(fields, widths) {
            columns.append(Column(field: field, start: start, width: width))
            start += width + Self.gap
        }
        self.columns = columns
    }

    /// The first cell after the last column.
    package var end: Int { columns.last?.end ?? 0 }

    /// Widens the columns for their titles while there is room. The title that lacks the least comes first.
    private static func makeRoom(for titles: [Int], over texts: [Int], in room: Int) -> [Int] {
        var widths = texts
        func missing(_ column: Int) -> Int { titles[column] - widths[column] }
        for column in widths.indices.sorted(by: { missing($0) < missing($1) }) where missing(column) > 0 {
            widths[column] += min(missing(column), max(room - widths.reduce(0, +), 0))
        }
        return widths
    }

    /// The field of the column at a cell, including the gap after it; nil outside the table.
    func field(at column: Int) -> FriendField? {
        columns.first { ($0.start..<$0.end + Self.gap).contains(column) }?.field
    }

    static func fit(
        _ wanted: [Int], into room: Int, comfortable: Int = smallestComfortableWidth
    ) -> [Int] {
        var widths = wanted
        var excess = widths.reduce(0, +) - room
        // Too wide: the widest column shrinks first.
        while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 1 {
            widths[widest] -= 1
            excess -= 1
        }
        // Room to spare: the narrowest column grows first.
        while excess < 0, let narrowest = widths.indices.min(by: { widths[$0] < widths[$1] }),
            widths[narrowest] < comfortable
        {
            widths[narrowest] += 1
            excess += 1
        }
        return widths
    }
}
