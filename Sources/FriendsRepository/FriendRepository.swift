/// The friends in a database. Each operation is one transaction and does not block the caller's thread.
///
/// An engine runs reads and writes; the operations that are made of them are the same for every engine.
package protocol FriendRepository: Sendable {
    /// Reads from one snapshot.
    /// - Parameter work: may run again, from the beginning, on another snapshot.
    func read<Value: Sendable>(
        _ work: @escaping @Sendable (any RepositorySnapshot) throws -> Value
    ) async throws(FriendRepositoryError) -> Value

    /// Reads as much as `work` wants from one snapshot. It may take long: it delays no other operation.
    /// - Parameter work: as above.
    func withSnapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any RepositorySnapshot) throws -> Value
    ) async throws(FriendRepositoryError) -> Value

    /// Writes in one transaction, perhaps together with others that wait.
    /// - Parameters:
    ///   - changeCount: the number of friends that it may change.
    ///   - work: may run again in another transaction.
    func write<Value: Sendable>(
        changeCount: Int, _ work: @escaping @Sendable (any RepositoryTransaction) throws -> Value
    ) async throws(FriendRepositoryError) -> Value

    /// Throws while it is known that nothing can be stored: subscribers get the same error as writers.
    func requireStorage() throws(FriendRepositoryError)

    /// Checks what a restart of this process can mend: the files of the database. A database on another server has none.
    func check() async throws(FriendRepositoryError)

    /// Checks that a write is possible now, and changes nothing.
    /// - Parameter timeout: how long to wait for other writers.
    func checkWrites(timeout: Duration) async throws(FriendRepositoryError)

    /// Adds a subscriber that is notified whenever the list may have changed.
    func subscribe() -> ChangeFeed.Subscription

    /// What it does now, for metrics; nil for a file, which has no connections and no servers.
    var status: RepositoryStatus? { get }

    /// Calls a closure from now on with the number of writes of each group that is made.
    func observeGroups(_ observer: @escaping @Sendable (_ writeCount: Int) -> Void)
}

extension FriendRepository {
    package func requireStorage() throws(FriendRepositoryError) {}

    package func withSnapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any RepositorySnapshot) throws -> Value
    ) async throws(FriendRepositoryError) -> Value { try await read(work) }
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
