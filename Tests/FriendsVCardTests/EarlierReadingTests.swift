import FriendsModel
import FriendsVCard
import Testing

/// Friends whom programs before 0.3 have stored.
@Suite(.timeLimit(.minutes(10)))
struct EarlierReadingTests {
    private static let rows = [
        "TEL:call me", "TEL;TYPE=CELL:\u{202D}666 555\u{202C}", "EMAIL:A B <a@example.org>", "BDAY:15.04.1996",
        "CATEGORIES:x\\,y", "NOTE;CHARSET=klingon:M\u{FC}",
    ]

    /// With the notes of programs that showed as such what a rule refused.
    private static let notes = [
        ("phone", "call me"), ("phone", "\u{202D}666 555\u{202C}"), ("email", "A B <a@example.org>"),
        ("birthday", "15.04.1996"),
    ].map { label, value in
        var identifiers = LineIdentifiers()
        let id = identifiers.next(.note, label: label, value: value)
        return FriendLine(id: id, kind: .note, label: label, value: value)
    }

    private func card(_ rows: [String]) throws -> (card: VCard, details: FriendDetails) {
        let text = ["BEGIN:VCARD", "VERSION:3.0", "UID:a", "N:B;A;;;", "FN:A B"] + rows + ["END:VCARD", ""]
        let card = try #require(VCard(text.joined(separator: "\r\n").utf8))
        return (card, try FriendCard.friend(of: card).friend.details)
    }

