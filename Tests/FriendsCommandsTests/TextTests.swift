import FriendsModel
import FriendsSearch
import TerminalUI
import TestSupport
import Testing

@testable import FriendsCommands

/// The texts of the commands, for people and for programs.
@Suite(.timeLimit(.minutes(10)))
struct TextTests {
    private static let columns = [OutputColumn.column(.field(.firstName)), .column(.lastName), .column(.kind(.email))]
    private static let friends = [
        Friend.ada, .wang,
        .friend(
            "x", "Bj\u{F6}rn", "A\u{1B}[2Jb", "12", lines: .lines((.email, "b@example.org"), (.email, "c@example.org"))),
    ]

    @Test(arguments: [
        (
            80,
            [
                "First name  Last name  Email", "Ada         Lovelace", "小明        王",
                "Björn       A␛[2Jb     b@example.org, c@example.org",
            ]
        ),
        (
            40,
            [
                "First name  Last name  Email", "Ada         Lovelace", "小明        王",
                "Björn       A␛[2Jb     b@example.org, c…",
            ]
        ),
        (30, ["First na…  Last name  Email", "Ada        Lovelace", "小明       王", "Björn      A␛[2Jb     b@examp…"]),
        (26, ["First name  Last name", "Ada         Lovelace", "小明        王", "Björn       A␛[2Jb"]),
        (20, ["First na…  Last name", "Ada        Lovelace", "小明       王", "Björn      A␛[2Jb"]),
        (5, ["Firs…", "Ada", "小明", "Björn"]),
    ])
    func `a table fits the terminal`(width: Int, expected: [String]) {
        let lines = TextTable(Self.friends, columns: Self.columns).lines(width: width)
        #expect(lines == expected)
        #expect(lines.allSatisfy { DisplayText.width(of: $0) <= width })
    }

    @Test(arguments: [
        (60, ["Id                     Email", "ada-with-a-long-id-12  a-long-address@example.org"]),
        (40, ["Id                     Email", "ada-with-a-long-id-12  a-long-address@e…"]),
        (28, ["Id", "ada-with-a-long-id-12"]), (20, ["Id         Email", "ada-with…  a-long-a…"]),
    ])
    func `an id is not shortened while there is room`(width: Int, expected: [String]) {
        let friend = Friend.friend(
            "ada-with-a-long-id-12", "", "", "", lines: .lines((.email, "a-long-address@example.org")))
        let table = TextTable([friend], columns: [.id, .column(.kind(.email))])
        #expect(table.lines(width: width) == expected)
    }

    @Test(arguments: 1...60)
    func `no line of a table is wider than the terminal`(width: Int) {
        let lines = TextTable(Self.friends, columns: OutputColumn.all).lines(width: width)
        #expect(lines.count == 4 && lines.allSatisfy { DisplayText.width(of: $0) <= width && !$0.hasSuffix(" ") })
    }

    @Test(arguments: [
        (["a", "b\tc", "d\ne\u{1B}f"], false, "a\tb c\td e f\n"), (["\u{202E}x", ""], false, "\u{202E}x\t\n"),
        (["\u{202E}x", "y\tz"], true, "U+202Ex\ty z\n"), (["a\u{2028}b\u{85}c\r\nd"], false, "a b c  d\n"),
    ])
    func `a row has as many tabs as columns`(texts: [String], isForTerminal: Bool, expected: String) {
        #expect(TabText(isForTerminal: isForTerminal).row(texts) == expected)
    }

    @Test func `a company has its name in the first name column`() {
        let company = Friend.friend("x", "", "", "12", lines: .lines((.organization, "Pizzeria")))
        func text(_ names: String) -> String? {
            guard let columns = try? OutputColumn.columns(named: names) else { return nil }
            var list = ListText(.tabs(columns, isForTerminal: false))
            return String(decoding: list.text(of: [company]), as: UTF8.self)
        }
        #expect(text("first-name,last-name,phone") == "Pizzeria\t\t12\n")
        #expect(text("last-name,phone") == "Pizzeria\t12\n" && text("phone,id") == "12\tx\n")
    }

    @Test func `rows for programs have no titles`() {
        var list = ListText(.tabs([.id] + Self.columns, isForTerminal: false))
        let text = String(decoding: list.text(of: [.ada, .wang]) + list.end(), as: UTF8.self)
        #expect(text == "ada\tAda\tLovelace\t\nwang\t小明\t王\t\n")
    }

    @Test(arguments: [
        ("id,last-name", nil), ("other-phone, email", nil), ("name", "name"), ("", ""), ("id,,tag", ""), ("Id", "Id"),
    ])
    func `columns have the names of the settings`(list: String, unknown: String?) {
        if let unknown {
            #expect(throws: UnknownColumn(name: unknown)) { try OutputColumn.columns(named: list) }
        } else {
            #expect((try? OutputColumn.columns(named: list))?.count == 2)
        }
    }

