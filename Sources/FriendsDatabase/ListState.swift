import FriendsRepository
import GRDB

extension ListState {
    /// Reads the row of the table `list`.
    init(_ db: Database) throws {
        // Another program may have left a number that is no integer.
        let sql = "SELECT sequence, history, count, oldest FROM list WHERE typeof(sequence) = 'integer'"
        guard let row = try Row.fetchOne(db, sql: sql) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        self.init(position: HistoryPosition(sequence: row[0], history: row[1]), totalCount: row[2], oldest: row[3])
    }
}
