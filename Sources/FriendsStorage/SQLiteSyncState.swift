import FoundationEssentials
import FriendsCardDAV
import FriendsFiles
import FriendsModel
import FriendsSync
import FriendsVCard
import GRDB
import Glibc

/// What both sides of a synchronisation had, in an SQLite file of its own.
///
/// Only one program has it at a time. Without it, a synchronisation only adds: a lost file loses no friend.
package final class SQLiteSyncState: SyncState {
    /// Why the file cannot be opened.
    package enum Problem: Error, Equatable {
        /// Another program synchronises the same account with the same list.
        case isInUse
        case unusable(SyncStateError)
    }

    private let database: DatabaseQueue
    private let lock: OpenFile

    /// Opens or creates the file.
    /// - Parameters:
    ///   - directory: the directory of all such files.
    ///   - account: the name of the account.
    ///   - address: the address of its address book.
    ///   - list: what identifies the list: the address of its server, or the path of its database.
    package init(directory: String, account: String, address: String, list: String) throws(Problem) {
        let path = Self.path(directory, account, address, list)
        do throws(FileError) {
            try Directory.create(for: path)
            lock = try PrivateFile.open(path + ".lock", O_RDWR | O_CREAT)
        } catch {
            throw .unusable(SyncStateError(error.description))
        }
        do throws(FileError) {
            try lock.lock(waits: false)
        } catch {
            throw error.code == EWOULDBLOCK ? .isInUse : .unusable(SyncStateError(error.description))
        }
        do {
            // SQLite would follow a link, and create a file that other users can read.
            try PrivateFile.create(path)
            database = try Self.shared(path)
            try database.write { db in try SyncTables.prepare(db) }
        } catch {
            throw .unusable(Self.converted(error))
        }
    }

    private static func path(_ directory: String, _ account: String, _ address: String, _ list: String) -> String {
        let key = Friend.ID.derived("") { $0.add([address, list]) }.rawValue
        return "\(directory)/\(start(of: account))\(key)\(suffix)"
    }

    /// Whether the account and the list were synchronised.
    package static func exists(directory: String, account: String, address: String, list: String) -> Bool {
        access(path(directory, account, address, list), F_OK) == 0
    }

    private static func start(of account: String) -> String { PrivateFile.name(for: account) + "-" }
    private static let suffix = ".sqlite"

    /// Removes the files of an account, with all lists that were synchronised with it.
    package static func remove(directory: String, account: String) {
        let start = start(of: account)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] where name.hasPrefix(start)
        {
            // Names of accounts can have hyphens, keys have none.
            guard let end = name.firstRange(of: suffix), !name[..<end.lowerBound].dropFirst(start.count).contains("-")
            else { continue }
            unlink("\(directory)/\(name)")
        }
    }

    /// What a synchronisation has left behind, also while another program has the file.
    /// - Parameters: as above.
    /// - Returns: nil before the first synchronisation.
    package static func overview(
        directory: String, account: String, address: String, list: String
    ) throws(SyncStateError) -> SyncOverview? {
        let path = path(directory, account, address, list)
        guard access(path, F_OK) == 0 else { return nil }
        do {
            return try shared(path).read { db in try SyncTables.isOurs(db) ? SyncTables.overview(db) : nil }
        } catch {
            throw converted(error)
        }
    }

    /// Cards as both sides had them after the last synchronisation, by their names, also while another program has the file.
    /// - Parameters: as above.
    package static func cards(
        named names: [String], directory: String, account: String, address: String, list: String
    ) throws(SyncStateError) -> [String: [UInt8]] {
        let path = path(directory, account, address, list)
        guard !names.isEmpty, access(path, F_OK) == 0 else { return [:] }
        do {
            return try shared(path).read { db in
                guard try SyncTables.isOurs(db) else { return [:] }
                return try names.reduce(into: [:]) { $0[$1] = try SyncTables.content(named: $1, db) }
            }
        } catch {
            throw converted(error)
        }
    }

    /// Notes that a person has decided about a conflict, also while another program has the file.
    /// - Parameters: as above.
    package static func decide(
        _ conflict: SyncConflict, of friend: Friend.ID, directory: String, account: String, address: String,
        list: String
    ) throws(SyncStateError) {
        let path = path(directory, account, address, list)
        guard access(path, F_OK) == 0 else { return }
        do {
            try shared(path).write { db in
                if try SyncTables.isOurs(db) { try SyncTables.apply(.decided(friend, conflict), db) }
            }
        } catch {
            throw converted(error)
        }
    }

    /// How long another program may write meanwhile, in seconds.
    private static let patience = 5.0

    private static func shared(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    package func overview() throws(SyncStateError) -> SyncOverview {
        try attempt { try $0.read { db in try SyncTables.overview(db) } }
    }

    package func card(named name: String) throws(SyncStateError) -> [UInt8]? {
        try attempt { try $0.read { db in try SyncTables.content(named: name, db) } }
    }

    package func apply(_ changes: [SyncStateChange]) throws(SyncStateError) {
        if changes.isEmpty { return }
        try attempt { try $0.write { db in for change in changes { try SyncTables.apply(change, db) } } }
    }

    private func attempt<Value>(_ action: (DatabaseQueue) throws -> Value) throws(SyncStateError) -> Value {
        do {
            return try action(database)
        } catch {
            throw Self.converted(error)
        }
    }

    /// The reason without the values of a statement, which are private.
    private static func converted(_ error: any Error) -> SyncStateError {
        switch error {
        case let error as FileError: SyncStateError(error.description)
        case let error as DatabaseError: SyncStateError(error.message ?? "\(error.resultCode)")
        case is SyncTables.NotOurs: SyncStateError("it is a file of another program, or of a newer version")
        default: SyncStateError("\(error)")
        }
    }
}
