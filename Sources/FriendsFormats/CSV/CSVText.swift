import FriendsModel

/// The columns of a table with friends: as many for each kind of line as the friend with the most of them needs.
package struct CSVColumns: Equatable, Sendable {
    /// The columns of the lines of a kind.
    fileprivate struct OfKind: Equatable, Sendable {
        let kind: LineKind
        var count = 0
        /// The numbers of the lines that have a label.
        var labelled: Set<Int> = []
    }

    /// In the order in which kinds are offered; others follow.
    fileprivate private(set) var kinds = LineKind.all.map { OfKind(kind: $0) }

    package init() {}

    /// The columns of some friends.
    package init(of friends: some Sequence<Friend>) {
        for friend in friends { add(friend.details) }
    }

    /// Makes room for a friend.
    package mutating func add(_ details: FriendDetails) {
        var counts: [LineKind: Int] = [:]
        for line in details.lines {
            let number = counts[line.kind, default: 0] + 1
            counts[line.kind] = number
            let index =
                kinds.firstIndex { $0.kind == line.kind }
                ?? {
                    kinds.append(OfKind(kind: line.kind))
                    return kinds.count - 1
                }()
            kinds[index].count = max(kinds[index].count, number)
            if !line.label.isEmpty { kinds[index].labelled.insert(number) }
        }
    }
}

/// Writes friends as a table (RFC 4180) that a spreadsheet shows and that comes back as the same friends: `id`, the fields, then
/// `email 1`, `email 1 label`, `email 2` and so on. The last columns are `lines`, with kinds and ids of all lines in their order,
/// and `version`, the friend's version with its history (Docs/Decisions/0035-formats.md).
package struct CSVText: Sendable {
    private let columns: CSVColumns
    private let history: String?
    private var bytes: [UInt8] = []

    /// - Parameters:
    ///   - columns: the columns of all friends that are written.
    ///   - history: the id of the history of their versions; nil without a history.
    package init(_ columns: CSVColumns, history: String?) {
        (self.columns, self.history) = (columns, history)
    }

    /// Removes and returns what was written.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Writes the names of the columns.
    package mutating func appendHeader() {
        var names = ["id"] + FriendField.allCases.map(\.key)
        for kind in columns.kinds where kind.count > 0 {
            for number in 1...kind.count {
                names.append("\(kind.kind.key) \(number)")
                if kind.labelled.contains(number) { names.append("\(kind.kind.key) \(number) label") }
            }
        }
        append(names + ["lines", "version"])
    }

    /// Writes a friend.
    package mutating func append(_ friend: Friend) {
        let details = friend.details
        var cells = [friend.id.rawValue] + FriendField.allCases.map { details[$0] }
        for kind in columns.kinds where kind.count > 0 {
            let lines = details.lines.filter { $0.kind == kind.kind }
            for number in 1...kind.count {
                let line = number <= lines.count ? lines[number - 1] : nil
                cells.append(line?.value ?? "")
                if kind.labelled.contains(number) { cells.append(line?.label ?? "") }
            }
        }
        let lines = details.lines.map { "\($0.kind.key):\($0.id.rawValue)" }.joined(separator: " ")
        append(cells + [lines, RecordedVersion(friend.version, history: history).text])
    }

    private mutating func append(_ cells: [String]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            CSVCell.append(cell, to: &bytes)
        }
        bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }
}
