import FriendsModel

/// The palette: every command by its name, filtered while the user types.
///
/// It knows commands as values only; the program runs them.
@MainActor
package final class PaletteViewModel {
    /// What the palette is drawn from.
    package struct State: Equatable, Sendable {
        package internal(set) var input = TextInput()
        /// The commands that the text can mean, the likeliest first.
        package internal(set) var matches: [PaletteEntry]
        /// The index of the match that would be run.
        package internal(set) var selected = 0
        /// Why nothing was run.
        package internal(set) var problem: String?
        let entries: [PaletteEntry]
        /// The index of the history entry in the input, from the newest, 0.
        var recalled: Int?

        init(_ entries: [PaletteEntry]) {
            self.entries = entries
            matches = entries
        }

        package var selectedEntry: PaletteEntry? { matches.indices.contains(selected) ? matches[selected] : nil }
    }

    /// What can be done with the palette.
    package enum Action: Equatable, Sendable {
        /// Opens the palette with these commands, in the order in which they are offered.
        case open([PaletteEntry])
        case edit(TextEdit)
        /// The next command, or the one run after the one in the input.
        case next
        /// The command before, or from an empty input on the one run last.
        case previous
        /// Selects the match with that index, or the nearest one.
        case select(index: Int)
        /// Puts the name of the selected command into the input.
        case complete
        /// Closes the palette because its selected command runs. Without a match, or if the command is not available,
        /// the palette stays open and says so.
        case run(isAvailable: Bool)
        case close
    }

    /// How many commands are remembered; the oldest are forgotten first.
    static let historyLimit = 100

    /// Nil while the palette is not open.
    package private(set) var state: State? { didSet { onChange() } }
    /// Called after every change of ``state``.
    package var onChange: @MainActor () -> Void = {}
    /// The names of the commands that were run, the newest first, each once.
    private var history: [String] = []

    package init() {}

    /// Does what the action says; nothing while the palette is not open.
    package func send(_ action: Action) {
        switch action {
        case .open(let entries): state = State(entries)
        case .edit(let edit): state?.apply(edit)
        case .next: goForward()
        case .previous: goBack()
        case .select(let index):
            state?.recalled = nil
            select(index)
        case .complete: if let name = state?.selectedEntry?.name { state?.write(name) }
        case .run(let isAvailable): run(isAvailable: isAvailable)
        case .close: if state != nil { state = nil }
        }
    }

    private func run(isAvailable: Bool) {
        guard let open = state else { return }
        switch open.selectedEntry {
        case nil: state?.problem = "Unknown command: \(open.input.text.trimmed)"
        case let entry? where !isAvailable: state?.problem = "Not available now: \(entry.name)"
        case let entry?:
            history = Array(([entry.name] + history.filter { $0 != entry.name }).prefix(Self.historyLimit))
            state = nil
        }
    }

    private func goForward() {
        guard let open = state else { return }
        guard let recalled = open.recalled else { return select(open.selected + 1) }
        recall(recalled == 0 ? nil : recalled - 1)
    }

    private func goBack() {
        guard let open = state else { return }
        if let recalled = open.recalled { return recall(min(recalled + 1, history.count - 1)) }
        if open.input.characters.isEmpty, open.selected == 0, !history.isEmpty { return recall(0) }
        select(open.selected - 1)
    }

    private func recall(_ index: Int?) {
        state?.write(index.map { history[$0] } ?? "")
        state?.recalled = index
    }

    private func select(_ index: Int) {
        guard let open = state else { return }
        state?.selected = max(min(index, open.matches.count - 1), 0)
        state?.problem = nil
    }
}

extension PaletteViewModel.State {
    mutating func apply(_ edit: TextEdit) {
        let text = input.text
        input.apply(edit)
        if !input.text.isIdentical(to: text) { narrow() }
    }

    mutating func write(_ text: String) {
        input = TextInput(text)
        narrow()
    }

    private mutating func narrow() {
        matches = entries.narrowed(by: input.text)
        (selected, problem, recalled) = (0, nil, nil)
    }
}
