import FriendsFormats
import FriendsModel

/// The columns of a table that nobody knows, and what the user has said so far about the first ones.
package struct ColumnChoice: Equatable, Sendable {
    package let columns: [FileColumn]
    /// The number of the column that is asked about.
    package private(set) var index = 0
    private(set) var map = ColumnMap()

    /// Whether the preview of the file is under the field.
    let isOverPreview: Bool

    /// - Parameter columns: at least one. Columns with one header are one.
    init(_ columns: [FileColumn], isOverPreview: Bool = false) {
        var known = ColumnMap()
        self.columns = columns.filter { column in
            defer { known[column.header] = .skip }
            return known[column.header] == nil
        }
        self.isOverPreview = isOverPreview
    }

    /// The column that is asked about.
    package var column: FileColumn { columns[index] }

    /// The names of all targets.
    static let targets = LineKind.all.map(\.key) + FriendField.allCases.map(\.key) + ["skip"]

    /// Says what the column is.
    /// - Parameter text: as `--map` takes it; what the first text of the column proposes for an empty one.
    /// - Returns: false for another text.
    mutating func choose(_ text: String) -> Bool {
        guard let target = text.isEmpty ? column.proposal : ColumnMap.Target(text) else { return false }
        map[column.header] = target
        return true
    }

    /// Goes to the next column.
    /// - Returns: false after the last one.
    mutating func next() -> Bool {
        guard index + 1 < columns.count else { return false }
        index += 1
        return true
    }
}
