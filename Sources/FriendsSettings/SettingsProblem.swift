/// What is wrong with a value or a name, without where it stands.
package struct SettingsIssue: Error, Equatable, Sendable {
    /// One sentence, without a full stop.
    package let message: String
    /// Whether the name itself is wrong; it stands in the message then.
    let isAboutName: Bool
    /// Whether it says what may have been meant.
    let hasSuggestion: Bool

    private init(_ message: String, isAboutName: Bool, hasSuggestion: Bool) {
        self.message = message
        self.isAboutName = isAboutName
        self.hasSuggestion = hasSuggestion
    }

    /// A value is wrong.
    package init(_ message: String) {
        self.init(message, isAboutName: false, hasSuggestion: false)
    }

    /// A value is a name that is none. The one that may have been meant is told, or else all of them when they are few.
    package init(unknown what: String, _ name: String, among names: [String]) {
        self.init(unknown: what, name, among: names, isAboutName: false)
    }

    /// The name of a setting is none.
    init(unknownName what: String, _ name: String, among names: [String]) {
        self.init(unknown: what, name, among: names, isAboutName: true)
    }

    /// A name is known in another table.
    init(unknownName what: String, _ name: String, isIn other: String) {
        self.init("unknown \(what) \"\(name)\"; did you mean \"\(other)\"?", isAboutName: true, hasSuggestion: true)
    }

    /// Something else is wrong with a name, which stands in the message.
    init(name message: String) {
        self.init(message, isAboutName: true, hasSuggestion: false)
    }

    private init(unknown what: String, _ name: String, among names: [String], isAboutName: Bool) {
        let nearest = Suggestion.nearest(to: name, among: names)
        let all = names.count <= 8 ? "; choose from " + names.map { "\"\($0)\"" }.joined(separator: ", ") : ""
        self.init(
            "unknown \(what) \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? all),
            isAboutName: isAboutName, hasSuggestion: nearest != nil)
    }
}

/// One thing that is wrong with the settings, and where.
package struct SettingsProblem: Equatable, Sendable {
    package enum Place: Equatable, Sendable {
        /// The line and the column are counted from 1; a line is not known when the whole file is meant.
        case file(path: String, line: Int? = nil, column: Int? = nil)
        /// The variable or the option of that name.
        case named(String)
    }

    package let place: Place
    package let message: String

    /// The problem as one line, without the name of the program.
    package var line: String {
        let sentence = message.last == "?" ? message : message + "."
        switch place {
        case .named(let name): return "\(name): \(sentence)"
        case .file(let path, let line, let column):
            return ([path] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":") + ": " + sentence
        }
    }
}

/// All that is wrong with the settings: with anything wrong there are none.
package struct SettingsProblems: Error, Equatable {
    /// So many are told; a file that is no settings file at all would fill the screen.
    private static let maximumTold = 20

    package let all: [SettingsProblem]

    /// One line for each, without the name of the program.
    package var lines: [String] {
        let more = all.count - Self.maximumTold
        return all.prefix(Self.maximumTold).map(\.line) + (more > 0 ? ["and \(more) more"] : [])
    }
}
