import FriendsModel
import FriendsSearch
import FriendsViewModels
import TerminalUI

/// The columns of a page. The first one, such as the time, has its full width. The others share the rest by the content of
/// the visible rows, and names shrink before phone numbers do.
struct PageColumns {
    let columns: [(start: Int, width: Int)]
    /// The index of the column of phone numbers, if there is one.
    private let numberColumn: Int?

    init(_ page: PageViewModel.State, _ layout: ScreenLayout) {
        let isShort = !layout.hasFormInRow
        let shown = page.table.viewport.top..<min(page.table.viewport.top + layout.listHeight, page.table.entries.count)
        let listing = page.listing
        var wanted = page.kind.page.columnTitles(isShort: isShort).map { DisplayText.width(of: $0) }
        var numberWidth = 0
        for index in shown {
            for (column, text) in listing.texts(at: index, now: page.time, isShort: isShort).enumerated() {
                wanted[column] = max(wanted[column], DisplayText.width(of: text))
            }
            numberWidth = max(numberWidth, Self.smallestWidth(of: listing.phoneNumbers(at: index)))
        }
        let gaps = ColumnLayout.gap * (wanted.count - 1)
        let room = layout.size.columns - ColumnLayout.gutter - 1 - gaps
        let first = min(wanted[0], room)
        numberColumn = page.kind.page.numberColumn(isShort: isShort)
        let number = numberWidth > 0 ? numberColumn : nil
        let others = ColumnLayout.fit(
            Array(wanted.dropFirst()), into: max(room - first, wanted.count - 1),
            sparing: number.map { ($0 - 1, min(numberWidth, ColumnLayout.longestNumber)) })
        var widths = [first] + others
        if wanted.count == 2 { widths[1] = max(room - first, 1) }
        var start = ColumnLayout.gutter
        var columns: [(start: Int, width: Int)] = []
        for width in widths {
            columns.append((start, width))
            start += width + ColumnLayout.gap
        }
        self.columns = columns
    }

    /// The texts of a row. Where several phone numbers have no room, whole ones are left: half a number is nothing to call.
    func texts(of page: PageViewModel.State, at index: Int, _ layout: ScreenLayout, _ symbols: Symbols) -> [String] {
        let listing = page.listing
        var texts = listing.texts(at: index, now: page.time, isShort: !layout.hasFormInRow)
        if let numberColumn {
            let numbers = listing.phoneNumbers(at: index)
            if numbers.count > 1 {
                texts[numberColumn] = Self.text(of: numbers, width: columns[numberColumn].width, symbols)
            }
        }
        return texts
    }

    // MARK: Phone numbers

    /// The width with a whole phone number, and the sign of the others if there are several.
    private static func smallestWidth(of numbers: [String]) -> Int {
        guard let first = numbers.first else { return 0 }
        return DisplayText.width(of: first) + (numbers.count > 1 ? signWidth : 0)
    }

    /// The width of the ellipsis in place of other numbers.
    private static let signWidth = FriendColumn.separator.count + 1

    private static func text(of numbers: [String], width: Int, _ symbols: Symbols) -> String {
        let all = numbers.joined(separator: FriendColumn.separator)
        guard DisplayText.width(of: all) > width else { return all }
        var shown: [String] = []
        var used = signWidth
        for number in numbers {
            used += DisplayText.width(of: number) + (shown.isEmpty ? 0 : FriendColumn.separator.count)
            guard used <= width else { break }
            shown.append(number)
        }
        return shown.isEmpty ? all : (shown + [String(symbols.ellipsis)]).joined(separator: FriendColumn.separator)
    }
}
