import FriendsModel
import FriendsVCard
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CardImportTests {
    @Test(arguments: Export.all)
    func `a friend shows what its kinds can show of a card`(export: Export) throws {
        let read = try FriendCard.friend(of: try #require(VCard(export.bytes)))
        #expect(read.friend.details.summary == export.details)
        #expect(read.friend.rest == export.bytes)
        #expect(FriendDraft(read.friend.details).problems.isEmpty)
    }

    @Test(arguments: Export.all)
    func `importing again gives the same friend`(export: Export) throws {
        let card = try #require(VCard(export.bytes))
        let friend = try FriendCard.friend(of: card).friend
        #expect(try FriendCard.friend(of: card).friend == friend)
        #expect(Set(friend.details.lines.map(\.id)).count == friend.details.lines.count)
        #expect(Friend.ID(validating: friend.id.rawValue) != nil)
    }

    /// The ids of lines are in databases: they never change.
    @Test func `the ids of lines follow from their content`() throws {
        let friend = try friend("N:Lovelace;Ada;;;", "EMAIL;TYPE=WORK:a@b", "EMAIL:a@b", "EMAIL:a@b", "CATEGORIES:x,y")
        #expect(
            friend.details.lines.map(\.id.rawValue) == [
                "4wcrlfg2kt", "eutlx433mb", "tekoshy6te", "xbjvhzae7u", "olqa57jfti",
            ])
    }

    @Test(arguments: [
        ("UID:ada", "ada"),
        ("UID:urn:uuid:3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"),
        ("UID:URN:UUID:abc", "abc"), ("uid;value=text: ada ", "ada"),
        ("UID:http://example.org/ada#me", "uid-"), ("UID:\(String(repeating: "a", count: 65))", "uid-"),
        ("UID:..", "uid-"),
        ("UID:", "card-"), ("X-UID:ada", "card-"),
    ])
    func `the UID decides the id, else the content`(line: String, id: String) throws {
        let found = try friend("FN:Ada", line).id.rawValue
        #expect(id.hasSuffix("-") ? found.hasPrefix(id) && found.count == id.count + 25 : found == id)
    }

    @Test func `the time of an export does not decide the id`() throws {
        let one = try friend("FN:Ada", "REV:20240101T101010Z", "PRODID:one")
        #expect(try friend("FN:Ada", "REV:20250101T101010Z", "PRODID:two").id == one.id)
        #expect(try friend("FN:Adam", "REV:20240101T101010Z", "PRODID:one").id != one.id)
    }

    @Test(arguments: [
        ("TEL;TYPE=home:12", "home"), ("TEL;TYPE=HOME,VOICE:12", "home"), ("TEL;HOME;FAX:12", "home fax"),
        ("TEL;TYPE=\"work,cell\":12", "work mobile"), ("TEL;TYPE=cell;TYPE=work;TYPE=pref:12", "work mobile"),
        ("TEL;TYPE=Freundin:12", "Freundin"), ("TEL;TYPE=CAR:12", "car"), ("TEL;TYPE=:12", ""),
        ("TEL;TYPE=VOICE:12", ""),
        ("TEL;type=IPHONE;type=CELL:12", "iPhone"), ("TEL;PREF=1;X-A=HOME:12", ""),
        ("TEL;TYPE=\"\(String(repeating: "x", count: 200))\":12", String(repeating: "x", count: 100)),
    ])
    func `types make a label`(line: String, label: String) throws {
        #expect(try friend("TEL;PREF=1:112", "FN:A", line).details.lines.map(\.label) == [label])
    }

    @Test(arguments: [
        ("Freundin", "Freundin"), ("_$!<Mobile>!$_", "mobile"), ("_$!<HomeFAX>!$_", "home fax"), ("_$!<New>!$_", "New"),
        ("a\\, b", "a, b"), ("a\\nb", "a b"), ("", ""),
    ])
    func `the label of a group wins over types`(text: String, label: String) throws {
        let friend = try friend("FN:A", "item1.EMAIL;TYPE=WORK:a@b", "ITEM1.X-ABLabel:\(text)", "item2.X-ABLabel:no")
        #expect(friend.details.lines.map(\.label) == [label])
    }

    @Test(arguments: [
        (["TEL;TYPE=FAX:11", "TEL:12", "TEL:13"], "12"), (["TEL:call me", "TEL:12"], "12"),
        (["TEL:12", "TEL;TYPE=pref:13"], "13"), (["TEL:12", "TEL;PREF=2:13", "TEL;PREF=1:14"], "14"),
        (["TEL;TYPE=FAX:11"], "11"), (["TEL;VALUE=uri:tel:+1-555%20;ext=7"], "+1-555 ;ext=7"), (["TEL:"], ""),
    ])
    func `the preferred phone is the friend's, else the first one`(lines: [String], number: String) throws {
        let card = try #require(VCard((["BEGIN:VCARD", "FN:A"] + lines + ["END:VCARD"]).joined(separator: "\n").utf8))
        let friend = try FriendCard.friend(of: card).friend
        #expect(friend.details.phoneNumber == number)
    }

    @Test(arguments: [
        ("BDAY:1815-12-10", "1815-12-10"), ("BDAY:18151210", "1815-12-10"), ("BDAY:--1210", "--12-10"),
        ("BDAY:1990-3-4", "1990-03-04"),
        ("BDAY:--12-10", "--12-10"), ("BDAY:1815-12-10T00:00:00Z", "1815-12-10"),
        ("BDAY;VALUE=date:18151210T101010", "1815-12-10"),
        ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29", "--02-29"), ("BDAY:1900-02-29", "1900-02-29"),
        ("BDAY;VALUE=text:circa 1800", "circa 1800"),
        ("BDAY:900412", "900412"), ("BDAY:1996-04", "1996-04"), ("BDAY:1996", "1996"),
        ("BDAY:15.04.1996", "1996-04-15"),
        ("EMAIL:Ada \\, Countess <ada@example.org>", "ada@example.org"), ("EMAIL:\u{200B}a@b", "\u{200B}a@b"),
        ("EMAIL:ask Ada <office>", "ask Ada <office>"), ("EMAIL:Ada <>", "Ada <>"),
        ("EMAIL:A <a@b.c>, B <d@e.f>", "A <a@b.c>, B <d@e.f>"), ("EMAIL:a@b <a@b>", "a@b"),
        ("BDAY:a\u{1}b", nil),
        ("BDAY:", nil), ("BDAY:0000-12-10", "0000-12-10"),
        ("URL:https://a.example/?a=1,2;b", "https://a.example/?a=1,2;b"), ("URL:example.org", "http://example.org"),
        ("URL:nothing", "nothing"), ("URL:a b.c", "a b.c"), ("EMAIL:mailto:a@b", "a@b"), ("EMAIL:nobody", "nobody"),
        ("EMAIL:a\0@b", nil),
        ("NOTE:a\\Nb\\\\nc\\xd", "a\nb\\nc\\xd"), ("NOTE:a\tb", "a b"), ("NOTE: ", nil), ("NOTE:\u{1}", nil),
        ("ORG:;;", nil), ("ORG:\\;a;b", ";a, b"), ("X-FRIENDS-LINE:note;;x", "x"),
        ("X-FRIENDS-LINE:note; l ; x ", "x"), ("X-FRIENDS-LINE:hobby;;x", nil), ("X-FRIENDS-LINE:note;a\\nb;x", nil),
        ("X-FRIENDS-LINE:note;\(String(repeating: "l", count: 5_000));x", nil), ("X-FRIENDS-LINE:email;;x", nil),
        // A server has escaped what it did not know.
        ("X-FRIENDS-LINE:note\\;l\\;x", "x"), ("X-FRIENDS-LINE:note\\;\\;x\\;y\\, z", "x;y, z"),
        ("X-FRIENDS-LINE:note", nil), ("X-FRIENDS-LINE:note\\;x", nil),
        ("NOTE;CHARSET=ISO-8859-1:M\u{FC}", "M\u{FC}"), ("NOTE;CHARSET=klingon:M\u{FC}", "M\u{FC}"),
        ("NOTE;CHARSET=windows-1251:\u{418}\u{440}\u{438}\u{43D}\u{430}", "Ирина"),
        ("NOTE;CHARSET=klingon;ENCODING=QUOTED-PRINTABLE:M=FC", "M\u{FC}"),
        ("NOTE;CHARSET=GBK;ENCODING=QUOTED-PRINTABLE:=C4=E3=BA=C3", "你好"),
        ("NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:M=FC=80=", "Mü€"),
        ("NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=KOI8-R:=ED=C9=D2", "Мир"),
        ("NOTE;ENCODING=QUOTED-PRINTABLE:M=FC", "Mü"),
        ("NOTE;ENCODING=QUOTED-PRINTABLE:a=ZZ=3", "a=ZZ=3"),
    ])
    func `a value is read, or it stays in the rest`(line: String, value: String?) throws {
        let card = try #require(VCard(lines: "FN:A", line))
        let read = try FriendCard.friend(of: card)
        #expect(read.friend.details.lines.map(\.value) == [value].compactMap(\.self))
        #expect(FriendDraft(read.friend.details).validated == read.friend.details)
        #expect(read.friend.rest == card.bytes)
    }

    @Test func `bytes that are not UTF-8 are Windows-1252`() throws {
        for charset in ["", ";CHARSET=ISO-8859-1", ";CHARSET=windows-1252", ";CHARSET=UTF-8"] {
            let bytes =
                Array("BEGIN:VCARD\r\nVERSION:2.1\r\nN\(charset):M".utf8) + [0xFC, 0x80]
                + Array(";J\r\nEND:VCARD\r\n".utf8)
            let friend = try FriendCard.friend(of: try #require(VCard(bytes))).friend
            #expect(friend.details.lastName == "Mü€" && friend.rest == bytes)
        }
    }

    /// Its year has two digits, which vCards do not define.
    @Test func `a birthday that nobody can read is a note`() throws {
        let card = try #require(VCard(lines: "UID:a", "FN:A", "BDAY:900412", "EMAIL:a@b", "X-A:b"))
        let read = try FriendCard.friend(of: card)
        var details = read.friend.details
        let note = try #require(details.lines.first)
        #expect(note.kind == .note && note.label == "birthday" && note.value == "900412")
        func export(_ version: VCard.Version? = nil) -> String {
            let bytes = FriendCard(id: Friend.ID("a"), details: details, rest: read.friend.rest).bytes(in: version)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(export() == String(decoding: card.bytes, as: UTF8.self))
        #expect(export(.v4).contains("\r\nBDAY:900412\r\n") && !export(.v4).contains("NOTE"))
        // Earlier versions did not show it.
        for _ in 0..<2 {
            details.lines.removeAll { $0.kind == .note }
            #expect(export().contains("\r\nBDAY:900412\r\n") && export(.v4).contains("\r\nBDAY:900412\r\n"))
            #expect(!export(.v4).contains("X-FRIENDS-REST"))
            details.phoneNumber = "112"
        }
        // A birthday replaces it.
        details.lines.append(FriendLine(id: .init("x"), kind: .birthday, value: "1990-04-12"))
        #expect(!export().contains(":900412") && export().contains(":1990-04-12"))
        #expect(!export().contains("X-FRIENDS-REST"))
        // A note that was edited is another one.
        details = read.friend.details
        details.lines[0].value = "in April 1990"
        #expect(!export().contains(":900412") && export().contains("in April 1990"))
        #expect(try FriendCard.friend(of: try #require(VCard(export().utf8))).friend.details == details)
    }

    @Test func `what is not shown is reported`() throws {
        let many = (0..<101).map { "X-FRIENDS-LINE:note;;\($0)" }.joined(separator: "\r\n")
        let card = try #require(
            VCard(
                lines: "N:\(String(repeating: "x", count: 101));A\u{7}B;;;", "BDAY:1900-02-29",
                "NOTE;CHARSET=klingon:M\u{FC}",
                "X-FRIENDS-LINE:hobby;;x", "X-FRIENDS-LINE:note;a\\nb;x", many))
        let read = try FriendCard.friend(of: card)
        #expect(
            read.issues.map(\.message) == [
                "BDAY is shown as a note: Birthday must be a date such as 1815-12-10, 10.12.1815 or --12-10",
                "NOTE is read as UTF-8, not as klingon",
                "X-FRIENDS-LINE is kept, but not shown: its kind is unknown",
                "X-FRIENDS-LINE is kept, but not shown: Label can\u{2019}t contain control characters",
                "X-FRIENDS-LINE is kept, but not shown: a friend has at most 100 lines",
                "N is shown in part: Last name is longer than 100 characters",
                "N is shown in part: First name can\u{2019}t contain control characters",
            ])
        #expect(read.friend.details.lines.count == 100)
        #expect(read.friend.details.lastName == String(repeating: "x", count: 100))
        #expect(read.friend.details.firstName == "AB")
    }

    @Test func `a photo that is too large is left out, and nothing else`() throws {
        let photo = "PHOTO;ENCODING=b:" + String(repeating: "A", count: 17 << 20)
        let read = try FriendCard.friend(of: try #require(VCard(lines: "FN:A", "X-A:b", photo, "LOGO:c")))
        #expect(read.issues.map(\.reason) == [.leftOut(size: photo.utf8.count)])
        #expect(read.friend.rest.map { text($0) } == VCard(lines: "FN:A", "X-A:b", "LOGO:c").map { text($0.bytes) })
        let name = try FriendCard.friend(
            of: try #require(VCard(lines: "FN:" + String(repeating: "A", count: 17 << 20), "TEL:12")))
        #expect(name.friend.rest == nil)
    }

    @Test func `a value has at most as many parts as a rest has bytes`() throws {
        let tags = String(repeating: ",", count: 1 << 20)
        let read = try FriendCard.friend(of: try #require(VCard(lines: "FN:A", "CATEGORIES:a\(tags)b,c")))
        #expect(read.friend.details.lines.map(\.value) == ["a"])
        #expect(read.issues.map(\.property) == ["CATEGORIES"])
    }

    @Test func `what another program has stored is left out where it is too large, too`() throws {
        for (count, isKept) in [(Friend.maximumRestSize, true), (Friend.maximumRestSize + 3, false)] {
            let friend = FriendCard(
                id: Friend.ID("a"), details: FriendDetails(firstName: "A"), rest: [UInt8](repeating: 0, count: count))
            let read = try FriendCard.friend(of: try #require(VCard(friend.bytes())))
            #expect(read.friend.rest?.count ?? 0 <= Friend.maximumRestSize)
            #expect((read.friend == friend) == isKept && read.issues.isEmpty == isKept)
        }
    }

    @Test(arguments: [
        ("NOTE:who?", "A friend needs a name, a phone number, an email or an organization"),
        ("N:;;;;", "A friend needs a name, a phone number, an email or an organization"),
        ("FN:Family\r\nX-ADDRESSBOOKSERVER-KIND:group", "The card is a group, not a person"),
        ("FN:Family\r\nKIND: Group", "The card is a group, not a person"),
    ])
    func `a card that is no friend is refused with its reason`(lines: String, message: String) throws {
        let card = try #require(VCard(lines: lines))
        let refusal = #expect(throws: CardRefusal.self) { try FriendCard.friend(of: card) }
        #expect(refusal?.message == message)
    }

    @Test func `a card has a limited number of issues`() throws {
        let tags = String(repeating: "\u{1},", count: 300)
        let issues = try FriendCard.friend(of: try #require(VCard(lines: "FN:A", "CATEGORIES:\(tags)"))).issues
        #expect(issues.count == 101 && issues.last?.message == "There are 200 more issues like these")
    }

    @Test func `a parameter has a limited number of values`() throws {
        let card = try #require(VCard(lines: "FN:A", "TEL;TYPE=\(String(repeating: ",", count: 1_050_000)):1"))
        let phone = try #require(card.lines.first { $0.name == "TEL" })
        #expect(phone.parameters.first?.values.count == 1_048_577)
    }

    private func friend(_ lines: String...) throws -> FriendCard {
        let card = try #require(VCard((["BEGIN:VCARD"] + lines + ["END:VCARD"]).joined(separator: "\n").utf8))
        return try FriendCard.friend(of: card).friend
    }
}
