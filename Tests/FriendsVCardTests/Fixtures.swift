import FriendsModel
import FriendsVCard
import Testing

/// A card as a program exports it, with what a friend shows of it. The people are invented.
struct Export: Sendable, CustomTestStringConvertible {
    let program: String
    let card: String
    /// The details in one text per line: the three fields, then the lines as `kind label: value`.
    let details: [String]

    var testDescription: String { program }

    static let all: [Export] = [
        Export(
            program: "Google",
            card: """
                BEGIN:VCARD
                VERSION:3.0
                FN:Dr. Ada Lovelace
                N:Lovelace;Ada;Augusta;Dr.;
                NICKNAME:Countess
                EMAIL;TYPE=INTERNET;TYPE=HOME:ada@ockham.example
                EMAIL;TYPE=INTERNET:ada.lovelace@analytical.example
                TEL;TYPE=CELL:+44 7700 900123
                TEL;TYPE=WORK:020 7946 0001
                ADR;TYPE=HOME:;;12 St James's Square;London;;SW1Y 4JH;United Kingdom
                ORG:Analytical Engines;Research
                TITLE:Mathematician
                BDAY:18151210
                item1.URL:https\\://example.org/ada
                item1.X-ABLabel:PROFILE
                item2.X-ABDATE:1835-07-08
                item2.X-ABLabel:_$!<Anniversary>!$_
                NOTE:Wrote the first program.\\nLikes music\\, and horses.
                PHOTO:https://photos.example/1234
                CATEGORIES:myContacts,Science
                END:VCARD
                """,
            details: [
                "Ada", "Lovelace", "+44 7700 900123", "name : Dr. Ada Lovelace", "nickname : Countess",
                "email home: ada@ockham.example",
                "email : ada.lovelace@analytical.example", "phone work: 020 7946 0001",
                "address home: 12 St James's Square, London, SW1Y 4JH, United Kingdom",
                "organization : Analytical Engines, Research", "title : Mathematician", "birthday : 1815-12-10",
                "website PROFILE: https://example.org/ada", "anniversary : 1835-07-08",
                "note : Wrote the first program.\nLikes music, and horses.", "tag : myContacts", "tag : Science",
            ]),
        Export(
            program: "Apple",
            card: """
                BEGIN:VCARD
                VERSION:3.0
                PRODID:-//Apple Inc.//iPhone OS 17.1//EN
                N:Hopper;Grace;Brewster;;
                FN:Grace Brewster Hopper
                ORG:Navy;
                item1.EMAIL;type=INTERNET;type=pref:grace@navy.example
                item1.X-ABLabel:Freundin
                TEL;type=IPHONE;type=CELL;type=VOICE;type=pref:+1 (212) 555-0199
                TEL;type=HOME;type=VOICE:+1 212 555 0111
                item2.TEL:+1 212 555 0122
                item2.X-ABLabel:_$!<Main>!$_
                item3.ADR;type=HOME;type=pref:;;1 Compiler Ct\\nApt 4;Arlington;VA;22201;USA
                item3.X-ABADR:us
                item4.URL;type=pref:www.example.org
                item4.X-ABLabel:_$!<HomePage>!$_
                BDAY;X-APPLE-OMIT-YEAR=1604:1604-12-09
                X-SOCIALPROFILE;type=twitter:https://twitter.example/grace
                PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJ
                 CQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/2w==
                UID:0a1b2c3d-0000-4000-8000-00000000beef
                END:VCARD
                """,
            details: [
                "Grace", "Hopper", "+1 (212) 555-0199", "name : Grace Brewster Hopper", "organization : Navy",
                "email Freundin: grace@navy.example",
                "phone home: +1 212 555 0111", "phone main: +1 212 555 0122",
                "address home: 1 Compiler Ct, Apt 4, Arlington, VA, 22201, USA",
                "website homepage: http://www.example.org", "birthday : --12-09",
                "messenger twitter: https://twitter.example/grace",
            ]),
        Export(
            program: "Apple, a company",
            card: """
                BEGIN:VCARD
                VERSION:3.0
                N:;;;;
                FN:Blumen Müller
                ORG:Blumen Müller;
                X-ABShowAs:COMPANY
                TEL;type=WORK:030 123456
                END:VCARD
                """,
            details: ["", "", "030 123456", "organization : Blumen Müller"]),
        Export(
            program: "Nextcloud",
            card: """
                BEGIN:VCARD
                VERSION:4.0
                PRODID:-//Nextcloud Contacts v5.5.1
                UID:3f2504e0-4f89-41d3-9a0c-0305e82c3301
                FN:Thị Lan Nguyễn
                N:Nguyễn;Thị Lan;;;
                TEL;TYPE="HOME,VOICE":+84 24 3825 1234
                TEL;TYPE="CELL,WORK";PREF=1:tel:+84-91-234-5678
                EMAIL;TYPE=HOME:lan@vidu.example
                ADR;TYPE=HOME;LABEL="Phố Huế 1\\nHà Nội":;;Phố Huế 1;Hà Nội;;;Việt Nam
                BDAY;VALUE=DATE:19900228
                CATEGORIES:Gia đình,Bạn bè
                GENDER:F
                REV;VALUE=DATE-AND-OR-TIME:20240101T101010Z
                X-SOCIALPROFILE;TYPE=MASTODON:@lan@vidu.example
                END:VCARD
                """,
            details: [
                "Thị Lan", "Nguyễn", "tel:+84-91-234-5678", "phone home: +84 24 3825 1234",
                "email home: lan@vidu.example", "address home: Phố Huế 1, Hà Nội, Việt Nam", "birthday : 1990-02-28",
                "tag : Gia đình", "tag : Bạn bè", "messenger mastodon: @lan@vidu.example",
            ].map { $0.replacing("tel:+84", with: "+84") }),
        Export(
            program: "Outlook (2.1)",
            card: """
                BEGIN:VCARD
                VERSION:2.1
                N;LANGUAGE=de;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg
                FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:J=C3=B6rg M=C3=BC=
                ller
                ORG;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BChle;Einkauf
                TITLE:Chef
                TEL;WORK;VOICE:+49 (30) 901820
                TEL;CELL;VOICE:+49 171 1234567
                TEL;WORK;FAX:+49 30 901821
                ADR;WORK;PREF;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:;;Hauptstra=C3=9Fe 5=0D=0AHinterhof;Berlin;;10115;Deutschland
                LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE:Hauptstra=DFe 5=0D=0A=
                10115 Berlin
                X-MS-OL-DEFAULT-POSTAL-ADDRESS:2
                URL;WORK:http://muehle.example
                EMAIL;PREF;INTERNET:joerg@muehle.example
                NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Erste Zeile=0D=0A=
                Zweite Zeile; mit Semikolon, und Komma
                PHOTO;TYPE=JPEG;ENCODING=BASE64:
                 /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJ
                 CQgKDBQNDAsLDBkSEw8U

                BDAY:19700101
                REV:20240101T101010Z
                END:VCARD
                """,
            details: [
                "Jörg", "Müller", "+49 (30) 901820", "organization : Mühle, Einkauf", "title : Chef",
                "phone mobile: +49 171 1234567", "phone work fax: +49 30 901821",
                "address work: Hauptstraße 5, Hinterhof, Berlin, 10115, Deutschland",
                "website work: http://muehle.example",
                "email : joerg@muehle.example", "note : Erste Zeile\nZweite Zeile; mit Semikolon, und Komma",
                "birthday : 1970-01-01",
            ]),
        Export(
            program: "Thunderbird",
            card: """
                BEGIN:VCARD
                VERSION:4.0
                EMAIL;PREF=1:linus@kernel.example
                EMAIL:linus@home.example
                FN:Linus Torvalds
                NICKNAME:Lin
                N:Torvalds;Linus;;;
                TEL;TYPE=work;VALUE=TEXT:+358 50 123 4567
                TEL;TYPE=fax;VALUE=TEXT:+358 9 123
                NOTE:first\\nsecond
                X-CUSTOM1;VALUE=TEXT:one
                BDAY;VALUE=DATE:--1228
                ORG:Kernel;
                UID:aa11bb22-0000-4000-8000-000000000001
                END:VCARD
                """,
            details: [
                "Linus", "Torvalds", "+358 50 123 4567", "email : linus@kernel.example", "email : linus@home.example",
                "nickname : Lin", "phone fax: +358 9 123", "note : first\nsecond", "note custom 1: one",
                "birthday : --12-28",
                "organization : Kernel",
            ]),
        Export(
            program: "Android (2.1)",
            card: """
                BEGIN:VCARD
                VERSION:2.1
                N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E7=8E=8B;=E5=B0=8F=E6=98=8E;;;
                FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E7=8E=8B=E5=B0=8F=E6=98=8E
                TEL;CELL;PREF:10-1234-5678
                TEL;X-Custom(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=E5=AE=B6):010 9999
                EMAIL;HOME:wang@example.cn
                X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Ming;1;;;;;;;;;;;;;
                END:VCARD
                """,
            details: [
                "小明", "王", "10-1234-5678",
                "phone : 010 9999", "email home: wang@example.cn", "nickname : Ming",
            ]),
        Export(
            program: "Fossify",
            card: """
                BEGIN:VCARD
                VERSION:4.0
                PRODID:ez-vcard 0.11.3
                N:O'Neil;Mary-Ann;;;
                FN:Mary-Ann O'Neil
                TEL;TYPE=CELL;PREF=1:+353 85 012 3456
                EMAIL;TYPE=HOME:mary@example.ie
                BDAY:1980-05-06
                ANNIVERSARY:2010-06-07
                NOTE:Likes tea\\; and rain
                CATEGORIES:Friends,Book club
                END:VCARD
                """,
            details: [
                "Mary-Ann", "O'Neil", "+353 85 012 3456", "email home: mary@example.ie", "birthday : 1980-05-06",
                "anniversary : 2010-06-07", "note : Likes tea; and rain", "tag : Friends", "tag : Book club",
            ]),
        Export(
            program: "khard",
            card: """
                BEGIN:VCARD
                VERSION:3.0
                UID:bqlvzjaqkcrsaqsbmvdlatvxupqbmkzgbwat
                REV:20240101T101010Z
                FN:Åse Vångström
                N:Vångström;Åse;;;
                ADR;TYPE=home:;;Gata 1;Göteborg;;411 01;Sverige
                EMAIL;TYPE=pref,home:ase@exempel.example
                TEL;TYPE=cell:0501234567
                TEL;TYPE=home,fax:031-123456
                X-SKYPE:ase
                END:VCARD
                """,
            details: [
                "Åse", "Vångström", "0501234567", "address home: Gata 1, Göteborg, 411 01, Sverige",
                "email home: ase@exempel.example", "phone home fax: 031-123456", "messenger Skype: ase",
            ]),
        Export(
            program: "abook",
            card: """
                BEGIN:VCARD
                FN:John Smith
                N:Smith;John
                ADR:;;Main St. 1;Springfield;;12345;
                TEL;HOME:555 0100
                TEL;WORK:555 0101
                EMAIL;INTERNET:john@example.com
                EMAIL;INTERNET:smith@example.com
                NOTE:met in 1999
                URL:http://example.com/~john
                END:VCARD
                """,
            details: [
                "John", "Smith", "555 0100", "address : Main St. 1, Springfield, 12345", "phone work: 555 0101",
                "email : john@example.com", "email : smith@example.com", "note : met in 1999",
                "website : http://example.com/~john",
            ]),
        Export(
            program: "a card with a name alone",
            card: "BEGIN:VCARD\nVERSION:3.0\nFN:Ludwig van Beethoven\nEND:VCARD",
            details: ["Ludwig van", "Beethoven", ""]),
        Export(
            program: "a card with a nickname and an email",
            card: "BEGIN:VCARD\nVERSION:3.0\nN:;;;;\nFN:\nNICKNAME:Bob\nEMAIL:bob@example.org\nEND:VCARD",
            details: ["", "", "", "nickname : Bob", "email : bob@example.org"]),
        Export(
            program: "a card with a nickname alone",
            card: "begin:vcard\nversion:3.0\nnickname:Bob\nend:vcard", details: ["Bob", "", "", "nickname : Bob"]),
        Export(
            program: "a card whose semicolons are all escaped",
            card: "BEGIN:VCARD\nVERSION:3.0\nN:Lovelace\\;Ada\\;\\;\\;\nADR:\\;\\;St. 1\\;London\\;\\;\\;\nEND:VCARD",
            details: ["Ada", "Lovelace", "", "address : St. 1, London"]),
        Export(
            program: "a card whose address has too many semicolons",
            card: "BEGIN:VCARD\nVERSION:3.0\nN:Lovelace\\;Byron;Ada;;;;\nADR:;;St. 1; Flat 2;London;;SW1;UK\nEND:VCARD",
            details: ["Ada", "Lovelace;Byron", "", "address : St. 1, Flat 2, London, SW1, UK"]),
        Export(
            program: "Google, with the formatted address in an eighth part",
            card: """
                BEGIN:VCARD
                VERSION:3.0
                N:Lovelace;Ada;;;
                ADR:;;12 St James Sq;London;;SW1Y 4JH;GB;12 St James Sq\\nLondon\\nSW1Y 4JH\\nGB
                ADR;TYPE=HOME:;;;;;;;1 Road\\nTown
                END:VCARD
                """,
            details: [
                "Ada", "Lovelace", "", "address : 12 St James Sq, London, SW1Y 4JH, GB", "address home: 1 Road, Town",
            ]),
    ]

    /// The card with CRLF.
    var bytes: [UInt8] { Array((card + "\n").replacing("\n", with: "\r\n").utf8) }
}