    @Test(arguments: [EarlierReading.hidden, .asNotes])
    func `friends of earlier versions get what their cards say`(reading: EarlierReading) throws {
        let (card, whole) = try card(Self.rows)
        #expect(whole.phoneNumber == "666 555")
        #expect(whole.lines.map { $0.kind.key } == ["note", "email", "birthday", "tag", "tag", "note"])
        var old = FriendDetails(firstName: "A", lastName: "B", lines: reading == .hidden ? [] : Self.notes)
        let filled = try #require(FriendCard.details(old, filledFrom: card.bytes, after: reading))
        #expect(filled == whole)
        #expect(FriendCard.details(filled, filledFrom: card.bytes, after: reading) == nil)
        #expect(FriendCard(id: Friend.ID("a"), details: filled, rest: card.bytes).bytes() == card.bytes)
        // Another number since then.
        old.phoneNumber = "0170 1"
        let other = try #require(FriendCard.details(old, filledFrom: card.bytes, after: reading))
        #expect(other.phoneNumber == "0170 1" && other.values(of: .phone) == ["666 555"])
        #expect(other.lines.count == whole.lines.count + 1)
        // Another birthday and the email typed since then.
        old.lines.append(FriendLine(id: FriendLine.ID("new"), kind: .birthday, value: "1996-04-16"))
        old.lines.append(FriendLine(id: FriendLine.ID("mail"), kind: .email, label: "work", value: "a@example.org"))
        let edited = try #require(FriendCard.details(old, filledFrom: card.bytes, after: .hidden))
        #expect(edited.values(of: .birthday) == ["1996-04-16"] && Set(edited.values(of: .email)) == ["a@example.org"])
        if reading == .hidden { #expect(edited.lines.first { $0.kind == .email }?.label == "work") }
    }

    @Test func `a quotation mark loses the backslash that earlier versions showed`() throws {
        let (card, whole) = try card(["NOTE:Say \\\"hi\\\" and \\\\\"bye\\\"", "EMAIL:a@example.org"])
        #expect(whole.lines.first?.value == "Say \"hi\" and \\\"bye\"")
        var identifiers = LineIdentifiers()
        var old = whole
        let value = "Say \\\"hi\\\" and \\\"bye\\\""
        let id = identifiers.next(.note, label: "", value: value)
        old.lines[0] = FriendLine(id: id, kind: .note, value: value)
        #expect(FriendCard.details(old, filledFrom: card.bytes, after: .hidden) == whole)
        #expect(FriendCard.details(old, filledFrom: card.bytes, after: .asNotes) == whole)
        #expect(FriendCard.details(whole, filledFrom: card.bytes, after: .hidden) == nil)
    }

    @Test func `friends get lines of properties that no earlier version read`() throws {
        let (card, whole) = try card([
            "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Lotte;1;", "X-MS-TEL;TYPE=CALLBACK:030 1", "X-CUSTOM1:x",
        ])
        #expect(whole.lines.count == 3)
        let old = FriendDetails(firstName: "A", lastName: "B")
        for reading in [EarlierReading.hidden, .asNotes] {
            #expect(FriendCard.details(old, filledFrom: card.bytes, after: reading) == whole)
        }
    }

    @Test func `what was removed stays removed`() throws {
        let (card, whole) = try card(
            [
                "TEL:call me", "TEL:1-800-FLOWERS", "NICKNAME:Mimi", "BDAY:1990-3-4", "CATEGORIES:a,x\\,y",
                "EMAIL:nobody",
            ])
        let old = FriendDetails(firstName: "A", lastName: "B")
        let filled = FriendCard.details(old, filledFrom: card.bytes, after: .asNotes)
        // Nobody has seen them.
        #expect(filled?.lines.map(\.value) == ["x", "y"] && filled?.phoneNumber == "")
        #expect(FriendCard.details(old, filledFrom: card.bytes, after: .hidden)?.phoneNumber == whole.phoneNumber)
    }

    @Test func `a number that earlier versions showed stays the friend's`() throws {
        for preference in ["1", "9223372036854775807"] {
            let (card, whole) = try card(["TEL;PREF=\(preference):1-800-FLOWERS", "TEL;PREF=5000:0170 1"])
            #expect(whole.phoneNumber == "0170 1" && whole.values(of: .phone) == ["1-800-FLOWERS"])
            let old = FriendDetails(firstName: "A", lastName: "B", phoneNumber: "0170 1")
            #expect(FriendCard.details(old, filledFrom: card.bytes, after: .hidden) == whole)
        }
        // With two extensions it is no number.
        let (_, whole) = try card(["TEL:555 0199 ext 12, ext 13", "TEL;PREF=9223372036854775807:0170 1"])
        #expect(whole.phoneNumber == "0170 1" && whole.lines.map(\.kind) == [.note])
    }

    @Test func `texts in wrong and unknown character sets are read again`() throws {
        let rows = [
            "BEGIN:VCARD", "VERSION:2.1", "N;CHARSET=klingon:M\u{FC};J", "NOTE;CHARSET=ISO-8859-1:M\u{FC}", "TEL:12",
            "END:VCARD", "",
        ]
        let card = try #require(VCard(rows.joined(separator: "\r\n").utf8))
        let whole = try FriendCard.friend(of: card).friend.details
        #expect(whole.lastName == "Mü" && whole.lines.map(\.value) == ["Mü"])
        var identifiers = LineIdentifiers()
        let id = identifiers.next(.note, label: "", value: "M\u{C3}\u{BC}")
        var old = FriendDetails(phoneNumber: "12", lines: [FriendLine(id: id, kind: .note, value: "M\u{C3}\u{BC}")])
        #expect(FriendCard.details(old, filledFrom: card.bytes, after: .asNotes) == whole)
        // What was typed since then stays.
        old.firstName = "K"
        old.lines[0].value = "Mue"
        let filled = FriendCard.details(old, filledFrom: card.bytes, after: .asNotes)
        #expect(filled?.firstName == "K" && filled?.lines.map(\.value) == ["Mue"])
        #expect(filled?.lines.map(\.id) == whole.lines.map(\.id))
    }

    /// Earlier programs did show these.
    @Test func `what was removed of a text in UTF-8 stays removed`() throws {
        let rows = [
            "BEGIN:VCARD", "VERSION:2.1", "FN:A", "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=FCller", "END:VCARD",
            "",
        ]
        let card = try #require(VCard(rows.joined(separator: "\r\n").utf8))
        #expect(try FriendCard.friend(of: card).friend.details.lines.map(\.value) == ["Müller"])
        for reading in [EarlierReading.hidden, .asNotes] {
            #expect(FriendCard.details(FriendDetails(firstName: "A"), filledFrom: card.bytes, after: reading) == nil)
        }
    }

    @Test func `a note of which one row was read gets the others`() throws {
        let (card, whole) = try card(["NOTE:one", "two", "", " three", "four", "TEL:12"])
        #expect(whole.lines.map(\.value) == ["one\ntwo\nthree\nfour"])
        var identifiers = LineIdentifiers()
        let id = identifiers.next(.note, label: "", value: "one")
        let old = FriendDetails(
            firstName: "A", lastName: "B", phoneNumber: "12", lines: [FriendLine(id: id, kind: .note, value: "one")])
        #expect(FriendCard.details(old, filledFrom: card.bytes, after: .asNotes) == whole)
        var edited = old
        (edited.lines[0].label, edited.lines[0].value) = ("family", "1")
        let filled = try #require(FriendCard.details(edited, filledFrom: card.bytes, after: .asNotes))
        #expect(filled.lines.map { "\($0.label): \($0.value)" } == ["family: 1\ntwo\nthree\nfour"])
        #expect(FriendCard.details(filled, filledFrom: card.bytes, after: .asNotes) == nil)
    }

    /// A change of the label, or another version, does not write the email itself.
    @Test func `the name before an email stays in the card`() throws {
        let (card, whole) = try card(["EMAIL;TYPE=work:Ada Countess <a@example.org>"])
        var details = whole
        func text(_ version: VCard.Version? = nil) -> String {
            String(
                decoding: FriendCard(id: Friend.ID("a"), details: details, rest: card.bytes).bytes(in: version),
                as: UTF8.self)
        }
        #expect(text(.v4).contains(":Ada Countess <a@example.org>"))
        details.lines[0].label = "home"
        #expect(text().contains(":Ada Countess <a@example.org>"))
        details.lines[0].value = "b@example.org"
        #expect(text().contains(":Ada Countess <b@example.org>"))
        // An address before the address is not taken along.
        let (twice, own) = try self.card(["EMAIL:a@b <a@b>", "PHOTO;ENCODING=b:AAAA"])
        var other = own
        other.lines[0].value = "c@d"
        let bytes = FriendCard(id: Friend.ID("a"), details: other, rest: twice.bytes).bytes()
        #expect(String(decoding: bytes, as: UTF8.self).contains(":c@d\r\nPHOTO"))
        let again = try #require(VCard(text().utf8))
        #expect(try FriendCard.friend(of: again).friend.details == details)
    }
}
