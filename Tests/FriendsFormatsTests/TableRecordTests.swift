import FriendsFormats
import FriendsModel
import Testing

@Suite("records of tables", .timeLimit(.minutes(10)))
struct TableRecordTests {
    private static func texts(_ table: String, _ columns: ColumnMap = ColumnMap()) -> [String] {
        RecordReader(.csv, columns: columns).records(in: table).map(\.text)
    }

    @Test("a table of another program is read", arguments: TableExport.all)
    func programs(table: TableExport) {
        #expect(Self.texts(table.table) == table.records)
        for record in RecordReader(.csv).records(in: table.table) {
            guard case .success(let friend) = record.content else { continue }
            #expect(FriendDraft(friend.details).validated == friend.details)
            #expect(friend.isIDFromContent && friend.id.rawValue.hasPrefix("csv-"))
        }
    }

    @Test("columns may be in any order, and headers in any case")
    func orderOfColumns() {
        let one = "First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value\nAda,Lovelace,Home,ada@b.example\n"
        let other = "e-mail 1 - VALUE;LAST NAME;e-mail 1 - label;first_name\nada@b.example;Lovelace;Home;Ada\n"
        let records = [one, other].map { RecordReader(.csv).records(in: $0) }
        #expect(records[0] == records[1])
        #expect(records[0].map(\.text) == ["2: Ada|Lovelace||email home: ada@b.example"])
    }

    // MARK: - Encodings

    private static let table = "First Name,Last Name,Notes\r\nÅse,Öberg,\"a\r\nb 😀\"\r\nGrace,Hopper,\r\n"

