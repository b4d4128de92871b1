import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The key that opens the palette.
    static func palette(_ context: KeyContext) -> KeyBinding {
        KeyBinding(
            context, "palette", [.character(":")], .openPalette, "Command palette",
            footer: "Commands")
    }

    /// The command that switches the mouse.
    static func mouse(_ context: KeyContext) -> KeyBinding {
        KeyBinding(context, "mouse", [], .toggleMouse, "Turn the mouse on or off")
    }

    /// The keys of the palette.
    static let palette: [KeyBinding] =
        [
            KeyBinding(
                .palette, "run", [Key(.enter)], .runSelected, "Run the selected command", footer: "Run",
                isEssential: true),
            KeyBinding(
                .palette, "complete", [Key(.tab)], .palette(.complete), "Complete the command name",
                footer: "Complete"),
            KeyBinding(
                .palette, "next", [Key(.down), .control("n")], .palette(.next),
                "Next command or history entry"),
            KeyBinding(
                .palette, "previous", [Key(.up), .control("p")], .palette(.previous),
                "Previous command or history entry", footer: "History",
                when: { $0.palette != nil }, usefulWhen: { $0.palette?.input.characters.isEmpty == true }),
            KeyBinding(
                .palette, "close", [Key(.escape), Key(.function(10))], .palette(.close), "Close the palette",
                footer: "Close", isEssential: true),
        ] + editing(.palette)

    /// The palette entries in a state: all commands of the context, useful ones first.
    package func paletteEntries(in state: AppState) -> [PaletteEntry] {
        let commands = commands(in: state)
        let useful = usefulCommands(in: state)
        let ordered = commands.filter { useful.contains($0.name) } + commands.filter { !useful.contains($0.name) }
        return ordered.map {
            PaletteEntry(name: $0.name, title: $0.help, keys: keys(for: $0))
        }
    }

    /// The command that is selected in the palette, if it is available.
    package func selectedCommand(in state: AppState) -> Command? {
        state.palette?.selectedEntry.flatMap { command(for: $0, in: state) }
    }

    /// The command of a palette entry, if it is available.
    private func command(for entry: PaletteEntry, in state: AppState) -> Command? {
        commands(in: state).first { $0.name == entry.name && $0.isAvailable(state) }?.command
    }

    /// The names of the commands that would have an effect.
    func usefulCommands(in state: AppState) -> Set<String> {
        Set(commands(in: state).filter { $0.isAvailable(state) && $0.isUseful(state) }.map(\.name))
    }

    private func commands(in state: AppState) -> [KeyBinding] {
        let place = KeyContext.place(state)
        return all.filter { $0.context == place && $0.command != .openPalette }
            + all.filter { place == .list && $0.isOrder }
            + all.filter { $0.context == .everywhere }
    }

    /// The key names of a command; keys of the sort menu follow the key that opens it.
    private func keys(for binding: KeyBinding) -> [String] {
        let names = binding.keys.map(\.name)
        guard binding.isOrder else { return names }
        let first = all.first { $0.command == .list(.sort(.choose)) }?.keys.first
        return first.map { first in names.map { "\(first.name) \($0)" } } ?? []
    }
}

extension KeyBinding {
    /// Whether it sorts by a column.
    fileprivate var isOrder: Bool {
        if case .list(.sort(.by)) = command { true } else { false }
    }
}
