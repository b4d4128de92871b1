import FriendsList
import FriendsModel
import FriendsViewModels
import TerminalUI

/// The title bar: server, connection, filter and number of friends.
enum TitleView {
    static func draw(_ state: AppState, _ layout: ScreenLayout, in frame: inout Frame) {
        let columns = layout.size.columns
        frame.fill(column: 0, row: layout.titleRow, width: columns, style: .title)
        // The count gets what a whole title leaves.
        let room = max(columns / 2, columns - 4 - DisplayText.width(of: titleText(state, room: .max)))
        let count = countText(state, room: room)
        let countWidth = min(DisplayText.width(of: count), room)
        let titleWidth = columns - countWidth - 4
        let title = titleText(state, room: titleWidth)
        frame.write(
            frame.symbols.text(title), column: 1, row: layout.titleRow, width: titleWidth, style: .title)
        frame.write(
            frame.symbols.text(count), column: columns - countWidth - 1, row: layout.titleRow, width: countWidth,
            style: .title)
    }

    /// The title as one list of words, the most useful first.
    static func line(_ state: AppState) -> String {
        let count = countText(state, room: .max).replacing(separator, with: ", ")
        let rest = [state.connection.text, state.syncText, state.keptFilter.map { "/" + $0.text }, state.serverName]
        return ([count.isEmpty ? "Friends" : count] + rest.compactMap(\.self)).joined(separator: ", ")
    }

    /// A narrow title keeps the filter, the connection and the synchronisation.
    private static func titleText(_ state: AppState, room: Int) -> String {
        let rest = [state.syncText, state.connection.text, state.keptFilter.map { "/" + $0.text }]
        if rest.allSatisfy({ $0 == nil }) { return "Friends" + separator + state.serverName }
        var parts = ["Friends", state.serverName] + rest.compactMap(\.self)
        while parts.count > 1, DisplayText.width(of: parts.joined(separator: separator)) > room { parts.removeFirst() }
        return parts.joined(separator: separator)
    }

    static let separator = " \u{B7} "

    private static func countText(_ state: AppState, room: Int) -> String {
        guard let count = state.list.count else { return "" }
        var all = count.friends
        if let progress = state.list.progress {
            let total = state.matchCount == nil ? progress.total : nil
            all = total.map { "\(count) of \($0.friends)" } ?? "\(all) so far"
        }
        let friends = state.matchCount.map { "\($0) of \(all)" } ?? all
        let marks = state.list.table.markCount
        let text = marks > 0 ? "\(marks) marked\(separator)\(friends)" : friends
        let sorted = state.list.progress == nil ? "\(text)\(separator)by \(state.list.order.text)" : text
        if DisplayText.width(of: sorted) <= room { return sorted }
        if DisplayText.width(of: text) <= room { return text }
        // The numbers are the most useful part.
        let numbers = state.matchCount.map { "\($0) of \(count)" }
        if marks > 0 {
            guard let numbers else { return "\(marks) marked" }
            let both = "\(marks) marked\(separator)\(numbers)"
            if DisplayText.width(of: both) <= room { return both }
        }
        if let numbers { return numbers }
        return state.list.progress?.total.map { "\(count) of \($0)" } ?? "\(count)"
    }
}

extension AppState {
    /// The connection to a shared server.
    fileprivate var connection: Connection { isShared ? list.connection : .none }

    fileprivate var syncText: String? { sync?.text(isShared: isShared) }

    /// The filter, unless it is being typed.
    fileprivate var keptFilter: TextInput? { list.table.filter.flatMap { $0.isTyping ? nil : $0.input } }

    /// The number of matches, with a filter.
    fileprivate var matchCount: Int? { list.table.isNarrowed ? list.table.shownCount : nil }
}
