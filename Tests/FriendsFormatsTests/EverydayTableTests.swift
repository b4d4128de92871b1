import FriendsFormats
import FriendsModel
import Testing

/// The tables that people write themselves, and those of programs in other languages.
@Suite(.timeLimit(.minutes(10)))
struct EverydayTableTests {
    private static func friend(_ table: String) throws -> [String] {
        let reader = RecordReader(.csv, today: CalendarDay(year: 2026, month: 11, day: 27))
        let details = try #require(try reader.records(in: table).first?.content.get()).details
        let lines = details.lines.map { "\($0.kind.key) \($0.label): \($0.value)" }
        return [details.firstName, details.lastName, details.phoneNumber] + lines
    }

    @Test(arguments: [
        ("Name;Vorname", "Beispiel;Ute", "Ute", "Beispiel"), ("Name,Surname", "Ute,Beispiel", "Ute", "Beispiel"),
        ("Nom,Prénom", "Exemple,Ute", "Ute", "Exemple"), ("Nombre,Apellidos", "Ute,Ejemplo", "Ute", "Ejemplo"),
        ("Nome;Cognome", "Ute;Esempio", "Ute", "Esempio"), ("Naam;Voornaam", "Voorbeeld;Ute", "Ute", "Voorbeeld"),
        ("Imię;Nazwisko", "Ute;Przykład", "Ute", "Przykład"), ("Förnamn;Efternamn", "Ute;Exempel", "Ute", "Exempel"),
        ("Nimi;Etunimi", "Esimerkki;Ute", "Ute", "Esimerkki"), ("Nom", "Ute Exemple", "Ute", "Exemple"),
        ("Nombre", "Ute Ejemplo", "Ute", "Ejemplo"), ("Namn", "Ute Exempel", "Ute", "Exempel"),
    ])
    func `a name beside another one is the other half`(header: String, row: String, first: String, last: String) throws
    {
        #expect(try Array(Self.friend("\(header)\n\(row)\n").prefix(2)) == [first, last])
    }

    @Test func `a full name that says more than the names is a display name`() throws {
        let friend = try Self.friend("Vorname,Nachname,Name\nUte,Beispiel,Tante Ute\n")
        #expect(friend == ["Ute", "Beispiel", "", "name : Tante Ute"])
    }

    @Test(arguments: [
        ("Geburtsdatum", "24.12.1990", "birthday : 1990-12-24"),
        ("Date of Birth", "1990-12-24", "birthday : 1990-12-24"),
        ("Fecha de nacimiento", "1990/12/24", "birthday : 1990-12-24"), ("DOB", "24-12-1990", "birthday : 1990-12-24"),
        ("DOB", "03-04-1990", "note DOB: 03-04-1990"), ("Syntymäaika", "24.12.1990", "birthday : 1990-12-24"),
        ("Bemerkung", "mag Tee", "note : mag Tee"), ("Uwagi", "herbata", "note : herbata"),
        ("Email Work", "u@example.org", "email work: u@example.org"),
        ("Sähköposti", "u@example.org", "email : u@example.org"),
        ("Email", "<u@example.org>", "email : u@example.org"),
        ("Email", "Ute <u@example.org>", "email : u@example.org"),
        ("Email", "Mia B <u@example.org>", "email Mia B: u@example.org"), ("Gruppe", "Chor", "tag : Chor"),
        ("Arbeitgeber", "Acme", "organization : Acme"), ("Stanowisko", "Szefowa", "title : Szefowa"),
        ("Indirizzo", "Via Roma 1", "address : Via Roma 1"), ("Spouse", "Otto", "relation spouse: Otto"),
    ])
    func `everyday headers are known in several languages`(header: String, cell: String, line: String) throws {
        #expect(try Self.friend("First Name,\(header)\nUte,\(cell)\n") == ["Ute", "", "", line])
    }

    @Test func `many addresses in a row with a long text take no time`() throws {
        let emails = (0..<3_000).map { "a <a\($0)@example.org>" }.joined(separator: ",")
        let note = String(repeating: "word ", count: 200_000)
        let friend = try Self.friend("Name,Email,Size\nAda,\"\(emails)\",\(note)\n")
        #expect(friend[3] == "email a: a0@example.org" && friend.count == 103)
    }

    @Test func `several emails in a cell are several lines`() throws {
        let friend = try Self.friend("Name,Email\nAda,\"a@example.org, b@example.org\"\n")
        #expect(friend.dropFirst(3) == ["email : a@example.org", "email : b@example.org"])
        // Other texts stay together.
        let other = try Self.friend("Name,Email\nAda,\"a@example.org, Berlin\"\n")
        #expect(other.dropFirst(3) == ["note Email: a@example.org, Berlin"])
    }

    @Test(arguments: ["\"=\"\"0170 1234567\"\"\"", "'0170 1234567", "\u{202D}0170 1234567\u{202C}"])
    func `a number that a spreadsheet keeps as a text is a number`(cell: String) throws {
        #expect(try Self.friend("Name,Phone\nAda,\(cell)\n") == ["Ada", "", "0170 1234567"])
    }

    @Test(arguments: [
        ("a@example.org", "email"), ("0170 12345", "phone"), ("+49170", "phone"),
        ("https://example.org", "website"), ("38", "note"), ("blue", "note"), ("", "note"),
    ])
    func `the first text of a column proposes what it is`(sample: String, target: String) {
        #expect(FileColumn(header: "x", sample: sample, isKnown: false).proposal.text == target)
    }

    @Test(arguments: ["0170 12,Ada Beispiel\n0170 2,Bea Beispiel\n", "Ada,a@example.org\nBea,b@example.org\n"])
    func `a table without names of columns loses nobody`(table: String) throws {
        let reader = RecordReader(.csv)
        let records = reader.records(in: table)
        #expect(records.count == 1)
        let problem = #expect(throws: RecordProblem.self) { try records.first?.content.get() }
        #expect(problem?.message.hasPrefix("There is no row with the names of the columns. The first row is") == true)
        var rest = Array(table.utf8)
        let columns = reader.fileColumns { () throws(Never) in
            defer { rest = [] }
            return rest.isEmpty ? nil : rest
        }
        #expect(columns.isEmpty, "there is nothing to ask")
    }

    @Test func `it is said once that a table is not in UTF-8`() throws {
        let bytes =
            Array("Name,Phone\nM".utf8) + [0xFC] + Array("ller,12345\nAda,12346\nL".utf8) + [0xF6]
            + Array("w,12347\n".utf8)
        let friends = try RecordReader(.csv).records(in: bytes).map { try $0.content.get() }
        #expect(friends.map(\.details.firstName) == ["Müller", "Ada", "Löw"])
        #expect(friends.map { $0.issues.count { $0.contains("--encoding") } } == [1, 0, 0])
    }

    @Test func `a table of Thunderbird in German is known`() throws {
        let header = "Vorname,Nachname,Tel. dienstlich,Mobil-Tel.-Nr.,Privat: Adresse,Privat: Ort,Privat: PLZ"
        let friend = try Self.friend(
            "\(header),Geburtsjahr,Geburtsmonat,Geburtstag\nPia,Beispiel,030 111,0170 333,Weg 1,Berlin,10115,1981,5,24\n"
        )
        #expect(
            friend == [
                "Pia", "Beispiel", "0170 333", "phone work: 030 111", "address home: Weg 1, Berlin, 10115",
                "birthday : 1981-05-24",
            ])
    }
}
