/// Reads settings from a file and collects problems.
struct FileReader {
    private let document: SettingsDocument
    private let file: SettingsFile
    private let place: FilePlace
    private let definitions: [SettingDefinition]
    private let vocabulary: SettingsVocabulary
    /// Loaded only for key settings and unknown names, because it takes time.
    private lazy var places = vocabulary.places()
    private(set) var problems: [SettingsProblem] = []

    init(
        _ file: SettingsFile, home: String, _ definitions: [SettingDefinition], _ vocabulary: SettingsVocabulary
    ) throws(SettingsProblems) {
        self.file = file
        self.definitions = definitions
        self.vocabulary = vocabulary
        place = FilePlace(file: file.path, home: home)
        do throws(SettingsDocument.Problem) {
            document = try SettingsDocument(file.text)
        } catch {
            let place = SettingsProblem.Place.file(path: file.path, line: error.line, column: error.column)
            throw SettingsProblems(all: [SettingsProblem(place: place, message: "not valid TOML, \(error.message)")])
        }
    }

    mutating func read(into settings: inout Settings) {
        settings.file = file
        let entries = document.entries.flatMap(withoutTable)
        for entry in entries {
            if let definition = definitions.first(where: { $0.former?.name == entry.name }),
                entries.contains(where: { $0.name == definition.name })
            {
                continue
            } else if let definition = definitions.first(where: { [$0.name, $0.former?.name].contains(entry.name) }) {
                do throws(SettingsIssue) {
                    try definition.readFile(entry.value, place, &settings)
                } catch {
                    note(error, at: [entry.name])
                }
            } else if entry.name == Self.keys {
                readKeys(entry.value, into: &settings)
            } else if entry.name == AccountSetting.table {
                readAccounts(entry.value, into: &settings)
            } else if entry.name == Self.colors, !vocabulary.roles.isEmpty {
                readColors(entry.value, into: &settings)
            } else {
                note(unknown(entry.name), at: [entry.name])
            }
        }
        if settings.server.value != nil, settings.database.value != nil {
            note(
                SettingsIssue(
                    "\u{201C}server\u{201D} and \u{201C}database\u{201D} cannot be combined: a shared server has its own database"
                ),
                at: ["database"])
        }
    }

    /// The entries of a table such as `[clipboard]`, whose settings have its name and a dot before theirs.
    private func withoutTable(_ entry: SettingsDocument.Entry) -> [SettingsDocument.Entry] {
        guard case .table(let entries) = entry.value,
            definitions.contains(where: { $0.name.hasPrefix(entry.name + ".") })
        else { return [entry] }
        return entries.map { .init(name: "\(entry.name).\($0.name)", value: $0.value) }
    }

    static let keys = "keys"
    static let colors = "colors"

    private mutating func readAccounts(_ value: SettingsDocument.Value, into settings: inout Settings) {
        var reader = AccountReader(
            place, vocabulary, settings: definitions.map(\.name) + [Self.keys, Self.colors])
        reader.read(entries(value, at: [AccountSetting.table]))
        for (path, issue) in reader.issues { note(issue, at: path) }
        settings.accounts = reader.accounts
    }

    // MARK: Colours and keys

    private mutating func readColors(_ value: SettingsDocument.Value, into settings: inout Settings) {
        for entry in entries(value, at: [Self.colors]) {
            do throws(SettingsIssue) {
                settings.colors.append(try color(entry))
            } catch {
                note(error, at: [Self.colors, entry.name])
            }
        }
    }

    private func color(_ entry: SettingsDocument.Entry) throws(SettingsIssue) -> ColorSetting {
        guard vocabulary.roles.contains(entry.name) else {
            throw SettingsIssue(unknownName: "role", entry.name, among: vocabulary.roles)
        }
        guard case .text(let style) = entry.value else {
            throw SettingsIssue("must be a string\(entry.value.instead)")
        }
        try vocabulary.checkStyle(style)
        return ColorSetting(role: entry.name, style: style)
    }

