import FriendsViewModels
import TerminalUI

/// The key table. It dispatches keys, and the footer, the help and Docs/Keys.md are drawn from it.
package struct KeyBindings: Sendable {
    package let all: [KeyBinding]
    /// The keys of each context with the index of their binding. A linear search is faster than a hash for so few.
    private let table: [KeyContext: [(key: Key, binding: Int)]]
    /// The key hints of each context.
    private(set) var footers: [KeyContext: [FooterItem]]

    package init(_ all: [KeyBinding]) {
        self.all = all
        table = Dictionary(grouping: all.indices) { all[$0].context }.mapValues { indices in
            indices.flatMap { index in all[index].keys.map { ($0, index) } }
        }
        footers = Dictionary(grouping: all, by: \.context).mapValues { $0.compactMap(FooterItem.init) }
        footers[.find, default: []].append(.searchPrefixes)
    }

    /// The standard keys.
    package static let standard = KeyBindings(
        everywhere + list + find + tag + path + order + columns + details + form + kinds + prompt + help + helpFilter
            + page
            + pageFilter + merge
            + palette)

    /// The command for a key or a paste in a state, if there is one.
    package func command(for event: InputEvent, in state: AppState) -> Command? {
        let command = usualCommand(for: event, in: state)
        guard state.isLeaving, state.prompts.current == nil else { return command }
        return command?.actsWhileLeaving == true ? command : nil
    }

    private func usualCommand(for event: InputEvent, in state: AppState) -> Command? {
        let context = KeyContext(state)
        switch event {
        case .paste(let text):
            return context.command(for: .paste(text), in: state) ?? context.pasteRefusal
        case .key(let key):
            if let binding = binding(for: key, in: context, state) ?? binding(for: key, in: .everywhere, state) {
                return all[binding].command
            }
            if key.modifiers.isEmpty, case .character(let character) = key.code,
                let insertion = context.command(for: .insert(String(character)), in: state)
            {
                return insertion
            }
            // The command of a bound key is only not available now, which a form that is not being sent says. A letter that
            // does not answer a prompt says so, too.
            let isSilent = key.hasMeaning(in: context, state) && (context != .form || state.form?.isSending == true)
            return isSilent && isBound(key, in: context, state) ? nil : context.otherKey(key)
        case .mouse, .report: return nil
        }
    }

    /// Removes the first event and returns its command in a state.
    ///
    /// Consecutive text edits become one command, so that a burst of input filters the list once. No edit changes the
    /// meaning of the next key.
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

    /// The command of a named binding, if it is available in a state.
    func command(named name: String, _ context: KeyContext, in state: AppState) -> Command? {
        all.first { $0.context == context && $0.name == name && $0.isAvailable(state) }?.command
    }

    /// The index of the available binding of a key.
    private func binding(for key: Key, in context: KeyContext, _ state: AppState) -> Int? {
        for (candidate, binding) in table[context, default: []] where candidate == key {
            if all[binding].isAvailable(state), key.hasMeaning(in: context, state) { return binding }
        }
        return nil
    }

    private func isBound(_ key: Key, in context: KeyContext, _ state: AppState) -> Bool {
        table[context, default: []].contains { $0.key == key && all[$0.binding].isHere(state) }
    }

    /// The name of the first key of a command in a context, for key hints.
    /// - Parameter state: if given, only available bindings count.
    func keyName(of command: Command, in context: KeyContext, now state: AppState? = nil) -> String? {
        let binding = all.first { binding in
            binding.context == context && binding.command == command && !binding.keys.isEmpty
                && state.map(binding.isAvailable) ?? true
        }
        return binding?.keys.first?.name
    }
}
