import Logging

/// The effective settings: from options, environment variables, the settings file and defaults.
package struct Settings: Equatable, Sendable {
    /// The address of the shared server; nil for the embedded one.
    package var server = Sourced<String?>(nil)
    /// The path of the token file.
    package var tokenFile = Sourced<String?>(nil)
    /// The path of the certificate file.
    package var caFile = Sourced<String?>(nil)
    /// The database of the embedded server; nil for the default one. Never set together with ``server``.
    package var database = Sourced<String?>(nil)
    package var connectTimeout = Sourced(Duration.seconds(3))
    package var readTimeout = Sourced(Duration.seconds(5))
    package var requestTimeout = Sourced(Duration.seconds(15))
    package var logLevel = Sourced(Logger.Level.info)
    /// The format of the log of a shared server.
    package var logFormat = Sourced(LogFormat.text)
    /// The name of a theme in ``SettingsVocabulary/themes``.
    package var theme = Sourced("default")
    /// Whether the screen uses ASCII only.
    package var ascii = Sourced(false)
    /// Whether the screen is the one for braille displays and screen readers.
    package var plain = Sourced(false)
    /// Whether there is no spinner.
    package var reducedMotion = Sourced(false)
    package var mouse = Sourced(true)
    /// The program that copies its standard input, with its arguments; empty for the default way.
    package var clipboardCommand = Sourced<[String]>([])
    /// The initial sort order: one of ``SettingsVocabulary/orders``.
    package var sort = Sourced("last-name")
    package var sortReversed = Sourced(false)
    /// The first columns of the table, from left to right: some of ``SettingsVocabulary/columns``.
    package var listColumns = Sourced(["first-name", "last-name", "phone"])
    /// The fields that a new friend needs: some of ``SettingsVocabulary/fields``.
    package var requiredFields = Sourced(["first-name", "last-name", "phone"])
    /// The roles with a style of their own.
    package var colors: [ColorSetting] = []
    /// The actions with other keys than the standard ones.
    package var keys: [KeySetting] = []
    /// The address books on servers that friends synchronises with.
    package var accounts: [AccountSetting] = []
    /// The settings file, if there is one.
    package var file: SettingsFile?

    package init() {}
}

/// The format of the log of a shared server.
package enum LogFormat: String, CaseIterable, Sendable {
    /// Lines of text in the log file.
    case text
    /// JSON objects on standard error, one per line.
    case json
}

/// The style of one role, which overrides the theme.
package struct ColorSetting: Equatable, Sendable {
    package let role: String
    /// For example `black on yellow bold`.
    package let style: String
}

/// The keys of one action, which override the standard ones.
package struct KeySetting: Equatable, Sendable {
    package let place: String
    package let action: String
    /// The key names; empty for no key.
    package let keys: [String]

    package init(place: String, action: String, keys: [String]) {
        self.place = place
        self.action = action
        self.keys = keys
    }
}
