@testable import FriendsSettings

extension SettingsVocabulary {
    /// A program with little to choose: two places, two themes, two roles. The key `x` is taken in the list.
    static let small = SettingsVocabulary(
        server: { text throws(SettingsIssue) in
            guard text.lowercased().hasPrefix("http") else { throw SettingsIssue("The address must begin with http") }
            return text.lowercased()
        },
        checkAccountURL: { text, isInsecureAllowed throws(SettingsIssue) in
            guard text.hasPrefix("http") else { throw SettingsIssue("The address must begin with http") }
            guard isInsecureAllowed || text.hasPrefix("https") else { throw SettingsIssue("http needs insecure") }
        },
        themes: ["default", "night"], orders: ["last-name", "first-name", "phone"],
        columns: ["first-name", "last-name", "phone", "email"],
        checkColumns: { names throws(SettingsIssue) in
            if names.contains("zip") { throw SettingsIssue("no zip") }
        }, fields: ["first-name", "last-name", "phone"], roles: ["title", "selected"],
        checkStyle: { style throws(SettingsIssue) in
            guard style != "loud" else { throw SettingsIssue(unknown: "colour", style, among: ["cloud"]) }
        },
        places: {
            [
                Place(
                    name: "list", title: "In the list",
                    actions: [
                        Action(name: "edit", keys: ["e", "Enter"], explanation: "Edit"),
                        Action(name: "reload", formerName: "load-again", keys: ["R"], explanation: "Load again"),
                    ]),
                Place(
                    name: "form", title: "In the form",
                    actions: [Action(name: "submit", keys: ["Enter"], explanation: "Submit")]),
            ]
        },
        key: { name throws(SettingsIssue) in
            let names = ["e", "x", "Enter", "R"]
            guard let key = names.first(where: { $0.lowercased() == name.lowercased() }) else {
                throw SettingsIssue(unknown: "key", name, among: names)
            }
            return key
        },
        checkKeys: { keys in
            keys.enumerated().filter { $0.element.place == "list" && $0.element.keys.contains("x") }
                .map { ($0.offset, SettingsIssue("x is taken")) }
        })
}

extension Settings {
    /// The settings of a file at `/home/ada/.config/friends/config.toml`, with options and variables.
    init(
        _ text: String?, options: [String: String] = [:], variables: [String: String] = [:]
    ) throws(SettingsProblems) {
        try self.init(
            file: text.map { SettingsFile(path: SettingsFile.ofAda, text: $0) },
            Given(options: options, variable: { variables[$0] }, home: "/home/ada"), .small)
    }

    /// The lines of what is wrong with such settings, with `FILE` for the path of the file; none when all is well.
    static func problems(
        _ text: String?, options: [String: String] = [:], variables: [String: String] = [:]
    ) -> [String] {
        do throws(SettingsProblems) {
            _ = try Settings(text, options: options, variables: variables)
            return []
        } catch {
            return error.lines.map { $0.replacing(SettingsFile.ofAda, with: "FILE") }
        }
    }
}

extension SettingsFile {
    static let ofAda = "/home/ada/.config/friends/config.toml"
}
