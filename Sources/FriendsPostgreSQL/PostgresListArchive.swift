import FriendsModel
import FriendsRepository
import Logging
import PostgreSQL

/// A PostgreSQL database whose whole list is moved from or to it.
package struct PostgresListArchive: ListArchive {
    /// The address without secrets.
    package var name: String { "\(address)" }
    private let address: PostgresAddress
    private let library: PostgresLibrary
    private let logger: Logger
    /// Longer than for a server: one side waits in its transaction while the other one commits a whole list.
    private static let answerTimeout = Duration.seconds(60)

    /// Connects to nothing yet.
    package init(_ address: PostgresAddress, library: PostgresLibrary, logger: Logger) {
        (self.address, self.library, self.logger) = (address, library, logger)
    }

    package func withSnapshot<Value>(
        _ work: (any ListSnapshot) throws(ListMigrationError) -> Value
    ) throws(ListMigrationError) -> Value {
        try transaction(.repeatableRead, isReadOnly: true) { connection in
            try PostgresSchema.requireList(connection, name: name)
            return try work(PostgresListTransaction(connection: connection, name: name))
        }
    }

    package func position() throws(ListMigrationError) -> HistoryPosition {
        try withSnapshot { snapshot throws(ListMigrationError) in try snapshot.state().position }
    }

    package func withTransaction<Value>(
        _ work: (any ListTransaction) throws(ListMigrationError) -> Value
    ) throws(ListMigrationError) -> Value {
        try transaction(.readCommitted, isReadOnly: false) { connection in
            try PostgresSchema.makeTables(connection, name: name, collation: SortKey.collation)
            // Waits for the writes of servers, and locks them out.
            try connection.execute("SELECT sequence FROM list FOR UPDATE")
            return try work(PostgresListTransaction(connection: connection, name: name))
        }
    }

    private func transaction<Value>(
        _ isolation: PostgresConnection.Isolation, isReadOnly: Bool, _ work: (PostgresConnection) throws -> Value
    ) throws(ListMigrationError) -> Value {
        do throws(PostgresError) {
            let connection = try PostgresConnection(
                address, library: library, answerTimeout: Self.answerTimeout, logger: logger)
            return try connection.transaction(isolation, isReadOnly: isReadOnly) { try work(connection) }
        } catch {
            throw ListMigrationError(error, name: name)
        }
    }
}

extension ListMigrationError {
    /// Converts an error of the database `name`.
    init(_ error: PostgresError, name: String) {
        if case .thrown(let error as ListMigrationError) = error {
            self = error
        } else {
            self = .database(FriendRepositoryError(error, name: name))
        }
    }
}
