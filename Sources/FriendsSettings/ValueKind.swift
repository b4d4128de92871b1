/// Reads and writes a type of value.
struct ValueKind<Value: Equatable & Sendable>: Sendable {
    /// Reads a value of the file.
    let read: @Sendable (SettingsDocument.Value, FilePlace) throws(SettingsIssue) -> Value
    /// Reads a variable or an option.
    let readText: @Sendable (String) throws(SettingsIssue) -> Value
    /// Writes TOML.
    let write: @Sendable (Value) -> String
}

/// The base of relative paths in a settings file.
struct FilePlace: Sendable {
    let directory: String
    /// The home directory, for `~`.
    let home: String

    init(file path: String, home: String) {
        directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        self.home = home
    }

    /// Resolves a path of the file.
    func path(_ text: String) throws(SettingsIssue) -> String {
        if text == "~" { return home }
        if text.hasPrefix("~/") { return home + text.dropFirst() }
        if text.hasPrefix("~") { throw SettingsIssue("a path can start with ~/, but not with ~user") }
        return text.hasPrefix("/") ? text : directory + text
    }
}

extension ValueKind {
    private static func text(_ value: SettingsDocument.Value) throws(SettingsIssue) -> String {
        guard case .text(let text) = value else { throw SettingsIssue("must be a string\(value.instead)") }
        return text
    }

    /// One of several names.
    private static func choice(
        _ what: String, of names: [String], _ value: @escaping @Sendable (String) -> Value?,
        name: @escaping @Sendable (Value) -> String
    ) -> ValueKind {
        let read: @Sendable (String) throws(SettingsIssue) -> Value = { text throws(SettingsIssue) in
            guard names.contains(text), let value = value(text) else {
                throw SettingsIssue(unknown: what, text, among: names)
            }
            return value
        }
        return ValueKind(
            read: { value, _ throws(SettingsIssue) in try read(try text(value)) }, readText: read,
            write: { TOMLText.quoted(name($0)) })
    }
}

extension ValueKind where Value: RawRepresentable, Value.RawValue == String, Value: CaseIterable {
    /// One of the enum's cases.
    static func choice(_ what: String) -> ValueKind {
        choice(what, of: Value.allCases.map(\.rawValue), { Value(rawValue: $0) }, name: \.rawValue)
    }
}

extension ValueKind<String> {
    static func choice(_ what: String, of names: [String]) -> ValueKind {
        choice(what, of: names, { $0 }, name: { $0 })
    }
}

extension ValueKind<String?> {
    /// An optional text; empty is nil.
    static func text(_ check: @escaping @Sendable (String) throws(SettingsIssue) -> String) -> ValueKind {
        ValueKind(
            read: { value, _ throws(SettingsIssue) in
                let text = try text(value)
                return text.isEmpty ? nil : try check(text)
            },
            readText: check, write: { TOMLText.quoted($0 ?? "") })
    }

    /// An optional path. In a variable or an option it is relative to the current directory.
    static let path = ValueKind(
        read: { value, place throws(SettingsIssue) in
            let text = try text(value)
            return text.isEmpty ? nil : try place.path(text)
        },
        readText: { $0 }, write: { TOMLText.quoted($0 ?? "") })

    private static let databaseText: @Sendable (String) throws(SettingsIssue) -> String = {
        text throws(SettingsIssue) in
        guard !DatabaseAddress.isOfAnotherForm(text) else {
            throw SettingsIssue("must be the path of a file, or \(DatabaseAddress.form)")
        }
        return text
    }

    /// An optional path of a database, or the address of one, which is not a path. No password of an address is written.
    static let database = ValueKind(
        read: { value, place throws(SettingsIssue) in
            let text = try databaseText(try text(value))
            return DatabaseAddress.scheme(of: text) != nil ? text : try path.read(value, place)
        },
        readText: databaseText, write: { TOMLText.quoted($0.map(DatabaseAddress.withoutPassword) ?? "") })
}

