import FriendsModel

/// A friend as plain text for an editor: a field or a line of the friend on each row, as `Email (work): ada@example.org`. The
/// further rows of a note are indented.
package enum TextForm {
    /// Why a text is no friend.
    package struct Problem: Error, Equatable {
        /// The number of the row, from 1.
        package let row: Int
        package let reason: String

        /// A sentence.
        package var message: String { "Line \(row): \(reason)." }
    }

    /// The text of a friend.
    package static func text(of details: FriendDetails) -> String {
        var rows = [
            "# \(details.fullName.replacing("\n", with: " "))",
            "# Save this file and leave the editor to change the friend; lines that begin with # do not count.",
            "# Remove a line, change it, move it, or add one: \(LineKind.all.map(\.columnTitle).joined(separator: ", ")).",
            "# A label is in parentheses: Email (work): ada@example.org. Further rows of a note are indented.",
            "",
        ]
        rows += FriendField.allCases.map { "\($0.label): \(details[$0])" }
        rows.append("")
        rows += details.lines.map { line in
            let label = line.label.isEmpty ? "" : " (\(escaped(line.label)))"
            let values = line.value.split(separator: "\n", omittingEmptySubsequences: false)
            return "\(line.kind.columnTitle)\(label): \(values.joined(separator: "\n  "))"
        }
        return rows.joined(separator: "\n") + "\n"
    }

    private static func escaped(_ label: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in label.unicodeScalars {
            if scalar == "\\" || scalar == ")" { text.append("\\") }
            text.append(scalar)
        }
        return String(text)
    }

    /// The friend of a text. Lines keep their ids as far as they can be recognised.
    /// - Parameter old: the friend before it was edited.
    package static func details(of text: String, editing old: FriendDetails) throws(Problem) -> FriendDetails {
        var reader = Reader(titles: old.lines.map(\.kind))
        let rows = text.replacing("\r\n", with: "\n").unicodeScalars
            .split(separator: "\n", omittingEmptySubsequences: false)
        for (index, row) in rows.enumerated() { try reader.read(row, number: index + 1) }
        var details = reader.details
        details.lines = details.lines.map { line in
            let isOld = old.lines.contains { $0.hasSameContent(as: line.trimmed) }
            return isOld ? line.trimmed : line.trimmed.normalized
        }.withIDs(of: old.lines)
        for field in FriendField.allCases { details[field] = details[field].trimmed }
        return details
    }
}

/// Reads the rows of a text, scalar by scalar: a text can begin or end with one that forms a character with the blank or the
/// parenthesis beside it.
private struct Reader {
    typealias Row = Substring.UnicodeScalarView

    var details = FriendDetails()
    private var seen: Set<FriendField> = []
    /// Whether indented rows belong to the last line.
    private var isInNote = false
    /// The rows of white space before this one, without the indentation of a note.
    private var emptyRows: [String] = []
    /// The kinds by their titles.
    private let kinds: [(title: String, kind: LineKind)]

    /// - Parameter titles: kinds that this version may not know.
    init(titles: [LineKind]) {
        let unknown = titles.filter { !$0.isKnown }
        kinds = (LineKind.all + unknown).map { ($0.columnTitle, $0) }
            // The longest first: one title can begin with another.
            .sorted { $0.0.unicodeScalars.count > $1.0.unicodeScalars.count }
    }

    mutating func read(_ row: Row, number: Int) throws(TextForm.Problem) {
        if row.allSatisfy(\.properties.isWhitespace) {
            emptyRows.append(Self.isIndented(row) ? String(row.dropFirst(2)) : "")
        } else if isInNote, let first = row.first, first == " " || first == "\t" {
            let rest = String(row.dropFirst(Self.isIndented(row) ? 2 : 1))
            let last = details.lines.count - 1
            for row in emptyRows + [rest] { details.lines[last].value += "\n" + row }
            emptyRows = []
        } else if row.first != "#" {
            emptyRows = []
            try readEntry(row, number)
        }
    }

    private static func isIndented(_ row: Row) -> Bool { row.starts(with: "  ".unicodeScalars) }

    private mutating func readEntry(_ row: Row, _ number: Int) throws(TextForm.Problem) {
        isInNote = false
        if let (field, value) = field(of: row) {
            guard seen.insert(field).inserted else {
                throw TextForm.Problem(row: number, reason: "\(field.label) is there already")
            }
            details[field] = value
        } else if let line = line(of: row) {
            details.lines.append(line)
            isInNote = line.kind.allowsRows
        } else {
            let titles = LineKind.all.map(\.columnTitle).joined(separator: ", ")
            throw TextForm.Problem(
                row: number, reason: "it does not begin with a field or one of \(titles), and a colon")
        }
    }

    private func field(of row: Row) -> (FriendField, String)? {
        for field in FriendField.allCases {
            if let value = rest(of: row, after: field.label), value.first == ":" {
                return (field, String(value.dropFirst()).trimmed)
            }
        }
        return nil
    }

    private func line(of row: Row) -> FriendLine? {
        for (title, kind) in kinds {
            guard var rest = rest(of: row, after: title) else { continue }
            var label = ""
            if rest.first == "(" {
                guard let (text, after) = Self.label(rest.dropFirst()) else { continue }
                (label, rest) = (text, after.drop { $0 == " " })
            }
            guard rest.first == ":" else { continue }
            let value = rest.dropFirst()
            return FriendLine(
                id: FriendLine.ID(""), kind: kind, label: label,
                value: String(value.first == " " ? value.dropFirst() : value))
        }
        return nil
    }

    /// What follows a title, without spaces.
    private func rest(of row: Row, after title: String) -> Row? {
        let count = title.unicodeScalars.count
        guard String(row.prefix(count)).lowercased() == title.lowercased() else { return nil }
        return row.dropFirst(count).drop { $0 == " " }
    }

    /// The label up to its parenthesis, and what follows.
    private static func label(_ text: Row) -> (String, Row)? {
        var label = String.UnicodeScalarView()
        var rest = text
        while let scalar = rest.popFirst() {
            switch scalar {
            case ")": return (String(label), rest)
            case "\\": if let next = rest.popFirst() { label.append(next) }
            default: label.append(scalar)
            }
        }
        return nil
    }
}

extension [FriendLine] {
    /// The lines with the ids of old lines: first by the same content, then by the same kind and label, then by the same kind.
    /// Others get a new id.
    fileprivate func withIDs(of old: [FriendLine]) -> [FriendLine] {
        var unused = old
        var ids: [FriendLine.ID?] = map { _ in nil }
        let rules: [(FriendLine, FriendLine) -> Bool] = [
            { $0.hasSameContent(as: $1) }, { $0.kind == $1.kind && $0.label.isIdentical(to: $1.label) },
            { $0.kind == $1.kind },
        ]
        for rule in rules {
            for index in indices where ids[index] == nil {
                guard let found = unused.firstIndex(where: { rule(self[index], $0) }) else { continue }
                ids[index] = unused.remove(at: found).id
            }
        }
        return zip(self, ids).map { line, id in
            FriendLine(id: id ?? .random(), kind: line.kind, label: line.label, value: line.value)
        }
    }
}
