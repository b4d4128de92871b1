import FriendsList
import FriendsModel
import FriendsViewModels
import TerminalUI

/// The columns of the table, which share the width by content. Each needs room for its longest text and its title. When
/// there is not enough, the longest texts are shortened first, names before phone numbers, then the titles; when there is more, columns grow up to a
/// comfortable width. The texts of an open form count too, so that a field grows with its text as long as the screen has
/// room.
///
/// The first three columns are always shown. The others are left out from the right until every column can be read.
package struct ColumnLayout: Equatable, Sendable {
    /// The gutter for the selection marker.
    static let gutter = 3
    static let gap = 2
    static let smallestComfortableWidth = 22
    private static let smallestWidth = 4
    /// The number of columns that even the smallest screen shows.
    private static let alwaysShown = 3
    private static let markWidth = 2
    /// A phone number of this width is whole. Half a name is still a name, half a number is nothing to call.
    static let longestNumber = 20
    /// Names shrink to the first width before phone numbers do, and to the second one where that is not enough.
    private static let smallestNameWidths = [6, 3]
    /// A column of this width can be read, however long its texts are.
    private static let readableWidth = 16

    /// One column of the table.
    package struct Column: Equatable, Sendable {
        package let column: FriendColumn
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
        let columns: [FriendColumn]
        let longest: LongestTexts
        let typed: [Int]
        /// Whether a form stands in a row of the table.
        let hasForm: Bool

        init(_ state: AppState, _ layout: ScreenLayout) {
            width = layout.listColumns
            columns = state.list.columns
            longest = state.list.table.longest
            guard layout.hasFormInRow, let form = state.form else {
                (typed, hasForm) = ([], false)
                return
            }
            hasForm = true
            typed = FriendField.allCases.map { form.inputs[$0].map(VisibleInput.width) ?? 0 }
        }
    }

    /// A form in a row has the columns of its fields. The table shows those alone when it has not all of them, or not in
    /// the order in which Tab goes through them.
    init(_ input: Input) {
        let chosen = ColumnLayout(
            width: input.width, longest: input.longest, columns: input.columns, typed: input.typed)
        let fields = chosen.columns.map(\.column).filter(FriendColumn.standard.contains)
        self =
            input.hasForm && fields != FriendColumn.standard
            ? ColumnLayout(width: input.width, longest: input.longest, typed: input.typed) : chosen
    }

    /// - Parameters:
    ///   - columns: the columns of the table, from left to right.
    ///   - typed: the widths that the fields of an open form need, in order.
    package init(
        width: Int, longest: LongestTexts, columns: [FriendColumn] = FriendColumn.standard, typed: [Int] = []
    ) {
        let shown = Self.shown(columns, longest, width: width)
        let room = max(Self.room(shown.count, width: width), shown.count)
        var texts = shown.map { max(DisplayText.width(of: longest[$0]), Self.smallestWidth) }
        // No field is so narrow that one cannot type in it, however long the others are.
        let smallestField = min(Self.smallestComfortableWidth, room / (shown.count + 1))
        for (field, width) in zip(FriendColumn.standard, typed) {
            guard let index = shown.firstIndex(of: field) else { continue }
            texts[index] = max(texts[index], min(max(width, smallestField), room))
        }
        let titles = shown.map { DisplayText.width(of: $0.title) }
        // The sort mark stands after a title.
        let texted = zip(texts, titles).map { max($0, $1 + Self.markWidth) }
        let isReadable = texted.reduce(0) { $0 + min($1, Self.readableWidth) } <= room
        var wanted = isReadable ? texted : Self.makeRoom(for: titles, over: texts, in: room)
        if !typed.isEmpty { Self.makeRoomForFields(of: shown, in: room, &wanted) }
        // On a wide screen a quarter for each column: the fields are long, and a row is still read at a glance.
        let comfortable = max(Self.smallestComfortableWidth, width / 4)
        let number = typed.isEmpty ? shown.firstIndex(of: .field(.phoneNumber)) : nil
        let widths = Self.fit(
            wanted, into: room, comfortable: comfortable, sparing: number.map { ($0, Self.longestNumber) })
        var start = Self.gutter
        var columns: [Column] = []
        for (column, width) in zip(shown, widths) {
            columns.append(Column(column: column, start: start, width: width))
            start += width + Self.gap
        }
        self.columns = columns
    }

    /// The first cell after the last column.
    package var end: Int { columns.last?.end ?? 0 }

    /// The columns that have room.
    static func shown(_ columns: [FriendColumn], _ longest: LongestTexts, width: Int) -> [FriendColumn] {
        guard columns.count > alwaysShown else { return columns }
        let needed = columns.map { column in
            let title = DisplayText.width(of: column.title) + markWidth
            return min(max(DisplayText.width(of: longest[column]), title), readableWidth)
        }
        var count = columns.count
        while count > alwaysShown, needed.prefix(count).reduce(0, +) > room(count, width: width) { count -= 1 }
        let shown = columns.prefix(count)
        guard let name = columns.first(where: FriendColumn.nameColumns.contains),
            !shown.contains(where: FriendColumn.nameColumns.contains)
        else { return Array(shown) }
        // Without a name the rows are of nobody.
        return shown.dropLast() + [name]
    }

    /// The cells for the texts of `count` columns. The right edge stays free for the bracket of the last field.
    private static func room(_ count: Int, width: Int) -> Int { width - gutter - 1 - gap * (count - 1) }

    /// Widens the columns for their titles while there is room. The title that lacks the least comes first.
    private static func makeRoom(for titles: [Int], over texts: [Int], in room: Int) -> [Int] {
        var widths = texts
        func missing(_ column: Int) -> Int { titles[column] - widths[column] }
        for column in widths.indices.sorted(by: { missing($0) < missing($1) }) where missing(column) > 0 {
            widths[column] += min(missing(column), max(room - widths.reduce(0, +), 0))
        }
        return widths
    }

    /// Narrows the columns of lines for the fields of a form, the widest first.
    private static func makeRoomForFields(of columns: [FriendColumn], in room: Int, _ widths: inout [Int]) {
        let lines = columns.indices.filter { !FriendColumn.standard.contains(columns[$0]) }
        var excess = widths.reduce(0, +) - room
        while excess > 0, let widest = lines.max(by: { widths[$0] < widths[$1] }), widths[widest] > smallestWidth {
            widths[widest] -= 1
            excess -= 1
        }
    }

    /// The column at a cell, including the gap after it; nil outside the table.
    func column(at cell: Int) -> FriendColumn? {
        columns.first { ($0.start..<$0.end + Self.gap).contains(cell) }?.column
    }

    /// - Parameter number: the column of phone numbers, and the width to which it shrinks like the others. It only becomes
    ///   narrower when nothing is left of these.
    static func fit(
        _ wanted: [Int], into room: Int, comfortable: Int = smallestComfortableWidth,
        sparing number: (column: Int, width: Int)? = nil
    ) -> [Int] {
        var widths = wanted
        var excess = widths.reduce(0, +) - room
        // Too wide: the widest column shrinks first.
        for smallest in (number == nil ? [] : smallestNameWidths) + [1] {
            func canShrink(_ column: Int) -> Bool {
                guard smallest > 1, let number, number.column == column else { return widths[column] > smallest }
                return widths[column] > number.width
            }
            while excess > 0,
                let widest = widths.indices.filter(canShrink).max(by: { widths[$0] < widths[$1] })
            {
                widths[widest] -= 1
                excess -= 1
            }
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
