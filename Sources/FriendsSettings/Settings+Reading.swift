extension Settings {
    /// The values from outside of the settings file.
    package struct Given: Sendable {
        /// The command-line options, by name.
        package let options: [String: String]
        /// The value of an environment variable, if it is set.
        package let variable: @Sendable (String) -> String?
        /// The home directory, for `~` in the file.
        package let home: String

        package init(options: [String: String], variable: @escaping @Sendable (String) -> String?, home: String) {
            self.options = options
            self.variable = variable
            self.home = home
        }
    }

    /// Merges the file, the environment and the options. An option overrides a variable, and a variable overrides the file.
    /// Throws all problems at once.
    package init(
        file: SettingsFile?, _ given: Given, _ vocabulary: SettingsVocabulary
    ) throws(SettingsProblems) {
        self.init()
        let definitions = SettingDefinition.all(vocabulary)
        var problems: [SettingsProblem] = []
        if let file {
            var reader = try FileReader(file, home: given.home, definitions, vocabulary)
            reader.read(into: &self)
            problems += reader.problems
        }
        dropFilesOfAnotherServer(than: given, vocabulary)
        for definition in definitions {
            guard let (text, name, source) = given.text(for: definition) else { continue }
            if definition.name == "server", case .variable = source, given.options["--database"] != nil { continue }
            do throws(SettingsIssue) {
                try definition.readText(text, source, &self)
            } catch {
                problems.append(SettingsProblem(place: .named(name), message: error.message))
            }
        }
        chooseServerOrDatabase()
        guard problems.isEmpty else { throw SettingsProblems(all: problems) }
    }

    /// The token and the certificates in the file belong to the server in the file. Another server must not receive the
    /// token.
    private mutating func dropFilesOfAnotherServer(than given: Given, _ vocabulary: SettingsVocabulary) {
        guard let own = server.value, let other = given.options["--server"] ?? given.variable("FRIENDS_SERVER"),
            (try? vocabulary.server(other)) != own
        else { return }
        tokenFile = Sourced(nil)
        caFile = Sourced(nil)
    }

    /// A shared server and a database cannot be combined. Between different sources the stronger one wins.
    private mutating func chooseServerOrDatabase() {
        guard server.value != nil, database.value != nil else { return }
        if database.source.rank > server.source.rank {
            server = Sourced(nil)
        } else {
            database = Sourced(nil)
        }
    }
}

extension Settings.Given {
    /// The text of a setting. An option overrides a variable, and a current name overrides a former one.
    fileprivate func text(for definition: SettingDefinition) -> (text: String, name: String, source: Source)? {
        for name in [definition.option, definition.former?.option].compactMap(\.self) {
            if let text = options[name] { return (text, name, .option(name)) }
        }
        for name in [definition.variable, definition.former?.variable].compactMap(\.self) {
            if let text = variable(name) { return (text, name, .variable(name)) }
        }
        return nil
    }
}
