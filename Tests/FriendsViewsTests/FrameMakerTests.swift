import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsViewModels

/// What a maker of frames remembers is never to be seen where it should not be.
@MainActor
struct FrameMakerTests {
    private static func friend(_ number: Int, _ change: String = "") -> Friend {
        Friend(
            id: Friend.ID("\(number)"), version: Friend.Version("1"),
            details: FriendDetails(
                // Some in other scripts, with marks and too long for their column.
                firstName: ["Ada", "Édouard", "e\u{301}lise", "王小明", "A quite long name for a first name"][number % 5],
                lastName: "Family \(100 + number)\(change)", phoneNumber: "+44 20 \(1_000 + number)"))
    }

    private static func state() -> AppState {
        var state = AppState(serverName: "local", isShared: false)
        state.list.content = .loaded
        state.list.rows = FriendRows((0..<100).map { friend($0) })
        state.list.viewport = .init(top: 0, height: 20)
        select(0, in: &state)
        return state
    }

    private static func select(_ index: Int, in state: inout AppState) {
        state.list.selection = .init(id: state.list.rows[index].id, index: index)
    }

    private static func find(_ text: String, in state: inout AppState) {
        var filter = FriendFilter(origin: nil, top: 0)
        filter.input = TextInput(text)
        filter.isTyping = false
        filter.renewQuery()
        state.list.filter = filter
    }

    /// One thing that a person, or somebody else, can do to what is on the screen.
    private static func change(_ state: inout AppState, _ size: inout Size) {
        let top = state.list.viewport.top
        let seen = Int.random(in: top..<min(top + 20, 100))
        switch Int.random(in: 0..<12) {
        case 0...2: select(seen, in: &state)
        case 3...5: state.list.viewport.top = min(max(top + .random(in: -25...25), 0), 90)
        case 6: state.list.marked.formSymmetricDifference([state.list.rows[seen].id])
        case 7: state.list.pending = state.list.pending == nil ? state.list.rows[seen].id : nil
        case 8: state.list.rows.upsert(friend(seen, Bool.random() ? "" : "b"))
        case 9: if state.list.filter == nil { find("fam 1", in: &state) } else { state.list.filter = nil }
        case 10:
            size =
                [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10), Size(columns: 120, rows: 24)].randomElement()
                ?? size
        default: state.form = state.form == nil ? .init(mode: .update(state.list.rows[seen])) : nil
        }
    }

    @Test func everyFrameIsThatOfItsStateAlone() {
        var maker = FrameMaker(keys: .standard, symbols: .unicode)
        var state = Self.state()
        var size = Size(columns: 80, rows: 24)
        for _ in 0..<2_000 {
            Self.change(&state, &size)
            let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
            guard maker.frame(state, size: size) != frame else { continue }
            Issue.record("\(picture(of: frame))")
            return
        }
    }
}
