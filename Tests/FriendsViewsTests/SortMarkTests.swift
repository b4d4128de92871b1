import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
struct SortMarkTests {
    @Test(arguments: FriendField.allCases, [false, true])
    func `the order is marked at its column at every width`(field: FriendField, isReversed: Bool) throws {
        var state = AppState(serverName: "local", isShared: false)
        state.list.store.content = .loaded
        state.list.order = FriendOrder(column: .field(field), isReversed: isReversed)
        let titles = FriendField.allCases.map(\.columnTitle)
        for columns in 40...120 {
            let frame = AppView.frame(
                state, size: Size(columns: columns, rows: 10), keys: .standard, symbols: .unicode)
            let header = picture(of: frame).split(separator: "\n")[1]
            let place = try #require(header.firstIndex(of: isReversed ? "\u{2193}" : "\u{2191}"))
            // Before the mark is the column's title, perhaps shortened.
            let before = header[..<place].split(separator: "  ").last.map { $0.drop { $0 == " " } } ?? ""
            let start = before.prefix { $0 != "\u{2026}" }.prefix(2)
            #expect(titles.first { $0.hasPrefix(start) } == field.columnTitle, "\(columns): \(header)")
        }
    }
}
