import FriendsRepository
import PostgreSQL

extension ListState {
    /// Reads the row of the table `list`.
    init(_ connection: PostgresConnection) throws {
        guard let row = try connection.execute("SELECT sequence, history, count, oldest FROM list").first else {
            throw PostgresError.unexpectedResult(reason: "the table list has no row")
        }
        self.init(
            position: HistoryPosition(sequence: try row.value(0), history: try row.value(1)),
            totalCount: Int(try row.value(2, as: Int64.self)), oldest: try row.value(3))
    }
}
