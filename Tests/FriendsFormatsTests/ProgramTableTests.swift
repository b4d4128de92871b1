import FriendsFormats
import FriendsModel
import Testing

/// The tables of programs in other languages than English.
@Suite(.timeLimit(.minutes(10)))
struct ProgramTableTests {
    private static func friend(_ table: String) throws -> [String] {
        let reader = RecordReader(.csv, today: CalendarDay(year: 2026, month: 11, day: 27))
        let details = try #require(try reader.records(in: table).first?.content.get()).details
        let lines = details.lines.map { "\($0.kind.key) \($0.label): \($0.value)" }
        return [details.firstName, details.lastName, details.phoneNumber] + lines
    }

    /// The headers that the user is asked about.
    private static func unknown(_ table: String) -> [String] {
        var chunks = [Array(table.utf8)]
        return RecordReader(.csv).fileColumns { chunks.popLast() }.filter { !$0.isKnown }.map(\.header)
    }

    @Test(arguments: ["Nom de l’écran", "Nom de l'écran"])
    func `a table of Thunderbird in French is known`(screenName: String) throws {
        let header = """
            Prénom,Nom de famille,Adresse électronique principale,Adresse électronique secondaire,\(screenName),\
            Tél. professionnel,Tél. personnel,Adresse privée,Adresse privée 2,Ville,Pays/État,Code postal,\
            Pays/Région (domicile),Adresse professionnelle,Adresse professionnelle 2,Ville,Pays/État,Code postal,\
            Pays/Région (bureau),Année de naissance,Mois,Jour,Divers 1
            """
        let row = """
            Élodie,Béranger,e@example.org,f@example.org,elo,01 22 33,01 99 88,12 rue A,Appt 2,Lyon,Rhône,69003,France,\
            1 quai B,Bât. C,Bruxelles,Brabant,1000,Belgique,1980,5,3,x
            """
        let table = "\(header)\n\(row)\n"
        #expect(Self.unknown(table).isEmpty)
        #expect(
            try Self.friend(table) == [
                "Élodie", "Béranger", "01 22 33", "email : e@example.org", "email : f@example.org", "messenger : elo",
                "phone home: 01 99 88", "address home: 12 rue A, Appt 2, Lyon, Rhône, 69003, France",
                "address work: 1 quai B, Bât. C, Bruxelles, Brabant, 1000, Belgique", "note custom: x",
                "birthday : 1980-05-03",
            ])
    }

    @Test(arguments: [
        (
            "Adresse privée,Ville,Pays/État,Code postal,Adresse professionnelle,Ville,Code postal",
            "1 A,Lyon,Rhône,69003,2 B,Paris,75001", ["home: 1 A, Lyon, Rhône, 69003", "work: 2 B, Paris, 75001"]
        ),
        // The work address comes first.
        (
            "Adresse professionnelle,Ville,Pays,Adresse privée,Ville,Pays", "2 B,Paris,F,1 A,Lyon,G",
            ["work: 2 B, Paris, F", "home: 1 A, Lyon, G"]
        ),
        ("Adresse privée,Ville,Adresse professionnelle,Ville", "1 A,,,Paris", ["home: 1 A", "work: Paris"]),
        // Nothing says which ones they are.
        (
            "Adresse,Ville,Code postal,Adresse,Ville,Code postal", "1 A,Lyon,69003,2 B,Paris,75001",
            [": 1 A, Lyon, 69003", ": 2 B, Paris, 75001"]
        ),
        ("Rue,Rue,Ville,Ville", "1 A,2 B,Lyon,Paris", [": 1 A, Lyon", ": 2 B, Paris"]),
        ("Rue,Rue,Ville", "1 A,Appt 2,Lyon", [": 1 A, Appt 2, Lyon"]),
    ])
    func `two addresses are not mixed`(header: String, row: String, addresses: [String]) throws {
        let friend = try Self.friend("Prénom,\(header)\nUte,\(row)\n")
        #expect(friend.dropFirst(3) == addresses.map { "address \($0)" }[...])
    }

    @Test func `a second title is the one of the job`() throws {
        let table = "Titre,Prénom,Nom,Titre\nMme,Élodie,Béranger,Directrice\n"
        #expect(try Self.friend(table) == ["Élodie", "Béranger", "", "note title: Mme", "title : Directrice"])
        #expect(try Self.friend("Titre,Prénom,Nom\nMme,Élodie,Béranger\n").last == "note title: Mme")
    }

    @Test func `a month without a year of birth is no birthday`() throws {
        let table = "Prénom,Mois,Jour\nUte,5,3\n"
        #expect(Self.unknown(table) == ["Mois", "Jour"])
        #expect(try Self.friend(table).dropFirst(3) == ["note Mois: 5", "note Jour: 3"])
    }

    @Test func `a table of Outlook in Italian is known`() throws {
        let header = """
            Titolo,Nome,Cognome,Indirizzo posta elettronica,Nome visualizzato posta elettronica 2,Telefono (ab.),\
            Telefono (uff.),Ufficio 2,Cellulare,Via (ab.),Via (ab.) 2,Città (ab.),CAP (ab.),Via (uff.),Città (uff.),\
            Paese/area geografica (uff.),Sesso,Nome coniuge/partner,Altra città
            """
        let row = "Dr.,Ada,Rossi,a@example.org,Ada,06 1,06 2,06 3,333 1,Via A,int. 2,Forlì,47121,Via B,Roma,Italia,"
        let table = "\(header)\n\(row)Non specificato,Kim,Bari\n"
        #expect(Self.unknown(table).isEmpty)
        #expect(
            try Self.friend(table) == [
                "Ada", "Rossi", "333 1", "note title: Dr.", "email : a@example.org", "phone home: 06 1",
                "phone work: 06 2", "phone work: 06 3", "address home: Via A, int. 2, Forlì, 47121",
                "address work: Via B, Roma, Italia", "relation spouse: Kim", "address other: Bari",
            ])
    }

    @Test(arguments: [
        ("Messenger-Name", "ute1", "messenger : ute1"), ("Arbeitstitel", "Leiterin", "title : Leiterin"),
        ("Partner/in", "Kim", "relation spouse: Kim"), ("Conjoint", "Kim", "relation spouse: Kim"),
        ("Huomautukset", "teetä", "note : teetä"), ("Website URL", "https://a.example", "website : https://a.example"),
        ("Benutzerdef. 1", "x", "note custom: x"),
    ])
    func `more headers are known`(header: String, cell: String, line: String) throws {
        let table = "First Name,\(header)\nUte,\(cell)\n"
        #expect(Self.unknown(table).isEmpty)
        #expect(try Self.friend(table) == ["Ute", "", "", line])
    }

    @Test func `a fax and a pager are no phone number`() throws {
        let table = "Vorname,Fax-Nummer,Pager-Nummer,Handy\nUte,030 1,030 2,0170 3\n"
        #expect(try Self.friend(table) == ["Ute", "", "0170 3", "phone fax: 030 1", "phone pager: 030 2"])
    }

    @Test(arguments: ["Nombre de pantalla de correo electrónico", "Nombre de pantalla de correo electrónico 2"])
    func `the name of an email of Outlook in Spanish says nothing`(header: String) throws {
        let table = "Nombre,Apellidos,\(header)\nAna,Luz,Ana Luz (a@example.org)\n"
        #expect(Self.unknown(table).isEmpty)
        #expect(try Self.friend(table) == ["Ana", "Luz", ""])
    }

    @Test(arguments: [
        "Voornaam,Tussenvoegsel,Achternaam\nKim,van der,Berg", "Achternaam,Voornaam,Tussenvoegsel\nBerg,Kim,van der",
    ])
    func `a Tussenvoegsel stands before the last name`(table: String) throws {
        #expect(try Self.friend(table + "\n") == ["Kim", "van der Berg", ""])
        #expect(try Self.friend("Voornaam,Tussenvoegsel,Achternaam\nKim,,Berg\n") == ["Kim", "Berg", ""])
    }

    @Test func `tags of Mailchimp have no quotation marks`() throws {
        let table = "First Name,TAGS\nAda,\"\"\"Verein\"\",\"\"VIP\"\"\"\nUte,the \"\"A\"\" team\n"
        #expect(try Self.friend(table).dropFirst(3) == ["tag : Verein", "tag : VIP"])
        #expect(try Self.friend("First Name,Tags\nUte,the \"A\" team\n").last == "tag : the \"A\" team")
    }

    @Test(arguments: [
        ("OPTIN_IP", "192.0.2.10", "note"), ("Server", "192.168.100.100", "note"), ("Record ID", "510000001", "note"),
        ("customerId", "510 000 001", "note"), ("LEID", "1000001", "note"), ("Size", "123456", "note"),
        ("Durchwahl", "1234567", "phone"), ("Erreichbar", "+49 30", "note"), ("Erreichbar", "030 123", "phone"),
        ("Create Date", "2024-01-03 10:00", "note"), ("Eintritt", "24.12.1990", "note"),
        ("Gebühr bezahlt", "24.12.1990", "note"), ("Date of birth (optional)", "24.12.1990", "birthday"),
        ("geb. am", "24.12.1990", "birthday"), ("Child's birthdays", "1990-12-24", "birthday"),
    ])
    func `the header and the first text propose what a column is`(header: String, sample: String, target: String) {
        #expect(FileColumn(header: header, sample: sample, isKnown: false).proposal.text == target)
    }
}
