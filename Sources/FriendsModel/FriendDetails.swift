/// The texts of a friend, one per field, and its lines, without id and version.
///
/// Equality compares bytes, as the database does: otherwise an edit from "é" to "e\u{301}" would be dropped silently.
package struct FriendDetails: Equatable, Sendable {
    // One property per field, so that a friend needs no dictionary or array of its own.
    package var firstName: String
    package var lastName: String
    package var phoneNumber: String
    /// In the order of the person who wrote them.
    package var lines: [FriendLine]

    package init(
        firstName: String = "", lastName: String = "", phoneNumber: String = "", lines: [FriendLine] = []
    ) {
        self.firstName = firstName
        self.lastName = lastName
        self.phoneNumber = phoneNumber
        self.lines = lines
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

    /// What the friend is called everywhere: the first and the last name; without them the display name, else the organization,
    /// else an email address, last a phone number.
    package var fullName: String {
        let names = FriendField.nameFields.map { self[$0] }.filter { !$0.isEmpty }
        if !names.isEmpty { return names.joined(separator: " ") }
        func first(_ kind: LineKind) -> String? { lines.first { $0.kind == kind }?.value }
        if let name = first(.name) ?? first(.organization) ?? first(.email) { return name }
        return phoneNumber.isEmpty ? lines.first { $0.kind.identifies }?.value ?? "" : phoneNumber
    }

    /// Whether there is a first or a last name.
    package var hasName: Bool { FriendField.nameFields.contains { !self[$0].isEmpty } }

    /// Whether a text is the phone number, or a line that identifies the friend: such a full name is not the name of a person.
    /// - Parameter other: a line that does not count; nil for none.
    package func isIdentified(by text: String, besides other: FriendLine.ID? = nil) -> Bool {
        phoneNumber.isIdentical(to: text)
            || lines.contains { $0.kind.identifies && $0.id != other && $0.value.isIdentical(to: text) }
    }

    /// All texts on one line, the full name first.
    package var line: String {
        let others = FriendField.allCases.filter { !FriendField.nameFields.contains($0) }.map { self[$0] }
        let values = lines.map { $0.value.replacing("\n", with: " ") }
        let name = fullName
        return ([name] + (others + values).filter { !$0.isEmpty && $0 != name }).joined(separator: ", ")
    }

    /// Adds a line: a tag after the last tag, because cards have tags together, another one at the end.
    package mutating func add(_ line: FriendLine) {
        let lastTag =
            line.kind.format == .tag
            ? lines.lastIndex { $0.kind == line.kind && $0.label.isIdentical(to: line.label) } : nil
        lines.insert(line, at: lastTag.map { $0 + 1 } ?? lines.endIndex)
    }

    /// The values of the lines of a kind, in order.
    package func values(of kind: LineKind) -> [String] { lines.filter { $0.kind == kind }.map(\.value) }

    package static func == (one: Self, other: Self) -> Bool {
        FriendField.allCases.allSatisfy { one[$0].isIdentical(to: other[$0]) } && one.lines == other.lines
    }
}

// MARK: - JSON

/// A JSON object with one text per field, and an array of the lines unless there are none, in the HTTP interface and in
/// draft files.
extension FriendDetails: Codable {
    package init(from decoder: any Decoder) throws {
        try self.init(from: decoder.container(keyedBy: Key.self), key: Key.init)
    }

    /// A member of the object.
    package enum Member: Hashable, Sendable {
        case field(FriendField)
        case lines

        package var key: String {
            switch self {
            case .field(let field): field.key
            case .lines: "lines"
            }
        }

        package init?(key: some StringProtocol) {
            if key == "lines" {
                self = .lines
            } else if let field = FriendField(key: key) {
                self = .field(field)
            } else {
                return nil
            }
        }
    }

    /// Decodes the members of an object, which may have others. A field that was not there from the first version may be
    /// missing.
    package init<Key>(from container: KeyedDecodingContainer<Key>, key: (Member) -> Key) throws {
        self.init()
        for field in FriendField.allCases {
            self[field] =
                field.isOriginal
                ? try container.decode(String.self, forKey: key(.field(field)))
                : try container.decodeIfPresent(String.self, forKey: key(.field(field))) ?? ""
        }
        lines = try container.decodeIfPresent([FriendLine].self, forKey: key(.lines)) ?? []
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try encode(to: &container, key: Key.init)
    }

    /// Encodes the members into an object, which may have others.
    package func encode<Key>(to container: inout KeyedEncodingContainer<Key>, key: (Member) -> Key) throws {
        for field in FriendField.allCases { try container.encode(self[field], forKey: key(.field(field))) }
        if !lines.isEmpty { try container.encode(lines, forKey: key(.lines)) }
    }

    private struct Key: CodingKey {
        let member: Member

        var stringValue: String { member.key }
        var intValue: Int? { nil }

        init(_ member: Member) {
            self.member = member
        }

        init?(stringValue: String) {
            guard let member = Member(key: stringValue) else { return nil }
            self.member = member
        }

        init?(intValue: Int) { nil }
    }
}
