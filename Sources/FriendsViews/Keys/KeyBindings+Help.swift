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
        return context == .find ? entries + HelpEntry.prefixes : entries
    }

    /// The help of a state: what works on its screen comes first, and commands that belong together share a line.
    func helpSections(in state: AppState) -> [HelpSection] {
        let place = KeyContext.place(state)
        return HelpPlan.plans(place).compactMap { plan in
            let entries = entries(of: plan) { binding in
                // The keys can be learned in an empty list, too. The keys of a form depend on the field.
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
            case .list: [.list, .order, .columns, .find]
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
            if let prefixes = HelpEntry.prefixes.first(where: { line.names == [$0.name] }) { return prefixes }
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
    /// What limits a word of the find field to some of the texts.
    static let prefixes = [searchPrefixes, linePrefixes, tagPrefix, quotes]

    /// The prefixes of the fields.
    static let searchPrefixes = HelpEntry(
        name: "columns", keys: FriendField.allCases.map { $0.searchPrefix + ":" },
        text: "Find in one column, as in phone:212")

    /// The prefixes of the lines. Their phone numbers are found with the field.
    static let linePrefixes = HelpEntry(
        name: "lines", keys: shortest,
        text: "Also " + ofLines.filter { !shortest.contains($0) }.joined(separator: " "))

    /// The shortest prefixes of lines, as many as have room before the text.
    private static let shortest = Array(ofLines.sorted { $0.count < $1.count }.prefix(3))
    private static let ofLines = LineKind.all.map { FriendColumn.kind($0).searchPrefix + ":" }.filter {
        !searchPrefixes.keys.contains($0)
    }

    static let tagPrefix = HelpEntry(name: "tags", keys: ["#work"], text: "Find tags by the start of a word")

    static let quotes = HelpEntry(
        name: "exact", keys: ["tag:\"work\""], text: "Find exactly this text in a column")

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
