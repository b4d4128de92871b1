/// A validation error of a value or a name, without its position.
package struct SettingsIssue: Error, Equatable, Sendable {
    /// What is wrong, in lower case, and usually without a full stop.
    package let message: String
    /// Whether the issue is the name, which is then part of the message.
    let isAboutName: Bool
    /// Whether the message has a suggestion.
    let hasSuggestion: Bool

    private init(_ message: String, isAboutName: Bool, hasSuggestion: Bool) {
        self.message = message
        self.isAboutName = isAboutName
        self.hasSuggestion = hasSuggestion
    }

    /// The message as a sentence of its own.
    package var sentence: String { message.prefix(1).uppercased() + Self.ended(message.dropFirst()) }

    /// A message that consists of sentences, such as one with an example, has its full stop.
    static func ended(_ message: some StringProtocol) -> String {
        message.last.map(".?".contains) == true ? String(message) : message + "."
    }

    /// An invalid value.
    package init(_ message: String) {
        self.init(message, isAboutName: false, hasSuggestion: false)
    }

    /// An unknown name as a value. The message suggests the nearest name, or lists all names if they are few.
    package init(unknown what: String, _ name: String, among names: [String]) {
        self.init(unknown: what, name, among: names, isAboutName: false)
    }

    /// An unknown name of a setting.
    init(unknownName what: String, _ name: String, among names: [String]) {
        self.init(unknown: what, name, among: names, isAboutName: true)
    }

    /// A name that belongs to another table.
    init(unknownName what: String, _ name: String, isIn other: String) {
        self.init(
            "unknown \(what) \u{201C}\(name)\u{201D}; did you mean \u{201C}\(other)\u{201D}?", isAboutName: true,
            hasSuggestion: true)
    }

    /// Another issue of a name, which is part of the message.
    init(name message: String) {
        self.init(message, isAboutName: true, hasSuggestion: false)
    }

    private init(unknown what: String, _ name: String, among names: [String], isAboutName: Bool) {
        let nearest = Suggestion.nearest(to: name, among: names)
        let all =
            names.count <= 8 ? "; choose from " + names.map { "\u{201C}\($0)\u{201D}" }.joined(separator: ", ") : ""
        self.init(
            "unknown \(what) \u{201C}\(name)\u{201D}"
                + (nearest.map { "; did you mean \u{201C}\($0)\u{201D}?" } ?? all),
            isAboutName: isAboutName, hasSuggestion: nearest != nil)
    }
}

/// A problem with the settings and its position.
package struct SettingsProblem: Equatable, Sendable {
    package enum Place: Equatable, Sendable {
        /// Line and column count from 1. Only a file that cannot be parsed has them: the parser keeps no positions of keys.
        case file(path: String, line: Int? = nil, column: Int? = nil)
        /// A variable or an option.
        case named(String)
    }

    package let place: Place
    package let message: String

    /// The problem as one line, without the program name.
    package var line: String {
        let sentence = SettingsIssue.ended(message)
        switch place {
        case .named(let name): return message.hasPrefix("must ") ? "\(name) \(sentence)" : "\(name): \(sentence)"
        case .file(let path, let line, let column):
            return ([path] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":") + ": " + sentence
        }
    }
}

/// All problems of the settings. Settings with a problem are not used.
package struct SettingsProblems: Error, Equatable {
    /// The maximum number of reported problems: a wrong file would fill the screen.
    private static let maximumTold = 20

    package let all: [SettingsProblem]

    /// One line per problem, without the program name.
    package var lines: [String] {
        let more = all.count - Self.maximumTold
        return all.prefix(Self.maximumTold).map(\.line) + (more > 0 ? ["and \(more) more"] : [])
    }
}
