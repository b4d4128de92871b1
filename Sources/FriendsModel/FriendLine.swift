/// One of the lines under the fields of a friend, in an order of the person's own: a kind, an optional label and a value.
///
/// Equality compares bytes, as in ``FriendDetails``.
package struct FriendLine: Equatable, Sendable, Identifiable {
    /// An opaque identifier, unique among the lines of a friend: the same line on both sides of a merge. Comparison is
    /// byte by byte.
    package struct ID: Hashable, Sendable {
        package let rawValue: String

        package init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        package static func == (one: Self, other: Self) -> Bool { one.rawValue.isIdentical(to: other.rawValue) }

        package func hash(into hasher: inout Hasher) {
            var text = rawValue
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    /// The maximum number of lines of a friend.
    package static let maximumCount = 100

    package let id: ID
    package var kind: LineKind
    /// Which one of its kind it is, such as "work"; may be empty.
    package var label: String
    package var value: String

    package init(id: ID, kind: LineKind, label: String = "", value: String) {
        self.id = id
        self.kind = kind
        self.label = label
        self.value = value
    }

    /// Whether kind, label and value are the same; the ids may differ.
    package func hasSameContent(as other: FriendLine) -> Bool {
        kind.key.isIdentical(to: other.kind.key) && label.isIdentical(to: other.label)
            && value.isIdentical(to: other.value)
    }

    /// The line as it is stored: without white space around its texts.
    package var trimmed: FriendLine { FriendLine(id: id, kind: kind, label: label.trimmed, value: value.trimmed) }

    package static func == (one: Self, other: Self) -> Bool { one.id == other.id && one.hasSameContent(as: other) }
}

extension FriendLine.ID {
    /// The number of characters of a generated id: few enough to need no memory of its own, and 50 random bits.
    private static let length = 10
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")

    /// A random id.
    package static func random(using generator: inout some RandomNumberGenerator) -> Self {
        Self(String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }))
    }

    /// A random id.
    package static func random() -> Self {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Validates an id that a client has chosen, by the rule of the ids of friends (``Friend/ID/rule``).
    package init?(validating text: String) {
        guard Friend.ID(validating: text) != nil else { return nil }
        self.init(text)
    }
}

// MARK: - JSON

/// A JSON object in the HTTP interface and in draft files. An empty label is left out.
extension FriendLine: Codable {
    private enum CodingKeys: CodingKey {
        case id, kind, label, value
    }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: ID(try object.decode(String.self, forKey: .id)),
            kind: LineKind(key: try object.decode(String.self, forKey: .kind)),
            label: try object.decodeIfPresent(String.self, forKey: .label) ?? "",
            value: try object.decode(String.self, forKey: .value))
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(id.rawValue, forKey: .id)
        try object.encode(kind.key, forKey: .kind)
        if !label.isEmpty { try object.encode(label, forKey: .label) }
        try object.encode(value, forKey: .value)
    }
}
