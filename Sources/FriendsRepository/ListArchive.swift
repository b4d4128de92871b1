import FoundationEssentials
import FriendsModel

/// A friend with everything that a database stores of it.
package struct StoredFriend: Sendable {
    /// What only the list or only the trash stores of a friend.
    package enum Place: Sendable {
        case list(SortKey)
        /// - Parameter deletedAt: in seconds since 1970.
        case trash(TrashPosition, deletedAt: Int64)
    }

    package var friend: Friend
    package var rest: Data?
    package var place: Place

    package init(_ friend: Friend, rest: Data?, place: Place) {
        (self.friend, self.rest, self.place) = (friend, rest, place)
    }
}

/// What a database stores of the list as a whole.
package struct StoredListState: Equatable, Sendable {
    package var position: HistoryPosition
    /// The number of the change after which all changes are known.
    package var oldest: Int64
    /// The collation of the sort keys; see ``SortKey/collation``.
    package var collation: String
    package var friendCount: Int
    /// The number of friends in the trash.
    package var deletedCount: Int

    package init(
        position: HistoryPosition, oldest: Int64, collation: String, friendCount: Int, deletedCount: Int
    ) {
        (self.position, self.oldest, self.collation) = (position, oldest, collation)
        (self.friendCount, self.deletedCount) = (friendCount, deletedCount)
    }
}

/// The two parts of a database that have friends.
package enum ListPart: CaseIterable, Sendable {
    case list, trash
}

/// A database whose whole list is moved from or to it. Every call blocks its thread while the database works.
package protocol ListArchive {
    /// The database in messages, without secrets.
    var name: String { get }

    /// Reads from one snapshot, and changes nothing.
    func withSnapshot<Value>(
        _ work: (any ListSnapshot) throws(ListMigrationError) -> Value
    ) throws(ListMigrationError) -> Value

    /// The current position, in a transaction of its own.
    func position() throws(ListMigrationError) -> HistoryPosition

    /// Writes in one transaction: all of it is committed, or nothing when `work` throws. No one else writes meanwhile. A
    /// database without a list gets an empty one first.
    func withTransaction<Value>(
        _ work: (any ListTransaction) throws(ListMigrationError) -> Value
    ) throws(ListMigrationError) -> Value
}

/// A whole list as it is at one moment.
package protocol ListSnapshot {
    func state() throws(ListMigrationError) -> StoredListState

    /// The friends of a part in the order of their ids, after an id or from the first one: about as many as
    /// ``StoredListLimits`` say, at least one unless there are no more.
    func friends(in part: ListPart, after id: Friend.ID?) throws(ListMigrationError) -> [StoredFriend]
}

/// A transaction that fills an empty list.
package protocol ListTransaction: ListSnapshot {
    /// Inserts friends as they are. The number of friends is in the state afterwards.
    func insert(_ friends: [StoredFriend]) throws(ListMigrationError)

    /// Replaces the state of the list, when all friends are inserted.
    func replaceState(_ state: StoredListState) throws(ListMigrationError)
}

/// How many friends are in memory at a time.
package enum StoredListLimits {
    package static let friendCount = 1_000
    /// Of the friends, and as much again of their rests, in bytes.
    package static let size = 1 << 20
}
