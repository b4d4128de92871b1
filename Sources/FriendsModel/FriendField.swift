/// One of the texts of a friend. The cases are in the order of the columns and of the form.
///
/// All differences between fields are in ``descriptor``. The rest of the program loops over `allCases`, and switches
/// over ``kind`` where the type of text matters. Docs/Architecture.md says how to add a field.
package enum FriendField: CaseIterable, Hashable, Sendable {
    case firstName, lastName, phoneNumber

    /// The type of a text: how it is validated, sorted and searched.
    package enum Kind: Sendable {
        /// Any text with a visible character.
        case text
        /// A text with at least two digits, sorted and searched by its digits.
        case phoneNumber
    }

    private struct Descriptor {
        let key: String
        let label: String
        let labelOfSeveral: String
        let columnTitle: String
        let settingsName: String
        let searchPrefix: String
        let sortKey: Character
        let kind: Kind
        let isOriginal: Bool
        var hasParticles = false
    }

    private var descriptor: Descriptor {
        switch self {
        case .firstName:
            Descriptor(
                key: "firstname", label: "First name", labelOfSeveral: "First names", columnTitle: "First name",
                settingsName: "first-name", searchPrefix: "first", sortKey: "f", kind: .text, isOriginal: true)
        case .lastName:
            Descriptor(
                key: "lastname", label: "Last name", labelOfSeveral: "Last names", columnTitle: "Last name",
                settingsName: "last-name", searchPrefix: "last", sortKey: "l", kind: .text, isOriginal: true,
                hasParticles: true)
        case .phoneNumber:
            Descriptor(
                key: "phonenumber", label: "Phone number", labelOfSeveral: "Phone numbers", columnTitle: "Phone",
                settingsName: "phone", searchPrefix: "phone", sortKey: "p", kind: .phoneNumber, isOriginal: true)
        }
    }
}

extension FriendField {
    /// The key in JSON objects, and the name of the column in databases.
    package var key: String { descriptor.key }
    /// The name at the start of a sentence.
    package var label: String { descriptor.label }
    /// The same for several of them.
    package var labelOfSeveral: String { descriptor.labelOfSeveral }
    /// The short name above a column and before a field of the form.
    package var columnTitle: String { descriptor.columnTitle }
    /// The name in settings and on the command line.
    package var settingsName: String { descriptor.settingsName }
    /// The prefix that limits a word of a query to this field, without the colon.
    package var searchPrefix: String { descriptor.searchPrefix }
    /// The key in the sort menu.
    package var sortKey: Character { descriptor.sortKey }
    /// The type of text.
    package var kind: Kind { descriptor.kind }
    /// Whether it is one of the fields of the first version: every object of a friend has it, and a new friend needs it
    /// unless the settings say otherwise.
    package var isOriginal: Bool { descriptor.isOriginal }
    /// Whether sorting ignores particles before the text ("von", "de").
    package var hasParticles: Bool { descriptor.hasParticles }

    /// The fields of the first version.
    package static let originals = Set(allCases.filter(\.isOriginal))

    /// The fields of the full name, in order.
    package static let nameFields: [FriendField] = [.firstName, .lastName]

    /// The field with a key; nil for an unknown key.
    package init?(key: some StringProtocol) {
        guard let field = Self.allCases.first(where: { $0.key == key }) else { return nil }
        self = field
    }
}
