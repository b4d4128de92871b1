import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Pictures of the palette and of the help that is narrowed.
extension AppViewGoldenTests {
    private static let big = Size(columns: 200, rows: 50)

    private func palette(over state: AppState, _ change: (PaletteViewModel) -> Void = { _ in }) -> AppState {
        let palette = PaletteViewModel()
        palette.send(.open(KeyBindings.standard.paletteEntries(in: state)))
        change(palette)
        var state = state
        state.palette = palette.state
        return state
    }

    @Test func paletteWithNothingTyped() throws {
        try expectGolden(palette(over: three), "palette", sizes: [Self.wide, Self.small, Self.big])
    }

    @Test func paletteNarrowed() throws {
        let state = palette(over: three) {
            $0.send(.edit(.insert("page do")))
            $0.send(.next)
        }
        try expectGolden(state, "palette-narrowed")
    }

    @Test func paletteWithAnUnknownCommand() throws {
        let state = palette(over: three) {
            $0.send(.edit(.insert("frobnicate\u{1B}[2J")))
            $0.send(.run(isAvailable: false))
        }
        try expectGolden(state, "palette-unknown")
    }

    @Test func paletteWithUnavailableCommands() throws {
        var busy = three
        busy.list.writer.isWriting = true
        let state = palette(over: busy) {
            $0.send(.edit(.insert("undo")))
            $0.send(.run(isAvailable: false))
        }
        try expectGolden(state, "palette-impossible")
    }

    @Test func paletteAtItsLastCommand() throws {
        let state = palette(over: three) { for _ in 0..<100 { $0.send(.next) } }
        try expectGolden(state, "palette-last")
    }

    @Test func helpBeingFiltered() throws {
        var state = three
        state.help = .init(filter: TextInput("page"), isTyped: true)
        try expectGolden(state, "help-filter", sizes: [Self.wide, Self.small, Self.big])
    }

    @Test func helpOfOneKey() throws {
        var state = three
        state.help = .init(filter: TextInput("R"), isTyped: false)
        try expectGolden(state, "help-filter-key")
    }

    @Test func helpWithoutAMatch() throws {
        var state = three
        state.help = .init(filter: TextInput("frobnicate"), isTyped: true)
        try expectGolden(state, "help-filter-none")
    }
}
