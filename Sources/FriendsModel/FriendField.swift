/// One of the texts of a friend, in the order in which they are shown and filled in.
///
/// Everything in which fields differ is in ``descriptor``. The rest of the program goes through `allCases`, and where it
/// depends on what a text is, it switches over ``kind``. Docs/Architecture.md says how to add a field.
package enum FriendField: CaseIterable, Hashable, Sendable {
    case firstName, lastName, phoneNumber

    /// What a text is: how it is validated, sorted and searched.
    package enum Kind: Sendable {
        /// Any text with something to be seen.
        case text
        /// At least two digits, sorted and searched by its digits.
        case phoneNumber
    }

    private struct Descriptor {
        let key: String
        let label: String
        let columnTitle: String
        let settingsName: String
        let searchPrefix: String
        let sortKey: Character
        let kind: Kind
        let isRequired: Bool
        var hasParticles = false
    }

    private var descriptor: Descriptor {
        switch self {
        case .firstName:
            Descriptor(
                key: "firstname", label: "First name", columnTitle: "First name", settingsName: "first-name",
                searchPrefix: "first", sortKey: "f", kind: .text, isRequired: true)
        case .lastName:
            Descriptor(
                key: "lastname", label: "Last name", columnTitle: "Last name", settingsName: "last-name",
                searchPrefix: "last", sortKey: "l", kind: .text, isRequired: true, hasParticles: true)
        case .phoneNumber:
            Descriptor(
                key: "phonenumber", label: "Phone number", columnTitle: "Phone", settingsName: "phone",
                searchPrefix: "phone", sortKey: "p", kind: .phoneNumber, isRequired: true)
        }
    }
}

extension FriendField {
    /// The name in JSON objects, and of the column in databases.
    package var key: String { descriptor.key }
    /// The name at the beginning of a sentence.
    package var label: String { descriptor.label }
    /// The name above a column and before a field of the form, where there is little room.
    package var columnTitle: String { descriptor.columnTitle }
    /// The name in settings and on the command line.
    package var settingsName: String { descriptor.settingsName }
    /// What stands before the colon of a word that is searched in this field alone.
    package var searchPrefix: String { descriptor.searchPrefix }
    /// The key in the sort menu.
    package var sortKey: Character { descriptor.sortKey }
    /// What the text is.
    package var kind: Kind { descriptor.kind }
    /// Whether no friend is without it.
    package var isRequired: Bool { descriptor.isRequired }
    /// Whether the text is sorted without the particles before it ("von", "de").
    package var hasParticles: Bool { descriptor.hasParticles }

    /// The fields that make the name of a friend, in the order in which it is written.
    package static let nameFields: [FriendField] = [.firstName, .lastName]

    /// The field with that key, if there is one.
    package init?(key: some StringProtocol) {
        guard let field = Self.allCases.first(where: { $0.key == key }) else { return nil }
        self = field
    }
}
