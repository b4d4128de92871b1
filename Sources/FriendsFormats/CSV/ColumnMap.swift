import FriendsModel

/// What columns of a table mean that are unknown, or that mean something else for the user (`--map`).
///
/// An unknown column without a target becomes a note with the header as its label: nothing is lost.
package struct ColumnMap: Equatable, Sendable {
    /// What the texts of a column become.
    package enum Target: Equatable, Sendable {
        /// A field. The texts of several columns are joined.
        case field(FriendField)
        /// A line of a kind. A text that is not valid for the kind becomes a note.
        case line(LineKind, label: String)
        /// Nothing.
        case skip

        /// Parses `firstname`, `lastname`, `phonenumber`, `KIND`, `KIND:LABEL` or `skip`; nil for other texts.
        package init?(_ text: String) {
            let names = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(names.first ?? "").trimmed.lowercased()
            let label = names.count == 2 ? String(names[1]).trimmed : ""
            if name == "skip", names.count == 1 {
                self = .skip
            } else if names.count == 1,
                let field = FriendField.allCases.first(where: {
                    // The kind of that name is meant by "phone".
                    $0.key == name || $0.settingsName == name && !LineKind(key: name).isKnown
                })
            {
                self = .field(field)
            } else if let kind = LineKind.all.first(where: { $0.key == name || $0.columnName == name }) {
                let line = FriendLine(id: FriendLine.ID(""), kind: kind, label: label, value: "")
                if line.labelProblem != nil { return nil }
                self = .line(kind, label: label)
            } else {
                return nil
            }
        }

        /// What ``init(_:)`` parses, for messages.
        package static let rule =
            "The target of a column must be \(FriendField.allCases.map(\.key).joined(separator: ", ")), skip, or a kind of"
            + " line with or without a label, such as email:work; the kinds are"
            + " \(LineKind.all.map(\.key).joined(separator: ", "))"

        /// The target as ``init(_:)`` parses it.
        package var text: String {
            switch self {
            case .field(let field): field.key
            case .line(let kind, let label): label.isEmpty ? kind.key : "\(kind.key):\(label)"
            case .skip: "skip"
            }
        }
    }

    private var targets: [String: Target] = [:]
    /// The headers as they were given, in their order.
    package private(set) var headers: [String] = []
    /// The target of all unknown columns that have no other one. A line without a label gets the header as its label.
    package var others: Target?

    package init() {}

    /// Adds what `Header=TARGET` says, or `*=TARGET` for all other unknown columns. The last `=` ends the header.
    package mutating func add(_ text: String) throws(RecordProblem) {
        guard let end = text.lastIndex(of: "=") else {
            throw RecordProblem("\u{201C}\(text)\u{201D} must have the form HEADER=TARGET, such as Spouse=note:spouse")
        }
        let header = String(text[..<end]).trimmed
        guard let target = Target(String(text[text.index(after: end)...]).trimmed) else {
            throw RecordProblem(Target.rule)
        }
        if header == "*" { others = target } else { self[header] = target }
    }

    /// The target of the columns with a header. Case and punctuation of headers do not count.
    package subscript(header: String) -> Target? {
        get { targets[ColumnTable.key(of: header)] }
        set {
            targets[ColumnTable.key(of: header)] = newValue
            headers.removeAll { ColumnTable.key(of: $0) == ColumnTable.key(of: header) }
            if newValue != nil { headers.append(header) }
        }
    }

    /// The headers of this map that a file does not have.
    /// - Parameter columns: the columns of the file.
    package func headers(missingIn columns: [FileColumn]) -> [String] {
        let keys = Set(columns.map { ColumnTable.key(of: $0.header) })
        return headers.filter { !keys.contains(ColumnTable.key(of: $0)) }
    }
}

/// A column of a table.
package struct FileColumn: Equatable, Sendable {
    /// Its name in the file. It is untrusted text.
    package let header: String
    /// The first text in it; empty without a text near the beginning of the file. It is untrusted text.
    package let sample: String
    /// Whether nobody needs to say what it is: the header is known, or it has no text near the beginning of the file. Texts of
    /// columns that are not known become notes, if the map has no target for them.
    package let isKnown: Bool

    package init(header: String, sample: String, isKnown: Bool) {
        (self.header, self.sample, self.isKnown) = (header, sample, isKnown)
    }

    /// What its header and its first text say that it is, as a proposal for `--map`.
    package var proposal: ColumnMap.Target {
        let words = ColumnWords(header)
        if isValid(.email) { return .line(.email, label: "") }
        let dates = TableDate(isDayFirst: true, today: .today)
        // Most dates are of something else, such as the day on which someone has joined.
        if Birthday(dates.birthday(sample)) != nil { return .line(words.sayBirthday ? .birthday : .note, label: "") }
        if isPhone, !words.sayIdentifier { return .line(.phone, label: "") }
        if sample.contains("://"), isValid(.website) { return .line(.website, label: "") }
        return .line(.note, label: "")
    }

    private func isValid(_ kind: LineKind) -> Bool {
        FriendLine(id: FriendLine.ID(""), kind: kind, value: kind.normalized(sample)).valueProblem == nil
    }

    /// Whether the first text is more likely a phone number than another number.
    private var isPhone: Bool {
        let parts = sample.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let isAddressOfComputer = parts.count == 4 && !parts.contains(nil)
        let isPlain = sample.allSatisfy(\.isNumber)
        return isValid(.phone) && sample.count(where: \.isNumber) > (isPlain ? 6 : 4) && !isAddressOfComputer
    }
}

/// What the words of an unknown header say about its texts.
private struct ColumnWords {
    private let words: [String]

    /// - Parameter header: a text such as `OPTIN_IP`, `Record ID` or `customerId`.
    init(_ header: String) {
        var text = ""
        for character in header {
            if character.isUppercase, text.last?.isLowercase ?? false { text += " " }
            text.append(character)
        }
        words = text.lowercased().split { !$0.isLetter }.map(String.init)
    }

    private static let identifiers: Set<String> = [
        "id", "ids", "ip", "uid", "uuid", "guid", "leid", "euid", "key", "code", "iban", "account", "konto",
        "kontonummer", "kundennummer", "mitgliedsnummer", "time", "timestamp",
    ]
    private static let births: Set<String> = ["geb", "born", "dob", "bday", "né", "née"]
    private static let partsOfBirths = [
        "birth", "geburt", "geboren", "geboort", "naissance", "nacimiento", "cumplea", "nasciment", "nascita",
        "complean", "verjaardag", "urodz", "född", "födel", "synty",
    ]

    /// Whether the texts are numbers of something else, not of a phone.
    var sayIdentifier: Bool { words.contains(where: Self.identifiers.contains) }

    var sayBirthday: Bool {
        words.contains { word in Self.births.contains(word) || Self.partsOfBirths.contains(where: word.contains) }
    }
}
