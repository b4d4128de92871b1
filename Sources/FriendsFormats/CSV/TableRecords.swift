import FriendsModel
import FriendsVCard

/// Makes friends of the rows of a table.
struct TableRecords {
    let layout: TableLayout
    let columns: RecordColumns
    let dates: TableDate

    init(_ layout: TableLayout, _ today: CalendarDay) {
        self.layout = layout
        columns = RecordColumns(layout)
        dates = TableDate(isDayFirst: layout.isDayFirst, today: today)
    }

    // MARK: - Rows

    /// The friend of a row.
    /// - Parameter issue: what is to be said of the row; nil for nothing.
    func friend(of cells: [String], issue: String? = nil) -> Result<RecordedFriend, RecordProblem> {
        let given = text(cells, columns.id)
        let id = Friend.ID(validating: given)
        if id == nil, !given.isEmpty { return .failure(RecordProblem(Friend.ID.rule)) }
        var details = RecordedDetails()
        if let issue { details.report(issue) }
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
                version: id == nil ? nil : RecordedVersion(text(cells, columns.version)), issues: details.issues)
        }
    }

    /// The trimmed text of a cell; empty if the row has none.
    func text(_ cells: [String], _ column: Int?) -> String {
        guard let column, column < cells.count else { return "" }
        return cells[column].trimmed
    }

    private func setFields(_ details: inout RecordedDetails, _ cells: [String], _ values: [Value]) {
        for field in FriendField.allCases {
            let used = columns.fields.filter { $0.field == field && !text(cells, $0.column).isEmpty }
            guard let first = used.first else { continue }
            var texts = used.map { text(cells, $0.column) }
            if field.kind == .phoneNumber, !layout.isOwn { texts = texts.map(CSVCell.number) }
            details.set(field, to: texts.joined(separator: " "), name: layout.header[first.column])
        }
        var isNamed = details.details.hasName
        for column in columns.fullNames {
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
        for column in columns.nicknames {
            let name = text(cells, column)
            if name.isEmpty { continue }
            let isUnknown =
                FriendField.allCases.allSatisfy { details.details[$0].isEmpty }
                && !values.contains { $0.kind.identifies }
            if isUnknown {
                details.set(.firstName, to: name, name: layout.header[column])
            } else {
                details.add(.nickname, label: "", value: name, name: layout.header[column])
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
        details.add(.name, label: "", value: name, name: layout.header[column])
    }

    // MARK: - Phone numbers and ids

    /// The line that becomes the phone number, in a table without a column for it.
    private func mainPhone(of values: [Value], _ details: RecordedDetails) -> Int? {
        guard !columns.fields.contains(where: { $0.field == .phoneNumber }) else { return nil }
        var best: (index: Int, rank: Int)?
        for (index, value) in values.enumerated() where value.kind == .phone {
            var draft = FriendDraft()
            draft.details.phoneNumber = value.value
            guard draft.problem(in: .phoneNumber) == nil else { continue }
            // Numbered columns are in the person's order.
            let isNumbered = columns.lines[value.lineIndex].group != nil
            let rank = MainPhone.rank(ofLabel: value.label)
            let other = isNumbered ? max(rank, 2) : rank
            if other < best?.rank ?? .max { best = (index, other) }
        }
        return best?.index
    }

    private func idFromContent(_ cells: [String]) -> Friend.ID {
        Friend.ID.derived("csv-") { hash in
            for (key, column) in columns.byKey where column != columns.order && column != columns.version {
                let text = text(cells, column)
                if text.isEmpty { continue }
                hash.add([key, text])
            }
        }
    }
}
