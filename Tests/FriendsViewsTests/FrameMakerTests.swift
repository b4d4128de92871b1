import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsViewModels

/// What a maker of frames remembers is never to be seen where it should not be.
@Suite(.timeLimit(.minutes(3)))
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
        state.list.store.content = .loaded
        state.list.table.rows = FriendRows((0..<100).map { friend($0) })
        state.list.table.viewport = .init(top: 0, height: 20)
        select(0, in: &state)
        return state
    }

    private static func select(_ index: Int, in state: inout AppState) {
        state.list.table.selection = .init(id: state.list.table.rows[index].id, index: index)
    }

    /// The same numbers every time, so that what fails fails again.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }

    private static func find(_ text: String, in state: inout AppState) {
        var filter = FriendFilter(origin: nil, top: 0)
        filter.input = TextInput(text)
        filter.isTyping = false
        filter.renewQuery()
        state.list.table.filter = filter
        let rows = state.list.table.rows
        state.list.table.changeRows(staysFirst: false) { rows }
    }

    /// One thing that a person, or somebody else, can do to what is on the screen.
    private static func change(_ state: inout AppState, _ size: inout Size, _ numbers: inout Numbers) {
        let top = state.list.table.viewport.top
        let seen = Int.random(in: top..<min(top + 20, state.list.table.shownCount), using: &numbers)
        let friend = state.list.table.shown(seen)
        switch Int.random(in: 0..<13, using: &numbers) {
        case 0...2: state.list.table.selection = .init(id: friend.id, index: seen)
        case 3...5:
            let last = max(state.list.table.shownCount - 10, 0)
            state.list.table.viewport.top = min(max(top + .random(in: -25...25, using: &numbers), 0), last)
        case 6: state.list.table.marks.ids.formSymmetricDifference([friend.id])
        case 7: state.list.writer.pending = state.list.pending == nil ? friend.id : nil
        case 8:
            let changed = Self.friend(Int(friend.id.rawValue) ?? 0, Bool.random(using: &numbers) ? "" : "b")
            var rows = state.list.table.rows
            rows.upsert(changed)
            state.list.table.changeRows(staysFirst: false) { rows }
        case 9:
            let text = ["15", "ada", "fam"].randomElement(using: &numbers) ?? ""
            if state.list.table.filter == nil { find(text, in: &state) } else { state.list.table.removeFilter() }
        case 10:
            let sizes = [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10), Size(columns: 120, rows: 24)]
            size = sizes.randomElement(using: &numbers) ?? size
        case 11:
            state.page =
                state.page == nil ? .init(content: .loaded, table: PageTable(.messages([]), height: 1), time: 0) : nil
        default: state.form = state.form == nil ? .init(mode: .update(friend)) : nil
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func `a frame depends on its state alone`(seed: UInt64) {
        var numbers = Numbers(state: seed)
        var maker = FrameMaker(keys: .standard, symbols: .unicode)
        var state = Self.state()
        var size = Size(columns: 80, rows: 24)
        for step in 0..<500 {
            Self.change(&state, &size, &numbers)
            let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
            let made = maker.frame(state, size: size)
            guard made != frame else { continue }
            Issue.record("step \(step):\n\(picture(of: made))\ninstead of\n\(picture(of: frame))")
            return
        }
    }
}
