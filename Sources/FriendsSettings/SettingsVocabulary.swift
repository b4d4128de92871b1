/// What settings may say about the other rooms of the program, which this one does not know.
package struct SettingsVocabulary: Sendable {
    /// An action that keys can be chosen for.
    package struct Action: Equatable, Sendable {
        package let name: String
        /// The name that it had before, which still works.
        package let formerName: String?
        /// The names of its standard keys.
        package let keys: [String]
        /// What it does, in some words.
        package let explanation: String

        package init(name: String, formerName: String? = nil, keys: [String], explanation: String) {
            self.name = name
            self.formerName = formerName
            self.keys = keys
            self.explanation = explanation
        }
    }

    /// A part of the screen with keys of its own.
    package struct Place: Equatable, Sendable {
        package let name: String
        /// Its heading, such as `In the list`.
        package let title: String
        package let actions: [Action]

        package init(name: String, title: String, actions: [Action]) {
            self.name = name
            self.title = title
            self.actions = actions
        }
    }

    /// Reads the address of a server, and writes it the way in which equal ones are equal.
    package let server: @Sendable (String) throws(SettingsIssue) -> String
    /// The names of the themes.
    package let themes: [String]
    /// The roles whose look can be chosen one by one, and a check of such a look.
    package let roles: [String]
    package let checkStyle: @Sendable (String) throws(SettingsIssue) -> Void
    /// The places that keys are pressed in. Asked for when they are needed, and not before: it takes some time.
    package let places: @Sendable () -> [Place]
    /// Reads the name of a key, and writes it the way in which equal ones are equal.
    package let key: @Sendable (String) throws(SettingsIssue) -> String
    /// What is wrong with some choices of keys, by their index.
    package let checkKeys: @Sendable ([KeySetting]) -> [(index: Int, issue: SettingsIssue)]

    package init(
        server: @escaping @Sendable (String) throws(SettingsIssue) -> String, themes: [String], roles: [String],
        checkStyle: @escaping @Sendable (String) throws(SettingsIssue) -> Void, places: @escaping @Sendable () -> [Place],
        key: @escaping @Sendable (String) throws(SettingsIssue) -> String,
        checkKeys: @escaping @Sendable ([KeySetting]) -> [(index: Int, issue: SettingsIssue)]
    ) {
        self.server = server
        self.themes = themes
        self.roles = roles
        self.checkStyle = checkStyle
        self.places = places
        self.key = key
        self.checkKeys = checkKeys
    }
}
