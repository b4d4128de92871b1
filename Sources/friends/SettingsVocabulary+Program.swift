import FriendsModel
import FriendsSettings
import FriendsViews
import HTTPTransport
import TerminalUI

extension SettingsVocabulary {
    /// The valid values in this program.
    static let program = SettingsVocabulary(
        server: { text throws(SettingsIssue) in
            do throws(ServerAddress.Problem) {
                return try ServerAddress(text).description
            } catch {
                throw SettingsIssue(error.message)
            }
        },
        checkAccountURL: { text, isInsecureAllowed throws(SettingsIssue) in
            let address: ServerAddress
            do throws(ServerAddress.Problem) {
                address = try ServerAddress(text)
            } catch {
                throw SettingsIssue(error.message)
            }
            // What signs in uses the text as it is.
            guard text == text.trimmed else { throw SettingsIssue("must not begin or end with a space") }
            guard isInsecureAllowed || !address.isSentInTheClear else {
                throw SettingsIssue(
                    "http:// sends passwords and friends unencrypted; use https://, or set insecure = true")
            }
        },
        themes: Theme.names, orders: FriendOrder.names,
        columns: FriendColumn.all.map(\.settingsName),
        checkColumns: { names throws(SettingsIssue) in
            do throws(FriendColumn.Problem) {
                _ = try FriendColumn.columns(named: names)
            } catch {
                throw SettingsIssue(error)
            }
        },
        fields: FriendField.allCases.map(\.settingsName), roles: Style.allCases.map(\.name),
        checkStyle: { text throws(SettingsIssue) in
            do throws(LookError) {
                _ = try Look(describedBy: text)
            } catch {
                throw SettingsIssue(error.message)
            }
        },
        places: {
            // Keys of all contexts come last, as in the help.
            (KeyContext.allCases.filter { $0 != .everywhere } + [.everywhere]).map(Place.init)
        },
        key: { name throws(SettingsIssue) in
            guard let key = Key(name: name) else { throw SettingsIssue(unknown: "key", name, among: Key.commonNames) }
            return key.name
        },
        checkKeys: { settings in
            let choices = settings.map(KeyChoice.init)
            return KeyBindings.standard.problems(choosing: choices.compactMap { $0 }).compactMap { problem in
                choices.firstIndex(of: problem.choice).map { ($0, SettingsIssue(problem.message)) }
            }
        })
}

/// What the settings let the screen look like. A plain screen has no colours, symbols, mouse or movement, even if
/// other settings choose them.
struct Appearance {
    let isPlain: Bool
    let theme: Theme
    let isASCII: Bool
    let usesMouse: Bool
    let isAnimated: Bool

    init(_ settings: Settings) {
        isPlain = settings.plain.value
        theme = isPlain ? .mono : Theme(settings)
        isASCII = isPlain || settings.ascii.value
        usesMouse = !isPlain && settings.mouse.value
        isAnimated = !isPlain && !settings.reducedMotion.value
    }
}

extension Theme {
    /// The theme with the validated styles of the settings.
    init(_ settings: Settings) {
        var looks: [Style: Look] = [:]
        for color in settings.colors {
            if let style = Style(named: color.role) { looks[style] = try? Look(describedBy: color.style) }
        }
        let theme = Theme.named(settings.theme.value) ?? .standard
        self = looks.isEmpty ? theme : theme.replacing(looks)
    }
}

extension FriendOrder {
    /// The names of the sort orders in settings, the standard one first.
    fileprivate static let names =
        ([standard.column] + FriendColumn.all.filter { $0 != standard.column }).map(\.settingsName)

    /// The sort order of the settings.
    init(_ settings: Settings) {
        let column = FriendColumn.all.first { $0.settingsName == settings.sort.value }
        self.init(column: column ?? Self.standard.column, isReversed: settings.sortReversed.value)
    }
}

extension FriendColumn {
    /// The validated columns of the settings.
    static func columns(_ settings: Settings) -> [FriendColumn] {
        (try? columns(named: settings.listColumns.value)) ?? standard
    }
}

extension SettingsIssue {
    fileprivate init(_ problem: FriendColumn.Problem) {
        switch problem {
        case .unknown(let name):
            self.init(unknown: "column", name, among: FriendColumn.all.map(\.settingsName))
        case .twice(let name): self.init("\u{201C}\(name)\u{201D} is given twice")
        case .noName: self.init("must have first-name or last-name")
        }
    }
}

extension FriendField {
    /// The fields that a new friend needs.
    static func required(_ settings: Settings) -> Set<FriendField> {
        Set(allCases.filter { settings.requiredFields.value.contains($0.settingsName) })
    }
}

extension KeyBindings {
    /// The key table with the validated keys of the settings.
    init(_ settings: Settings) {
        self = KeyBindings.standard.choosing(settings.keys.compactMap(KeyChoice.init))
    }
}

extension SettingsVocabulary.Place {
    fileprivate init(_ context: KeyContext) {
        let bindings = KeyBindings.standard.all.filter { $0.context == context }
        self.init(
            name: context.name, title: context.title,
            actions: bindings.map { binding in
                SettingsVocabulary.Action(
                    name: binding.name, formerName: binding.formerName, keys: binding.keys.map(\.name),
                    explanation: binding.help)
            })
    }
}

extension KeyChoice {
    /// - Returns: nil for an unknown context or key.
    fileprivate init?(_ setting: KeySetting) {
        guard let context = KeyContext(rawValue: setting.place) else { return nil }
        let keys = setting.keys.compactMap(Key.init(name:))
        guard keys.count == setting.keys.count else { return nil }
        self.init(context: context, name: setting.action, keys: keys)
    }
}
