import FriendsExchange
import FriendsFormats
import FriendsModel
import FriendsViews
import TerminalUI
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Every frame depends on its state alone, whatever the same maker drew before.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FrameMakerTests {
    private static func friend(_ number: Int, _ change: String = "") -> Friend {
        Friend(
            id: Friend.ID("\(number)"), version: Friend.Version("1"),
            details: FriendDetails(
                // Some in other scripts, with marks and too long for their column.
                firstName: ["Ada", "Édouard", "e\u{301}lise", "王小明", "A quite long name for a first name"][number % 5],
                lastName: "Family \(100 + number)\(change)", phoneNumber: "+44 20 \(1_000 + number)",
                lines: .lines((.email, "family\(number)@example.org"), (.note, "王小明 wrote note \(number) "))))
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
        switch Int.random(in: 0..<21, using: &numbers) {
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
        case 10, 11: size = Size(columns: .random(in: 40...250, using: &numbers), rows: [10, 24, 50][top % 3])
        case 12: changeOverlay(&state, friend, &numbers)
        case 13: changePage(&state, friend, &numbers)
        case 14: changeTable(&state, &numbers)
        case 15...18: changeDetails(&state, &numbers)
        default: state.form = state.form == nil ? .init(mode: .update(friend)) : nil
        }
    }

    private static func changeDetails(_ state: inout AppState, _ numbers: inout Numbers) {
        guard state.details != nil, Int.random(in: 0..<4, using: &numbers) > 0 else {
            return state.details = state.details == nil ? Details() : nil
        }
        state.details?.hasFocus.toggle()
        guard let friend = state.list.table.selectedFriend else { return }
        let part = friend.details.parts.randomElement(using: &numbers) ?? .whole
        state.details?.choose(part, top: .random(in: 0..<3, using: &numbers), in: friend)
    }

    private static func changeTable(_ state: inout AppState, _ numbers: inout Numbers) {
        state.list.columns = FriendColumn.all.shuffled(using: &numbers)
        let column = state.list.columns.first ?? .field(.lastName)
        state.list.order = FriendOrder(column: column, isReversed: Bool.random(using: &numbers))
    }

    /// Opens one of the overlays, or closes what is open.
    private static func changeOverlay(_ state: inout AppState, _ friend: Friend, _ numbers: inout Numbers) {
        let isOpen =
            state.help != nil || state.palette != nil || state.prompts.current != nil || state.pathField != nil
            || state.list.columnChooser != nil
        (state.help, state.palette, state.prompts, state.pathField) = (nil, nil, .init(), nil)
        state.list.columnChooser = nil
        guard !isOpen else { return }
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0: state.help = .init()
        case 1: state.palette = .init(KeyBindings.standard.paletteEntries(in: state))
        case 2: state.pathField = PathField(.export(.all(1)))
        case 3: state.list.columnChooser = ColumnChooser(state.list.columns)
        default:
            state.prompts.queue = [.question("Delete \(friend.details.fullName)?")]
            state.prompts.focus = .no
        }
    }

    /// Opens one of the pages, or closes the open one.
    private static func changePage(_ state: inout AppState, _ friend: Friend, _ numbers: inout Numbers) {
        let isOpen = state.page != nil
        (state.page, state.merging) = (nil, nil)
        guard !isOpen else { return }
        let other = Self.friend(1, "other")
        let twins = [friend, other].enumerated().map {
            DuplicateEntry(friend: $1, reasons: [.name(friend.details.fullName)], place: $0, group: 0)
        }
        let records = [friend, other].enumerated().map {
            let row = ImportRow(row: $0, friend: RecordedFriend(id: $1.id, details: $1.details), action: .add)
            return ImportEntry(row, number: $0, file: nil)
        }
        let pages: [PageEntries] = [
            .trash(Trash(friends: [DeletedFriend(friend: friend, deletedAt: 0)])), .messages([]), .drafts([]),
            .birthdays([]), .tags([TagCount(tag: friend.details.firstName, count: 1)]), .duplicates(twins),
            .records(ImportEntries(records, progress: .complete)),
        ]
        let entries = pages.randomElement(using: &numbers) ?? .messages([])
        state.page = .init(content: .loaded, table: PageTable(entries, height: 8), time: 0)
        guard entries.count > 0 else { return }
        state.page?.table.selected = 0
        if case .duplicates = entries, Bool.random(using: &numbers) {
            state.merging = Merging(friend, other, group: [friend.id, other.id], reasons: [])
        }
    }

    /// The pane is drawn before the header of the list, which must not cover its first row.
    @Test(arguments: [80, 100, 120, 160, 200, 250])
    func `the details have the name of the selected friend`(columns: Int) {
        var maker = FrameMaker(keys: .standard, symbols: .unicode)
        var state = Self.state()
        state.details = .init()
        for index in [0, 1, 3, 2, 7, 0] {
            Self.select(index, in: &state)
            let picture = picture(of: maker.frame(state, size: Size(columns: columns, rows: 40)))
            let name = Self.friend(index).details.fullName
            let names = picture.split(separator: "\n").filter { $0.contains(name) }
            #expect(names.count == 1, "\(name) in\n\(picture)")
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
