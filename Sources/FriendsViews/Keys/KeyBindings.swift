import FriendsViewModels
import TerminalUI

/// The key table: what every key means, and from which the footer, the help and Docs/Keys.md are drawn.
package struct KeyBindings: Sendable {
    package let all: [KeyBinding]
    /// Every key of each context, with the index of its binding. They are few: to find one by its hash would take longer.
    private let table: [[(key: Key, binding: Int)]]
    /// The keys for the footer of each context, those first that it must not lack.
    let footers: [[FooterItem]]

    package init(_ all: [KeyBinding]) {
        self.all = all
        table = KeyContext.allCases.map { context in
            all.indices.filter { all[$0].context == context }.flatMap { index in all[index].keys.map { ($0, index) } }
        }
        footers = KeyContext.allCases.map { context in
            all.filter { $0.context == context }.compactMap(FooterItem.init)
        }
    }

    /// The keys as they are when nobody has chosen others.
    package static let standard = KeyBindings(
        everywhere + list + find + order + form + prompt + help + helpFilter + page + pageFilter + palette)

    /// What a key or a paste asks for in a state, or nil when it means nothing there.
    package func command(for event: InputEvent, in state: AppState) -> Command? {
        let context = KeyContext(state)
        switch event {
        case .paste(let text):
            return context.command(for: .paste(text)) ?? context.pasteRefusal
        case .key(let key):
            if let binding = binding(for: key, in: context, state) ?? binding(for: key, in: .everywhere, state) {
                return all[binding].command
            }
            guard key.modifiers.isEmpty, case .character(let character) = key.code else { return context.otherKey }
            return context.command(for: .insert(String(character))) ?? context.otherKey
        case .mouse, .report: return nil
        }
    }

    /// Takes the first of some events, and tells what it asks for in a state.
    ///
    /// With an edit of a text goes every edit that follows it: however much is typed or pasted at once, the text is
    /// filtered once. No edit changes what the next key means.
    package func takeCommand(from events: inout ArraySlice<InputEvent>, in state: AppState) -> Command? {
        guard let first = events.popFirst(), let command = command(for: first, in: state) else { return nil }
        guard let edit = command.edit else { return command }
        var edits = [edit]
        while let next = events.first, let edit = self.command(for: next, in: state)?.edit {
            edits.append(edit)
            events.removeFirst()
        }
        return edits.count == 1 ? command : KeyContext(state).command(for: .series(edits))
    }

    /// What the binding of a name asks for in a state, or nil when it does nothing now.
    func command(named name: String, _ context: KeyContext, in state: AppState) -> Command? {
        all.first { $0.context == context && $0.name == name && $0.isAvailable(state) }?.command
    }

    /// The index of the binding that a key has in a state.
    private func binding(for key: Key, in context: KeyContext, _ state: AppState) -> Int? {
        for (candidate, binding) in table[context.rawValue] where candidate == key {
            if all[binding].isAvailable(state) { return binding }
        }
        return nil
    }

    /// The name of the first key that asks for something in a place, for a text that tells of it; nil when none does.
    /// - Parameter state: when it is given, only what is available in it counts.
    func keyName(of command: Command, in context: KeyContext, now state: AppState? = nil) -> String? {
        let binding = all.first { binding in
            binding.context == context && binding.command == command && !binding.keys.isEmpty
                && state.map(binding.isAvailable) ?? true
        }
        return binding?.keys.first?.name
    }
}
