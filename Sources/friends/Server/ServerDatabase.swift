import ArgumentParser
import FriendsDatabase
import FriendsPostgreSQL
import FriendsRepository
import FriendsSettings
import Logging
import PostgreSQL

/// The database of a shared server: a file of SQLite, or a database of PostgreSQL.
enum ServerDatabase {
    case file(path: String)
    case postgreSQL(address: String)

    /// - Throws: after it has reported a directory that does not exist.
    init(_ settings: Settings, _ directories: AppDirectories) throws(ExitCode) {
        if let address = settings.database.value, PostgresAddress.isAddress(address) {
            self = .postgreSQL(address: address)
        } else {
            self = .file(path: try settings.databasePath(directories))
        }
    }

    /// Calls `work` with the open database, and closes it at the end.
    /// - Parameter sortsAgain: whether to sort a list of PostgreSQL again that another collation has sorted. One of SQLite
    ///   always is.
    /// - Throws: ``FriendRepositoryError``, ``PostgresError``, or an error of `work`.
    func withRepository(
        sortsAgain: Bool, logger: Logger, _ work: (any FriendRepository) async throws -> Void
    ) async throws {
        switch self {
        case .file(let path):
            let repository = try SQLiteRepository(path: path, logger: logger)
            defer { repository.close() }
            try await work(repository)
        case .postgreSQL(let address):
            let library = try PostgresLibrary()
            let repository = try await PostgresFriendRepository(
                PostgresAddress(address, library: library), library: library, sortsAgain: sortsAgain, logger: logger)
            do {
                try await work(repository)
            } catch {
                await repository.close()
                throw error
            }
            await repository.close()
        }
    }
}
