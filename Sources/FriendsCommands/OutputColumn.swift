import FriendsModel

/// A column of the output of `friends list`: one of the table on the screen, or the id.
package enum OutputColumn: Hashable, Sendable {
    case id
    case column(FriendColumn)

    /// All of them, in the order in which they are offered.
    package static let all = [id] + FriendColumn.all.map(OutputColumn.column)

    /// The name on the command line.
    package var name: String {
        switch self {
        case .id: "id"
        case .column(let column): column.settingsName
        }
    }

    /// The name above the column.
    var title: String {
        switch self {
        case .id: "Id"
        case .column(let column): column.title
        }
    }

    /// The text of a friend in one of the columns of a table, on one row.
    func text(of friend: Friend, in columns: [OutputColumn]) -> String {
        switch self {
        case .id: friend.id.rawValue
        case .column(let column): column.text(of: friend.details, in: columns.lazy.compactMap(\.friendColumn))
        }
    }

    private var friendColumn: FriendColumn? { if case .column(let column) = self { column } else { nil } }

    /// The columns with names separated by commas.
    /// - Throws: ``UnknownColumn``
    package static func columns(named list: String) throws(UnknownColumn) -> [OutputColumn] {
        var columns: [OutputColumn] = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let column = all.first(where: { $0.name == name.trimmingSpaces }) else {
                throw UnknownColumn(name: name.trimmingSpaces)
            }
            columns.append(column)
        }
        return columns
    }
}

/// A name that is no column.
package struct UnknownColumn: Error, Equatable {
    package let name: String
}

extension Substring {
    fileprivate var trimmingSpaces: String { String(self).trimmed }
}
