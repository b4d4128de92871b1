extension Settings {
    /// Every setting with its value, in TOML, each with a comment that says where it comes from; one line for each.
    package func lines(_ vocabulary: SettingsVocabulary) -> [String] {
        let linesInFile = file.flatMap { try? SettingsDocument($0.text) }?.lines() ?? [:]
        func origin(_ source: Source, _ name: [String]) -> String {
            switch source {
            case .standard: return "default"
            case .variable(let name), .option(let name): return name
            case .file:
                let line = linesInFile[name].map { ":\($0)" } ?? ""
                return (file?.path ?? "") + line
            }
        }
        var lines = SettingDefinition.all(vocabulary).map { definition in
            "\(definition.name) = \(definition.toml(self))  # \(origin(definition.source(self), [definition.name]))"
        }
        for color in colors {
            let name = [FileReader.colors, color.role]
            lines.append("\(Self.dotted(name)) = \(TOMLText.quoted(color.style))  # \(origin(.file, name))")
        }
        for place in vocabulary.places() {
            for action in place.actions {
                let name = [FileReader.keys, place.name, action.name]
                let chosen = keys.first { $0.place == place.name && $0.action == action.name }
                let value = TOMLText.list(chosen?.keys ?? action.keys)
                lines.append("\(Self.dotted(name)) = \(value)  # \(origin(chosen == nil ? .standard : .file, name))")
            }
        }
        return lines
    }

    /// A settings file that says nothing yet: every setting with its default and an explanation, behind `#`.
    package static func commentedDefaults(_ vocabulary: SettingsVocabulary) -> [String] {
        let standard = Settings()
        var lines = [
            "# The settings of friends, with their defaults. To change one, take the # before it away.",
            "# A path may begin with ~/; a relative one begins in the folder of this file.",
        ]
        for definition in SettingDefinition.all(vocabulary) {
            lines += ["", "# " + definition.explanation]
            let stronger =
                [definition.option.map { "the option \($0)" }, definition.variable.map { "the variable \($0)" }]
                .compactMap { $0 }
            if !stronger.isEmpty { lines.append("# Stronger: \(stronger.joined(separator: ", ")).") }
            lines.append("#\(definition.name) = \(definition.toml(standard))")
        }
        if !vocabulary.roles.isEmpty {
            lines += [
                "",
                "# The look of single roles, such as \(FileReader.colors).\(vocabulary.roles[0]) = \"black on yellow bold\".",
                "# The roles: \(vocabulary.roles.joined(separator: ", ")).",
            ]
        }
        lines += [
            "", "# The keys of every action: one, or a list; [] for none. A key is called as the help has it:",
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
