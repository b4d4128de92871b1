import FriendsModel
import FriendsVCard

/// How a table is laid out: what divides its cells, where its header is, and what its columns are.
struct TableLayout: Sendable {
    /// How much of a file is looked at to find the header.
    static let headSize = 1 << 16
    /// The most rows before the header, which some programs write notes in.
    private static let maximumRows = 20

    let delimiter: UInt8
    /// The number of the line of the header. What comes before it is no record.
    let headerNumber: Int
    /// The names of the columns.
    let header: [String]
    /// What the columns are, in the order of the header.
    let roles: [ColumnRole]
    /// Whether it is one of our own tables. Its texts mean what they say.
    let isOwn: Bool
    /// Whether days come before months in dates with slashes; nil if the dates do not tell.
    let isDayFirst: Bool?
    /// For asking the user what they are. There is nothing to ask about a table without names of columns.
    let fileColumns: [FileColumn]
    /// Whether the first row has names, and not the texts of a friend.
    let hasNames: Bool

    /// Finds the header of a table; nil if there is no row.
    /// - Parameters:
    ///   - head: the beginning of the file, in UTF-8 or an 8-bit encoding.
    ///   - isWhole: whether that is all of it.
    init?(head: [UInt8], isWhole: Bool, _ map: ColumnMap) {
        var best: (layout: Candidate, score: (known: Int, cells: Int))?
        for delimiter in Self.delimiters(in: head) {
            var reader = CSVRows(delimiter: delimiter)
            let rows = reader.read(head) + (isWhole ? reader.finish() : [])
            let candidates = rows.prefix(Self.maximumRows).enumerated().compactMap { index, row -> Candidate? in
                guard let cells = row.cells, cells.contains(where: { !$0.trimmed.isEmpty }) else { return nil }
                if index == 0, cells[0].lowercased().hasPrefix("sep=") { return nil }
                return Candidate(delimiter: delimiter, row: row.number, header: cells, rows: rows[(index + 1)...])
            }
            var firstKnown: Int?
            for candidate in candidates {
                let known = candidate.header.count { map[$0] != nil || ColumnTable.role(of: $0) != nil }
                // A friend can have a word of a header. A row that comes later needs more of them.
                if let firstKnown, known < 2 || known <= firstKnown { continue }
                firstKnown = firstKnown ?? known
                let score = (known: known, cells: known == 0 ? 0 : candidate.header.count)
                if best.map({ score > $0.score }) ?? true { best = (candidate, score) }
            }
        }
        guard let found = best?.layout else { return nil }
        hasNames = best?.score.known != 0 || !found.header.contains(where: Self.isOfFriend)
        delimiter = found.delimiter
        headerNumber = found.row
        header = found.header.map { CardValue.oneRow($0).trimmed }
        let keys = Set(header.map { $0.lowercased() })
        // Others have the names of our fields, too, and ids of their own. The order of lines is ours alone.
        let isOwn = (["id", "lines"] + FriendField.allCases.map(\.key)).allSatisfy(keys.contains)
        self.isOwn = isOwn
        var roles = header.map { Self.role(of: $0, isOwn: isOwn, map) }
        // "Birth Day" beside the month is not a "Birthday".
        if roles.contains(.dateMonth(.birthday)), let day = roles.firstIndex(of: .line(.birthday, label: "")) {
            roles[day] = .dateDay(.birthday)
        }
        Self.resolveName(&roles, header, map)
        let resolved = isOwn ? [] : Self.resolveContext(&roles, header, map)
        // An "Address" beside a "City" is the street, unless the user says what it is.
        let isInParts = roles.contains { if case .part(.address, "address", _, _) = $0 { true } else { false } }
        let street = zip(roles, header).map { role, name in
            role == .line(.address, label: "") && map[name] == nil
        }.firstIndex(of: true)
        if isInParts, !isOwn, let street {
            roles[street] = .part(.address, group: "address", label: "", order: 1)
        }
        self.roles = roles
        let samples = found.rows.compactMap(\.cells)
        isDayFirst = Self.isDayFirst(roles, samples)
        guard hasNames else {
            fileColumns = []
            return
        }
        fileColumns = header.enumerated().map { index, name in
            let sample = samples.lazy.compactMap { $0.count > index ? $0[index].trimmed : nil }.first { !$0.isEmpty }
            // There is nothing to ask about a column without a text. If one comes later, it is not lost: it becomes a note.
            let isKnown =
                sample == nil || resolved.contains(index) || Self.knownRole(of: name, isOwn: isOwn) != nil
            return FileColumn(header: name, sample: String((sample ?? "").prefix(100)), isKnown: isKnown)
        }
    }

