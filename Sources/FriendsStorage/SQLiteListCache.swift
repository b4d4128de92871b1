import FriendsFiles
import FriendsModel
import GRDB
import Glibc
import Logging
import Synchronization

/// The last known list of one server, in an SQLite file of its own.
///
/// A damaged or foreign file is deleted and recreated: the server has all of its content.
package final class SQLiteListCache: ListCache {
    let path: String
    private let server: String
    private let logger: Logger
    private let queue = SerialQueue()
    /// The open file; used by the work on the queue only.
    private let file = Mutex<DatabaseQueue?>(nil)

    /// - Parameters:
    ///   - directory: the directory of all caches, created with the first write.
    ///   - server: the address, which identifies the file. It must not contain a token.
    package init(directory: String, server: String, logger: Logger) {
        path = "\(directory)/\(PrivateFile.name(for: server)).sqlite"
        self.server = server
        self.logger = logger
    }

    package func list(first limit: Int?) async -> CachedList? {
        await queue.value { [self] in
            guard access(path, F_OK) == 0 else { return nil }
            return attempt { file in try file.read { db in try CacheContent.list(first: limit, db) } } ?? nil
        }
    }

    package func replace(with list: CachedList) {
        queue.add { [self] in
            attempt { file in try file.write { db in try CacheContent.replace(with: list, db) } }
        }
    }

    package func apply(_ changes: ListChanges, to snapshot: FriendPage.Snapshot, at time: Int) {
        queue.add { [self] in
            attempt { file in try file.write { db in try CacheContent.apply(changes, to: snapshot, at: time, db) } }
        }
    }

    package func flush() async {
        await queue.value {}
    }

    /// Runs an action on the file. Failures are only logged.
    @discardableResult
    private func attempt<Value>(_ action: (DatabaseQueue) throws -> Value) -> Value? {
        do {
            return try action(try opened())
        } catch {
            logger.warning("The cached list cannot be used: \(Self.reason(of: error))")
            if Self.isWrongFile(error) { discard() }
            return nil
        }
    }

    private func opened() throws -> DatabaseQueue {
        if let file = file.withLock({ $0 }) { return file }
        do {
            return try open()
        } catch  where Self.isWrongFile(error) {
            logger.notice("Rebuilding the cached list: \(Self.reason(of: error))")
            discard()
            return try open()
        }
    }

    private func open() throws -> DatabaseQueue {
        try Directory.create(for: path)
        // SQLite would follow a link, and create a file that other users can read.
        _ = try PrivateFile.open(path, O_RDWR | O_CREAT)
        var configuration = Configuration()
        // Two programs on one server share the file.
        configuration.busyMode = .timeout(1)
        let opened = try DatabaseQueue(path: path, configuration: configuration)
        try opened.write { db in try CacheContent.prepare(for: server, db) }
        file.withLock { $0 = opened }
        return opened
    }

    private func discard() {
        file.withLock { $0 = nil }
        unlink(path)
        unlink(path + "-journal")
    }

    /// Whether the content or the type of the file is wrong, rather than the disk or the permissions.
    private static func isWrongFile(_ error: any Error) -> Bool {
        switch error {
        case is CacheContent.NotOurs: true
        case let error as FileError: error.isForeign
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR: true
            default: false
            }
        default: false
        }
    }

    /// The reason without the values of a statement, which are private.
    private static func reason(of error: any Error) -> String {
        guard let error = error as? DatabaseError else { return "\(error)" }
        return "\(error.resultCode)"
    }
}