    private mutating func readKeys(_ value: SettingsDocument.Value, into settings: inout Settings) {
        // The names in the file, which may be former ones.
        var paths: [[String]] = []
        for entry in entries(value, at: [Self.keys]) {
            guard let place = places.first(where: { $0.name == entry.name }) else {
                note(
                    SettingsIssue(unknownName: "section", entry.name, among: places.map(\.name)),
                    at: [Self.keys, entry.name])
                continue
            }
            let actions = entries(entry.value, at: [Self.keys, place.name])
            for action in actions where !isSuperseded(action, by: actions, in: place) {
                let path = [Self.keys, place.name, action.name]
                do throws(SettingsIssue) {
                    settings.keys.append(try key(action, in: place))
                    paths.append(path)
                } catch {
                    note(error, at: path)
                }
            }
        }
        for (index, issue) in vocabulary.checkKeys(settings.keys) { note(issue, at: paths[index]) }
    }

    /// Whether an action is given by its former name, and by its current one as well.
    private func isSuperseded(
        _ action: SettingsDocument.Entry, by actions: [SettingsDocument.Entry], in place: SettingsVocabulary.Place
    ) -> Bool {
        guard let current = place.actions.first(where: { $0.formerName == action.name }) else { return false }
        return actions.contains { $0.name == current.name }
    }

    private mutating func key(
        _ action: SettingsDocument.Entry, in place: SettingsVocabulary.Place
    ) throws(SettingsIssue) -> KeySetting {
        guard let known = place.actions.first(where: { [$0.name, $0.formerName].contains(action.name) }) else {
            throw unknown(action.name, in: place)
        }
        var keys: [String] = []
        for name in try Self.names(action.value) {
            let key = try vocabulary.key(name)
            if !keys.contains(key) { keys.append(key) }
        }
        return KeySetting(place: place.name, action: known.name, keys: keys)
    }

    private static func names(_ value: SettingsDocument.Value) throws(SettingsIssue) -> [String] {
        if case .text(let name) = value { return [name] }
        guard let names = try value.texts("a key") else {
            throw SettingsIssue("must be a list of strings\(value.instead)")
        }
        return names
    }

    private mutating func entries(_ value: SettingsDocument.Value, at name: [String]) -> [SettingsDocument.Entry] {
        if case .table(let entries) = value { return entries }
        note(SettingsIssue("must be a table\(value.instead)"), at: name)
        return []
    }

    // MARK: Problems

    /// Records an issue with a value or a name. The name is part of the message then, so its table is enough.
    private mutating func note(_ issue: SettingsIssue, at name: [String]) {
        let path = issue.isAboutName ? name.dropLast() : name[...]
        let message = (path.isEmpty ? "" : path.joined(separator: ".") + ": ") + issue.message
        problems.append(SettingsProblem(place: .file(path: file.path), message: message))
    }

    /// An unknown name; an action in the wrong table gets a suggestion.
    private mutating func unknown(_ name: String) -> SettingsIssue {
        let tables = [AccountSetting.table, Self.keys] + (vocabulary.roles.isEmpty ? [] : [Self.colors])
        let names = definitions.map(\.name) + tables
        let issue = SettingsIssue(unknownName: "setting", name, among: names)
        guard !issue.hasSuggestion, let place = places.first(where: { $0.actions.contains { $0.name == name } })
        else { return issue }
        return SettingsIssue(unknownName: "setting", name, isIn: "keys.\(place.name).\(name)")
    }

    private mutating func unknown(_ action: String, in place: SettingsVocabulary.Place) -> SettingsIssue {
        let issue = SettingsIssue(unknownName: "action", action, among: place.actions.map(\.name))
        if issue.hasSuggestion { return issue }
        if definitions.contains(where: { $0.name == action }) {
            return SettingsIssue(
                name: "unknown action \u{201C}\(action)\u{201D}; move the setting of that name before the first table")
        }
        guard let other = places.first(where: { $0.actions.contains { $0.name == action } }) else { return issue }
        return SettingsIssue(unknownName: "action", action, isIn: "keys.\(other.name).\(action)")
    }
}
