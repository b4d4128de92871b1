import FriendsModel

/// A friend in the trash, as it travels.
package struct DeletedFriendDocument: Codable, Equatable, Sendable {
    package let id: String
    /// The version that it had.
    package let version: String
    package let firstname: String
    package let lastname: String
    package let phonenumber: String
    /// When it was deleted, as RFC 3339 writes it, in UTC.
    package let deleted: String

    package init(_ friend: Friend, deleted: String) {
        id = friend.id.rawValue
        version = friend.version.rawValue
        firstname = friend.details.firstName
        lastname = friend.details.lastName
        phonenumber = friend.details.phoneNumber
        self.deleted = deleted
    }

    package var friend: Friend {
        Friend(
            id: Friend.ID(id), version: Friend.Version(version),
            details: FriendDetails(firstName: firstname, lastName: lastname, phoneNumber: phonenumber))
    }
}

/// A list of deleted friends of which some entries may be broken: the good ones, and how many were not.
package struct TrashDocument: Decodable, Equatable, Sendable {
    package let friends: [DeletedFriendDocument]
    package let unreadableCount: Int
    /// Whether any of the entries, as far as there are any, has to do with a friend.
    package let isOfFriends: Bool

    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let entries: ReadableEntries<DeletedFriendDocument> = try container.readableEntries()
        (friends, unreadableCount, isOfFriends) = (entries.readable, entries.unreadableCount, entries.isOfFriends)
    }
}
