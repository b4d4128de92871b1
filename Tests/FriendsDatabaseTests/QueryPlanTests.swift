import FriendsModel
import GRDB
import TestSupport
import Testing

@testable import FriendsDatabase

/// How SQLite reads what is asked for: by an index, without sorting.
@Suite(.timeLimit(.minutes(10)))
struct QueryPlanTests {
    @Test(arguments: [false, true])
    func `a page is read by the index`(fromBeginning: Bool) async throws {
        let repository = try SQLiteRepository()
        let plan = try await repository.database.writer.read { db in
            let sql = "EXPLAIN QUERY PLAN " + SQLiteSnapshot.selectPage(fromBeginning: fromBeginning)
            let arguments: StatementArguments = fromBeginning ? ["most": 1] : ["most": 1, "sortkey": "", "id": ""]
            return try Row.fetchAll(db, sql: sql, arguments: arguments).map { row -> String in row["detail"] }
        }
        #expect(plan.count == 1)
        #expect(plan.first?.contains("friend USING INDEX friend_in_order") == true)
    }

    @Test(arguments: [false, true])
    func `the lines of a page are read in one sorted scan`(fromBeginning: Bool) async throws {
        let repository = try SQLiteRepository()
        let plan = try await repository.database.writer.read { db in
            let sql = "EXPLAIN QUERY PLAN " + SQLiteSnapshot.selectLines(fromBeginning: fromBeginning)
            let arguments: StatementArguments = fromBeginning ? [:] : ["sortkey": "", "id": ""]
            return try Row.fetchAll(db, sql: sql, arguments: arguments).map { row -> String in row["detail"] }
        }
        #expect(plan.count == 2)
        #expect(plan.first?.contains("friend USING COVERING INDEX friend_in_order") == true)
        #expect(plan.last?.contains("line USING PRIMARY KEY") == true)
    }

    @Test(arguments: [false, true])
    func `a trash page is read by the index, with its lines only`(fromBeginning: Bool) async throws {
        let repository = try SQLiteRepository()
        let (page, lines) = try await repository.database.writer.read { db in
            func plan(_ sql: String, _ arguments: StatementArguments) throws -> [String] {
                let rows = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                return rows.map { $0["detail"] }
            }
            let start: StatementArguments = fromBeginning ? [:] : ["sequence": 1, "row": 1]
            return (
                try plan(SQLiteSnapshot.selectTrash(fromBeginning: fromBeginning), start + ["most": 1]),
                try plan(SQLiteSnapshot.selectTrashLines(fromBeginning: fromBeginning), start)
            )
        }
        let scan = fromBeginning ? "SCAN" : "SEARCH"
        // No step sorts: rows and lines are read as far as they are needed.
        #expect(page.count == 1 && lines.count == 2)
        for plan in [page, lines] {
            #expect(plan.first?.hasPrefix("\(scan) trash USING INDEX trash_in_history") == true)
        }
        #expect(lines.last?.contains("line USING PRIMARY KEY") == true)
    }

    @Test(arguments: [
        ("friend WHERE version > ?", "friend_in_history"), ("trash WHERE sequence > ?", "trash_in_history"),
        ("trash WHERE deleted <= ?", "trash_by_age"),
    ])
    func `the history is read by its indexes`(condition: String, index: String) async throws {
        let plan = try await SQLiteRepository().database.writer.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN SELECT * FROM \(condition)", arguments: [1])
                .map { row -> String in row["detail"] }
        }
        #expect(plan.first?.contains("USING INDEX \(index)") == true)
    }
}