extension ValueKind<[String]> {
    /// Some of several names, also none.
    static func choices(_ what: String, of names: [String]) -> ValueKind {
        choices(what) { chosen throws(SettingsIssue) in
            for name in chosen where !names.contains(name) { throw SettingsIssue(unknown: what, name, among: names) }
        }
    }

    /// Several names, which are validated together.
    static func choices(
        _ what: String, _ check: @escaping @Sendable ([String]) throws(SettingsIssue) -> Void
    ) -> ValueKind {
        ValueKind(
            read: { value, _ throws(SettingsIssue) in
                guard let chosen = try value.texts("a \(what)") else {
                    throw SettingsIssue("must be a list of strings\(value.instead)")
                }
                try check(chosen)
                return chosen
            },
            readText: { text throws(SettingsIssue) in
                let chosen = text.split(separator: ",").map(String.init)
                try check(chosen)
                return chosen
            },
            write: { TOMLText.list($0) })
    }

    /// A program and its arguments: a list of strings, or one string with spaces between them. There are no quotes.
    static let command = ValueKind(
        read: { value, _ throws(SettingsIssue) in
            if case .text(let text) = value { return try command(text.split(separator: " ").map(String.init)) }
            guard let words = try value.texts("a word") else {
                throw SettingsIssue("must be a string or a list of strings\(value.instead)")
            }
            return try command(words)
        },
        readText: { text throws(SettingsIssue) in try command(text.split(separator: " ").map(String.init)) },
        write: { TOMLText.list($0) })

    /// Several words.
    static let words = choices("word") { _ throws(SettingsIssue) in }

    /// Checks a program and its arguments.
    static func command(_ words: [String]) throws(SettingsIssue) -> [String] {
        if words.first == "" { throw SettingsIssue("the name of the program must not be empty") }
        return words
    }
}

extension ValueKind<Bool> {
    static let flag = ValueKind(
        read: { value, _ throws(SettingsIssue) in
            guard case .flag(let flag) = value else { throw SettingsIssue("must be true or false\(value.instead)") }
            return flag
        },
        readText: { text throws(SettingsIssue) in
            guard let flag = Bool(text) else { throw SettingsIssue("must be true or false") }
            return flag
        },
        write: { "\($0)" })
}

extension ValueKind<Duration> {
    private static let expectation = "must be a number of seconds from 0.1 to 3600"

    private static func duration(_ seconds: Double?, instead: String) throws(SettingsIssue) -> Duration {
        guard let seconds, (0.1...3_600).contains(seconds) else { throw SettingsIssue(expectation + instead) }
        return .seconds(seconds)
    }

    /// A time limit in seconds.
    static let seconds = ValueKind(
        read: { value, _ throws(SettingsIssue) in
            switch value {
            case .integer(let seconds): try duration(Double(seconds), instead: "")
            case .number(let seconds): try duration(seconds, instead: "")
            default: throw SettingsIssue(expectation + value.instead)
            }
        },
        readText: { text throws(SettingsIssue) in try duration(Double(text), instead: "") },
        write: { duration in
            let text = "\(duration / .seconds(1))"
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        })
}

extension SettingsDocument.Value {
    /// The texts of a list; nil for another value.
    /// - Parameter what: an element, for a message.
    func texts(_ what: String) throws(SettingsIssue) -> [String]? {
        guard case .list(let values) = self else { return nil }
        var texts: [String] = []
        for value in values {
            guard case .text(let text) = value else {
                throw SettingsIssue("\(what) must be a string\(value.instead)")
            }
            texts.append(text)
        }
        return texts
    }

    /// The actual type, for a message.
    var instead: String {
        switch self {
        case .text: ", not a string"
        case .integer, .number: ", not a number"
        case .flag: ", not true or false"
        case .list: ", not a list"
        case .table: ", not a table"
        case .other: ""
        }
    }
}
