import FoundationEssentials
import FriendsModel

/// The friends in a database. Each operation is one transaction and does not block the caller's thread.
package protocol FriendRepository: Sendable {
    // MARK: Reading

    /// Up to `limit` friends after `position`, from one snapshot; all of them when `limit` is nil. Long ones make a page
    /// shorter.
    /// - Parameter hasRests: whether to read their rests, of which large ones make a page shorter, too.
    func page(
        after position: FriendPosition?, limit: Int?, withRests hasRests: Bool
    ) async throws(FriendRepositoryError) -> ListPage

    /// The friend with the id, if there is one.
    func friend(id: Friend.ID) async throws(FriendRepositoryError) -> Friend?

    /// The friend with the id and its rest, if there is one.
    func whole(_ id: Friend.ID) async throws(FriendRepositoryError) -> (friend: Friend, rest: Data?)?

    /// Up to `limit` deleted friends after `position`, newest first, from one snapshot; all of them when `limit` is nil. Long
    /// ones make a page shorter.
    /// - Parameter hasRests: whether to read their rests, of which large ones make a page shorter, too.
    func trash(
        after position: TrashPosition?, limit: Int?, withRests hasRests: Bool
    ) async throws(FriendRepositoryError) -> TrashPage

    /// Reads as much as `work` wants from one snapshot. It may take long: it delays no other operation.
    /// - Parameter work: may run again, from the beginning, on another snapshot.
    func withSnapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any RepositorySnapshot) throws -> Value
    ) async throws(FriendRepositoryError) -> Value

    /// Checks what a restart of this process can mend: the files of the database. A database on another server has none.
    func check() async throws(FriendRepositoryError)

    /// Checks that a write is possible now, and changes nothing.
    /// - Parameter timeout: how long to wait for other writers.
    func checkWrites(timeout: Duration) async throws(FriendRepositoryError)

    // MARK: Writing

    /// Stores a new friend. The caller validates the details (``FriendDraft``). A line with the empty id gets another one.
    func create(
        _ details: FriendDetails, rest: Data?, id: Friend.ID
    ) async throws(FriendRepositoryError) -> FriendCreation

    /// Changes a friend. The caller validates the changes (``FriendDraft``). A line with the empty id gets another one.
    /// Without a difference the version stays.
    /// - Parameter versions: the allowed current versions; nil for any.
    func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: RestChange, ifVersion versions: [Friend.Version]?
    ) async throws(FriendRepositoryError) -> FriendUpdate

    /// Moves a friend to the trash.
    /// - Parameter versions: the allowed current versions; nil for any.
    func delete(
        _ id: Friend.ID, ifVersion versions: [Friend.Version]?
    ) async throws(FriendRepositoryError) -> FriendDeletion

    /// Moves a friend from the trash back to the list, with its id, its details and its rest.
    func restore(_ id: Friend.ID) async throws(FriendRepositoryError) -> FriendRestoration

    /// Makes several writes in one transaction, in order, as one change of the list. A deletion of a friend that is in the
    /// trash, at such a version, counts as done.
    /// - Parameter isAtomic: whether nothing is written unless all can be done. Otherwise all that can be done are. A write
    ///   that has nothing to change keeps its result when others cannot be done.
    func write(
        _ writes: [RepositoryWrite], isAtomic: Bool
    ) async throws(FriendRepositoryError) -> [RepositoryWriteResult]

    // MARK: History

    /// The current position of the list in its history.
    func position() async throws(FriendRepositoryError) -> HistoryPosition

    /// The position at which a new subscriber starts: `start`, or the current one when that is nil.
    /// - Returns: nil when `start` is too old, from another history or in the future. It reads no changes: many subscribers
    ///   come back at once after a restart, and read them together.
    func followingPosition(from start: HistoryPosition?) async throws(FriendRepositoryError) -> HistoryPosition?

    /// Adds a subscriber that is notified whenever the list may have changed.
    func subscribe() -> ChangeFeed.Subscription

    /// The changes since `start`, from one snapshot.
    /// - Returns: nil when they are not available: the position is too old, from another history or in the future, or there
    ///   are too many changes. The client then loads the whole list.
    func changes(since start: HistoryPosition) async throws(FriendRepositoryError) -> HistoryChanges?

    // MARK: Metrics

    /// What it does now; nil for a file, which has no connections and no servers.
    var status: RepositoryStatus? { get }

    /// Calls a closure from now on with the number of writes of each group that is made.
    func observeGroups(_ observer: @escaping @Sendable (_ writeCount: Int) -> Void)
}

/// The limits of what a repository returns.
package enum RepositoryLimits {
    /// The maximum size of a page, in bytes: clients accept 64 MiB, and JSON may take several bytes for one.
    package static let pageSize = 8 << 20
    /// A client that has missed more changes loads the whole list.
    package static let changeCount = 10_000
    /// The same in bytes: clients accept 64 MiB, and JSON may take several bytes for one.
    package static let changesSize = 16 << 20
    /// The maximum size of the friends in the results of a batch, in bytes. Beyond it, outdated writes are refused without
    /// reading their friends.
    package static let batchResultSize = 8 << 20
    /// The maximum size of the friends and rests that a batch reads, in bytes. Writes beyond it are not tried.
    package static let batchReadSize = 64 << 20
    /// How long a deleted friend is kept in the trash, in seconds.
    package static let trashRetention: Int64 = 30 * 24 * 60 * 60
}
