import FriendsModel
import FriendsViewModels
import TerminalUI

/// The first line: what the list is from, whether it is up to date, and how many friends it has.
enum TitleView {
    static func draw(_ state: AppState, _ layout: ScreenLayout, in frame: inout Frame) {
        let columns = layout.size.columns
        frame.fill(column: 0, row: layout.titleRow, width: columns, style: .title)
        let count = countText(state.list, room: columns / 2)
        let countWidth = min(DisplayText.width(of: count), columns / 2)
        let titleWidth = columns - countWidth - 4
        let title = titleText(state, room: titleWidth)
        frame.write(
            frame.symbols.text(title), column: 1, row: layout.titleRow, width: titleWidth, style: .title)
        frame.write(
            frame.symbols.text(count), column: columns - countWidth - 1, row: layout.titleRow, width: countWidth,
            style: .title)
    }

    /// When there is no room for all of it, what it is narrowed to and whether it is up to date is what stays.
    private static func titleText(_ state: AppState, room: Int) -> String {
        let connection = state.isShared ? state.list.connection.text : nil
        let filter = state.list.filter.flatMap { $0.isTyping ? nil : "/" + $0.input.text }
        if connection == nil, filter == nil { return "Friends" + separator + state.serverName }
        var parts = ["Friends", state.serverName] + [connection, filter].compactMap(\.self)
        while parts.count > 1, DisplayText.width(of: parts.joined(separator: separator)) > room { parts.removeFirst() }
        return parts.joined(separator: separator)
    }

    private static let separator = " \u{B7} "

    private static func countText(_ list: FriendListViewModel.State, room: Int) -> String {
        guard list.content == .loaded else { return "" }
        let count = list.rows.count
        var all = count == 1 ? "1 friend" : "\(count) friends"
        if let progress = list.progress {
            all =
                list.isNarrowed
                ? all + " so far" : progress.total.map { "\(count) of \($0) friends" } ?? all + " so far"
        }
        let friends = list.isNarrowed ? "\(list.shownCount) of \(all)" : all
        let marks = list.markCount
        let text = marks > 0 ? "\(marks) marked\(separator)\(friends)" : friends
        if list.progress != nil, DisplayText.width(of: text) <= room { return text }
        let sorted = "\(text)\(separator)by \(list.order.text)"
        if DisplayText.width(of: sorted) <= room { return sorted }
        if DisplayText.width(of: text) <= room { return text }
        // The numbers are what tells most.
        if marks > 0 { return "\(marks) marked" }
        return list.isNarrowed ? "\(list.shownCount) of \(count)" : "\(count)"
    }
}

extension Connection {
    fileprivate var text: String? {
        switch self {
        case .none: nil
        case .live: "live"
        case .reconnecting(let time): "reconnecting, as of \(time.text)"
        case .offline(let time): "offline, as of \(time.text)"
        }
    }
}

extension ListTime {
    fileprivate var text: String {
        let clock = ClockTime.text(secondsSince1970: secondsSince1970)
        return isRecent ? clock : "\(ClockTime.date(secondsSince1970: secondsSince1970)) \(clock)"
    }
}

extension FriendOrder {
    fileprivate var text: String {
        let column =
            switch field {
            case .firstName: "first name"
            case .lastName: "last name"
            case .phoneNumber: "phone"
            }
        return isReversed ? column + ", reversed" : column
    }
}