    @Test("a file is read in every encoding", arguments: ["utf8", "bom", "utf16le", "utf16be"])
    func encodings(encoding: String) {
        let units = Array("\u{FEFF}\(Self.table)".utf16)
        let bytes: [UInt8] =
            switch encoding {
            case "bom": Array("\u{FEFF}\(Self.table)".utf8)
            case "utf16le": units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
            case "utf16be": units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] as [UInt8] }
            default: Array(Self.table.utf8)
            }
        for chunkSize in [1, 3, 1000] {
            let records = RecordReader(.csv).records(in: bytes, chunkSize: chunkSize)
            #expect(records.map(\.text) == ["2: Åse|Öberg||note : a\nb 😀", "4: Grace|Hopper|"])
        }
    }

    @Test("a text that is not UTF-8 is Windows-1252")
    func latin() {
        let bytes = Array("Name,Notes\n".utf8) + [0xC5] + Array("se,".utf8) + [0x80, 0x20, 0xE9] + [10]
        #expect(RecordReader(.csv).records(in: bytes).map(\.text) == ["2: Åse|||note : € é"])
    }

    // MARK: - Rows

    @Test(
        "a damaged row affects no other one",
        arguments: [
            // A quotation mark too many, one too few, and a text behind one.
            ("Ada,\"L", "2! "), ("\"Ada\"x,Lovelace", "2! "), ("\"Ada,Lovelace", "2! "),
            ("\"Ada\",\"Love\"lace\"", "2! "), ("Ada,Love\"lace", "2: Ada|Love\"lace|"),
        ])
    func damage(row: String, text: String) {
        let table = "firstname,lastname\n\(row)\nGrace,Hopper\n\"Linus\",\"Torvalds\"\n"
        let texts = Self.texts(table)
        #expect(texts.first?.hasPrefix(text) == true)
        #expect(texts.suffix(2) == ["3: Grace|Hopper|", "4: Linus|Torvalds|"])
    }

    @Test("the rest of a damaged row is no friend")
    func restOfDamage() {
        let table = "firstname,lastname,note\nAda,Lovelace,\"one\" two\nthree\"\nGrace,Hopper,\n"
        #expect(
            Self.texts(table) == [
                "2! The quotation marks of this row do not match",
                "3! This row may be a part of a damaged one before it", "4: Grace|Hopper|",
            ])
    }

    @Test("white space, combining marks and other line ends belong to cells")
    func cells() {
        let table = "name,note\n \"Ada\" , x \nA\u{301}da,\u{301}x\u{2028}y\u{85}z\n\"\u{300}\",\u{200B}a\n"
        #expect(
            Self.texts(table).map { $0.unicodeScalars.map { $0.isASCII ? String($0) : "~" }.joined() } == [
                "2: Ada|||note : x", "3: A~da|||note : ~xyz", "4: ~|||note : ~a",
            ])
    }

    @Test("a row with more cells than the header loses none")
    func moreCells() throws {
        let records = RecordReader(.csv).records(in: "firstname,lastname\nAda,Lovelace,x,,y\nGrace\n")
        #expect(records.map(\.text) == ["2: Ada|Lovelace||note : x|note : y", "3: Grace||"])
        #expect(
            try records[0].content.get().issues == ["The row has more cells than the header; they are kept as notes"])
    }

    @Test(
        "a table without friends says so",
        arguments: [
            ("", []), ("\n\n", []), ("Name\n", []),
            (
                "a,b\n1,2\n",
                ["1! None of the columns “a”, “b” is known as a name, a phone number, an email or an organization"]
            ),
            ("Name,Notes\n,x\n", ["2! A friend needs a name, a phone number, an email or an organization"]),
        ])
    func noFriends(table: String, texts: [String]) {
        #expect(Self.texts(table) == texts)
    }

    // MARK: - Values

    @Test("what is not valid is kept as a note, and too long texts as several")
    func invalidValues() throws {
        let long = String(repeating: "x", count: 101)
        let longer = String(repeating: "y", count: 10_001)
        let table = "First Name,Email,Phone,Web Page,Notes,Birthday\n\(long),none,none,a b,\(longer),no\u{7}date\n"
        let record = try #require(try RecordReader(.csv).records(in: table).first?.content.get())
        #expect(record.details.firstName == long.dropLast())
        #expect(
            record.details.lines.map { "\($0.kind.key) \($0.label): \($0.value)" } == [
                "note First Name: \(long)", "note Email: none", "note Phone: none", "note Web Page: a b",
                "note : \(longer.dropLast())", "note : y", "note Birthday: nodate",
            ])
        #expect(record.issues.count == 7 && record.issues.contains("Birthday is kept without its control characters"))
        #expect(FriendDraft(record.details).validated == record.details)
    }

    @Test("a friend has at most 100 lines")
    func manyLines() throws {
        let header = "Name," + (1...101).map { "E-mail \($0) - Value" }.joined(separator: ",")
        let row = "Ada," + (1...101).map { "a\($0)@b.example" }.joined(separator: ",")
        let record = try #require(try RecordReader(.csv).records(in: "\(header)\n\(row)\n").first?.content.get())
        #expect(record.details.lines.count == 100)
        #expect(record.issues == ["E-mail 101 - Value was left out: a friend has at most 100 lines"])
    }

    @Test(
        "what Outlook writes for nothing is something elsewhere",
        arguments: [
            ("Priorität", "Normal", ""), ("Spouse", "Normal", "relation spouse: Normal"),
            ("Büro", "Normal", "note office: Normal"),
        ])
    func emptyTexts(header: String, value: String, line: String) throws {
        let record = try #require(
            try RecordReader(.csv).records(in: "Name,\(header)\nAda,\(value)\n").first?.content.get())
        let lines = record.details.lines.map { "\($0.kind.key) \($0.label): \($0.value)" }
        #expect(lines.joined() == line)
    }

    @Test(
        "a date has the order of those that tell it",
        arguments: [
            ("12/28/1969", "1/2/1970", "1970-01-02"), ("28/12/1969", "1/2/1970", "1970-02-01"),
            ("2/2/1970", "2/2/1970", "1970-02-02"), ("0/0/00", "1/2/1970", nil), ("", "19700102", "1970-01-02"),
            ("24/12/90", "12/04/90", "1990-04-12"), ("12/24/90", "12/04/90", "1990-12-04"),
            ("28/12/1969", "24/12/05", "2005-12-24"), ("24/12/05", "12/04/90", nil),
            // A year in front says nothing of the order of the others, and no text is cut in other places.
            ("1990/12/24", "03/04/1990", nil), ("", "24121990", nil),
            ("", "1970-01-02T00:00:00", "1970-01-02"), ("", "2.1.1970", "1970-01-02"), ("", "31/4/1970", nil),
        ])
    func dates(first: String, second: String, date: String?) throws {
        let records = RecordReader(.csv).records(in: "Name,Birthday\nA,\(first)\nB,\(second)\n")
        let line = try #require(try records.last?.content.get().details.lines.first)
        #expect(line.kind == (date == nil ? .note : .birthday) && line.value == date ?? second)
    }

    @Test(arguments: [["24/12/90", "12/24/90"], ["12/24/90", "24/12/90"]])
    func `where dates contradict each other, one that could be either is a note`(others: [String]) throws {
        let rows = (others + ["3/4/90"]).map { "Ada,\($0)\n" }.joined()
        let records = RecordReader(.csv).records(in: "Name,Birthday\n" + rows)
        let lines = try records.map { try #require(try $0.content.get().details.lines.first) }
        #expect(lines.map(\.value) == ["1990-12-24", "1990-12-24", "3/4/90"])
        #expect(lines.map(\.kind) == [.birthday, .birthday, .note])
    }

    @Test(arguments: [
        ("Birthday", "24.12.90", "birthday 1990-12-24"), ("Birthday", "1.2.05", "birthday 2005-02-01"),
        ("Birthday", "24.12.1890", "birthday 1890-12-24"), ("Birthday", "24.12.190", "note 24.12.190"),
        ("Birthday", "24/12/90", "birthday 1990-12-24"), ("Birthday", "12/24/05", "birthday 2005-12-24"),
        ("Birthday", "4/4/90", "birthday 1990-04-04"), ("Birthday", "12/04/90", "note 12/04/90"),
        // The year can be the first number, or the last.
        ("Birthday", "24/12/05", "note 24/12/05"), ("Birthday", "11/11/05", "note 11/11/05"),
        ("Birthday", "90/12/24", "note 90/12/24"), ("Birthday", "24/13/90", "note 24/13/90"),
        ("Birth Year,Birth Month,Birth Day", "85,7,9", "birthday 1985-07-09"),
        ("Birth Year,Birth Month,Birth Day", "26,7,9", "birthday 2026-07-09"),
        ("Birth Year,Birth Month,Birth Day", "1985,7,", "birthday 1985-07"),
        ("Birth Year,Birth Month,Birth Day", "1985,,7", "note 1985 7"),
    ])
    func `a year of two digits is never the first century`(header: String, cells: String, line: String) throws {
        let reader = RecordReader(.csv, today: CalendarDay(year: 2026, month: 11, day: 23))
        let record = try #require(try reader.records(in: "Name,\(header)\nAda,\(cells)\n").first?.content.get())
        #expect(record.details.lines.map { "\($0.kind.key) \($0.value)" } == [line])
    }

    @Test("the same row has the same id when others change")
    func ids() throws {
        let id = try self.id(of: "First Name,Notes\nAda,x\n")
        #expect(try id == self.id(of: "NOTES;E-mail;first name\nx;;Ada\n"))
        #expect(try id != self.id(of: "First Name,Notes\nAda,y\n"))
        // Another table has the same numbers.
        #expect(try self.id(of: "id,First Name\n1,Ada\n") != Friend.ID("1"))
        #expect(try self.id(of: "id,firstname,lastname,phonenumber\n1,Ada,,\n") != Friend.ID("1"))
        #expect(try self.id(of: "id,firstname,lastname,phonenumber,lines\n1,Ada,,,\n") == Friend.ID("1"))
        #expect(
            Self.texts("id,firstname,lastname,phonenumber,lines\na b,Ada,,,\n,Grace,,,\n") == [
                "2! \(Friend.ID.rule)", "3: Grace||",
            ])
    }

    private func id(of table: String) throws -> Friend.ID {
        try #require(try RecordReader(.csv).records(in: table).last?.content.get().id)
    }
}
