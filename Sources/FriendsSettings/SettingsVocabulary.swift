/// The valid values of settings that other modules define.
package struct SettingsVocabulary: Sendable {
    /// An action with configurable keys.
    package struct Action: Equatable, Sendable {
        package let name: String
        /// A former name, which is still accepted.
        package let formerName: String?
        /// The names of the standard keys.
        package let keys: [String]
        /// The help text.
        package let explanation: String

        package init(name: String, formerName: String? = nil, keys: [String], explanation: String) {
            self.name = name
            self.formerName = formerName
            self.keys = keys
            self.explanation = explanation
        }
    }

    /// A context with keys of its own.
    package struct Place: Equatable, Sendable {
        package let name: String
        /// The heading, for example `In the list`.
        package let title: String
        package let actions: [Action]

        package init(name: String, title: String, actions: [Action]) {
            self.name = name
            self.title = title
            self.actions = actions
        }
    }

    /// Parses and normalizes a server address.
    package let server: @Sendable (String) throws(SettingsIssue) -> String
    /// Validates the address of an account, which may be http on another machine if it is allowed to be insecure.
    package let checkAccountURL: @Sendable (String, _ isInsecureAllowed: Bool) throws(SettingsIssue) -> Void
    /// The names of the themes.
    package let themes: [String]
    /// The names of the sort orders.
    package let orders: [String]
    /// The names of the columns of the table, and the validation of a choice.
    package let columns: [String]
    package let checkColumns: @Sendable ([String]) throws(SettingsIssue) -> Void
    /// The names of the fields of a friend.
    package let fields: [String]
    /// The roles with a configurable style, and the validation of a style.
    package let roles: [String]
    package let checkStyle: @Sendable (String) throws(SettingsIssue) -> Void
    /// The contexts of keys. Loaded on use, because it takes time.
    package let places: @Sendable () -> [Place]
    /// Parses and normalizes the name of a key.
    package let key: @Sendable (String) throws(SettingsIssue) -> String
    /// Validates choices of keys; issues have the index of their choice.
    package let checkKeys: @Sendable ([KeySetting]) -> [(index: Int, issue: SettingsIssue)]

    package init(
        server: @escaping @Sendable (String) throws(SettingsIssue) -> String,
        checkAccountURL: @escaping @Sendable (String, _ isInsecureAllowed: Bool) throws(SettingsIssue) -> Void,
        themes: [String], orders: [String], columns: [String],
        checkColumns: @escaping @Sendable ([String]) throws(SettingsIssue) -> Void,
        fields: [String],
        roles: [String],
        checkStyle: @escaping @Sendable (String) throws(SettingsIssue) -> Void,
        places: @escaping @Sendable () -> [Place],
        key: @escaping @Sendable (String) throws(SettingsIssue) -> String,
        checkKeys: @escaping @Sendable ([KeySetting]) -> [(index: Int, issue: SettingsIssue)]
    ) {
        self.server = server
        self.checkAccountURL = checkAccountURL
        self.themes = themes
        self.orders = orders
        self.columns = columns
        self.checkColumns = checkColumns
        self.fields = fields
        self.roles = roles
        self.checkStyle = checkStyle
        self.places = places
        self.key = key
        self.checkKeys = checkKeys
    }
}
