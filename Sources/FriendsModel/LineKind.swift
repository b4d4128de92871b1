/// The kind of a line of a friend: what its value is, and how it is validated, shown, sorted and searched.
///
/// All differences between kinds are in the table. The rest of the program loops over ``all``, and switches over
/// ``format`` where the type of value matters. A kind that this version does not know, from a newer server, is kept and
/// shown as text.
package struct LineKind: Hashable, Sendable {
    /// The name in JSON, in the database and on the command line.
    package let key: String

    package init(key: String) {
        self.key = key
    }

    /// The type of a value.
    package enum Format: Sendable {
        /// Any text with a visible character.
        case text
        /// A text with at least two digits, sorted and searched by its digits.
        case phoneNumber
        /// A text with one `@` and without white space.
        case email
        /// A date with or without a year (``Birthday``).
        case date
        /// A text with a URI scheme and without white space.
        case website
        /// A text without commas.
        case tag
        /// A text that may have several rows.
        case note
    }

    private struct Descriptor {
        let key: String
        let label: String
        let letter: Character
        let format: Format
        /// The property of a card (vCard 4.0).
        var property: String?
        var columnName: String?
        var columnTitle: String?
        var columnLetter: Character?
        var identifies = false
        var labels: [String] = []
    }

    /// The kinds that this version knows, in the order in which they are offered.
    private static let table: [Descriptor] = [
        Descriptor(
            key: "phone", label: "Phone", letter: "p", format: .phoneNumber, property: "TEL", columnName: "other-phone",
            columnTitle: "Other phone", columnLetter: "h", identifies: true,
            labels: ["mobile", "home", "work", "fax"]),
        Descriptor(
            key: "email", label: "Email", letter: "e", format: .email, property: "EMAIL", identifies: true,
            labels: ["home", "work"]),
        Descriptor(
            key: "address", label: "Address", letter: "a", format: .text, property: "ADR", labels: ["home", "work"]),
        Descriptor(key: "birthday", label: "Birthday", letter: "b", format: .date, property: "BDAY"),
        Descriptor(
            key: "organization", label: "Organization", letter: "o", format: .text, property: "ORG", identifies: true),
        Descriptor(
            key: "website", label: "Website", letter: "w", format: .website, property: "URL",
            labels: ["home", "work", "blog"]),
        Descriptor(key: "tag", label: "Tag", letter: "t", format: .tag, property: "CATEGORIES"),
        Descriptor(key: "note", label: "Note", letter: "n", format: .note, property: "NOTE"),
        // Cards have a full name (`FN`) in any case: it is a line if it says more than the names.
        Descriptor(
            key: "name", label: "Display name", letter: "d", format: .text, columnName: "display-name",
            identifies: true),
        Descriptor(
            key: "nickname", label: "Nickname", letter: "k", format: .text, property: "NICKNAME", columnLetter: "c"),
        Descriptor(key: "title", label: "Title", letter: "i", format: .text, property: "TITLE"),
        Descriptor(key: "role", label: "Role", letter: "r", format: .text, property: "ROLE", columnLetter: "u"),
        Descriptor(key: "anniversary", label: "Anniversary", letter: "v", format: .date, property: "ANNIVERSARY"),
        Descriptor(
            key: "relation", label: "Relation", letter: "l", format: .text, property: "RELATED", columnLetter: "s",
            labels: ["spouse", "partner", "child", "parent", "sibling"]),
        Descriptor(
            key: "messenger", label: "Messenger", letter: "m", format: .text, property: "IMPP",
            labels: ["Signal", "WhatsApp", "Matrix", "Mastodon"]),
    ]

    /// The kinds that this version knows, in the order in which they are offered.
    package static let all: [LineKind] = table.map { LineKind(key: $0.key) }

    /// The rule for kinds in requests, one sentence without a full stop.
    package static let rule = "Kind must be one of \(all.map(\.key).joined(separator: ", "))"

    package static let phone = LineKind(key: "phone")
    package static let email = LineKind(key: "email")
    package static let address = LineKind(key: "address")
    package static let birthday = LineKind(key: "birthday")
    package static let organization = LineKind(key: "organization")
    package static let website = LineKind(key: "website")
    package static let tag = LineKind(key: "tag")
    package static let note = LineKind(key: "note")
    package static let name = LineKind(key: "name")
    package static let nickname = LineKind(key: "nickname")
    package static let title = LineKind(key: "title")
    package static let role = LineKind(key: "role")
    package static let anniversary = LineKind(key: "anniversary")
    package static let relation = LineKind(key: "relation")
    package static let messenger = LineKind(key: "messenger")

    private var descriptor: Descriptor {
        Self.table.first { $0.key == key } ?? Descriptor(key: key, label: key, letter: " ", format: .note)
    }
}

extension LineKind {
    /// Whether this version knows the kind.
    package var isKnown: Bool { Self.table.contains { $0.key == key } }
    /// The name at the start of a sentence; for an unknown kind its key, which is untrusted text.
    package var label: String { descriptor.label }
    /// The key that picks the kind, a letter of its label and unique among the known kinds.
    package var letter: Character { descriptor.letter }
    /// The type of value.
    package var format: Format { descriptor.format }
    /// The property of a card that has the value (vCard 4.0), in upper case; nil for a kind that cards do not have.
    package var cardProperty: String? { descriptor.property }
    /// The name in the setting of columns. The kind `phone` is not the field of that name.
    package var columnName: String { descriptor.columnName ?? key }
    /// The name above a column.
    package var columnTitle: String { descriptor.columnTitle ?? label }
    /// The key of its column in the sort menu, unique among the columns.
    package var columnLetter: Character { descriptor.columnLetter ?? letter }
    /// Whether a friend can be stored with a line of this kind and without a name.
    package var identifies: Bool { descriptor.identifies }
    /// The labels that are offered when the list has none that fits.
    package var usualLabels: [String] { descriptor.labels }
    /// The maximum number of characters of a value.
    package var maximumLength: Int { allowsRows ? 10_000 : 1_000 }
    /// Whether a value may have several rows, separated by `\n`.
    package var allowsRows: Bool {
        switch format {
        case .note: true
        case .text, .phoneNumber, .email, .date, .website, .tag: false
        }
    }
}
