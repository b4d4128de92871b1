import FriendsModel
import FriendsViews
import TerminalUI
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Matches of the filter in a text that is shortened.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct ShortenedMatchTests {
    /// The ellipsis is no part of the text, so it is never highlighted.
    @Test(arguments: [40, 80, 120])
    func `an ellipsis is not highlighted`(width: Int) throws {
        let size = Size(columns: width, rows: 10)
        var state = AppState(serverName: "local", isShared: false)
        state.list.store.content = .loaded
        let name = String(repeating: "lovelace ", count: 20).trimmed
        state.list.table.rows = FriendRows([.friend("1", "Ada", name, "12"), .friend("2", "Bo", "", "12")])
        state.list.table.viewport = .init(top: 0, height: 5)
        state.list.table.applyFilter(.begin)
        state.list.table.applyFilter(.edit(.insert("lovelace")))
        let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
        let row = try #require(
            frame.rows.first { row in String(String.UnicodeScalarView(row.cells.map(\.base))).contains(" Ada ") })
        let ellipsis = try #require(row.cells.lastIndex { $0.base == "\u{2026}" })
        let isMatch = row.cells.map { $0.style == .match || $0.style == .matchSelected }
        #expect(isMatch[ellipsis - 1] && !isMatch[ellipsis])
    }
}
