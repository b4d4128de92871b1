import FriendsModel

/// The fields in a request body, before validation: all fields to create a friend, the changed ones to update it.
package struct FriendRequest: Codable, Equatable, Sendable {
    /// The value of a key.
    package enum Value: Equatable, Sendable {
        case absent
        case null
        case text(String)
        /// Any other JSON value.
        case other
    }

    package private(set) var id: Value = .absent
    private var values: [FriendField: Value] = [:]

    package subscript(field: FriendField) -> Value { values[field] ?? .absent }

    /// The body that creates a friend.
    package init(_ details: FriendDetails, id: Friend.ID) {
        self.id = .text(id.rawValue)
        for field in FriendField.allCases { values[field] = .text(details[field]) }
    }

    /// The body that changes a friend (JSON merge patch).
    package init(_ changes: FriendChanges) {
        values = changes.values.mapValues(Value.text)
    }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FriendKey.self)
        id = try Self.value(of: .id, in: object)
        for field in FriendField.allCases { values[field] = try Self.value(of: .member(.field(field)), in: object) }
    }

    private static func value(of key: FriendKey, in object: KeyedDecodingContainer<FriendKey>) throws -> Value {
        guard object.contains(key) else { return .absent }
        if try object.decodeNil(forKey: key) { return .null }
        do {
            return .text(try object.decode(String.self, forKey: key))
        } catch DecodingError.typeMismatch {
            return .other
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: FriendKey.self)
        try Self.encode(id, as: .id, in: &object)
        for field in FriendField.allCases { try Self.encode(self[field], as: .member(.field(field)), in: &object) }
    }

    private static func encode(
        _ value: Value, as key: FriendKey, in object: inout KeyedEncodingContainer<FriendKey>
    ) throws {
        switch value {
        case .absent: break
        case .null: try object.encodeNil(forKey: key)
        case .text(let text): try object.encode(text, forKey: key)
        case .other:
            let context = EncodingError.Context(codingPath: [key], debugDescription: "Only texts are sent.")
            throw EncodingError.invalidValue(value, context)
        }
    }
}
