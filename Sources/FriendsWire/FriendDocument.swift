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

    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let entries: [FriendDocument]
        (entries, unreadableCount) = try container.readableEntries()
        friends = entries.map(\.friend)
    }
}

extension UnkeyedDecodingContainer {
    /// The entries that can be read, and how many cannot.
    mutating func readableEntries<Entry: Decodable>() throws -> (entries: [Entry], unreadableCount: Int) {
        var entries: [Entry] = []
        entries.reserveCapacity(count ?? 0)
        var unreadableCount = 0
        while !isAtEnd {
            // Decoding a type that cannot fail moves past an entry that did.
            if let entry = try? decode(Entry.self) {
                entries.append(entry)
            } else {
                _ = try decode(AnyEntry.self)
                unreadableCount += 1
            }
        }
        return (entries, unreadableCount)
    }
}

private struct AnyEntry: Decodable {
    init(from decoder: any Decoder) {}
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
