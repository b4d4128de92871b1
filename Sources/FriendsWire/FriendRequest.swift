import FoundationEssentials
import FriendsModel

/// The parts of a friend in a request body, before validation: all parts to create a friend, the changed ones to update
/// it.
package struct FriendRequest: Codable, Equatable, Sendable {
    /// The value of a key.
    package enum Value: Equatable, Sendable {
        case absent
        case null
        case text(String)
        /// Any other JSON value.
        case other
    }

    /// The value of the key of the lines.
    package enum Lines: Equatable, Sendable {
        case absent
        case null
        /// The lines; of more than the maximum, the first ones and one more.
        case list([LineRequest])
        /// Any other JSON value.
        case other
    }

    package private(set) var id: Value = .absent
    package private(set) var lines: Lines = .absent
    /// The rest of an imported card, in Base64.
    package private(set) var rest: Value = .absent
    private var values: [FriendField: Value] = [:]

    package subscript(field: FriendField) -> Value { values[field] ?? .absent }

    /// The body that creates a friend.
    package init(_ details: FriendDetails, id: Friend.ID, rest: [UInt8]? = nil) {
        self.init(rest: rest)
        self.id = .text(id.rawValue)
        for field in FriendField.allCases { values[field] = .text(details[field]) }
        if !details.lines.isEmpty { lines = .list(details.lines.map { LineRequest($0) }) }
    }

    /// The body that changes a friend (JSON merge patch).
    /// - Parameter rest: nil leaves the rest as it is, and an empty one removes it.
    package init(_ changes: FriendChanges, rest: [UInt8]? = nil) {
        self.init(rest: rest)
        values = changes.values.mapValues(Value.text)
        if let lines = changes.lines { self.lines = .list(lines.map { LineRequest($0) }) }
    }

    /// Whether the friend that this body creates would have these details without any change by the server.
    package func hasExactly(_ details: FriendDetails) -> Bool {
        let hasLines =
            switch lines {
            case .absent: details.lines.isEmpty
            case .list(let lines): lines.elementsEqual(details.lines) { $0 == LineRequest($1) }
            case .null, .other: false
            }
        return hasLines
            && FriendField.allCases.allSatisfy { self[$0] == .text(details[$0]) }
    }

    private init(rest: [UInt8]?) {
        if let rest { self.rest = .text(Data(rest).base64EncodedString()) }
    }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FriendKey.self)
        id = try object.value(of: .id)
        for field in FriendField.allCases { values[field] = try object.value(of: .member(.field(field))) }
        lines = try Self.lines(in: object)
        rest = try object.value(of: .rest)
    }

    private static func lines(in object: KeyedDecodingContainer<FriendKey>) throws -> Lines {
        let key = FriendKey.member(.lines)
        guard object.contains(key) else { return .absent }
        if try object.decodeNil(forKey: key) { return .null }
        guard var array = try? object.nestedUnkeyedContainer(forKey: key) else { return .other }
        var lines: [LineRequest] = []
        while !array.isAtEnd, lines.count <= FriendLine.maximumCount {
            lines.append(try array.decode(LineRequest.self))
        }
        return .list(lines)
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: FriendKey.self)
        try object.encode(id, for: .id)
        for field in FriendField.allCases { try object.encode(self[field], for: .member(.field(field))) }
        if case .list(let lines) = lines { try object.encode(lines, forKey: .member(.lines)) }
        try object.encode(rest, for: .rest)
    }
}

/// A line in a request body, before validation.
package struct LineRequest: Codable, Equatable, Sendable {
    /// Whether it is a JSON object.
    package let isObject: Bool
    package private(set) var id: FriendRequest.Value = .absent
    package private(set) var kind: FriendRequest.Value = .absent
    package private(set) var label: FriendRequest.Value = .absent
    package private(set) var value: FriendRequest.Value = .absent

    private enum CodingKeys: CodingKey {
        case id, kind, label, value
    }

    init(_ line: FriendLine) {
        isObject = true
        (id, kind, value) = (.text(line.id.rawValue), .text(line.kind.key), .text(line.value))
        if !line.label.isEmpty { label = .text(line.label) }
    }

    package init(from decoder: any Decoder) throws {
        guard let object = try? decoder.container(keyedBy: CodingKeys.self) else {
            isObject = false
            return
        }
        isObject = true
        id = try object.value(of: .id)
        kind = try object.value(of: .kind)
        label = try object.value(of: .label)
        value = try object.value(of: .value)
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(id, for: .id)
        try object.encode(kind, for: .kind)
        try object.encode(label, for: .label)
        try object.encode(value, for: .value)
    }
}

extension KeyedDecodingContainer {
    /// The value of a key, of any type.
    func value(of key: Key) throws -> FriendRequest.Value {
        do {
            if let text = try decodeIfPresent(String.self, forKey: key) { return .text(text) }
            return contains(key) ? .null : .absent
        } catch DecodingError.typeMismatch {
            return .other
        }
    }
}

extension KeyedEncodingContainer {
    /// Encodes the value of a key.
    mutating func encode(_ value: FriendRequest.Value, for key: Key) throws {
        switch value {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .text(let text): try encode(text, forKey: key)
        case .other:
            let context = EncodingError.Context(codingPath: [key], debugDescription: "Only texts are sent.")
            throw EncodingError.invalidValue(value, context)
        }
    }
}
