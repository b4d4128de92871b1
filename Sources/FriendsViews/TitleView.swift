import FriendsList
import FriendsModel
import FriendsViewModels
import TerminalUI

/// The title bar: server, connection, filter and number of friends.
enum TitleView {
    /// The content of the title row.
    struct Input {
        let serverName: String
        /// The connection to a shared server.
        let connection: Connection
        /// The filter, unless it is being typed.
        let filter: TextInput?
        /// Nil before there is a list.
        let count: Int?
        /// The number of matches, with a filter.
        let shownCount: Int?
        let markCount: Int
        let progress: FriendListStore.Progress?
        let order: FriendOrder

        init(_ state: AppState) {
            serverName = state.serverName
            connection = state.isShared ? state.list.connection : .none
            filter = state.list.table.filter.flatMap { $0.isTyping ? nil : $0.input }
            count = state.list.count
            shownCount = state.list.table.isNarrowed ? state.list.table.shownCount : nil
            markCount = state.list.table.markCount
            progress = state.list.progress
            order = state.list.order
        }
    }

    static func draw(_ input: Input, _ layout: ScreenLayout, in frame: inout Frame) {
        let columns = layout.size.columns
        frame.fill(column: 0, row: layout.titleRow, width: columns, style: .title)
        let count = countText(input, room: columns / 2)
        let countWidth = min(DisplayText.width(of: count), columns / 2)
        let titleWidth = columns - countWidth - 4
        let title = titleText(input, room: titleWidth)
        frame.write(
            frame.symbols.text(title), column: 1, row: layout.titleRow, width: titleWidth, style: .title)
        frame.write(
            frame.symbols.text(count), column: columns - countWidth - 1, row: layout.titleRow, width: countWidth,
            style: .title)
    }

    /// The title as one list of words, the most useful first.
    static func line(_ input: Input) -> String {
        let count = countText(input, room: .max).replacing(separator, with: ", ")
        let rest = [input.connection.text, input.filter.map { "/" + $0.text }, input.serverName]
        return ([count.isEmpty ? "Friends" : count] + rest.compactMap(\.self)).joined(separator: ", ")
    }

    /// A narrow title keeps the connection and the filter.
    private static func titleText(_ input: Input, room: Int) -> String {
        let connection = input.connection.text
        let filter = input.filter.map { "/" + $0.text }
        if connection == nil, filter == nil { return "Friends" + separator + input.serverName }
        var parts = ["Friends", input.serverName] + [connection, filter].compactMap(\.self)
        while parts.count > 1, DisplayText.width(of: parts.joined(separator: separator)) > room { parts.removeFirst() }
        return parts.joined(separator: separator)
    }

    static let separator = " \u{B7} "

    private static func countText(_ input: Input, room: Int) -> String {
        guard let count = input.count else { return "" }
        var all = count.friends
        if let progress = input.progress {
            let total = input.shownCount == nil ? progress.total : nil
            all = total.map { "\(count) of \($0.friends)" } ?? "\(all) so far"
        }
        let friends = input.shownCount.map { "\($0) of \(all)" } ?? all
        let marks = input.markCount
        let text = marks > 0 ? "\(marks) marked\(separator)\(friends)" : friends
        let sorted = input.progress == nil ? "\(text)\(separator)by \(input.order.text)" : text
        if DisplayText.width(of: sorted) <= room { return sorted }
        if DisplayText.width(of: text) <= room { return text }
        // The match count is the most useful part.
        if marks > 0, input.shownCount == nil { return "\(marks) marked" }
        if let shown = input.shownCount { return "\(shown) of \(count)" }
        return input.progress?.total.map { "\(count) of \($0)" } ?? "\(count)"
    }
}
