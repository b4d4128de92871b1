import FriendsModel
import FriendsVCard

/// The records of a table.
struct TableSource: RecordSource {
    private enum State {
        /// The header is being looked for.
        case head([UInt8])
        case rows(CSVRows, TableRecords)
        /// The file has no friends.
        case done
    }

    private let map: ColumnMap
    private let today: CalendarDay
    private var decoder = UnicodeDecoder()
    private var state = State.head([])
    /// Whether a row was damaged, and the next line may be the rest of it.
    private var isAfterDamage = false
    /// Whether it was said which encoding the file is read in.
    private var isLatinReported = false
    static let latinIssue =
        "The file is not in UTF-8, and is read as Windows-1252; another encoding can be named (--encoding)"

    init(_ map: ColumnMap, _ today: CalendarDay) {
        (self.map, self.today) = (map, today)
    }

    mutating func read(_ chunk: [UInt8]) -> [FriendRecord] {
        var bytes: [UInt8] = []
        decoder.decode(chunk, into: &bytes)
        return read(bytes, isAtEnd: false)
    }

    mutating func finish() -> [FriendRecord] {
        var bytes: [UInt8] = []
        decoder.finish(into: &bytes)
        return read(bytes, isAtEnd: true)
    }

    private mutating func read(_ bytes: [UInt8], isAtEnd: Bool) -> [FriendRecord] {
        let current = state
        // What the state has is not copied when it changes.
        state = .done
        switch current {
        case .head(let head):
            let head = head + bytes
            guard isAtEnd || head.count >= TableLayout.headSize else {
                state = .head(head)
                return []
            }
            return begin(head, isAtEnd: isAtEnd)
        case .rows(var rows, let records):
            let found = rows.read(bytes) + (isAtEnd ? rows.finish() : [])
            state = .rows(rows, records)
            return found.compactMap { record($0, records) }
        case .done: return []
        }
    }

    private mutating func begin(_ head: [UInt8], isAtEnd: Bool) -> [FriendRecord] {
        guard let layout = TableLayout(head: head, isWhole: isAtEnd, map) else {
            if isAtEnd, String(decoding: head, as: UTF8.self).trimmed.isEmpty { return [] }
            return Self.failure(
                1,
                isAtEnd
                    ? "There is no row with the names of the columns"
                    : "The first row does not end within \(TableLayout.headSize) bytes: it has no names of columns")
        }
        let cells = layout.header.prefix(10).filter { !$0.isEmpty }.map { "\u{201C}\($0)\u{201D}" }
            .joined(separator: ", ")
        guard layout.hasNames else {
            return Self.failure(
                layout.headerNumber,
                "There is no row with the names of the columns. The first row is \(cells); add one before it, such as Name,Phone"
            )
        }
        guard layout.canHaveFriends else {
            return Self.failure(
                layout.headerNumber,
                "None of the columns \(cells) is known as a name, a phone number, an email or an organization")
        }
        state = .rows(CSVRows(delimiter: layout.delimiter), TableRecords(layout, today))
        return read(head, isAtEnd: isAtEnd)
    }

    private static func failure(_ row: Int, _ message: String) -> [FriendRecord] {
        [FriendRecord(row: row, content: .failure(RecordProblem(message)))]
    }

    /// The record of a row; nil for an empty row, and for rows up to the header.
    private mutating func record(_ row: CSVRows.Row, _ records: TableRecords) -> FriendRecord? {
        func failure(_ message: String) -> FriendRecord {
            FriendRecord(row: row.number, content: .failure(RecordProblem(message)))
        }
        let layout = records.layout
        guard row.number > layout.headerNumber else {
            // A title has one text. This has as many cells as a friend.
            guard let cells = row.cells, row.number < layout.headerNumber, cells.count == layout.header.count,
                cells.count(where: { !$0.trimmed.isEmpty }) > 1
            else { return nil }
            return failure("This row comes before the names of the columns")
        }
        guard let cells = row.cells else {
            isAfterDamage = true
            return failure("The quotation marks of this row do not match")
        }
        if cells.allSatisfy(\.trimmed.isEmpty) { return nil }
        if isAfterDamage {
            let isWhole = cells.count == layout.header.count
            isAfterDamage = !isWhole && row.isSuspect
            if !isWhole { return failure("This row may be a part of a damaged one before it") }
        }
        if row.isUTF8 || isLatinReported { return FriendRecord(row: row.number, content: records.friend(of: cells)) }
        isLatinReported = true
        return FriendRecord(row: row.number, content: records.friend(of: cells, issue: Self.latinIssue))
    }
}
