import FriendsFormats
import FriendsModel
import Testing

@Suite("what columns mean", .timeLimit(.minutes(10)))
struct ColumnMapTests {
    @Test(
        "a target is parsed",
        arguments: [
            ("firstname", .field(.firstName)), ("lastname", .field(.lastName)), ("phonenumber", .field(.phoneNumber)),
            ("first-name", .field(.firstName)), ("phone", .line(.phone, label: "")), ("skip", .skip),
            (" Email : work ", .line(.email, label: "work")), ("note:a:b", .line(.note, label: "a:b")),
            ("other-phone", .line(.phone, label: "")), ("", nil), ("mail", nil), ("skip:x", nil), ("firstname:x", nil),
        ] as [(String, ColumnMap.Target?)])
    func targets(text: String, target: ColumnMap.Target?) {
        #expect(ColumnMap.Target(text) == target)
        if let target { #expect(ColumnMap.Target(target.text) == target) }
    }

    private static func map(_ texts: String...) throws -> ColumnMap {
        var map = ColumnMap()
        for text in texts { try map.add(text) }
        return map
    }

    @Test("an argument has a header and a target")
    func arguments() throws {
        let map = try Self.map("Spouse=note:Spouse", "a=b=email", "*=skip")
        #expect(map["spouse"] == .line(.note, label: "Spouse") && map["A = B"] == .line(.email, label: ""))
        #expect(map.others == .skip && map["x"] == nil && map.headers == ["Spouse", "a=b"])
        for text in ["", "Spouse", "Spouse=", "Spouse=partner"] {
            #expect(throws: RecordProblem.self) { try Self.map(text) }
        }
    }

    private static let table = "Who,Colour,Colour 2,E-mail,Notes\nAda,,red,ada@b.example,n\nGrace,blue,,,\n"

    private static func texts(_ map: ColumnMap) -> [String] {
        RecordReader(.csv, columns: map).records(in: table).map(\.text)
    }

    @Test("columns have the meaning that they are given")
    func meanings() throws {
        #expect(
            Self.texts(ColumnMap()) == [
                "2: |||note Who: Ada|note Colour 2: red|email : ada@b.example|note : n",
                "3! A friend needs a name, a phone number, an email or an organization",
            ])
        #expect(
            Self.texts(try Self.map("WHO=firstname", "Colour=tag", "*=skip")) == [
                "2: Ada|||email : ada@b.example|note : n", "3: Grace|||tag : blue",
            ])
        #expect(
            Self.texts(try Self.map("Who=firstname", "*=note")) == [
                "2: Ada|||note Colour 2: red|email : ada@b.example|note : n", "3: Grace|||note Colour: blue",
            ])
        // Known columns, too; and several can be one field.
        #expect(
            Self.texts(try Self.map("Notes=skip", "Who=lastname", "Colour=lastname", "Colour 2=lastname")) == [
                "2: |Ada red||email : ada@b.example", "3: |Grace blue|",
            ])
    }

    @Test("the columns of a file can be asked for")
    func columns() throws {
        func columns(_ table: String, _ format: FileFormat = .csv) -> [FileColumn] {
            var chunks = [Array(table.utf8)]
            return RecordReader(format).fileColumns { chunks.popLast() }
        }
        #expect(
            columns(Self.table) == [
                FileColumn(header: "Who", sample: "Ada", isKnown: false),
                FileColumn(header: "Colour", sample: "blue", isKnown: false),
                FileColumn(header: "Colour 2", sample: "red", isKnown: false),
                FileColumn(header: "E-mail", sample: "ada@b.example", isKnown: true),
                FileColumn(header: "Notes", sample: "n", isKnown: true),
            ])
        #expect(columns("").isEmpty && columns("BEGIN:VCARD", .vcard).isEmpty)
        let map = try Self.map("colour=skip", "color=skip")
        #expect(map.headers(missingIn: columns(Self.table)) == ["color"])
    }

    @Test("a column without a text is not asked about, and loses none that comes later")
    func emptyColumns() throws {
        let rows = String(repeating: "Ada,ada@b.example,,\n", count: 4000) + "Grace,,red,\n"
        let table = "Name,E-mail,Colour,\n" + rows
        // As much as is read for the columns.
        var chunks = [Array(table.utf8.dropFirst(1 << 16)), Array(table.utf8.prefix(1 << 16))]
        let columns = RecordReader(.csv).fileColumns { chunks.popLast() }
        #expect(columns.map(\.header) == ["Name", "E-mail", "Colour", ""] && columns.allSatisfy(\.isKnown))
        #expect(RecordReader(.csv).records(in: table).last?.text == "4002: Grace|||note Colour: red")
    }

    @Test(
        "the headers of Outlook are known",
        arguments: [
            "Company Yomi", "Schools", "Government ID Number", "Internet Free Busy", "Organizational ID Number",
            "Referred By", "Home Street 2", "Business Country/Region", "Other Address PO Box", "E-mail 3 Display Name",
            "Anrede", "Abteilung", "Bundesland/Kanton privat", "Weiteres/e Land/Region", "E-Mail 3: Angezeigter Name",
            "Regierungs-Nr.", "Name des/der Vorgesetzten", "Rue (bureau) 2", "Dép/Région (domicile)",
            "Type de messagerie 2", "Nom complet de l'adresse de messagerie 3", "Téléphone 2 (bureau)", "Conjoint(e)",
            "Calle del trabajo 2", "Otro código postal", "Fax particular", "Confidencialidad",
        ])
    func outlook(header: String) {
        var chunks = [Array("Name,\"\(header)\"\nAda,x\n".utf8)]
        let columns = RecordReader(.csv).fileColumns { chunks.popLast() }
        #expect(columns.map(\.header) == ["Name", header] && columns.allSatisfy(\.isKnown))
    }

    @Test("only the beginning of a file is read for its columns")
    func beginning() {
        let row = Array("Ada,x\n".utf8)
        var count = 0
        let columns = RecordReader(.csv).fileColumns {
            count += 1
            return count == 1 ? Array("Name,Colour\n".utf8) : Array(repeating: row, count: 1000).flatMap(\.self)
        }
        #expect(columns.map(\.header) == ["Name", "Colour"] && count < 20)
    }
}
