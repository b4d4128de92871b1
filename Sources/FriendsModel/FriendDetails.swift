/// What people know of a friend: one text per field, without identity or version.
///
/// Two of them are equal when their bytes are: the database compares bytes, so a client that took "é" and "e\u{301}"
/// for the same text would drop such an edit without a word.
package struct FriendDetails: Equatable, Sendable {
    // One property per field: 100,000 friends need no memory beside the list for them.
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

    /// The first and the last name with a space between, as messages call a friend.
    package var fullName: String { "\(firstName) \(lastName)" }

    /// The name and the other texts, on one line.
    package var line: String {
        let others = FriendField.allCases.filter { !FriendField.nameFields.contains($0) }.map { self[$0] }
        return ([fullName] + others.filter { !$0.isEmpty }).joined(separator: ", ")
    }

    package static func == (one: Self, other: Self) -> Bool {
        FriendField.allCases.allSatisfy { one[$0].isIdentical(to: other[$0]) }
    }
}

// MARK: - JSON

/// A JSON object has a text per field under its key, in the HTTP interface as in the files of drafts.
extension FriendDetails: Codable {
    package init(from decoder: any Decoder) throws {
        try self.init(from: decoder.container(keyedBy: Key.self), key: Key.init)
    }

    /// Reads the fields of an object that may have other keys as well. A field that is not required may be missing.
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

    /// Writes the fields into an object that may have other keys as well.
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
