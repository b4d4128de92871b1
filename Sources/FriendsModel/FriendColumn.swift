/// A column of the table: a field of the friends, or their lines of one kind.
package enum FriendColumn: Hashable, Sendable {
    case field(FriendField)
    case kind(LineKind)

    /// All columns, in the order in which they are offered.
    package static let all = standard + LineKind.all.map(FriendColumn.kind)

    /// The columns of a table without a choice of columns: the fields.
    package static let standard = FriendField.allCases.map(FriendColumn.field)

    /// The columns of the full name. A table has at least one of them.
    package static let nameColumns = FriendField.nameFields.map(FriendColumn.field)

    package static let lastName = FriendColumn.field(.lastName)
}

extension FriendColumn {
    /// The name in settings and on the command line.
    package var settingsName: String {
        switch self {
        case .field(let field): field.settingsName
        case .kind(let kind): kind.columnName
        }
    }

    /// The name above the column.
    package var title: String {
        switch self {
        case .field(let field): field.columnTitle
        case .kind(let kind): kind.columnTitle
        }
    }

    /// The name at the start of a sentence.
    package var label: String {
        switch self {
        case .field(let field): field.label
        case .kind(let kind): kind.columnTitle
        }
    }

    /// The prefix that limits a word of a query to this column, without the colon. Columns with the same texts share it:
    /// `phone` is for the field and the lines.
    package var searchPrefix: String {
        switch self {
        case .field(let field): field.searchPrefix
        case .kind(let kind): kind.key
        }
    }

    /// The key in the sort menu and in the column chooser.
    package var letter: Character {
        switch self {
        case .field(let field): field.sortKey
        case .kind(let kind): kind.columnLetter
        }
    }

    /// The type of text.
    package var format: LineKind.Format {
        switch self {
        case .field(let field):
            switch field.kind {
            case .text: .text
            case .phoneNumber: .phoneNumber
            }
        case .kind(let kind): kind.format
        }
    }

    /// The texts of a friend in the column, each on one row; none if the friend has no text there.
    package func texts(of details: FriendDetails) -> [String] {
        switch self {
        case .field(let field): details[field].isEmpty ? [] : [details[field]]
        case .kind(let kind):
            details.lines.filter { $0.kind == kind }.map {
                kind.allowsRows ? $0.value.replacing("\n", with: " ") : $0.value
            }
        }
    }

    /// The text of a friend in the column: several are separated by commas.
    package func text(of details: FriendDetails) -> String {
        // Most friends have no line of most kinds, and fields need no array.
        switch self {
        case .field(let field): details[field]
        case .kind: details.lines.isEmpty ? "" : texts(of: details).joined(separator: Self.separator)
        }
    }

    /// The text of a friend in one of the columns of a table: the first name column that the table has shows what a friend without a
    /// name is called.
    package func text(of details: FriendDetails, in columns: some Sequence<FriendColumn>) -> String {
        guard Self.nameColumns.contains(self), !details.hasName else { return text(of: details) }
        return Self.nameColumns.first(where: columns.contains) == self ? details.fullName : ""
    }

    /// Between the texts of a friend in one column.
    package static let separator = ", "
}

extension FriendColumn {
    /// Why names are not the columns of a table.
    package enum Problem: Error, Equatable, Sendable {
        case unknown(String)
        case twice(String)
        /// Nobody could tell the friends apart.
        case noName
    }

    /// The columns with these names in settings, from left to right.
    package static func columns(named names: [String]) throws(Problem) -> [FriendColumn] {
        var columns: [FriendColumn] = []
        for name in names {
            guard let column = all.first(where: { $0.settingsName == name }) else { throw .unknown(name) }
            guard !columns.contains(column) else { throw .twice(name) }
            columns.append(column)
        }
        guard nameColumns.contains(where: columns.contains) else { throw .noName }
        return columns
    }
}
