import FriendsRepository
import NIOCore
import Synchronization

/// Whole lists that are being written to spools: each once, for all clients that ask for the same one meanwhile.
final class SpooledLists: Sendable {
    /// The same list in the same format. A client that knows the position gets the list of that moment or a later one.
    struct Key: Hashable {
        let path: String
        /// The value of `after`.
        let start: String?
        let format: Representation
        let position: HistoryPosition
    }

    /// A list that is complete in its spool, and its state.
    struct List: Sendable {
        let spool: Spool
        let position: HistoryPosition
        let totalCount: Int?
    }

    /// Throws when no client waits for the list any more.
    typealias Check = @Sendable () throws -> Void

    /// A list that is being written.
    private final class Writing: Sendable {
        /// Whether each client still waits; nil when the writing was cancelled.
        private let clients: Mutex<[@Sendable () -> Bool]?>

        init(_ client: @escaping @Sendable () -> Bool) { clients = Mutex([client]) }

        /// Adds a client, unless the writing was cancelled.
        func add(_ client: @escaping @Sendable () -> Bool) -> Bool {
            clients.withLock { clients in
                clients?.append(client)
                return clients != nil
            }
        }

        func requireClient() throws {
            try clients.withLock { clients in
                if clients?.contains(where: { $0() }) != true { clients = nil }
                guard clients != nil else { throw CancellationError() }
            }
        }
    }

    private let writings = Mutex<[Key: (writing: Writing, task: Task<List, any Error>)]>([:])
    private let turns: Turns

    /// The number of lists that are written at once unless told otherwise. Each has a connection of the database, of which
    /// there are few, until it is complete.
    static func concurrency(ofProcessors count: Int) -> Int { max(1, min(2, count / 2)) }

    /// - Parameter concurrency: the number of lists that are written at once. Others wait for their turn.
    init(concurrency: Int = concurrency(ofProcessors: System.coreCount)) { turns = Turns(concurrency) }

    /// A list for a client.
    /// - Parameters:
    ///   - isWaiting: whether the client still waits for it. When no one does, the writing ends.
    ///   - write: writes the list, and calls the check from time to time.
    func list(
        _ key: Key, while isWaiting: @escaping @Sendable () -> Bool,
        write: @escaping @Sendable (@escaping Check) async throws -> List
    ) async throws -> List {
        let task = writings.withLock { writings in
            if let (writing, task) = writings[key], writing.add(isWaiting) { return task }
            let writing = Writing(isWaiting)
            let task = Task {
                defer { self.writings.withLock { if $0[key]?.writing === writing { $0[key] = nil } } }
                return try await turns.run {
                    try writing.requireClient()
                    return try await write(writing.requireClient)
                }
            }
            writings[key] = (writing, task)
            return task
        }
        return try await task.value
    }
}
