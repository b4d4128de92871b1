import FriendsDatabase
import FriendsModel
import FriendsRepository
import Logging

/// A client of the database of this process, without a server between them: what it says is what the client of a server would
/// say (Docs/Decisions/0034-in-process.md).
struct RepositoryClient: FriendsClient {
    /// The maximum numbers of friends on a page.
    struct PageSizes {
        let first: Int
        let later: Int
        /// Of the whole trash; nil for all.
        let trash: Int?

        /// For a screen: the first page is there at once, and the rest in few pages.
        static let screen = Self(first: 200, later: 5_000, trash: 10_000)
        /// For a command: the next page is read while one is written.
        static let command = Self(first: 2_000, later: 2_000, trash: nil)
    }

    private let database: EmbeddedDatabase
    private let pageSizes: PageSizes
    private let logger: Logger

    init(_ database: EmbeddedDatabase, _ pageSizes: PageSizes, _ logger: Logger) {
        (self.database, self.pageSizes, self.logger) = (database, pageSizes, logger)
    }

    // MARK: Reading

    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        try await page(after: position, withRests: false)
    }

    func friendsWithRests(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        try await page(after: position, withRests: true)
    }

    private func page(
        after position: FriendPage.Position?, withRests hasRests: Bool
    ) async throws(FriendsClientError) -> FriendPage {
        let start = try position.map { (position) throws(FriendsClientError) in
            guard let start = FriendPosition(token: position.rawValue) else { throw .noSuchPage }
            return start
        }
        let limit = pageSize(after: position)
        let page = try await perform { (repository) throws(FriendRepositoryError) in
            try await repository.page(after: start, limit: limit, withRests: hasRests)
        }
        return FriendPage(page)
    }

    private func pageSize(after position: FriendPage.Position?) -> Int {
        position == nil ? pageSizes.first : pageSizes.later
    }

    func rest(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]? {
        let whole = try await perform { (repository) throws(FriendRepositoryError) in
            try await repository.whole(id)
        }
        guard let whole else { throw .notFound }
        return whole.rest.map(Array.init)
    }

    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        let friend = try await perform { (repository) throws(FriendRepositoryError) in
            try await repository.friend(id: id)
        }
        guard let friend else { throw .notFound }
        return friend
    }

    func deleted() async throws(FriendsClientError) -> Trash {
        let limit = pageSizes.trash
        return try await perform { (repository) throws(FriendRepositoryError) in
            try await repository.trash(after: nil, limit: limit, withRests: false).trash
        }
    }

    func deletedFriends(
        after position: FriendPage.Position?, withRests hasRests: Bool
    ) async throws(FriendsClientError) -> FriendPage {
        let start = try position.map { (position) throws(FriendsClientError) in
            guard let start = TrashPosition(token: position.rawValue) else { throw .noSuchPage }
            return start
        }
        let limit = pageSize(after: position)
        let page = try await perform { (repository) throws(FriendRepositoryError) in
            try await repository.trash(after: start, limit: limit, withRests: hasRests)
        }
        return FriendPage(page)
    }

    func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        guard let start = snapshot.position.flatMap({ HistoryPosition($0) }) else { throw .snapshotTooOld }
        let changes = try await perform { (repository) throws(FriendRepositoryError) in
            try await repository.changes(since: start)
        }
        guard let changes else { throw .snapshotTooOld }
        return ListChanges(
            changed: changes.changed, deleted: changes.deleted,
            snapshot: FriendPage.Snapshot(position: changes.position.text))
    }

    func history(of snapshot: FriendPage.Snapshot) -> String? { snapshot.history }

    func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError) {
        guard let start = snapshot.position.flatMap({ HistoryPosition($0) }) else { throw .snapshotTooOld }
        let (subscription, position) = try await perform { (repository) throws(FriendRepositoryError) in
            (repository.subscribe(), try await repository.followingPosition(from: start))
        }
        defer { subscription.end() }
        guard position != nil else { throw .snapshotTooOld }
        await receive(.connected)
        var snapshot = snapshot
        for await _ in subscription.wakes {
            let changes = try await changes(since: snapshot)
            guard changes.snapshot != snapshot else { continue }
            snapshot = changes.snapshot
            await receive(.changes(changes))
        }
        if Task.isCancelled { throw .cancelled }
    }

    /// Makes a call. Cancelled, it returns at once: the operation, which may wait for another program's lock, ends later.
    /// - Parameter isWrite: whether it changes something if it succeeds.
    func perform<Value: Sendable>(
        isWrite: Bool = false,
        _ work: @escaping @Sendable (SQLiteRepository) async throws(FriendRepositoryError) -> Value
    ) async throws(FriendsClientError) -> Value {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Value, FriendsClientError>.self)
        let call = Task {
            continuation.yield(await result(of: work, isWrite: isWrite))
            continuation.finish()
        }
        for await result in results { return try result.get() }
        call.cancel()
        throw .cancelled
    }

    private func result<Value: Sendable>(
        of work: (SQLiteRepository) async throws(FriendRepositoryError) -> Value, isWrite: Bool
    ) async -> Result<Value, FriendsClientError> {
        let repository: SQLiteRepository
        do throws(FriendRepositoryError) {
            repository = try await database.repository()
        } catch {
            return .failure(.unreachable(reason: error.message))
        }
        do throws(FriendRepositoryError) {
            return .success(try await work(repository))
        } catch {
            log(error)
            let failure = FriendsClientError(error)
            return .failure(isWrite && error.excludesChange ? .notDone(failure) : failure)
        }
    }

    private func log(_ error: FriendRepositoryError) {
        switch error {
        case .cancelled, .locked, .busy: break
        // The repository has logged these.
        case .displaced, .logReplaced: break
        default: logger.error("The database failed", metadata: ["error": "\(error)"])
        }
    }
}

extension FriendRepositoryError {
    /// Whether it is certain that nothing was written.
    fileprivate var excludesChange: Bool {
        switch self {
        case .failed, .unclear, .cancelled: false
        // Their errors say so.
        case .locked, .busy: false
        case .newerVersion, .notADatabaseOfFriends, .damaged, .readOnly, .forbidden, .full, .unusable, .displaced,
            .logReplaced, .unreachable, .otherCollation:
            true
        }
    }
}

extension FriendsClientError {
    fileprivate static var noSuchPage: Self { .rejected([], reason: "There is no such page") }

    /// The error of a database in this process, whose message says what happened and what to do.
    fileprivate init(_ error: FriendRepositoryError) {
        switch error {
        case .cancelled: self = .cancelled
        case .locked, .busy: self = .unavailable(status: "", reason: error.message)
        default: self = .failed(status: "", reason: error.message)
        }
    }
}
