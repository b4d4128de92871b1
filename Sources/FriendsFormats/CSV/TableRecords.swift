import FriendsModel
import FriendsVCard

/// Makes friends of the rows of a table.
struct TableRecords: Sendable {
    let layout: TableLayout
    private var idColumn: Int?
    private var orderColumn: Int?
    private var versionColumn: Int?
    private var fields: [(field: FriendField, column: Int)] = []
    private var fullNames: [Int] = []
    private var nicknames: [Int] = []
    /// The columns of the year, the month and the day of birth.
    private var birthday: [Int?] = [nil, nil, nil]
    private var lines: [LineColumns] = []
    /// The columns in the order of their headers, for ids.
    private let columnsByKey: [(key: String, column: Int)]

    /// The columns of a line.
    private struct LineColumns {
        let kind: LineKind
        /// The label if no column has it.
        let label: String
        /// Which columns belong together; nil for a column by itself.
        let group: String?
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

    init(_ layout: TableLayout) {
        self.layout = layout
        columnsByKey = layout.header.enumerated().map { (ColumnTable.key(of: $1), $0) }.sorted { $0 < $1 }
        var labels: [String: [Int]] = [:]
        for (column, role) in layout.roles.enumerated() {
            switch role {
            case .id where idColumn == nil: idColumn = column
            case .id: addNote(column)
            case .lineOrder: orderColumn = orderColumn ?? column
            case .version where versionColumn == nil: versionColumn = column
            case .version: addNote(column)
            // Two numbers are no number together.
            case .field(.phoneNumber) where fields.contains(where: { $0.field == .phoneNumber }):
                add(.phone, "", column)
            case .field(let field): fields.append((field, column))
            case .fullName: fullNames.append(column)
            case .nickname: nicknames.append(column)
            case .birthYear: setBirthday(0, column)
            case .birthMonth: setBirthday(1, column)
            case .birthDay: setBirthday(2, column)
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
        for index in lines.indices {
            lines[index].labelColumns = lines[index].group.flatMap { labels[$0] } ?? []
            lines[index].parts.sort { $0 < $1 }
        }
    }

    /// Makes a column a note whose role another column has.
    private mutating func addNote(_ column: Int) { add(.note, layout.header[column], column) }

    private mutating func setBirthday(_ part: Int, _ column: Int) {
        if birthday[part] == nil { birthday[part] = column } else { addNote(column) }
    }

    private mutating func add(_ kind: LineKind, _ label: String, _ column: Int) {
        var line = LineColumns(kind: kind, label: label, group: nil, name: layout.header[column])
        line.whole = column
        lines.append(line)
    }

    private mutating func index(of kind: LineKind, _ group: String, _ label: String, _ column: Int) -> Int {
        if let index = lines.firstIndex(where: { $0.kind == kind && $0.group == group }) { return index }
        lines.append(LineColumns(kind: kind, label: label, group: group, name: layout.header[column]))
        return lines.count - 1
    }

    // MARK: - Rows

    /// The friend of a row.
    func friend(of cells: [String]) -> Result<RecordedFriend, RecordProblem> {
        let given = text(cells, idColumn)
        let id = Friend.ID(validating: given)
        if id == nil, !given.isEmpty { return .failure(RecordProblem(Friend.ID.rule)) }
        var details = RecordedDetails()
        let values = values(of: cells)
        setFields(&details, cells, values)
        let main = mainPhone(of: values, details)
        if let main { details.set(.phoneNumber, to: values[main].value, name: values[main].name) }
        for (index, line) in values.enumerated() where index != main {
            details.add(line.kind, label: line.label, value: line.value, name: line.name, id: line.id)
        }
        if cells.count > layout.header.count {
            let others = cells[layout.header.count...].map(\.trimmed).filter { !$0.isEmpty }
            if !others.isEmpty { details.report("The row has more cells than the header; they are kept as notes") }
            for text in others { details.add(.note, label: "", value: text, name: "A cell") }
        }
        return details.result().map { result in
            RecordedFriend(
                id: id ?? idFromContent(cells), details: result, isIDFromContent: id == nil,
                version: id == nil ? nil : version(cells), issues: details.issues)
        }
    }

    /// The version of the friend when the table was written; nil if the table does not say it.
    private func version(_ cells: [String]) -> Friend.Version? {
        let text = text(cells, versionColumn)
        return text.isEmpty ? nil : Friend.Version(text)
    }

    private func text(_ cells: [String], _ column: Int?) -> String {
        guard let column, column < cells.count else { return "" }
        return cells[column].trimmed
    }

    private func setFields(_ details: inout RecordedDetails, _ cells: [String], _ values: [Value]) {
        for field in FriendField.allCases {
            let columns = fields.filter { $0.field == field && !text(cells, $0.column).isEmpty }
            guard let first = columns.first else { continue }
            let texts = columns.map { text(cells, $0.column) }
            details.set(field, to: texts.joined(separator: " "), name: layout.header[first.column])
        }
        let hasName = FriendField.nameFields.contains { !details.details[$0].isEmpty }
        var isNamed = hasName
        for column in fullNames {
            let name = text(cells, column)
            if name.isEmpty { continue }
            if isNamed {
                addOtherName(name, column, &details, values)
            } else {
                isNamed = true
                // The name of a company is its organization, and so on.
                if values.contains(where: { $0.kind.identifies && $0.value.isIdentical(to: name) }) { continue }
                let names = CardValue.names(in: name)
                details.set(.firstName, to: names.first, name: layout.header[column])
                details.set(.lastName, to: names.last, name: layout.header[column])
            }
        }
        for column in nicknames {
            let name = text(cells, column)
            if name.isEmpty { continue }
            let isUnknown =
                FriendField.allCases.allSatisfy { details.details[$0].isEmpty }
                && !values.contains { $0.kind.identifies }
            if isUnknown {
                details.set(.firstName, to: name, name: layout.header[column])
            } else {
                details.add(.note, label: "nickname", value: name, name: layout.header[column])
            }
        }
    }

    /// Adds a full name unless other columns have its words.
    private func addOtherName(_ name: String, _ column: Int, _ details: inout RecordedDetails, _ values: [Value]) {
        func words(_ text: String) -> Set<Substring> {
            Set(text.lowercased().split { $0.isWhitespace || $0 == "," })
        }
        let known = ([details.details.fullName] + values.map(\.value)).reduce(into: Set<Substring>()) {
            $0.formUnion(words($1))
        }
        if words(name).isSubset(of: known) { return }
        let header = layout.header[column]
        details.add(.note, label: header.lowercased(), value: name, name: header)
    }

    // MARK: - Lines

    /// A line as the table has it.
    private struct Value {
        let kind: LineKind
        let label: String
        let value: String
        let name: String
        var id: String?
        /// Which one of the columns of its kind it has.
        var lineIndex = 0
    }

    private func values(of cells: [String]) -> [Value] {
        var values: [Value] = []
        for (index, line) in lines.enumerated() {
            let texts = texts(of: line, cells)
            if texts.isEmpty { continue }
            let label = label(of: line, cells)
            for text in texts {
                values.append(
                    Value(
                        kind: line.kind, label: label, value: normalized(text, line.kind), name: line.name,
                        lineIndex: index))
            }
        }
        if let birthday = birthdayOfParts(cells) { values.append(birthday) }
        return orderColumn == nil ? values : ordered(values, text(cells, orderColumn))
    }

    /// The values that the columns of a line have.
    private func texts(of line: LineColumns, _ cells: [String]) -> [String] {
        let whole = text(cells, line.whole)
        if !whole.isEmpty || line.parts.isEmpty {
            if whole.isEmpty || line.ignored.contains(whole) { return [] }
            let texts = parts(of: whole, line)
            return line.kind == .address && !layout.isOwn ? texts.map(CardValue.part) : texts
        }
        // Google has several addresses in the columns of one, too: the first street belongs to the first city.
        let columns = line.parts.map { parts(of: text(cells, $0.column), line) }
        return (0..<(columns.map(\.count).max() ?? 0)).map { number in
            CardValue.joined(columns.map { number < $0.count ? $0[number] : "" })
        }.filter { !$0.isEmpty }
    }

    private func label(of line: LineColumns, _ cells: [String]) -> String {
        let label = line.labelColumns.map { text(cells, $0) }.filter { !$0.isEmpty }.joined(separator: " ")
        if layout.isOwn { return label.isEmpty ? line.label : label }
        if !label.isEmpty { return TableLabel.label(label) }
        guard line.kind == .note, let group = line.group else { return line.label }
        return ColumnTable.noteBases[group.filter(\.isLetter)] ?? line.label
    }

    /// The values in one cell.
    private func parts(of text: String, _ line: LineColumns) -> [String] {
        if layout.isOwn, line.group != nil { return [text] }
        // Google's.
        let isSplit = line.kind != .note && text.utf8.contains(UInt8(ascii: ":"))
        let parts = isSplit ? text.split(separator: " ::: ").map { String($0).trimmed } : [text]
        guard line.kind == .tag else { return parts }
        return parts.flatMap { $0.split { $0 == "," || $0 == ";" } }.map { tag in
            let tag = String(tag).trimmed
            return tag.hasPrefix("* ") ? String(tag.dropFirst(2)).trimmed : tag
        }
    }

    /// A value as friends have it.
    private func normalized(_ value: String, _ kind: LineKind) -> String {
        // A spreadsheet can have written the dates of our tables.
        if layout.isOwn {
            return kind == .birthday && Birthday(value) == nil
                ? TableDate.birthday(value, isDayFirst: layout.isDayFirst) : value
        }
        return switch kind {
        case .phone: CardValue.withoutScheme("tel:", value)
        case .email: CardValue.withoutScheme("mailto:", value)
        case .website: CardValue.website(value)
        // Outlook writes a date of zeros for none.
        case .birthday:
            value.allSatisfy { "0/.-".contains($0) }
                ? "" : TableDate.birthday(value, isDayFirst: layout.isDayFirst)
        default: value
        }
    }

    private func birthdayOfParts(_ cells: [String]) -> Value? {
        guard let column = birthday.compactMap(\.self).first else { return nil }
        let texts = birthday.map { text(cells, $0) }
        if texts.allSatisfy(\.isEmpty) { return nil }
        let numbers = texts.map { Int($0) }
        let date: String? =
            if let month = numbers[1], let day = numbers[2], numbers[0] != nil || texts[0].isEmpty {
                TableDate.birthday(numbers[0], month, day)
            } else { nil }
        let value = date ?? texts.filter { !$0.isEmpty }.joined(separator: "-")
        return Value(kind: .birthday, label: "", value: value, name: layout.header[column])
    }

    /// The values in the order of the column `lines`, with their ids; others come last.
    private func ordered(_ values: [Value], _ order: String) -> [Value] {
        var columns: [LineKind: [Int]] = [:]
        for (index, line) in lines.enumerated() where line.group != nil {
            columns[line.kind, default: []].append(index)
        }
        var remaining = values
        var result: [Value] = []
        for entry in order.split(separator: " ") {
            let parts = entry.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2, let column = columns[LineKind(key: parts[0])]?.first else { continue }
            columns[LineKind(key: parts[0])]?.removeFirst()
            guard let index = remaining.firstIndex(where: { $0.lineIndex == column }) else { continue }
            var value = remaining.remove(at: index)
            value.id = parts[1]
            result.append(value)
        }
        return result + remaining
    }

    // MARK: - Phone numbers and ids

    /// The line that becomes the phone number, in a table without a column for it.
    private func mainPhone(of values: [Value], _ details: RecordedDetails) -> Int? {
        guard !fields.contains(where: { $0.field == .phoneNumber }) else { return nil }
        var best: (index: Int, rank: Int)?
        for (index, value) in values.enumerated() where value.kind == .phone {
            var draft = FriendDraft()
            draft.details.phoneNumber = value.value
            guard draft.problem(in: .phoneNumber) == nil else { continue }
            // Numbered columns are in the person's order.
            let isNumbered = lines[value.lineIndex].group != nil
            let rank = MainPhone.rank(ofLabel: value.label)
            let other = isNumbered ? max(rank, 2) : rank
            if other < best?.rank ?? .max { best = (index, other) }
        }
        return best?.index
    }

    private func idFromContent(_ cells: [String]) -> Friend.ID {
        Friend.ID.derived("csv-") { hash in
            for (key, column) in columnsByKey where column != orderColumn && column != versionColumn {
                let text = text(cells, column)
                if text.isEmpty { continue }
                hash.add([key, text])
            }
        }
    }
}
