import FriendsModel

/// A friend as it travels: the JSON object of the HTTP interface.
package struct FriendDocument: Codable, Equatable, Sendable {
    package let id: String
    package let version: String
    package let firstname: String
    package let lastname: String
    package let phonenumber: String

    package init(_ friend: Friend) {
        id = friend.id.rawValue
        version = friend.version.rawValue
        firstname = friend.details.firstName
        lastname = friend.details.lastName
        phonenumber = friend.details.phoneNumber
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let text = try? container.decode(String.self, forKey: .id) {
            id = text
        } else {
            // The first servers of this kind count their friends.
            id = String(try container.decode(Int.self, forKey: .id))
        }
        // Other servers of this kind have no versions; one text for all of them says "whatever it is now".
        version = try container.decodeIfPresent(String.self, forKey: .version) ?? ""
        firstname = try container.decode(String.self, forKey: .firstname)
        lastname = try container.decode(String.self, forKey: .lastname)
        phonenumber = try container.decode(String.self, forKey: .phonenumber)
    }

    package var friend: Friend {
        Friend(
            id: Friend.ID(id), version: Friend.Version(version),
            details: FriendDetails(firstName: firstname, lastName: lastname, phoneNumber: phonenumber))
    }
}

/// A list of friends of which some entries may be broken: the good ones, and how many were not.
package struct FriendListDocument: Decodable, Equatable, Sendable {
    package let friends: [Friend]
    package let unreadableCount: Int
    /// Whether any of the entries, as far as there are any, has to do with a friend.
    package let isOfFriends: Bool

    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let entries: ReadableEntries<FriendDocument> = try container.readableEntries()
        friends = entries.readable.map(\.friend)
        (unreadableCount, isOfFriends) = (entries.unreadableCount, entries.isOfFriends)
    }
}

/// The entries of a list that can be read, and what is known of the others.
struct ReadableEntries<Entry> {
    var readable: [Entry] = []
    var unreadableCount = 0
    /// How many of those have nothing to do with a friend.
    var foreignCount = 0

    var isOfFriends: Bool { !readable.isEmpty || foreignCount < unreadableCount || unreadableCount == 0 }
}

extension UnkeyedDecodingContainer {
    mutating func readableEntries<Entry: Decodable>() throws -> ReadableEntries<Entry> {
        var entries = ReadableEntries<Entry>()
        entries.readable.reserveCapacity(count ?? 0)
        while !isAtEnd {
            // Decoding a type that cannot fail moves past an entry that did.
            if let entry = try? decode(Entry.self) {
                entries.readable.append(entry)
            } else {
                entries.unreadableCount += 1
                if try !decode(AnyEntry.self).isOfFriend { entries.foreignCount += 1 }
            }
        }
        return entries
    }
}

private struct AnyEntry: Decodable {
    /// Whether it is an object with a field of a friend, whatever that holds.
    let isOfFriend: Bool

    private enum CodingKeys: CodingKey { case firstname, lastname, phonenumber }

    init(from decoder: any Decoder) {
        isOfFriend = (try? decoder.container(keyedBy: CodingKeys.self))?.allKeys.isEmpty == false
    }
}

/// The fields that a request carries: all of them to create a friend, the changed ones to update it.
package struct FriendFieldsDocument: Codable, Equatable, Sendable {
    package var id: String?
    package var firstname: String?
    package var lastname: String?
    package var phonenumber: String?

    /// The body that creates a friend.
    package init(_ details: FriendDetails, id: Friend.ID) {
        self.id = id.rawValue
        firstname = details.firstName
        lastname = details.lastName
        phonenumber = details.phoneNumber
    }

    /// The body that changes a friend (JSON merge patch).
    package init(_ changes: FriendChanges) {
        firstname = changes.values[.firstName]
        lastname = changes.values[.lastName]
        phonenumber = changes.values[.phoneNumber]
    }
}

extension FriendField {
    /// The key of the field in every JSON object.
    package var key: String {
        switch self {
        case .firstName: "firstname"
        case .lastName: "lastname"
        case .phoneNumber: "phonenumber"
        }
    }

    /// The field with that key, if there is one.
    package init?(key: some StringProtocol) {
        guard let field = Self.allCases.first(where: { $0.key == key }) else { return nil }
        self = field
    }
}
