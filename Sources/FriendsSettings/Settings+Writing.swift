extension Settings {
    /// The effective settings as TOML, one per line, each with its origin as a comment.
    /// - Parameter changedOnly: whether settings with their default values are left out.
    package func lines(_ vocabulary: SettingsVocabulary, changedOnly: Bool = false) -> [String] {
        func origin(_ source: Source) -> String {
            switch source {
            case .standard: "default"
            case .variable(let name), .option(let name): name
            case .file: file?.path ?? ""
            }
        }
        let standard = Settings()
        let definitions = SettingDefinition.all(vocabulary).filter {
            !changedOnly || $0.toml(self) != $0.toml(standard)
        }
        var lines = definitions.map { definition in
            "\(definition.name) = \(definition.toml(self))  # \(origin(definition.source(self)))"
        }
        lines += accounts.flatMap(\.dottedLines).map { "\($0)  # \(origin(.file))" }
        for color in colors {
            let name = Self.dotted([FileReader.colors, color.role])
            lines.append("\(name) = \(TOMLText.quoted(color.style))  # \(origin(.file))")
        }
        for place in vocabulary.places() {
            for action in place.actions {
                let name = Self.dotted([FileReader.keys, place.name, action.name])
                let chosen = keys.first { $0.place == place.name && $0.action == action.name }
                let value = TOMLText.list(chosen?.keys ?? action.keys)
                if changedOnly, value == TOMLText.list(action.keys) { continue }
                lines.append("\(name) = \(value)  # \(origin(chosen == nil ? .standard : .file))")
            }
        }
        return changedOnly && lines.isEmpty ? ["# All settings have their default values."] : lines
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
        return lines + [""] + AccountSetting.example
    }

    private static func dotted(_ name: [String]) -> String { name.joined(separator: ".") }
}
