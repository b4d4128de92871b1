import Logging

/// What the person has chosen, with options, variables and the settings file, and the defaults of the rest.
package struct Settings: Equatable, Sendable {
    /// What the list is sorted by at first.
    package enum Sort: String, CaseIterable, Sendable {
        case lastName = "last-name"
        case firstName = "first-name"
        case phone
    }

    /// The address of the shared server to use; nil is the private one.
    package var server = Sourced<String?>(nil)
    /// The path of the file with the token for that server.
    package var tokenFile = Sourced<String?>(nil)
    /// The path of the file with the certificates that may vouch for that server.
    package var caFile = Sourced<String?>(nil)
    /// The path of the private server's database; nil is the one in the data folder. Never beside a ``server``.
    package var database = Sourced<String?>(nil)
    package var connectTimeout = Sourced(Duration.seconds(3))
    package var readTimeout = Sourced(Duration.seconds(5))
    package var requestTimeout = Sourced(Duration.seconds(15))
    package var logLevel = Sourced(Logger.Level.info)
    /// The name of the theme, one of those in ``SettingsVocabulary/themes``.
    package var theme = Sourced("default")
    /// Whether the screen is drawn with ASCII alone.
    package var ascii = Sourced(false)
    package var mouse = Sourced(true)
    package var sort = Sourced(Sort.lastName)
    package var sortReversed = Sourced(false)
    /// The roles that look otherwise than the theme has them.
    package var colors: [ColorSetting] = []
    /// The actions that have other keys than the standard ones.
    package var keys: [KeySetting] = []
    /// The file that was read, if there was one.
    package var file: SettingsFile?

    package init() {}
}

/// How one role of the screen is to look, instead of what the theme says.
package struct ColorSetting: Equatable, Sendable {
    package let role: String
    /// Such as `black on yellow bold`.
    package let style: String
}

/// The keys of one action in one place, instead of the standard ones.
package struct KeySetting: Equatable, Sendable {
    package let place: String
    package let action: String
    /// The names of the keys; without any the action has none.
    package let keys: [String]

    package init(place: String, action: String, keys: [String]) {
        self.place = place
        self.action = action
        self.keys = keys
    }
}
