import TerminalUI

extension KeyBindings {
    /// Replaces keys. Choices for unknown bindings are ignored.
    package func choosing(_ choices: [KeyChoice]) -> KeyBindings {
        guard !choices.isEmpty else { return self }
        return KeyBindings(
            all.map { binding in
                guard let choice = choices.last(where: { $0.isFor(binding) }) else { return binding }
                return binding.bound(to: choice.keys)
            })
    }

    /// Validates choices for this table, which is valid itself.
    package func problems(choosing choices: [KeyChoice]) -> [KeyProblem] {
        let unusable = choices.flatMap(unusableKeys)
        // An unusable key cannot clash with another one.
        let usable = choices.filter { choice in !unusable.contains { $0.choice == choice } }
        return unusable + clashes(usable) + missingKeys(choices)
    }

    // MARK: One key

    private func unusableKeys(_ choice: KeyChoice) -> [KeyProblem] {
        guard let binding = all.first(where: choice.isFor) else { return [] }
        return choice.keys.compactMap { key in
            // The standard table may bind a text key: it is text in a field, and presses a button beside it.
            if choice.context.takesText, key.isText, !binding.keys.contains(where: \.isText) {
                return KeyProblem(choice: choice, reason: .text(key))
            }
            if key.asSent != key, !binding.keys.contains(key) {
                return KeyProblem(choice: choice, reason: .indistinguishable(key, from: key.asSent))
            }
            return nil
        }
    }

    // MARK: Two bindings of one key

    private func clashes(_ choices: [KeyChoice]) -> [KeyProblem] {
        let chosen = choosing(choices).all
        var problems: [KeyProblem] = []
        for later in chosen.indices {
            for earlier in chosen.indices.prefix(later) where meet(earlier, later) {
                guard let key = chosen[later].keys.first(where: chosen[earlier].keys.contains) else { continue }
                let pair = [(later, earlier), (earlier, later)]
                for (mine, other) in pair {
                    guard let choice = choices.last(where: { $0.isFor(chosen[mine]) }) else { continue }
                    let taker = chosen[other]
                    problems.append(
                        KeyProblem(choice: choice, reason: .taken(key, by: taker.name, in: taker.context)))
                    break
                }
            }
        }
        return problems
    }

    /// Whether two bindings can be available at once with different commands. Bindings that share a key in the standard
    /// table are never available together.
    private func meet(_ one: Int, _ other: Int) -> Bool {
        let (one, other) = (all[one], all[other])
        if one.context != other.context { return one.context == .everywhere || other.context == .everywhere }
        return one.command != other.command && !one.keys.contains(where: other.keys.contains)
    }

    // MARK: What must have a key

    /// One binding of each group must have a key, so that no context traps the user.
    static let needed: [(bindings: [(context: KeyContext, name: String)], purpose: String)] = [
        ([(.list, "quit"), (.everywhere, "quit-now")], "quit"),
        ([(.form, "leave"), (.form, "press-cancel"), (.form, "press-button")], "leave the form"),
        ([(.form, "submit"), (.form, "press-button")], "submit the form"),
        ([(.form, "next-field"), (.form, "previous-field")], "get to the other fields"),
        ([(.kinds, "cancel")], "leave the menu of new lines"),
        ([(.prompt, "press")], "answer a question"),
        ([(.prompt, "next-button"), (.prompt, "previous-button")], "get to the other answers"),
        ([(.help, "close"), (.help, "back")], "close the help"),
        ([(.helpFilter, "keep"), (.helpFilter, "clear")], "leave the filter of the help"),
        ([(.find, "keep"), (.find, "clear")], "leave the find field"),
        ([(.columns, "close")], "close the column chooser"),
        ([(.page, "close"), (.page, "back")], "leave the trash and other pages"),
        ([(.merge, "back")], "leave the merge of two friends"),
        ([(.pageFilter, "keep"), (.pageFilter, "clear")], "leave their filter"),
        ([(.palette, "close")], "close the palette"),
    ]

    private func missingKeys(_ choices: [KeyChoice]) -> [KeyProblem] {
        let empty = choices.filter(\.keys.isEmpty)
        guard !empty.isEmpty else { return [] }
        let chosen = choosing(choices).all
        return Self.needed.compactMap { group, purpose in
            let bindings = group.compactMap { item in
                chosen.first { $0.context == item.context && $0.name == item.name }
            }
            guard bindings.allSatisfy(\.keys.isEmpty),
                let choice = empty.last(where: { choice in bindings.contains(where: choice.isFor) })
            else { return nil }
            return KeyProblem(choice: choice, reason: .needed(group.map(\.name), for: purpose))
        }
    }
}

extension KeyChoice {
    fileprivate func isFor(_ binding: KeyBinding) -> Bool { binding.context == context && binding.name == name }
}
