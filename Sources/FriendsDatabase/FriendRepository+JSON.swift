import FriendsModel
import GRDB

/// Pages of the list as JSON.
///
/// SQLite writes them itself: a list of 100,000 friends is sent several times faster than through a value for each friend
/// (Docs/Decisions/0034-json-from-sqlite.md). The objects are those of the HTTP interface.
extension FriendRepository {
    /// A page of the list, and the state of the whole list.
    package struct JSONPage: Equatable, Sendable {
        /// An array of friends in the order of the list.
        package let json: String
        /// The number of friends in the whole list.
        package let totalCount: Int
        /// The position of the list in its history.
        package let position: HistoryPosition
        /// The start of the next page; nil after the last one.
        package let next: FriendPosition?
    }

    /// The friends of ``page(after:limit:)`` as JSON.
    package func jsonPage(
        after position: FriendPosition? = nil, limit: Int? = nil
    ) async throws(FriendRepositoryError) -> JSONPage {
        try await database.read { db in
            let state = try ListState(db)
            let friends = try Row.fetchCursor(
                db, sql: Self.selectJSON(fromBeginning: position == nil),
                arguments: Self.arguments(after: position) + Self.arguments(limit: limit))
            var (json, count) = ("[", 0)
            var (last, next): (String?, FriendPosition?)
            while let row = try friends.next() {
                if let last, let limit, count == limit || json.utf8.count > Self.maximumPageSize {
                    next = try FriendPosition(after: Friend.ID(last), db)
                    break
                }
                guard let friend: String = row[1] else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the lines of a friend are missing")
                }
                if count > 0 { json += "," }
                json += friend
                count += 1
                last = row[0]
            }
            return JSONPage(json: json + "]", totalCount: state.totalCount, position: state.position, next: next)
        }
    }

    /// Selects the id and the JSON of `:most` friends in order after `:sortkey` and `:id`, in one index scan. The JSON is
    /// null if lines are missing.
    static func selectJSON(fromBeginning isFirst: Bool) -> String {
        let lines = "FROM line WHERE line.friend = friend.id AND line.position < friend.lines"
        return """
            SELECT id, CASE lines WHEN 0 THEN \(friendObject) WHEN (SELECT count(*) \(lines)) THEN \(friendObject(lines))
            END FROM friend \(isFirst ? "" : isAfter) ORDER BY sortkey, id LIMIT :most
            """
    }

    /// The object of a friend without lines.
    private static var friendObject: String { object(friendMembers) }

    /// - Parameter lines: the end of a query of the friend's lines.
    private static func friendObject(_ lines: String) -> String {
        let labelled = object(lineMembers + [("label", "label")])
        let line = "CASE label WHEN '' THEN \(object(lineMembers)) ELSE \(labelled) END"
        let array = "(SELECT json_group_array(\(line)) FROM (SELECT * \(lines) ORDER BY position))"
        return object(friendMembers + [(FriendDetails.Member.lines.key, array)])
    }

    private static var friendMembers: [(key: String, value: String)] {
        [("id", "id"), ("version", "CAST(version AS TEXT)")] + FriendRow.fieldColumns.map { ($0, $0) }
    }

    private static var lineMembers: [(key: String, value: String)] { ["id", "kind", "value"].map { ($0, $0) } }

    /// An object with the members in the order of their keys, as in other responses.
    private static func object(_ members: [(key: String, value: String)]) -> String {
        let texts = members.sorted { $0.key < $1.key }.map { "'\($0.key)', \($0.value)" }
        return "json_object(\(texts.joined(separator: ", ")))"
    }
}
