import FriendsModel

/// A friend in a response: the JSON object of the HTTP interface.
package struct FriendDocument: Codable, Equatable, Sendable {
    /// The maximum number of lines that a client takes; a server of this version stores a tenth.
    private static let maximumLineCount = 10 * FriendLine.maximumCount
    /// The maximum size of one text and of all texts of a friend, in UTF-8 bytes. A server of this version stores less.
    private static let (maximumTextSize, maximumSize) = (200_000, 20_000_000)

    package let friend: Friend

    package init(_ friend: Friend) {
        self.friend = friend
    }

    /// - Throws: `DecodingError` for an object that is no friend, and for a friend that is so large that it would make every
    ///   key slow.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FriendKey.self)
        let id: String
        if let text = try? container.decode(String.self, forKey: .id) {
            id = text
        } else {
            // The first servers of this kind number their friends.
            id = String(try container.decode(Int.self, forKey: .id))
        }
        // Other servers of this kind have no versions. The empty text matches any version.
        let version = try container.decodeIfPresent(String.self, forKey: .version) ?? ""
        friend = Friend(
            id: Friend.ID(id), version: Friend.Version(version),
            details: try FriendDetails(from: container, key: FriendKey.member),
            keptText: try container.decodeIfPresent(String.self, forKey: .kept) ?? "")
        guard Self.isTaken(friend) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: "The friend is too large"))
        }
    }

    private static func isTaken(_ friend: Friend) -> Bool {
        let details = friend.details
        guard details.lines.count <= maximumLineCount else { return false }
        var size = 0
        func isTaken(_ text: String) -> Bool {
            size += text.utf8.count
            return text.utf8.count <= maximumTextSize && size <= maximumSize
        }
        return FriendField.allCases.allSatisfy { isTaken(details[$0]) }
            && details.lines.allSatisfy { isTaken($0.label) && isTaken($0.value) } && isTaken(friend.keptText)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FriendKey.self)
        try container.encode(friend.id.rawValue, forKey: .id)
        try container.encode(friend.version.rawValue, forKey: .version)
        try friend.details.encode(to: &container, key: FriendKey.member)
        if !friend.keptText.isEmpty { try container.encode(friend.keptText, forKey: .kept) }
    }
}

/// A friend with its rest: the object of the friend with the bytes in Base64.
package struct WholeFriendDocument: Codable, Equatable, Sendable {
    package let friend: Friend
    /// Nil for a friend without a rest.
    package let rest: String?

    package init(_ friend: Friend, rest: String?) {
        self.friend = friend
        self.rest = rest
    }

    package init(from decoder: any Decoder) throws {
        friend = try FriendDocument(from: decoder).friend
        rest = try decoder.container(keyedBy: FriendKey.self).decodeIfPresent(String.self, forKey: .rest)
    }

    package func encode(to encoder: any Encoder) throws {
        try FriendDocument(friend).encode(to: encoder)
        var container = encoder.container(keyedBy: FriendKey.self)
        try container.encodeIfPresent(rest, forKey: .rest)
    }
}

/// A friend in the trash: the object of the friend with the time of its deletion, and with its rest if it was asked for.
package struct DeletedFriendDocument: Codable, Equatable, Sendable {
    package let friend: Friend
    /// The time in RFC 3339 format, in UTC.
    package let deleted: String
    /// The bytes in Base64; nil for a friend without a rest.
    package let rest: String?

    package init(_ friend: Friend, deleted: String, rest: String? = nil) {
        self.friend = friend
        self.deleted = deleted
        self.rest = rest
    }

    package init(from decoder: any Decoder) throws {
        friend = try FriendDocument(from: decoder).friend
        let container = try decoder.container(keyedBy: FriendKey.self)
        deleted = try container.decode(String.self, forKey: .deleted)
        rest = try container.decodeIfPresent(String.self, forKey: .rest)
    }

    package func encode(to encoder: any Encoder) throws {
        try FriendDocument(friend).encode(to: encoder)
        var container = encoder.container(keyedBy: FriendKey.self)
        try container.encode(deleted, forKey: .deleted)
        try container.encodeIfPresent(rest, forKey: .rest)
    }
}

/// The keys of a friend in requests and responses.
enum FriendKey: CodingKey {
    case id, version, deleted, rest, kept
    case member(FriendDetails.Member)

    var stringValue: String {
        switch self {
        case .id: "id"
        case .version: "version"
        case .deleted: "deleted"
        case .rest: "rest"
        case .kept: "kept"
        case .member(let member): member.key
        }
    }

    init?(stringValue: String) {
        switch stringValue {
        case "id": self = .id
        case "version": self = .version
        case "deleted": self = .deleted
        case "rest": self = .rest
        case "kept": self = .kept
        default:
            guard let member = FriendDetails.Member(key: stringValue) else { return nil }
            self = .member(member)
        }
    }

    var intValue: Int? { nil }

    init?(intValue: Int) { nil }
}

/// A list in which entries may be invalid: the valid entries, and the number of the others.
package struct ListDocument<Entry: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    package private(set) var entries: [Entry]
    package private(set) var unreadableCount = 0
    /// The number of unreadable entries that are not about a friend.
    private var foreignCount = 0

    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        entries = []
        entries.reserveCapacity(container.count ?? 0)
        while !container.isAtEnd {
            // An invalid entry is skipped by decoding it as a type that cannot fail.
            if let entry = try? container.decode(Entry.self) {
                entries.append(entry)
            } else {
                unreadableCount += 1
                if try !container.decode(AnyEntry.self).isOfFriend { foreignCount += 1 }
            }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        try entries.encode(to: encoder)
    }

    /// Whether at least one entry is about a friend, or the list is empty.
    package var isOfFriends: Bool { !entries.isEmpty || foreignCount < unreadableCount || unreadableCount == 0 }
}

/// The list.
package typealias FriendListDocument = ListDocument<FriendDocument>
/// A list with rests.
package typealias WholeListDocument = ListDocument<WholeFriendDocument>
/// The trash.
package typealias TrashDocument = ListDocument<DeletedFriendDocument>

extension ListDocument<FriendDocument> {
    package var friends: [Friend] { entries.map(\.friend) }
}

private struct AnyEntry: Decodable {
    /// Whether it is an object with the key of a friend's field, with any value.
    let isOfFriend: Bool

    init(from decoder: any Decoder) {
        let keys = (try? decoder.container(keyedBy: FriendKey.self))?.allKeys ?? []
        isOfFriend = keys.contains { if case .member(.field) = $0 { true } else { false } }
    }
}
