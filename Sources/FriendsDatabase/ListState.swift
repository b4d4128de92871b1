import FriendsRepository
import GRDB

/// The state of the whole list: the row of the table `list`.
struct ListState {
    /// The current position in the history.
    let position: HistoryPosition
    /// The number of friends.
    let totalCount: Int
    /// The sequence number after which all changes are known.
    let oldest: Int64

    init(_ db: Database) throws {
        // Another program may have left a number that is no integer.
        let sql = "SELECT sequence, history, count, oldest FROM list WHERE typeof(sequence) = 'integer'"
        guard let row = try Row.fetchOne(db, sql: sql) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        position = HistoryPosition(sequence: row[0], history: row[1])
        totalCount = row[2]
        oldest = row[3]
    }
}
