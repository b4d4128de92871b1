extension Settings {
    /// What was said outside of the settings file.
    package struct Given: Sendable {
        /// What was given on the command line, by the name of the option.
        package let options: [String: String]
        /// The value of a variable that is set.
        package let variable: @Sendable (String) -> String?
        /// The home of the person, which `~` in the file stands for.
        package let home: String

        package init(options: [String: String], variable: @escaping @Sendable (String) -> String?, home: String) {
            self.options = options
            self.variable = variable
            self.home = home
        }
    }

    /// Puts together what the file, the variables and the options say: an option goes before a variable, a variable
    /// before the file. Nothing is taken when anything is wrong.
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

    /// The token and the authorities that stand beside a server in the file belong to that server. Another one that an
    /// option or a variable names must not get to see the token.
    private mutating func dropFilesOfAnotherServer(than given: Given, _ vocabulary: SettingsVocabulary) {
        guard let own = server.value, let other = given.options["--server"] ?? given.variable("FRIENDS_SERVER"),
            (try? vocabulary.server(other)) != own
        else { return }
        tokenFile = Sourced(nil)
        caFile = Sourced(nil)
    }

    /// A shared server and a private database exclude each other. The command line and the file are refused when they
    /// name both; between them the stronger one says which it is.
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
    /// The text of a setting: an option before a variable, and a current name before a former one.
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
