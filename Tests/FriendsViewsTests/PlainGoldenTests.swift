import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Pictures of the plain screen.
extension AppViewGoldenTests {
    /// Also checks what holds for every plain screen: one look, ASCII apart from the friends, and a visible cursor.
    func expectPlain(_ state: AppState, _ name: String) throws {
        for size in [Self.wide, Self.small] {
            var state = state
            state.list.table.viewport.height = ScreenLayout(size: size).listHeight
            state.page?.table.viewport.height = ScreenLayout(size: size).listHeight
            let frame = AppView.frame(state, size: size, keys: .standard, symbols: .ascii, isPlain: true)
            try FriendsViewsTests.expectGolden(frame, "plain-\(name)-\(size.columns)x\(size.rows)")
            #expect(frame.rows.allSatisfy { $0.cells.allSatisfy { $0.style == .plain && $0.base.isASCII } })
            #expect(frame.showsCursor && frame.cursor != nil)
        }
    }

    @Test func `the plain details`() throws {
        var state = state([.adaWithLines, Self.grace])
        state.list.table.go(to: 1)
        state.details = Details()
        try expectPlain(state, "details")
        state.details?.hasFocus = true
        state.details?.choose(.line(FriendLine.ID("9")), top: -6, in: .adaWithLines)
        try expectPlain(state, "details-note")
    }

    @Test func `the last row of long plain details is seen`() {
        let note = (1...60).map { "row \($0)" }.joined(separator: "\n")
        var state = state([.friend("1", "Ada", "Lovelace", "12", lines: [.line(.note, note, id: "n")])])
        state.details = Details()
        state.details?.hasFocus = true
        state.details?.choose(.line(FriendLine.ID("n")), top: 1_000, in: state.list.table.shown(0))
        let frame = AppView.frame(
            state, size: Size(columns: 80, rows: 24), keys: .standard, symbols: .ascii, isPlain: true)
        let text = picture(of: frame)
        #expect(text.contains("\nrow 60\n") && text.contains("\nAda Lovelace\n"))
    }

    private func isFinding(_ text: String) -> AppState {
        var state = three
        state.list.table.applyFilter(.begin)
        state.list.table.applyFilter(.edit(.insert(text)))
        return state
    }

    @Test func `the plain list`() throws {
        var state = three
        state.list.table.marks.ids = [Self.linus.id]
        state.status = .init(kind: .success, text: "Deleted Alan Turing", offer: .undo)
        try expectPlain(state, "list")
    }

    @Test func `hostile and wide texts on the plain screen`() throws {
        var state = state([
            Friend.friend("1", "\u{1B}[31mRed\r", "Aa\u{202E}evil", "\u{7}12"),
            Friend.friend("2", "👨‍👩‍👧‍👦 Family", "Ab🇫🇮", "٠٥٠ 123"),
            Friend.friend("3", String(repeating: "王", count: 100), "Ac", "12"),
        ])
        state.list.table.marks.ids = [Friend.ID("3")]
        let frame = AppView.frame(state, size: Self.small, keys: .standard, symbols: .ascii, isPlain: true)
        try FriendsViewsTests.expectGolden(frame, "plain-hostile-40x10")
    }

    @Test func `an empty plain list`() throws { try expectPlain(state([]), "empty") }

    @Test func `a plain list that could not be loaded`() throws {
        var state = AppState(serverName: "friends.example:8080", isShared: true)
        let error = FriendsClientError.notRunning(server: "friends.example:8080")
        state.list.store.content = .failed(error)
        try expectPlain(state, "failed")
    }

    @Test(arguments: [true, false]) func `plain waiting`(isFirst: Bool) throws {
        var state = isFirst ? AppState(serverName: "friends.example:8080", isShared: true) : three
        state.activity.titles = ["Loading friends\u{2026}"]
        state.activity.shownTitle = "Loading friends\u{2026}"
        state.activity.isVisible = true
        try expectPlain(state, isFirst ? "first-loading" : "loading")
    }

    @Test func `the plain find field`() throws {
        try expectPlain(isFinding("lo"), "find")
        try expectPlain(isFinding("nobody"), "find-nothing")
    }

    @Test func `the plain form`() throws {
        let state = updating(Self.ada) { form in
            form.inputs[.firstName] = TextInput("")
            form.inputs[.phoneNumber] = TextInput("12a")
            form.visited = Set(FriendField.allCases.map(FriendPart.field))
            form.focus = .field(.phoneNumber)
        }
        try expectPlain(state, "form")
    }

    @Test func `a plain alert`() throws {
        var state = three
        state.prompts.queue = [Failure(.notFound, during: .delete(Self.ada.details)).prompt]
        state.prompts.focus = .ok
        try expectPlain(state, "alert")
    }

    @Test func `a plain question`() throws {
        var state = updating(Self.ada)
        state.prompts.queue = [.discard]
        state.prompts.focus = .no
        try expectPlain(state, "question")
    }

    /// The highest prompt on the smallest screen leaves room for its answers.
    @Test func `a long plain question`() throws {
        var state = three
        let details = Friend.friend("long", String(repeating: "Ada ", count: 25), "Lovelace", "555 0100").details
        state.prompts.queue = [.deletedElsewhere(details)]
        state.prompts.focus = .keepEditing
        try expectPlain(state, "question-long")
    }

    @Test func `the plain sort menu`() throws {
        var state = three
        state.list.isChoosingOrder = true
        try expectPlain(state, "order")
    }

    @Test func `the plain help`() throws {
        var state = three
        state.help = .init()
        try expectPlain(state, "help")
        state.help?.filter = TextInput("mark")
        state.help?.isTyped = true
        try expectPlain(state, "help-filter")
    }

    @Test func `the plain help has one column on every screen`() throws {
        var state = three
        state.help = .init()
        let size = Size(columns: 200, rows: 40)
        let end = AppView.scroll(.last, in: state, size: size, keys: .standard, isPlain: true)
        #expect(AppView.scroll(.last, in: state, size: size, keys: .standard) == .app(.scrollHelp(to: 0)))
        guard case .app(.scrollHelp(let top)) = end else { throw NoScrolling() }
        #expect(top > 0)
        state.help?.top = top
        let frame = AppView.frame(state, size: size, keys: .standard, symbols: .ascii, isPlain: true)
        try FriendsViewsTests.expectGolden(frame, "plain-help-end-200x40")
    }

    private struct NoScrolling: Error {}

    @Test func `the plain palette`() throws {
        let palette = PaletteViewModel()
        palette.send(.open(KeyBindings.standard.paletteEntries(in: three)))
        palette.send(.edit(.insert("page")))
        palette.send(.next)
        var state = three
        state.palette = palette.state
        try expectPlain(state, "palette")
        palette.send(.edit(.insert("frobnicate")))
        state.palette = palette.state
        try expectPlain(state, "palette-nothing")
    }

    @Test func `the plain trash`() throws {
        let deleted = [Self.ada, Self.grace, Self.linus].enumerated().map { index, friend in
            DeletedFriend(friend: friend, deletedAt: 1_795_269_780 - index * 40_000)
        }
        let entries = PageEntries.trash(Trash(friends: deleted, totalCount: nil))
        var page = PageViewModel.State(content: .loaded, table: PageTable(entries, height: 20), time: 1_795_269_780)
        page.table.selected = 1
        page.table.marks.ids = [entries.page.id(at: 0)]
        var state = three
        state.page = page
        try expectPlain(state, "trash")
        state.page?.table.applyFilter(.begin)
        state.page?.table.applyFilter(.edit(.insert("tor")))
        try expectPlain(state, "trash-filter")
    }
}
