import FriendsModel
import FriendsViewModels

/// Entries of the help under one title.
struct HelpSection {
    let title: String
    let entries: [HelpEntry]
}

extension KeyBindings {
    /// The help entries of one context, in table order.
    package func entries(in context: KeyContext) -> [HelpEntry] {
        let entries = all.filter { $0.context == context }.map { binding in
            HelpEntry(name: binding.name, keys: binding.keyNames, text: binding.help)
        }
        return context == .find ? entries + [.searchPrefixes] : entries
    }

    /// The help of a state: what works on its screen comes first, and commands that belong together share a line.
    func helpSections(in state: AppState) -> [HelpSection] {
        let place = KeyContext.place(state)
        return HelpPlan.plans(place).compactMap { plan in
            let entries = entries(of: plan) { binding in
                // The keys can be learned in an empty list, too. Those of a form depend on the field.
                place == .form ? binding.isAvailable(state) : binding.isHere(state)
            }
            return entries.isEmpty ? nil : HelpSection(title: plan.title, entries: entries)
        }
    }

    /// Every key of a state's help that the filter matches.
    func helpSections(in state: AppState, _ filter: HelpFilter) -> [HelpSection] {
        let place = KeyContext.place(state)
        let places: [KeyContext] =
            switch place {
            case .list: [.list, .order, .find]
            case .page: [.page, .pageFilter]
            default: [place]
            }
        let palette: [KeyContext] = place == .form ? [] : [.palette]
        return (places + [.everywhere] + palette + [.prompt, .help]).compactMap { context in
            let entries = entries(in: context).filter(filter.matches)
            return entries.isEmpty ? nil : HelpSection(title: context.title, entries: entries)
        }
    }

    private func entries(of plan: HelpPlan, where isShown: (KeyBinding) -> Bool) -> [HelpEntry] {
        let bindings = all.filter { $0.context == plan.context && isShown($0) }
        var entries = plan.lines.compactMap { line -> HelpEntry? in
            if line.names == [HelpEntry.searchPrefixes.name] { return .searchPrefixes }
            let commands = line.names.compactMap { name in bindings.first { $0.name == name } }
            return HelpEntry(commands, text: line.text)
        }
        // A command that no line names has a line of its own.
        if plan.title == plan.context.title {
            let named = Set(
                HelpPlan.plans(plan.context).filter { $0.context == plan.context }.flatMap(\.lines).flatMap(\.names))
            entries += bindings.filter { !named.contains($0.name) }.compactMap { HelpEntry([$0], text: nil) }
        }
        return entries
    }
}

extension HelpEntry {
    /// The prefixes that limit a word of the find field to one column.
    static let searchPrefixes = HelpEntry(
        name: "columns", keys: FriendField.allCases.map { $0.searchPrefix + ":" },
        text: "Find in one column, as in phone:212")

    /// Several commands in one line: the first key of each, then the second of each.
    fileprivate init?(_ commands: [KeyBinding], text: String?) {
        guard let first = commands.first else { return nil }
        let names = commands.map(\.keyNames)
        let keys = (0..<(names.map(\.count).min() ?? 0)).map { index in
            var same: [String] = []
            for names in names where !same.contains(names[index]) { same.append(names[index]) }
            return same.joined(separator: " ")
        }
        self.init(name: first.name, keys: keys, text: text ?? first.help)
    }
}

extension KeyBinding {
    /// The names of its keys; a command without a key has its palette name.
    fileprivate var keyNames: [String] { keys.isEmpty ? [":\(name)"] : keys.map(\.name) }
}
