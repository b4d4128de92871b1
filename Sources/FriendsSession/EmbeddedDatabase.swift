import FriendsDatabase
import FriendsRepository
import NIOPosix
import Synchronization

/// The database of this process. It opens in the background: who needs it waits for that.
final class EmbeddedDatabase: Sendable {
    private typealias Outcome = Result<SQLiteRepository, FriendRepositoryError>

    /// What the thread that opens it and its users share.
    private final class Shared: Sendable {
        let outcome = Mutex<Outcome?>(nil)
    }

    private let shared = Shared()
    private let opening: Task<Outcome, Never>

    /// - Parameter open: called once, on another thread.
    init(opening open: @escaping @Sendable () throws(FriendRepositoryError) -> SQLiteRepository) {
        // Not in a task, which could start later: the first page waits for the database.
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let opened = NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop) { [shared] in
            let outcome = Outcome(catching: open)
            shared.outcome.withLock { $0 = outcome }
            return outcome
        }
        opening = Task.detached(priority: .userInitiated) {
            do { return try await opened.get() } catch { return .failure(.cancelled) }
        }
    }

    /// A database that is open.
    init(_ repository: SQLiteRepository) {
        shared.outcome.withLock { $0 = .success(repository) }
        opening = Task { .success(repository) }
    }

    /// The repository, as soon as it is open.
    func repository() async throws(FriendRepositoryError) -> SQLiteRepository {
        if let outcome = shared.outcome.withLock({ $0 }) { return try outcome.get() }
        return try await opening.value.get()
    }

    /// Closes the database, so that only its main file remains.
    func close() {
        if case .success(let repository) = shared.outcome.withLock({ $0 }) { repository.close() }
    }
}
