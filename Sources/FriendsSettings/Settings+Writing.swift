extension Settings {
    /// All effective settings as TOML, one per line, each with its origin as a comment.
    package func lines(_ vocabulary: SettingsVocabulary) -> [String] {
        let linesInFile = file.flatMap { try? SettingsDocument($0.text) }?.lines() ?? [:]
        func origin(_ source: Source, _ names: [[String]]) -> String {
            switch source {
            case .standard: return "default"
            case .variable(let name), .option(let name): return name
            case .file:
                let line = names.compactMap { linesInFile[$0] }.first.map { ":\($0)" } ?? ""
                return (file?.path ?? "") + line
            }
        }
        var lines = SettingDefinition.all(vocabulary).map { definition in
            let names = [definition.name, definition.former?.name].compactMap(\.self).map { [$0] }
            return "\(definition.name) = \(definition.toml(self))  # \(origin(definition.source(self), names))"
        }
        for color in colors {
            let name = [FileReader.colors, color.role]
            lines.append("\(Self.dotted(name)) = \(TOMLText.quoted(color.style))  # \(origin(.file, [name]))")
        }
        for place in vocabulary.places() {
            for action in place.actions {
                let names = [action.name, action.formerName].compactMap(\.self).map {
                    [FileReader.keys, place.name, $0]
                }
                let chosen = keys.first { $0.place == place.name && $0.action == action.name }
                let value = TOMLText.list(chosen?.keys ?? action.keys)
                lines.append(
                    "\(Self.dotted(names[0])) = \(value)  # \(origin(chosen == nil ? .standard : .file, names))")
            }
        }
        return lines
    }

    /// A settings file with all defaults and explanations, commented out.
    package static func commentedDefaults(_ vocabulary: SettingsVocabulary) -> [String] {
        let standard = Settings()
        var lines = [
            "# Settings of friends with their defaults. To change one, remove the # before it.",
            "# A path may start with ~/; a relative path starts at the directory of this file.",
        ]
        for definition in SettingDefinition.all(vocabulary) {
            lines += ["", "# " + definition.explanation]
            let overrides = [definition.option, definition.variable].compactMap { $0 }
            if !overrides.isEmpty { lines.append("# Overridden by \(overrides.joined(separator: " or ")).") }
            lines.append("#\(definition.name) = \(definition.toml(standard))")
        }
        if !vocabulary.roles.isEmpty {
            lines += [
                "",
                "# Style of a single role, for example \(FileReader.colors).\(vocabulary.roles[0]) = \"black on yellow bold\".",
                "# Roles: \(vocabulary.roles.joined(separator: ", ")).",
            ]
        }
        lines += [
            "", "# Keys of each action: one key or a list; [] for none. Key names are those in the help:",
            "# a, A, Space, Enter, Esc, Tab, F5, PgDn, Shift-Tab, Ctrl-R, Alt-B.",
        ]
        for place in vocabulary.places() {
            lines += ["", "## \(place.title)"]
            for action in place.actions {
                let name = dotted([FileReader.keys, place.name, action.name])
                lines += ["# \(action.explanation).", "#\(name) = \(TOMLText.list(action.keys))"]
            }
        }
        return lines
    }

    private static func dotted(_ name: [String]) -> String { name.joined(separator: ".") }
}