    @Test func `a friend is shown with all lines`() {
        let friend = Friend.friend(
            "x", "Ada", "", "12",
            lines: [
                FriendLine(id: .init("1"), kind: .email, label: "wörk", value: "a@example.org"),
                FriendLine(id: .init("2"), kind: .note, value: "one\n\u{1B}two"),
                FriendLine(id: .init("3"), kind: LineKind(key: "hobby"), value: "chess"),
            ])
        #expect(
            FriendText(friend).lines == [
                "Ada", "  First name    Ada", "  Phone number  12", "  Email (wörk)  a@example.org",
                "  Note          one",
                "                ␛two", "  hobby         chess", "  Id            x",
            ])
        #expect(
            FriendText(friend).rows(TabText(isForTerminal: false)) == """
                first-name\t\tAda
                phone\t\t12
                email\twörk\ta@example.org
                note\t\tone  two
                hobby\t\tchess
                id\t\tx

                """)
    }

    @Test func `what a card keeps is named after the lines`() {
        let ada = Friend.friend("x", "Ada", "", "12")
        let text = FriendText(
            Friend(id: ada.id, version: ada.version, details: ada.details, keptText: "X-\u{1B}A: b\nphoto"))
        #expect(
            text.lines.suffix(3) == ["  Also kept     X-␛A: b", "                photo", "  Id            x"])
        #expect(text.rows(TabText(isForTerminal: false)).hasSuffix("kept\t\tX- A: b\nkept\t\tphoto\nid\t\tx\n"))
    }

    @Test func `a mail program gets every address`() {
        let acme = Friend.friend(
            "x", "Bob", "A\tB", "12",
            lines: [
                FriendLine(id: .init("1"), kind: .email, label: "work", value: "b@example.org"),
                FriendLine(id: .init("2"), kind: .email, value: "c@example.org"),
                FriendLine(id: .init("3"), kind: .organization, value: "Acme"),
            ])
        let query = AddressQuery([.ada, acme])
        #expect(query.message == "2 addresses found" && !query.isEmpty)
        #expect(
            query.rows(TabText(isForTerminal: false))
                == "b@example.org\tBob A B\twork\nc@example.org\tBob A B\tAcme\n")
        #expect(AddressQuery([.ada]).isEmpty && AddressQuery([]).message == "No address found")
    }

    @Test func `duplicates come as table, rows and JSON`() {
        let email = FriendLine.line(.email, "ada@example.org")
        let friends: [Friend] = [
            .friend("1", "Ada", "A\tB", "12345", lines: [email]),
            .friend("2", "B", "A ada", "1 2345", lines: [email, .line(.phone, "34")]),
            .friend("3", "\u{738B}", "", "34 5"), .friend("4", "\u{738B}", "", "\u{1B}6"),
        ]
        let text = DuplicateText(DuplicateGroup.groups(of: friends))
        #expect(
            text.table.lines(width: 80) == [
                "Same                Name     Phone       Email",
                "name, phone, email  Ada A␉B  12345       ada@example.org",
                "                    B A ada  1 2345, 34  ada@example.org", "name                \u{738B}       34 5",
                "                    \u{738B}       ␛6",
            ])
        #expect(
            text.rows(TabText(isForTerminal: false)) == """
                1\tname, phone, email\t1\tAda A B
                1\tname, phone, email\t2\tB A ada
                2\tname\t3\t\u{738B}
                2\tname\t4\t\u{738B}

                """)
        let json = String(decoding: text.json, as: UTF8.self)
        #expect(json.hasPrefix(#"[\#n{"friends":[{"firstname":"Ada","id":"1","#))
        let same = #""same":[{"kind":"name","value":"Ada A\tB"},{"kind":"phone","value":"12345"},"#
        #expect(json.contains(same + #"{"kind":"email","value":"ada@example.org"}]},\#n{"friends":[{"#))
        #expect(json.hasSuffix(#"],"same":[{"kind":"name","value":"\#u{738B}"}]}\#n]\#n"#))
        #expect(DuplicateText([]).json == Array("[]\n".utf8))
    }

    @Test func `birthdays come as table, rows and JSON`() throws {
        let today = CalendarDay(year: 2026, month: 12, day: 10)
        let birthdays = try [("1815-12-10", "Ada"), ("--12-11", "Bob"), ("1990-01-05", "王")].map { date, name in
            let friend = Friend.friend(name, name, "", "12", lines: .lines((.birthday, date)))
            return try #require(UpcomingBirthday(friend.details.lines[0], of: friend, from: today))
        }
        let text = BirthdayText(birthdays)
        #expect(
            text.table.lines(width: 80) == [
                "Date        In        Name  Turns", "2026-12-10  today     Ada   211", "2026-12-11  tomorrow  Bob",
                "2027-01-05  26 days   王    37",
            ])
        #expect(
            text.rows(TabText(isForTerminal: false))
                == "2026-12-10\t0\tAda\tAda\t211\n2026-12-11\t1\tBob\tBob\t\n2027-01-05\t26\t王\t王\t37\n")
        #expect(
            String(decoding: text.json, as: UTF8.self) == """
                [
                {"age":211,"date":"2026-12-10","days":0,"id":"Ada","name":"Ada"},
                {"date":"2026-12-11","days":1,"id":"Bob","name":"Bob"},
                {"age":37,"date":"2027-01-05","days":26,"id":"王","name":"王"}
                ]

                """)
        #expect(BirthdayText([]).json == Array("[]\n".utf8))
    }
}
