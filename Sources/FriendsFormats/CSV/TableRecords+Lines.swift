import FriendsModel
import FriendsVCard

/// The lines of a row.
extension TableRecords {
    /// A line as the table has it.
    struct Value {
        let kind: LineKind
        let label: String
        let value: String
        let name: String
        var id: String?
        /// Which one of the columns of its kind it has.
        var lineIndex = 0
    }

    /// The lines in the order of their columns, or in the order of the column `lines`.
    func values(of cells: [String]) -> [Value] {
        var values: [Value] = []
        var words = RowWords(cells)
        for (index, line) in columns.lines.enumerated() {
            let texts = texts(of: line, cells)
            if texts.isEmpty { continue }
            let label = label(of: line, cells)
            for text in texts {
                let owner = line.kind == .email && !layout.isOwn ? FriendLine.owner(ofEmail: text) : ""
                // Whose address it is, if no other cell says that.
                let label = owner.isEmpty || words.has(owner, besides: line.whole) ? label : "\(label) \(owner)".trimmed
                values.append(
                    Value(
                        kind: line.kind, label: label, value: normalized(text, line.kind), name: line.name,
                        lineIndex: index))
            }
            values += partsBeside(line, cells)
        }
        values += columns.dates.compactMap { dateOfParts($0, cells) }
        return columns.order == nil ? values : ordered(values, text(cells, columns.order))
    }

    /// The values that the columns of a line have.
    private func texts(of line: RecordColumns.Line, _ cells: [String]) -> [String] {
        let whole = text(cells, line.whole)
        if !whole.isEmpty || line.parts.isEmpty {
            if whole.isEmpty || line.ignored.contains(whole) { return [] }
            let texts = parts(of: whole, line)
            return line.kind == .address && !layout.isOwn ? texts.map(CardValue.part) : texts
        }
        // Google has several addresses in the columns of one, too: the first street belongs to the first city.
        let all = line.parts.map { parts(of: text(cells, $0.column), line) }
        return (0..<(all.map(\.count).max() ?? 0)).map { number in
            CardValue.joined(all.map { number < $0.count ? $0[number] : "" })
        }.filter { !$0.isEmpty }
    }

    /// The parts of a value that say something which the whole value beside them does not, as notes.
    private func partsBeside(_ line: RecordColumns.Line, _ cells: [String]) -> [Value] {
        let whole = text(cells, line.whole)
        if whole.isEmpty || line.parts.isEmpty { return [] }
        func words(_ text: String) -> Set<Substring> { Set(text.lowercased().split { $0.isWhitespace || $0 == "," }) }
        let known = words(whole)
        return line.parts.compactMap { part in
            let text = text(cells, part.column)
            guard !words(text).isSubset(of: known) else { return nil }
            let header = layout.header[part.column]
            return Value(kind: .note, label: header, value: text, name: header)
        }
    }

    private func label(of line: RecordColumns.Line, _ cells: [String]) -> String {
        let label = line.labelColumns.map { text(cells, $0) }.filter { !$0.isEmpty }.joined(separator: " ")
        if layout.isOwn { return label.isEmpty ? line.label : label }
        if !label.isEmpty {
            let label = TableLabel.label(label)
            // "Event 1 - Type", which is an anniversary.
            return label.lowercased() == line.kind.key ? "" : label
        }
        guard line.kind == .note, let group = line.group else { return line.label }
        return ColumnTable.noteBases[group.filter(\.isLetter)] ?? line.label
    }

    /// The values in one cell.
    private func parts(of text: String, _ line: RecordColumns.Line) -> [String] {
        if layout.isOwn, line.group != nil { return [text] }
        // Google's.
        let isSplit = line.kind != .note && text.utf8.contains(UInt8(ascii: ":"))
        let parts = isSplit ? text.split(separator: " ::: ").map { String($0).trimmed } : [text]
        if line.kind == .email { return parts.flatMap(Self.emails) }
        guard line.kind == .tag else { return parts }
        // Mailchimp's are in quotation marks, all of them.
        let areQuoted = text.hasPrefix("\"") && text.hasSuffix("\"")
        return parts.flatMap { $0.split { $0 == "," || $0 == ";" } }.map { tag in
            let tag = String(tag).trimmed
            if areQuoted { return tag.replacing("\"", with: "").trimmed }
            return tag.hasPrefix("* ") ? String(tag.dropFirst(2)).trimmed : tag
        }
    }

