import FriendsModel
import FriendsViewModels
import TerminalUI

/// Where on the screen everything stands.
package struct ScreenLayout: Equatable, Sendable {
    /// Below this there is only a note.
    package static let minimumSize = Size(columns: 40, rows: 10)
    /// Below this many columns the form stacks its fields.
    private static let columnsForFormInRow = 60

    package let size: Size

    package init(size: Size) {
        self.size = size
    }

    package var isTooSmall: Bool {
        size.columns < Self.minimumSize.columns || size.rows < Self.minimumSize.rows
    }

    package let titleRow = 0
    package let headerRow = 1
    package let firstListRow = 2
    package var statusRow: Int { size.rows - 2 }
    package var footerRow: Int { size.rows - 1 }

    /// How many friends there is room for; at least 1.
    package var listHeight: Int { max(size.rows - 4, 1) }

    /// Whether the form has room to be edited in the row itself.
    package var hasFormInRow: Bool { size.columns >= Self.columnsForFormInRow }
}

/// The columns of the table. They share the width by content: each gets what its longest text and its title need, or
/// less when there is not enough for all, the titles first, or more up to a comfortable width when there is.
package struct ColumnLayout: Equatable, Sendable {
    /// The columns left of the texts, with the marker of the selected row.
    static let gutter = 3
    static let gap = 2
    private static let comfortableWidth = 22
    private static let smallestWidth = 4

    /// One column of the table, from its first cell to the one behind its last.
    package struct Column: Equatable, Sendable {
        package let field: FriendField
        package let start: Int
        package let width: Int
        package var end: Int { start + width }
    }

    package let columns: [Column]

    package init(width: Int, longest: FriendDetails) {
        let fields = FriendField.allCases
        // One column stays free at the right edge, where the bracket of the last field stands.
        let room = max(width - Self.gutter - 1 - Self.gap * (fields.count - 1), fields.count)
        let texts = fields.map { max(DisplayText.width(of: longest[$0]), Self.smallestWidth) }
        let titles = fields.map { DisplayText.width(of: $0.columnTitle) }
        let widths = Self.fit(Self.makeRoom(for: titles, over: texts, in: room), into: room)
        var start = Self.gutter
        var columns: [Column] = []
        for (field, width) in zip(fields, widths) {
            columns.append(Column(field: field, start: start, width: width))
            start += width + Self.gap
        }
        self.columns = columns
    }

    /// The column behind the last text.
    package var end: Int { columns.last?.end ?? 0 }

    /// The widths of the texts, made wide enough for the titles as far as there is room: a friend's number is missed more
    /// than the end of a title. The title that lacks the least comes first.
    private static func makeRoom(for titles: [Int], over texts: [Int], in room: Int) -> [Int] {
        var widths = texts
        func missing(_ column: Int) -> Int { titles[column] - widths[column] }
        for column in widths.indices.sorted(by: { missing($0) < missing($1) }) where missing(column) > 0 {
            widths[column] += min(missing(column), max(room - widths.reduce(0, +), 0))
        }
        return widths
    }

    /// The field of the column that a cell belongs to, the gap behind it included; nil left and right of them all.
    func field(at column: Int) -> FriendField? {
        columns.first { ($0.start..<$0.end + Self.gap).contains(column) }?.field
    }

    static func fit(_ wanted: [Int], into room: Int) -> [Int] {
        var widths = wanted
        var excess = widths.reduce(0, +) - room
        // Too much: the widest gives way first.
        while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 1 {
            widths[widest] -= 1
            excess -= 1
        }
        // Room to spare: the narrowest grows first.
        while excess < 0, let narrowest = widths.indices.min(by: { widths[$0] < widths[$1] }),
            widths[narrowest] < comfortableWidth
        {
            widths[narrowest] += 1
            excess += 1
        }
        return widths
    }
}

extension FriendField {
    /// The name of the column.
    package var columnTitle: String {
        switch self {
        case .firstName: "First name"
        case .lastName: "Last name"
        case .phoneNumber: "Phone"
        }
    }
}
