/// The texts of a friend, one per field, without id and version.
///
/// Equality compares bytes, as the database does: otherwise an edit from "é" to "e\u{301}" would be dropped silently.
package struct FriendDetails: Equatable, Sendable {
    // One property per field, so that a friend needs no dictionary or array of its own.
    package var firstName: String
    package var lastName: String
    package var phoneNumber: String

    package init(firstName: String = "", lastName: String = "", phoneNumber: String = "") {
        self.firstName = firstName
        self.lastName = lastName
        self.phoneNumber = phoneNumber
    }

    package subscript(field: FriendField) -> String {
        get {
            switch field {
            case .firstName: firstName
            case .lastName: lastName
            case .phoneNumber: phoneNumber
            }
        }
        set {
            switch field {
            case .firstName: firstName = newValue
            case .lastName: lastName = newValue
            case .phoneNumber: phoneNumber = newValue
            }
        }
    }

    /// The first and the last name, for messages.
    package var fullName: String { "\(firstName) \(lastName)" }

    /// All texts on one line, the full name first.
    package var line: String {
        let others = FriendField.allCases.filter { !FriendField.nameFields.contains($0) }.map { self[$0] }
        return ([fullName] + others.filter { !$0.isEmpty }).joined(separator: ", ")
    }

    package static func == (one: Self, other: Self) -> Bool {
        FriendField.allCases.allSatisfy { one[$0].isIdentical(to: other[$0]) }
    }
}

// MARK: - JSON

/// A JSON object with one text per field, in the HTTP interface and in draft files.
extension FriendDetails: Codable {
    package init(from decoder: any Decoder) throws {
        try self.init(from: decoder.container(keyedBy: Key.self), key: Key.init)
    }

    /// Decodes the fields of an object, which may have other keys. A field that is not required may be missing.
    package init<Key>(from container: KeyedDecodingContainer<Key>, key: (FriendField) -> Key) throws {
        self.init()
        for field in FriendField.allCases {
            self[field] =
                field.isRequired
                ? try container.decode(String.self, forKey: key(field))
                : try container.decodeIfPresent(String.self, forKey: key(field)) ?? ""
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try encode(to: &container, key: Key.init)
    }

    /// Encodes the fields into an object, which may have other keys.
    package func encode<Key>(
        to container: inout KeyedEncodingContainer<Key>, key: (FriendField) -> Key
    ) throws {
        for field in FriendField.allCases { try container.encode(self[field], forKey: key(field)) }
    }

    private struct Key: CodingKey {
        let field: FriendField

        var stringValue: String { field.key }
        var intValue: Int? { nil }

        init(_ field: FriendField) {
            self.field = field
        }

        init?(stringValue: String) {
            guard let field = FriendField(key: stringValue) else { return nil }
            self.field = field
        }

        init?(intValue: Int) { nil }
    }
}
