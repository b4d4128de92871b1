import FriendsModel

/// Which columns of a table make what of a friend.
struct RecordColumns {
    private let header: [String]
    private(set) var id: Int?
    private(set) var order: Int?
    private(set) var version: Int?
    private(set) var fields: [(field: FriendField, column: Int)] = []
    private(set) var fullNames: [Int] = []
    private(set) var nicknames: [Int] = []
    /// The columns of dates in parts.
    private(set) var dates: [Date] = []
    private(set) var lines: [Line] = []
    /// The columns in the order of their headers, for ids.
    let byKey: [(key: String, column: Int)]

    /// The columns of a line.
    struct Line {
        let kind: LineKind
        /// The label if no column has it.
        let label: String
        /// Which columns belong together; nil for a column by itself.
        let group: String?
        /// The number in the header, such as 2 in `email 2`; nil without one.
        var number: Int?
        /// The header of the first column.
        let name: String
        /// The columns with its label.
        var labelColumns: [Int] = []
        /// The column with the whole value.
        var whole: Int?
        /// The columns with its parts.
        var parts: [(order: Int, column: Int)] = []
        /// Texts that stand for none.
        var ignored: Set<String> = []
    }

    /// The columns of the year, the month and the day of a date.
    struct Date {
        let kind: LineKind
        var columns: [Int?] = [nil, nil, nil]
    }

    init(_ layout: TableLayout) {
        header = layout.header
        byKey = layout.header.enumerated().map { (ColumnTable.key(of: $1), $0) }.sorted { $0 < $1 }
        var labels: [String: [Int]] = [:]
        for (column, role) in layout.roles.enumerated() {
            switch role {
            case .id where id == nil: id = column
            case .id: addNote(column)
            case .lineOrder: order = order ?? column
            case .version where version == nil: version = column
            case .version: addNote(column)
            // Two numbers are no number together.
            case .field(.phoneNumber) where fields.contains(where: { $0.field == .phoneNumber }):
                add(.phone, "", column)
            case .field(let field): fields.append((field, column))
            // Before the last name, wherever its column is.
            case .lastNamePrefix: fields.insert((.lastName, column), at: 0)
            case .fullName: fullNames.append(column)
            case .nickname: nicknames.append(column)
            case .dateYear(let kind): setDate(kind, 0, column)
            case .dateMonth(let kind): setDate(kind, 1, column)
            case .dateDay(let kind): setDate(kind, 2, column)
            case .line(let kind, let label): add(kind, label, column)
            case .note(let label, let ignored):
                add(.note, label, column)
                lines[lines.count - 1].ignored = ignored
            case .label(let group): labels[group, default: []].append(column)
            case .value(let kind, let group):
                let index = index(of: kind, group, "", column)
                if lines[index].whole == nil { lines[index].whole = column } else { add(kind, "", column) }
            case .part(let kind, let group, let label, let order):
                lines[index(of: kind, group, label, column)].parts.append((order, column))
            case .skip: break
            }
        }
        sortByNumbers()
        for index in lines.indices {
            lines[index].labelColumns = lines[index].group.flatMap { labels[$0] } ?? []
            lines[index].parts.sort { $0 < $1 }
        }
    }

    /// Puts numbered lines of one name, such as `email 1` and `email 2`, into the order of their numbers, in the places that they have.
    private mutating func sortByNumbers() {
        var places: [String: [Int]] = [:]
        for (index, line) in lines.enumerated() {
            guard line.number != nil, let group = line.group else { continue }
            places[group.filter { !$0.isNumber }, default: []].append(index)
        }
        let old = lines
        for indices in places.values {
            let sorted = indices.sorted { (old[$0].number ?? 0, $0) < (old[$1].number ?? 0, $1) }
            for (place, index) in zip(indices, sorted) { lines[place] = old[index] }
        }
    }

    /// Makes a column a note whose role another column has.
    private mutating func addNote(_ column: Int) { add(.note, header[column], column) }

    private mutating func setDate(_ kind: LineKind, _ part: Int, _ column: Int) {
        if !dates.contains(where: { $0.kind == kind }) { dates.append(Date(kind: kind)) }
        guard let index = dates.firstIndex(where: { $0.kind == kind }), dates[index].columns[part] == nil else {
            return addNote(column)
        }
        dates[index].columns[part] = column
    }

    private mutating func add(_ kind: LineKind, _ label: String, _ column: Int) {
        var line = Line(kind: kind, label: label, group: nil, name: header[column])
        line.whole = column
        lines.append(line)
    }

    private mutating func index(of kind: LineKind, _ group: String, _ label: String, _ column: Int) -> Int {
        if let index = lines.firstIndex(where: { $0.kind == kind && $0.group == group }) { return index }
        let number = Int(group.drop { !$0.isNumber })
        lines.append(Line(kind: kind, label: label, group: group, number: number, name: header[column]))
        return lines.count - 1
    }
}