    /// The emails in a text, if it has nothing else; else the text.
    private static func emails(_ text: String) -> [String] {
        let parts = text.split { $0 == "," || $0 == ";" }.map { String($0).trimmed }.filter { !$0.isEmpty }
        let areEmails = parts.allSatisfy { part in
            FriendLine(id: FriendLine.ID(""), kind: .email, value: FriendLine.address(in: part)).valueProblem == nil
        }
        return areEmails && parts.count > 1 ? parts : [text]
    }

    /// A value as friends have it.
    private func normalized(_ value: String, _ kind: LineKind) -> String {
        // A spreadsheet can have written the dates of our tables.
        if layout.isOwn {
            return kind.format == .date && Birthday(value) == nil ? dates.birthday(value) : value
        }
        return switch kind {
        case .phone: CardValue.withoutScheme("tel:", CSVCell.number(value))
        case .email: CardValue.withoutScheme("mailto:", FriendLine.address(in: value))
        case .website: CardValue.website(value)
        // Outlook writes a date of zeros for none.
        case _ where kind.format == .date: value.allSatisfy { "0/.-".contains($0) } ? "" : dates.birthday(value)
        default: value
        }
    }

    private func dateOfParts(_ parts: RecordColumns.Date, _ cells: [String]) -> Value? {
        guard let column = parts.columns.compactMap(\.self).first else { return nil }
        let texts = parts.columns.map { text(cells, $0) }
        if texts.allSatisfy(\.isEmpty) { return nil }
        let year = dates.year(texts[0])
        let date: String? =
            if let month = Int(texts[1]), let day = Int(texts[2]), year != nil || texts[0].isEmpty {
                TableDate.birthday(year, month, day)
            } else { nil }
        let value = date ?? TableDate.incomplete(texts)
        return Value(kind: parts.kind, label: "", value: value, name: layout.header[column])
    }

    /// The values in the order of the column `lines`, with their ids; others come last.
    private func ordered(_ values: [Value], _ order: String) -> [Value] {
        var counts: [LineKind: Int] = [:]
        var remaining = values
        var result: [Value] = []
        for entry in order.split(separator: " ") {
            let parts = entry.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            let kind = LineKind(key: parts[0])
            // The number in the header says which one it is: columns may be moved or removed.
            let number = counts[kind, default: 0] + 1
            counts[kind] = number
            guard let column = columns.lines.firstIndex(where: { $0.kind == kind && $0.number == number }),
                let index = remaining.firstIndex(where: { $0.lineIndex == column })
            else { continue }
            var value = remaining.remove(at: index)
            value.id = parts[1]
            result.append(value)
        }
        return result + remaining
    }
}

/// The words of a row. They are counted once, when they are asked for: a row can have many megabytes and many addresses.
private struct RowWords {
    private let cells: [String]
    private lazy var all = cells.reduce(into: [:]) { Self.count($1, into: &$0) }
    /// The words of the cell that was asked for last.
    private var own: (column: Int?, counts: [Substring: Int])?

    init(_ cells: [String]) { self.cells = cells }

    /// Whether the other cells have all words of a text.
    mutating func has(_ text: String, besides column: Int?) -> Bool {
        if own == nil || own?.column != column {
            var counts: [Substring: Int] = [:]
            if let column, column < cells.count { Self.count(cells[column], into: &counts) }
            own = (column, counts)
        }
        let counts = own?.counts ?? [:]
        return Self.words(text).allSatisfy { all[$0, default: 0] > counts[$0, default: 0] }
    }

    private static func count(_ text: String, into counts: inout [Substring: Int]) {
        for word in words(text) { counts[word, default: 0] += 1 }
    }

    private static func words(_ text: String) -> [Substring] {
        text.lowercased().split { $0.isWhitespace || ",\"'<>".contains($0) }
    }
}
