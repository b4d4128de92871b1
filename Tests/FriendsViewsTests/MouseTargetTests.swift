import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsViewModels

/// What the pointer is on is what is drawn there.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct MouseTargetTests {
    private func target(_ column: Int, _ row: Int, _ state: AppState, _ size: Size = MouseStates.wide) -> MouseTarget? {
        AppView.target(at: Position(column: column, row: row), in: state, size: size, keys: .standard)
    }

    /// Each cell of the text, and none right beside it, leads to the target.
    private func expect(
        _ text: String, is target: MouseTarget, in state: AppState, _ size: Size,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
        let place = try #require(frame.place(of: text), "\(text) is not to be seen", sourceLocation: sourceLocation)
        for cell in place {
            #expect(
                AppView.target(at: frame.position(cell), in: state, size: size, keys: .standard) == target,
                "\(text) at \(cell)")
        }
        for cell in [place.lowerBound - 1, place.upperBound + 1] {
            #expect(
                AppView.target(at: frame.position(cell), in: state, size: size, keys: .standard) != target,
                "beside \(text)")
        }
    }

    @Test func theRowsOfTheListAreItsFriends() {
        let state = MouseStates.list(of: 100, selected: 30, top: 25)
        for row in 0..<23 {
            let expected: MouseTarget? = (2..<22).contains(row) ? .row(25 + row - 2) : nil
            for column in [0, 1, 40, 79] where row != 1 { #expect(target(column, row, state) == expected) }
        }
        let few = MouseStates.list(of: 2)
        #expect(target(3, 3, few) == .row(1))
        #expect(target(3, 4, few) == nil)
        #expect(target(3, 2, MouseStates.list(of: 0)) == nil)
    }

    @Test func `the details take the clicks of their cells only`() {
        var state = MouseStates.list(of: 100)
        state.details = Details()
        let line = MouseTarget.detail(.field(.phoneNumber), top: 0)
        // To the right.
        let large = Size(columns: 120, rows: 24)
        #expect(target(10, 3, state, large) == .row(1))
        #expect(target(80, 2, state, large) == line)
        #expect(target(80, 1, state, large) == nil, "the name")
        #expect(target(80, 3, state, large) == nil)
        // Below.
        #expect(target(10, 3, state) == .row(1))
        #expect(target(10, 10, state) == .row(8))
        #expect(target(10, 11, state) == nil, "the name")
        #expect(target(10, 12, state) == line)
        // In place of the list.
        #expect(target(10, 2, state, MouseStates.narrow) == line)
        #expect(target(10, 3, state, MouseStates.narrow) == nil)
    }

    @Test func theHeaderIsItsColumns() throws {
        let state = MouseStates.list(of: 2)
        for (title, field) in [
            ("First name", FriendField.firstName), ("Last name", .lastName), ("Phone", .phoneNumber),
        ] {
            let frame = AppView.frame(state, size: MouseStates.wide, keys: .standard, symbols: .unicode)
            for cell in try #require(frame.place(of: title)) {
                #expect(
                    AppView.target(at: frame.position(cell), in: state, size: MouseStates.wide, keys: .standard)
                        == .header(.field(field)))
            }
        }
        #expect(target(0, 1, state) == nil && target(79, 1, state) == nil)
    }

    @Test(arguments: [MouseStates.wide, MouseStates.narrow])
    func `the lines of the column chooser are its columns`(size: Size) throws {
        var state = MouseStates.list(of: 30, size: size)
        state.list.columnChooser = ColumnChooser(FriendColumn.standard)
        let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
        for index in 0..<3 {
            let title = "[x] \(FriendColumn.standard[index].title)"
            for cell in try #require(frame.place(of: title)) {
                let target = AppView.target(at: frame.position(cell), in: state, size: size, keys: .standard)
                #expect(target == .chooserRow(index))
            }
        }
        #expect(target(0, 2, state, size) == .outside)
        #expect(target(3, 1, state, size) == .outside, "the header sorts nothing now")
    }

    @Test(arguments: [MouseStates.wide, MouseStates.narrow, Size(columns: 60, rows: 10)])
    func theButtonsOfAFormAreWhereTheyAreDrawn(size: Size) throws {
        let list = MouseStates.list(of: 30, selected: 5, top: 3, size: size)
        let deletedElsewhere = FriendForm(mode: .update(list.list.table.rows[5]))
        var changed = list
        changed.form = deletedElsewhere
        changed.form?.isDeletedElsewhere = true
        var bad = MouseStates.adding(in: list)
        bad.form?.visited = Set(FriendField.allCases.map(FriendPart.field))
        for state in [MouseStates.updating(5, in: list), MouseStates.adding(in: list), bad, changed] {
            try expect("[ Submit ]", is: .submit, in: state, size)
            try expect("[ Cancel ]", is: .cancel, in: state, size)
        }
    }

    @Test(arguments: [MouseStates.wide, MouseStates.narrow])
    func `a position in a field is a position in its text`(size: Size) throws {
        var state = MouseStates.adding(in: MouseStates.list(of: 3, size: size))
        state.form?.visited = [.field(.firstName)]
        state.form?.inputs[.lastName] = TextInput("a王e\u{301}b")
        let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
        let start = try #require(frame.place(of: "a王"), "the last name").lowerBound
        // The wide character takes two cells, the accent none.
        for (offset, cursor) in [0, 1, 1, 2, 3, 4, 4].enumerated() {
            let position = frame.position(start + offset)
            #expect(
                AppView.target(at: position, in: state, size: size, keys: .standard)
                    == .field(.lastName, cursor: cursor))
        }
        #expect(AppView.target(at: frame.position(start - 1), in: state, size: size, keys: .standard) == nil)
    }

    @Test func `a position in a scrolled field counts the hidden text`() {
        var state = MouseStates.adding(in: MouseStates.list(of: 3))
        state.form?.inputs[.firstName] = TextInput(String(repeating: "x", count: 100))
        // The first column is 36 wide, and the cursor stands in the last cell of it.
        #expect(target(3, 2, state) == .field(.firstName, cursor: 65))
        #expect(target(38, 2, state) == .field(.firstName, cursor: 100))
    }

    @Test func `the sign after a joined emoji belongs to it`() {
        var state = MouseStates.adding(in: MouseStates.list(of: 3))
        state.form?.inputs[.firstName] = TextInput("👩‍👩‍👧b")
        for (column, cursor) in [0, 0, 0, 1, 2, 2].enumerated() {
            #expect(target(3 + column, 2, state) == .field(.firstName, cursor: cursor))
        }
    }

    @Test func `rows around an open form are no targets`() {
        let state = MouseStates.updating(5, in: MouseStates.list(of: 30, selected: 5))
        #expect((2..<7).allSatisfy { target(5, $0, state) == nil })
        #expect((10..<23).allSatisfy { target(5, $0, state) == nil })
        #expect(target(5, 1, state) == nil)
    }

    @Test(arguments: [MouseStates.wide, MouseStates.narrow])
    func theButtonsOfAPromptAreWhereTheyAreDrawn(size: Size) throws {
        let list = MouseStates.list(of: 3, size: size)
        let form = MouseStates.updating(0, in: list)
        let prompts: [Prompt] = [
            .alert("Failed", ["Why."]), .retryAlert("Failed", [.text(String(repeating: "so long ", count: 200))]),
            .question("Discard changes?"), .deletedElsewhere(FriendDraft().details),
        ]
        for prompt in prompts {
            for under in [list, form, MouseStates.loading(in: list)] {
                let state = MouseStates.asking(prompt, in: under)
                for answer in prompt.answers {
                    try expect("[ \(answer.rawValue) ]", is: .answer(answer), in: state, size)
                }
                #expect(target(3, 2, state, size) == nil, "what lies under it is out of reach")
            }
        }
    }

    @Test func `a click on the line that names Esc cancels`() throws {
        let state = MouseStates.loading(in: MouseStates.list(of: 30))
        let frame = AppView.frame(state, size: MouseStates.wide, keys: .standard, symbols: .unicode)
        for cell in try #require(frame.place(of: "Esc Cancel")) {
            #expect(
                AppView.target(at: frame.position(cell), in: state, size: MouseStates.wide, keys: .standard)
                    == .cancelHint)
        }
        #expect(target(3, 2, state) == .row(0), "the list beside it is still there")
    }

    /// There the same key closes what lies on top, and no line says that it cancels.
    @Test func `the help and the palette hide the loading box`() {
        let list = MouseStates.loading(in: MouseStates.list(of: 30))
        var help = list
        help.help = .init()
        var palette = list
        palette.palette = PaletteViewModel.State([])
        for state in [help, palette] {
            let frame = AppView.frame(state, size: MouseStates.wide, keys: .standard, symbols: .unicode)
            #expect(frame.place(of: "Deleting Ada Lovelace") == nil && frame.place(of: "Esc Cancel") == nil)
            for column in 0..<80 {
                for row in 0..<24 { #expect(target(column, row, state) != .cancelHint) }
            }
        }
    }

    @Test func `a click around the help closes it`() {
        var state = MouseStates.list(of: 30)
        state.help = .init()
        #expect(target(0, 0, state) == .outside)
        #expect(target(79, 23, state) == .outside)
        #expect(target(40, 12, state) == nil)
        #expect(target(2, 1, state) == nil, "the frame belongs to it")
    }

    @Test(arguments: [MouseStates.wide, MouseStates.narrow])
    func `the rows of the palette are its commands`(size: Size) {
        var state = MouseStates.list(of: 30, size: size)
        let entries = (0..<40).map { PaletteEntry(name: "command-\($0)x", title: "", keys: []) }
        state.palette = PaletteViewModel.State(entries)
        for selected in [0, 17, 39] {
            state.palette?.selected = selected
            let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
            let visible = entries.indices.filter { frame.place(of: "command-\($0)x") != nil }
            #expect(visible.contains(selected) && visible.count > 3)
            for index in visible {
                let row = frame.position(frame.place(of: "command-\(index)x")?.lowerBound ?? 0).row
                for column in [0, 5, size.columns - 1] {
                    #expect(target(column, row, state, size) == .paletteRow(index))
                }
            }
            let edge = frame.position(frame.place(of: " Commands ")?.lowerBound ?? 0).row
            #expect(target(5, edge, state, size) == nil && target(5, size.rows - 2, state, size) == nil)
            #expect(target(5, edge - 1, state, size) == .outside)
        }
        state.palette?.matches = []
        #expect((2..<size.rows - 1).allSatisfy { target(5, $0, state, size) ?? .outside == .outside })
    }

    @Test func aDragIsARangeOfFriends() {
        let state = MouseStates.list(of: 100, selected: 30, top: 25)
        func dragged(_ anchor: Int, _ row: Int) -> ClosedRange<Int>? {
            AppView.friends(draggedFrom: anchor, to: row, in: state, size: MouseStates.wide)?.range
        }
        #expect(dragged(27, 4) == 27...27)
        #expect(dragged(27, 10) == 27...33)
        #expect(dragged(27, 2) == 25...27)
        #expect(dragged(27, 0) == 23...27, "above the rows the list goes on")
        #expect(dragged(27, 23) == 27...46)
        #expect(dragged(27, 100_000) == 27...99)
        #expect(dragged(1_000, 2) == 25...99)
        let none = MouseStates.list(of: 0)
        #expect(AppView.friends(draggedFrom: 0, to: 2, in: none, size: MouseStates.wide) == nil)
    }

    @Test func `no position crashes`() {
        let list = MouseStates.list(of: 3)
        var help = list
        help.help = .init()
        let states = [
            list, MouseStates.adding(in: list), MouseStates.updating(1, in: list), help, MouseStates.loading(in: list),
            MouseStates.asking(.question("?"), in: list), AppState(serverName: "local", isShared: false),
        ]
        for state in states {
            for columns in [0, 1, 39, 40, 59, 60, 200] {
                for rows in [0, 1, 9, 10, 11, 50] {
                    let size = Size(columns: columns, rows: rows)
                    for position in [(0, 0), (columns, rows), (columns / 2, rows / 2), (1_114_111, 1_114_111)] {
                        _ = target(position.0, position.1, state, size)
                        _ = AppView.friends(draggedFrom: 7, to: position.1, in: state, size: size)
                    }
                }
            }
        }
        #expect(target(0, 5, list, Size(columns: 39, rows: 24)) == nil, "a screen that is too small has nothing on it")
        #expect(target(80, 2, list) == nil)
    }
}

/// The lines of the form under the pointer.
extension MouseTargetTests {
    @Test(arguments: [MouseStates.wide, MouseStates.narrow])
    func `a position in a line is a position in its text`(size: Size) throws {
        var state = MouseStates.list(of: 3, size: size)
        state.form = FriendForm(mode: .update(.adaWithThreeLines))
        func target(_ text: String, _ offset: Int = 0) throws -> MouseTarget? {
            let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
            let start = try #require(frame.place(of: text), "\(text)").lowerBound
            return AppView.target(at: frame.position(start + offset), in: state, size: size, keys: .standard)
        }
        #expect(try target("work", 2) == .line(.init("email"), .label, cursor: 2))
        #expect(try target("1815-", 3) == .line(.init("birthday"), .value, cursor: 3))
        #expect(try target("Likes", 3) == .line(.init("note"), .value, cursor: 3))
        #expect(try target("Email") == nil)
        state.form?.focus(.line(.init("note"), .value), cursor: 17)
        #expect(try target("notes.", 1) == .line(.init("note"), .value, cursor: 23))
        state.form?.choose(.open, newID: .init("x"))
        #expect(try target("Organization", 4) == .kind(.organization))
    }
}