    /// A "Name" beside a first name is the last name, and the other way round.
    private static func resolveName(_ roles: inout [ColumnRole], _ header: [String], _ map: ColumnMap) {
        let hasFirst = roles.contains(.field(.firstName))
        guard hasFirst != roles.contains(.field(.lastName)),
            let index = roles.indices.first(where: { index in
                roles[index] == .fullName && map[header[index]] == nil
                    && ColumnTable.anyNames.contains(ColumnTable.key(of: header[index]))
            })
        else { return }
        roles[index] = .field(hasFirst ? .lastName : .firstName)
    }

    /// Whether a text is an email or a number, which no column is called.
    private static func isOfFriend(_ text: String) -> Bool {
        func isValid(_ kind: LineKind) -> Bool {
            FriendLine(id: FriendLine.ID(""), kind: kind, value: text.trimmed).valueProblem == nil
        }
        return isValid(.email) || text.count(where: \.isNumber) > 4 && isValid(.phone)
    }

    /// A row that may be the header.
    private struct Candidate {
        let delimiter: UInt8
        let row: Int
        let header: [String]
        /// The rows after it.
        let rows: ArraySlice<CSVRows.Row>
    }

    /// What may divide cells. Excel says it in a first row, `sep=;`.
    private static func delimiters(in head: [UInt8]) -> [UInt8] {
        let first = head.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let name = Array("sep=".utf8)
        if first.count == 5, first.prefix(4).map({ $0 | 0x20 }).elementsEqual(name.map { $0 | 0x20 }) {
            return [first[4]]
        }
        return CSVRows.delimiters
    }

    /// Where a column with a header belongs.
    private static func role(of header: String, isOwn: Bool, _ map: ColumnMap) -> ColumnRole {
        if let target = map[header] { return ColumnRole(target) }
        if let role = knownRole(of: header, isOwn: isOwn) { return role }
        // Without another label, it is the header: there is one target for many columns.
        switch map.others {
        case .line(let kind, let label): return .line(kind, label: label.isEmpty ? header : label)
        case .some(let others): return ColumnRole(others)
        case nil: return .line(.note, label: header)
        }
    }

    private static func knownRole(of header: String, isOwn: Bool) -> ColumnRole? {
        switch ColumnTable.role(of: header) {
        // The ids of other tables are not ids of friends: the next table has the same ones.
        case .id, .lineOrder, .version: isOwn ? ColumnTable.role(of: header) : nil
        case let role: role
        }
    }

    /// Whether there is a column that can name a friend.
    var canHaveFriends: Bool {
        roles.contains { role in
            switch role {
            case .field, .fullName, .nickname: true
            case .line(let kind, _), .value(let kind, _), .part(let kind, _, _, _): kind.identifies
            default: false
            }
        }
    }

    // MARK: - Dates

    /// Nil if no date tells, or if dates contradict each other: then those that could be either stay texts.
    private static func isDayFirst(_ roles: [ColumnRole], _ rows: [[String]]) -> Bool? {
        let columns = roles.indices.filter { index in
            switch roles[index] {
            case .line(let kind, _), .value(let kind, _): kind.format == .date
            default: false
            }
        }
        let orders = rows.flatMap { row in
            columns.compactMap { $0 < row.count ? TableDate.Slashes(row[$0])?.isDayFirst : nil }
        }
        guard let first = orders.first, orders.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}

extension ColumnRole {
    fileprivate init(_ target: ColumnMap.Target) {
        switch target {
        case .field(let field): self = .field(field)
        case .line(let kind, let label): self = .line(kind, label: label)
        case .skip: self = .skip
        }
    }
}
