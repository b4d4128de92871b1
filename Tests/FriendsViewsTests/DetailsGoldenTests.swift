import FriendsModel
import TerminalUI
import TestSupport
import Testing

@testable import FriendsViewModels
@testable import FriendsViews

/// Pictures of the details pane: below the list, in place of it, and to the right.
extension AppViewGoldenTests {
    private static let sizes = [wide, small, Size(columns: 100, rows: 24), Size(columns: 200, rows: 50)]

    private func details(_ friends: [Friend], selected: Int = 0, _ change: (inout Details) -> Void = { _ in })
        -> AppState
    {
        var state = state(friends, selected: selected)
        var details = Details()
        change(&details)
        state.details = details
        return state
    }

    @Test func detailsOfAFriendWithEverything() throws {
        try expectGolden(details([.adaWithLines, Self.grace, Self.linus], selected: 1), "details", sizes: Self.sizes)
    }

    @Test func detailsOfAFriendWithoutLines() throws {
        try expectGolden(details([Self.ada, Self.grace, Self.linus], selected: 1), "details-plain", sizes: Self.sizes)
    }

    @Test func detailsWithWhatTheCardKeeps() throws {
        let ada = Friend(
            id: Self.ada.id, version: Self.ada.version, details: Self.ada.details,
            keptText: "other names: King\nX-\u{1B}[31mRED: \(String(repeating: "x", count: 50))\nphoto, X-ABUID")
        func state(isChosen: Bool) -> AppState {
            details([ada, Self.grace, Self.linus], selected: 1) {
                guard isChosen else { return }
                $0.hasFocus = true
                $0.choose(.whole, top: 0, in: ada)
            }
        }
        try expectGolden(state(isChosen: false), "details-kept", sizes: Self.sizes)
        try expectGolden(state(isChosen: true), "details-kept-chosen", sizes: [Self.wide])
    }

    @Test func aChosenLineOfTheDetails() throws {
        let state = details([.adaWithLines, Self.grace, Self.linus], selected: 1) {
            $0.hasFocus = true
            $0.choose(.line(FriendLine.ID("2")), top: -3, in: .adaWithLines)
        }
        try expectGolden(state, "details-chosen", sizes: Self.sizes)
    }

    @Test func aChosenNoteAtTheEndOfTheDetails() throws {
        let state = details([.adaWithLines, Self.grace, Self.linus], selected: 1) {
            $0.hasFocus = true
            $0.choose(.line(FriendLine.ID("9")), top: 100, in: .adaWithLines)
        }
        try expectGolden(state, "details-note", sizes: Self.sizes)
    }

    @Test func detailsWithHostileTexts() throws {
        let hostile = Friend.friend("1", "\u{1B}[31mRed\r", "\u{202E}evil", "\u{7}12").with([
            ("new\u{1B}kind", "\u{1B}]0;label\u{7}", "\u{9B}31m value"), ("note", "", "👨‍👩‍👧‍👦 Family\n\n\u{1B}[2Jend"),
            ("address", String(repeating: "王", count: 60), String(repeating: "長い", count: 100)),
        ])
        try expectGolden(details([hostile]), "details-hostile", sizes: Self.sizes)
    }

    @Test func `a movement chooses a line, and scrolls a long one first`() {
        let size = Size(columns: 80, rows: 24)
        var state = details([.adaWithLines, Self.grace, Self.linus], selected: 1) { $0.hasFocus = true }
        func move(_ movement: Movement) -> (FriendPart?, Int)? {
            guard
                case .app(.details(.choose(let part, let top)))? = AppView.chooseDetail(
                    movement, in: state, size: size)
            else { return nil }
            state.details?.choose(part, top: top, in: .adaWithLines)
            return (state.details?.chosen(in: .adaWithLines), top)
        }
        func line(_ number: Int) -> FriendPart { .line(FriendLine.ID("\(number)")) }
        #expect(move(.previous)! == (.field(.phoneNumber), 0))
        #expect(move(.next)! == (line(0), -1))
        #expect(move(.lines(8))! == (line(8), -9))
        // The note has five rows, and ends at the last row of the pane.
        #expect(move(.next)! == (line(9), -5))
        #expect(move(.next)! == (line(9), -5))
        #expect(move(.first)! == (.field(.phoneNumber), 0))
        #expect(move(.last)! == (line(9), -5))
        #expect(move(.previous)! == (line(8), -4))
        state.list.table.selection = nil
        #expect(move(.next) == nil)
    }

    @Test func `a note longer than the pane scrolls row by row`() {
        let rows = (0..<30).map(String.init).joined(separator: "\n")
        let friend = Friend.ada.with([("note", "", rows), ("tag", "", "end")])
        var state = details([friend]) { $0.hasFocus = true }
        var tops: [Int] = []
        for movement in [Movement.next, .next, .next, .pageDown, .pageDown, .pageDown, .next, .previous, .previous] {
            guard
                case .app(.details(.choose(let part, let top)))? = AppView.chooseDetail(
                    movement, in: state, size: Size(columns: 80, rows: 24))
            else {
                Issue.record("no movement")
                return
            }
            state.details?.choose(part, top: top, in: friend)
            tops.append(top)
        }
        #expect(tops == [-1, 0, 1, 11, 20, -9, -9, 21, 20])
    }

    /// As much text as a friend can have: only what is near the visible rows is laid out.
    @Test func `only visible notes are laid out`() throws {
        let note = String(repeating: "\u{9577}\u{3044} ", count: 3_333)
        let friend = Friend.ada.with((0..<100).map { _ in ("note", "", note) })
        var state = details([friend]) { $0.hasFocus = true }
        let size = Size(columns: 80, rows: 24)
        func view() throws -> DetailsView {
            try #require(AppView.detailsView(state, ScreenLayout(state, size: size)))
        }
        for (movement, chosen) in [
            (Movement.next, 1), (.pageDown, 1), (.last, 100), (.previous, 100), (.pageUp, 100), (.first, 0), (.next, 1),
        ] {
            let place = try #require(try view().place(after: movement))
            state.details?.choose(place.part, top: place.top, in: friend)
            #expect(place.part == friend.details.parts[chosen], "\(movement)")
            let rows = try view().rows
            #expect(Set(rows.map { "\($0.part)" }).count <= 3 && rows.count < 2_000, "\(movement)")
        }
    }

    @Test func detailsOfAnEmptyList() throws {
        try expectGolden(details([]), "details-empty", sizes: Self.sizes)
    }
}
