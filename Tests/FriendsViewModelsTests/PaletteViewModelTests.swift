import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct PaletteViewModelTests {
    nonisolated static let add = PaletteEntry(name: "add", title: "Add a friend", keys: ["a", "Ins"])
    nonisolated static let undo = PaletteEntry(name: "undo", title: "Undo the last addition", keys: ["u"])
    nonisolated static let quit = PaletteEntry(name: "quit", title: "Quit", keys: ["q", "F10"])
    nonisolated static let quitNow = PaletteEntry(name: "quit-now", title: "Quit, asking", keys: ["Ctrl-C"])
    nonisolated static let trash = PaletteEntry(name: "trash", title: "List what was deleted", keys: [])
    nonisolated static let pageDown = PaletteEntry(name: "page-down", title: "Page down", keys: ["PgDn"])
    nonisolated static let halfPageDown = PaletteEntry(
        name: "half-page-down", title: "Half a page down", keys: ["Ctrl-D"])
    nonisolated static let all = [add, undo, quitNow, quit, trash, halfPageDown, pageDown]

    let palette = PaletteViewModel()

    private func type(_ text: String) { palette.send(.edit(.insert(text))) }

    private func run(_ text: String) {
        palette.send(.open(Self.all))
        type(text)
        palette.send(.run(isAvailable: true))
    }

    /// The whole state, as it should be.
    private func state(
        _ text: String, _ matches: [PaletteEntry], selected: Int = 0, problem: String? = nil, recalled: Int? = nil
    ) -> PaletteViewModel.State {
        var state = PaletteViewModel.State(Self.all)
        state.input = TextInput(text)
        state.matches = matches
        state.selected = selected
        state.problem = problem
        state.recalled = recalled
        return state
    }

    @Test func `nothing happens before it is opened`() {
        palette.send(.edit(.insert("a")))
        palette.send(.next)
        palette.send(.run(isAvailable: true))
        #expect(palette.state == nil)
        palette.send(.open(Self.all))
        #expect(palette.state == state("", Self.all))
        palette.send(.close)
        #expect(palette.state == nil)
    }

    @Test func `a command can be selected by its index`() {
        palette.send(.select(index: 2))
        #expect(palette.state == nil)
        run("trash")
        palette.send(.open(Self.all))
        palette.send(.select(index: 3))
        #expect(palette.state == state("", Self.all, selected: 3))
        palette.send(.select(index: 100))
        #expect(palette.state?.selected == Self.all.count - 1)
        palette.send(.select(index: -3))
        #expect(palette.state?.selected == 0)
        // The next key moves from there, and not in the history.
        palette.send(.previous)
        #expect(palette.state == state("trash", [Self.trash], recalled: 0))
        palette.send(.select(index: 0))
        palette.send(.next)
        #expect(palette.state == state("trash", [Self.trash]))
    }

    @Test(arguments: [
        ("qu", [quitNow, quit]),
        // The name itself comes first.
        ("quit", [quit, quitNow]),
        // A key can be typed, too.
        ("q", [quit, quitNow]),
        ("u", [undo, quitNow, quit]),
        ("page down", [pageDown, halfPageDown]),
        // Some letters of a name are enough when nothing else fits.
        ("trsh", [trash]), ("qn", [quitNow]), ("hpd", [halfPageDown]), ("rash", [trash]), ("rsh", []), ("zz", []),
        ("down page", [halfPageDown, pageDown]),
        ("DELETED", [trash]),
        ("  tra ", [trash]),
        ("frobnicate", []),
    ])
    func `the text filters the commands, likeliest first`(text: String, matches: [PaletteEntry]) {
        palette.send(.open(Self.all))
        type(text)
        #expect(palette.state == state(text, matches))
    }

    @Test func `the selection is clamped and restarts with each letter`() {
        palette.send(.open(Self.all))
        palette.send(.previous)
        #expect(palette.state?.selected == 0)
        for _ in 0..<100 { palette.send(.next) }
        #expect(palette.state == state("", Self.all, selected: 6))
        palette.send(.previous)
        #expect(palette.state?.selectedEntry == Self.halfPageDown)
        // Moving the cursor changes nothing.
        palette.send(.edit(.moveToStart))
        #expect(palette.state?.selected == 5)
        type("qu")
        #expect(palette.state == state("qu", [Self.quitNow, Self.quit]))
    }

    @Test func `running the selected command closes the palette`() {
        palette.send(.open(Self.all))
        type("qu")
        palette.send(.next)
        #expect(palette.state?.selectedEntry == Self.quit)
        palette.send(.run(isAvailable: true))
        #expect(palette.state == nil)
    }

    @Test func `an unknown command is reported`() {
        palette.send(.open(Self.all))
        type("xyz ")
        palette.send(.run(isAvailable: false))
        #expect(palette.state == state("xyz ", [], problem: "Unknown command: xyz"))
        palette.send(.edit(.killToStart))
        #expect(palette.state?.problem == nil)
        #expect(palette.state?.matches == Self.all)
    }

    @Test func `a command that is not available is reported`() {
        palette.send(.open(Self.all))
        type("undo")
        palette.send(.run(isAvailable: false))
        #expect(palette.state == state("undo", [Self.undo], problem: "Not available now: undo"))
        palette.send(.close)
        palette.send(.open(Self.all))
        palette.send(.previous)
        #expect(palette.state == state("", Self.all), "what did not run is no history")
    }

    @Test func `completion writes the name of the selected command`() {
        palette.send(.open(Self.all))
        type("half")
        palette.send(.complete)
        #expect(palette.state == state("half-page-down", [Self.halfPageDown]))
        palette.send(.edit(.killToStart))
        type("xyz")
        palette.send(.complete)
        #expect(palette.state == state("xyz", []))
    }

    @Test func `an empty input recalls the history`() {
        for name in ["add", "undo", "add", "trash"] { run(name) }
        palette.send(.open(Self.all))
        palette.send(.previous)
        #expect(palette.state == state("trash", [Self.trash], recalled: 0))
        palette.send(.previous)
        #expect(palette.state?.input.text == "add")
        palette.send(.previous)
        palette.send(.previous)
        #expect(palette.state == state("undo", [Self.undo], recalled: 2))
        palette.send(.next)
        palette.send(.next)
        palette.send(.next)
        #expect(palette.state == state("", Self.all))
        palette.send(.next)
        #expect(palette.state == state("", Self.all, selected: 1))
    }

    @Test func `typing after a recalled command leaves the history`() {
        run("add")
        palette.send(.open(Self.all))
        palette.send(.previous)
        type("x")
        #expect(palette.state == state("addx", []))
        palette.send(.previous)
        #expect(palette.state == state("addx", []))
    }

    @Test func `an empty history recalls nothing`() {
        palette.send(.open(Self.all))
        palette.send(.previous)
        #expect(palette.state == state("", Self.all))
    }

    @Test func `a paste is one line of text`() {
        palette.send(.open(Self.all))
        palette.send(.edit(.paste("tra\nsh")))
        #expect(palette.state == state("tra sh", [Self.trash]))
    }
}
