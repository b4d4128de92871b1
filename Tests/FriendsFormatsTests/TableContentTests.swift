import FriendsFormats
import FriendsModel
import TestSupport
import Testing

/// Every cell of a table is somewhere in the friend, or its row is refused.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct TableContentTests {
    private static let headers = [
        "First Name", "Last Name", "Name", "Display Name", "Middle Name", "Title", "Suffix", "Nickname", "Phone",
        "Mobile Phone", "Home Phone", "Business Fax", "Phone 1 - Value", "Phone 2 - Value", "E-mail", "E-mail Address",
        "E-mail 2 Address", "E-mail 1 - Value", "Birthday", "Birth Year", "Birth Month", "Birth Day", "Anniversary",
        "Company", "Organization", "Department", "Job Title", "Web Page", "Website 1 - Value", "Categories", "Tags",
        "Group Membership", "Labels", "Notes", "Note", "Address", "Home Street", "Home City", "Home Postal Code",
        "Street",
        "City", "Zip", "Address 1 - Formatted", "Address 1 - Street", "Address 1 - City", "Gender", "Vorname",
        "Nachname",
        "Telefon", "Geburtstag", "Shoe size", "shoe size", "Boat", "Id", "version", "",
    ]
    private static let cells = [
        "Ada", "Lovelace", "Doe, Jane", "Ada King Lovelace", "王", "+49 170 1234567", "0171 1 ::: 0172 2",
        "0173 3; 0174 4",
        "0175 5, 0176 6", "1-800-FLOWERS", "tel:+4930123", "\u{202D}+49 171 7\u{202C}", "=\"0177 7\"", "'0178 8",
        "a@example.org", "b@example.org ::: c@example.org", "d@example.org, e@example.org", "Eve <f@example.org>",
        "mailto:g@example.org", "nobody", "24.12.90", "24/12/90", "12/04/90", "24/12/05", "1990-3-4", "19900304",
        "900412",
        "1/2/1970", "31.2.1990", "2.1.1970 00:00", "1970-01-02T00:00:00", "85", "7", "1985", "circa 1800", "=1+1",
        "'=1",
        "x\ny", "tag1, tag2", "tag3;tag4", "* My Contacts", "* friends ::: * work", "www.example.org", "http://a b",
        "https://example.org/?a=1,2", "\"quoted\"", "0", "-", "a\u{7}b", "\u{FEFF}x", "Normal", "1 Road", "10115",
        "1 Road, Town", "1 Road ::: 2 Road", "x ::: y", " : ", "e\u{301}", String(repeating: "long ", count: 30),
    ]
    /// Dates in other forms as they are stored.
    private static let dates = [
        "24.12.90": "1990-12-24", "24/12/90": "1990-12-24", "12/04/90": "1990-04-12|1990-12-04",
        "24/12/05": "2005-12-24",
        "1990-3-4": "1990-03-04", "19900304": "1990-03-04", "1/2/1970": "1970-01-02|1970-02-01",
        "2.1.1970 00:00": "1970-01-02", "1970-01-02T00:00:00": "1970-01-02",
    ]

    private func quoted(_ cells: [String], _ delimiter: String) -> String {
        cells.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: delimiter) + "\n"
    }

    /// Whether a text is in the friend: itself, in another form of the same value, or all of its words.
    private func isThere(_ cell: String, of header: String, in texts: [String]) -> Bool {
        // Outlook writes a date of zeros for none.
        if ["Birthday", "Birth Day", "Geburtstag", "Anniversary"].contains(header),
            cell.allSatisfy({ "0/.-".contains($0) })
        {
            return true
        }
        let marks = Set("\u{202C}\u{202D}\u{FEFF}".unicodeScalars)
        var text = String(
            String.UnicodeScalarView(
                cell.unicodeScalars.filter { ($0 == "\n" || $0.value >= 32) && !marks.contains($0) })
        ).trimmed
        // So spreadsheets keep a number.
        if text.hasPrefix("=\""), text.hasSuffix("\"") { text = String(text.dropFirst(2).dropLast()) }
        // So Mailchimp writes tags.
        if ["Categories", "Tags", "Group Membership", "Labels"].contains(header), text.hasPrefix("\"") {
            text = text.replacing("\"", with: "")
        }
        func has(_ text: String) -> Bool { texts.contains { $0.contains(text) } }
        if has(text) || Self.dates[text].map({ $0.split(separator: "|").contains { has(String($0)) } }) ?? false {
            return true
        }
        // The apostrophe makes a formula a text.
        let words = text.trimmingPrefix("'").split { $0.isWhitespace || ",;<>".contains($0) }.filter {
            ![":::", "*"].contains($0)
        }
        return words.allSatisfy { word in
            has(String(word.trimmingPrefix("tel:").trimmingPrefix("mailto:")))
        }
    }

    @Test func `every cell of a table is in the friend or its row is refused`() async throws {
        for await seed in Seeds(1_000) {
            var numbers = Numbers(state: UInt64(seed))
            let count = Int.random(in: 2...9, using: &numbers)
            let header = ["First Name"] + (1..<count).map { _ in Self.headers.randomElement(using: &numbers) ?? "" }
            let delimiter = [",", ";", "\t"].randomElement(using: &numbers) ?? ","
            let rows = (0..<3).map { _ in
                // A row can have fewer cells, or more.
                (0..<max(1, count + Int.random(in: -1...1, using: &numbers))).map { _ in
                    numbers.next() % 4 == 0 ? "" : Self.cells.randomElement(using: &numbers) ?? ""
                }
            }
            let table = ([header] + rows).map { quoted($0, delimiter) }.joined()
            let reader = RecordReader(.csv, today: CalendarDay(year: 2026, month: 11, day: 25))
            var records = reader.records(in: table)[...]
            for row in rows {
                if row.allSatisfy(\.trimmed.isEmpty) { continue }
                let next = records.popFirst()
                let record = try #require(next, "seed \(seed)")
                guard case .success(let friend) = record.content else { continue }
                let fields = FriendField.allCases.map { friend.details[$0] }
                let lines = friend.details.lines.flatMap { [$0.label, $0.value] }
                let texts = [friend.details.fullName] + fields + lines
                for (column, cell) in row.enumerated() {
                    if isThere(cell, of: column < count ? header[column] : "", in: texts) { continue }
                    Issue.record(
                        "seed \(seed): \(cell.debugDescription) of\n\(table)is not in \(texts), \(friend.issues)")
                }
            }
        }
    }
}
