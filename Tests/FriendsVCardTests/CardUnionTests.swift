import FriendsModel
import FriendsVCard
import TestSupport
import Testing

/// Two cards of one person in one.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct CardUnionTests {
    private func bytes(_ rows: String...) -> [UInt8] {
        Array((["BEGIN:VCARD", "VERSION:3.0"] + rows + ["END:VCARD", ""]).joined(separator: "\r\n").utf8)
    }

    private func rows(_ bytes: [UInt8]) -> [String] {
        VCard(bytes)?.lines.map { String(decoding: $0.raw, as: UTF8.self) } ?? []
    }

    @Test func `a card gets the lines that it lacks`() {
        let first = bytes("UID:a", "N:Beispiel;Mia;;;", "FN:Mia Beispiel", "X-TITLE:Chefin")
        let second = bytes(
            "UID:b", "N:Beispiel;Mia;Lou;;", "FN:Mia Lou Beispiel", "EMAIL:mia@example.org", "X-TITLE:Chefin",
            "X-NICK:Mimi", "BIRTHPLACE:2001-02-03", "PHOTO;ENCODING=b;TYPE=JPEG:AAAA")
        let union = CardUnion(first, adding: second)
        #expect(
            rows(union.bytes) == rows(first).dropLast() + [
                "X-FRIENDS-MERGED:", "X-NICK:Mimi", "BIRTHPLACE:2001-02-03", "PHOTO;ENCODING=b;TYPE=JPEG:AAAA",
                "END:VCARD",
            ])
        // Its full name is a line of the friend.
        #expect(union.notes.isEmpty && union.leftOut.isEmpty)
        #expect(CardUnion(union.bytes, adding: second).bytes == union.bytes)
        #expect(CardUnion.withoutOthers(union.bytes) == first)
    }

    @Test func `a second text of a property that a card has once is a note`() {
        let union = CardUnion(
            bytes("UID:a", "FN:Mia", "BIRTHPLACE:2001-02-03"), adding: bytes("UID:b", "FN:Mia", "BIRTHPLACE:2002"))
        #expect(union.notes.map(\.text) == ["birthplace: 2002"])
    }

    /// The other card is damaged: it has two of them itself.
    @Test func `of two texts of such a property, the first one goes into the card`() {
        let second = bytes("UID:b", "FN:Mia", "BIRTHPLACE:2001-02-03", "BIRTHPLACE:2002")
        let union = CardUnion(bytes("UID:a", "FN:Mia"), adding: second)
        #expect(union.notes.map(\.text) == ["birthplace: 2002"])
        #expect(rows(union.bytes).count { $0.hasPrefix("BIRTHPLACE") } == 1)
        let again = CardUnion(union.bytes, adding: second)
        #expect(again.bytes == union.bytes && again.notes == union.notes)
    }

    @Test func `a newer card keeps what others have added`() {
        let first = bytes("UID:a", "FN:Mia", "X-TITLE:Chefin")
        let merged = CardUnion(first, adding: bytes("UID:b", "FN:Mia", "X-NICK:Mimi")).bytes
        let newer = bytes("UID:a", "FN:Mia", "X-ROLE:Boss")
        #expect(
            rows(CardUnion(newer, replacing: merged).bytes).suffix(4) == [
                "X-ROLE:Boss", "X-FRIENDS-MERGED:", "X-NICK:Mimi", "END:VCARD",
            ])
        // The card of someone else, who was merged with the friend.
        let others = CardUnion(newer, replacing: bytes("UID:b", "FN:Mia", "X-NICK:Mimi"))
        #expect(rows(others.bytes).contains("X-NICK:Mimi"))
        #expect(CardUnion(newer, replacing: first).bytes == newer)
    }

    @Test func `groups of two cards stay apart, with their labels`() {
        let label = "item1.X-ABLabel:_$!<Spouse>!$_"
        let union = CardUnion(
            bytes("UID:a", "FN:Mia", "item1.X-ABADR:Bo", label),
            adding: bytes("UID:b", "FN:Mia", label, "item1.X-ABADR:Cy"))
        #expect(
            rows(union.bytes).dropLast().suffix(2) == [
                "item2.X-ABLabel:_$!<Spouse>!$_", "item2.X-ABADR:Cy",
            ])
    }

    private static let addresses = [
        "item1.ADR;TYPE=work;X-FLAT=\"2:a\":;;Road 1;Town;;10001;", "item1.X-ABLabel:boat", "item1.X-ABADR:de",
        "ORG:Engines;Trains",
    ]

    private func details(_ card: [UInt8]) throws -> FriendDetails {
        try FriendCard.friend(of: #require(VCard(card))).friend.details
    }

    /// The line of the friend can have another id.
    @Test(arguments: [nil, "mine"])
    func `an address comes with its parts and its labels`(id: String?) throws {
        let first = bytes("UID:a", "FN:Mia", "item1.ADR:;;Road 2;;;;", "item1.X-ABLabel:Hut", "X-ABADR:de")
        let second = Self.card("4.0", ["UID:b", "FN:Mia"] + Self.addresses)
        let before = try details(first)
        var friend = before
        friend.lines += try details(second).lines.map { line in
            let isAddress = line.kind == .address
            let newID = isAddress ? id.map { FriendLine.ID($0) } ?? line.id : line.id
            return FriendLine(id: newID, kind: line.kind, label: line.label, value: line.value)
        }
        let union = CardUnion(first, adding: second)
        let whole = union.bytes(showing: friend, before: before)
        let parameter = id.map { ";X-FRIENDS-ID=\($0)" } ?? ""
        #expect(
            rows(whole) == rows(first).dropLast() + [
                "X-FRIENDS-MERGED:", "item2.ADR;TYPE=work;X-FLAT=\"2:a\"\(parameter):;;Road 1;Town;;10001;",
                "item2.X-ABLabel:boat", "item2.X-ABADR:de", "ORG:Engines;Trains", "END:VCARD",
            ])
        #expect(try details(whole) == friend && union.leftOut.isEmpty && union.notes.isEmpty)
        #expect(FriendCard(id: Friend.ID("a"), details: friend, rest: whole).bytes() == whole)
        #expect(CardUnion(whole, adding: second).bytes(showing: friend, before: friend) == whole)
        // A newer card keeps what the friend has of them.
        let newer = bytes("UID:a", "FN:Mia", "X-TITLE:Boss")
        func replaced() -> [String] {
            let union = CardUnion(newer, replacing: whole)
            return rows(union.bytes(showing: friend, before: friend)).drop { $0 != "X-FRIENDS-MERGED:" }.dropLast()
        }
        #expect(
            replaced()
                == rows(whole).drop { $0 != "X-FRIENDS-MERGED:" }.dropLast().map {
                    $0.replacing("item2", with: "item1")
                })
        friend.lines.removeAll { $0.kind == .organization }
        #expect(replaced().count == 4)
        friend.lines.removeAll()
        #expect(replaced() == ["X-FRIENDS-MERGED:", "item1.X-ABADR:de"])
    }

    private static func card(_ version: String, _ rows: [String]) -> [UInt8] {
        Array((["BEGIN:VCARD", "VERSION:\(version)"] + rows + ["END:VCARD", ""]).joined(separator: "\r\n").utf8)
    }

    /// Its texts are lines of the friend.
    @Test func `a merged card without room stays a text`() throws {
        let second = bytes("UID:b", "FN:Mia", "X-TITLE:Boss", "NOTE:Text", "ADR:;;Road 1;Town;;;")
        for (photo, notes, isShown) in [(116, 0, false), (0, 100, false), (131, 0, true)] {
            var lines = ["UID:a", "FN:Mia"] + (0..<notes).map { "NOTE:\($0)" }
            if photo > 0 {
                lines.append("PHOTO;ENCODING=b:" + String(repeating: "A", count: Friend.maximumRestSize - photo))
            }
            let first = Self.card("3.0", lines)
            var friend = try details(first)
            let before = friend
            friend.lines += try details(second).lines
            let union = CardUnion(first, adding: second)
            let text = String(decoding: union.bytes(showing: friend, before: before), as: UTF8.self)
            #expect(text.contains("X-TITLE:Boss") && text.contains("Road 1") == isShown && !text.contains("NOTE:Text"))
            #expect(union.leftOut.isEmpty)
        }
    }

    /// Else the friend would get another phone number.
    @Test func `a merged number is a line of the card`() throws {
        let first = bytes("UID:a", "FN:Mia")
        let second = bytes("UID:b", "FN:Mia", "TEL;TYPE=work;PREF=1:0170 1", "TEL;TYPE=home,x:0170 2")
        var friend = try details(second)
        let line = try #require(friend.lines.first)
        let before = try details(first)
        let whole = CardUnion(first, adding: second).bytes(showing: friend, before: before)
        #expect(
            rows(whole).suffix(4) == [
                "X-FRIENDS-MERGED:", "TEL;TYPE=work;PREF=1:0170 1",
                "TEL;TYPE=home,x;X-FRIENDS-ID=\(line.id.rawValue):0170 2", "END:VCARD",
            ])
        #expect(try details(whole) == friend)
        friend.phoneNumber = ""
        let without = CardUnion(first, adding: second).bytes(showing: friend, before: before)
        #expect(try details(without) == friend)
    }

    @Test func `a number that becomes a line keeps its parameters`() throws {
        let first = bytes("UID:a", "FN:Mia", "TEL:0170 1")
        let second = bytes("UID:b", "FN:Mia", "item1.TEL;TYPE=cell,voice;X-Y=z:0170 2", "item1.X-FOO:q")
        let before = try details(first)
        var friend = before
        let label = FriendCard.phoneLabel(in: second, of: "0170 2")
        friend.lines.append(FriendLine(id: FriendLine.ID("n"), kind: .phone, label: label, value: "0170 2"))
        let whole = CardUnion(first, adding: second).bytes(showing: friend, before: before)
        #expect(
            rows(whole).suffix(4) == [
                "X-FRIENDS-MERGED:", "item1.TEL;TYPE=cell,voice;X-Y=z;X-FRIENDS-ID=n:0170 2", "item1.X-FOO:q",
                "END:VCARD",
            ], "\(rows(whole))")
        #expect(try details(whole) == friend)
    }

    @Test func `what is too large is named`() {
        let photo = "PHOTO;ENCODING=b:" + String(repeating: "A", count: Friend.maximumRestSize / 2 + 80_000)
        let union = CardUnion(
            bytes("UID:a", "FN:Mia", photo), adding: bytes("UID:b", "FN:Mia", photo + "AAAA", "X-TITLE:x"))
        #expect(union.leftOut == ["PHOTO"] && rows(union.bytes).contains("X-TITLE:x"))
    }

    /// Friends of earlier versions do not have the note that stands for it.
    @Test(arguments: ["BDAY:19900412", "BDAY:1990", "X-TITLE:Boss"])
    func `a birthday that nobody can read becomes a note of the other friend`(row: String) {
        let union = CardUnion(bytes("FN:Mia", row), adding: bytes("FN:Mia", "BDAY:900412", "X-ROLE:Boss"))
        #expect(union.notes.map { "\($0.label) \($0.value)" } == ["birthday 900412"] && union.leftOut.isEmpty)
        #expect(String(decoding: union.bytes, as: UTF8.self).contains("X-ROLE:Boss"))
        #expect(CardUnion(bytes("FN:Mia", "BDAY:900412"), adding: bytes("FN:Mia", "BDAY:900412")).notes.isEmpty)
    }

    @Test(arguments: [
        ("20200101T000000Z", "20260101T000000Z", true), ("2026-01-01T00:00:00Z", "20260101T000001Z", true),
        ("2026-01-01", "20260101T000001Z", false), ("20260101T000000Z", "20260101T000000Z", false),
        ("20260101T100000+01:00", "20260101T120000Z", true), ("20251231", "2026-01-01T12:00:00.5Z", true),
        ("20260101T230000-0500", "20260102T010000Z", false), ("20260102T010000Z", "20260101T230000-0500", true),
        ("20260101T230000", "20260102T010000Z", false), ("20260101T230000", "20260103T010000Z", true),
        ("20260101T100000", "20260101T110000", true), ("20261301", "20270101", false),
        ("yesterday", "20260101", false),
    ])
    func `a revision is older only if that is certain`(one: String, other: String, isOlder: Bool) {
        let revisions = [one, other].map { CardRevision(card: bytes("FN:Mia", "REV:\($0)")) }
        #expect(isOlder == (revisions[0].flatMap { one in revisions[1].map { one.isOlder(than: $0) } } ?? false))
    }

    /// Each content line of both is in the union, shown by the friends, a note, or named.
    @Test func `any two cards of one person lose nothing`() async throws {
        let texts = [
            "X-TITLE:Chefin", "X-TITLE:Boss", "X-NICK:Mimi", "BIRTHPLACE:2001-02-03", "BIRTHPLACE:2002", "GENDER:F",
            "PHOTO;ENCODING=b:AAAA", "PHOTO;ENCODING=b:BBBB", "item1.X-ABADR:Bo", "item1.X-ABEXTRA:2001-01-01",
            "item2.X-ABEXTRA:2002-01-01", "X-OTHER;X=y:z", "BDAY:900412", "X-ROLE:long\r\n  text",
        ]
        for await seed in Seeds(300) {
            var numbers = Numbers(state: UInt64(seed))
            func card(_ uid: String) -> [UInt8] {
                let count = Int.random(in: 0...texts.count, using: &numbers)
                let rows = ["BEGIN:VCARD", "VERSION:3.0", "UID:\(uid)", "FN:Mia"]
                let others = texts.shuffled(using: &numbers).prefix(count)
                return Array((rows + others + ["END:VCARD", ""]).joined(separator: "\r\n").utf8)
            }
            let (one, other) = (card("a"), card("b"))
            let union = CardUnion(one, adding: other)
            let values = Set(try #require(VCard(union.bytes)).lines.map { Array($0.value) })
            let notes = Set(union.notes.map { Array($0.value.utf8) })
            for line in try [one, other].flatMap({ try #require(VCard($0)).lines }) where line.name != "UID" {
                let value = Array(line.value)
                #expect(values.contains(value) || notes.contains(value) || union.leftOut.contains(line.name))
            }
            #expect(union.leftOut.isEmpty && CardUnion(union.bytes, adding: other).bytes == union.bytes, "seed \(seed)")
        }
    }
}

extension FriendLine {
    fileprivate var text: String { "\(label): \(value)" }
}
