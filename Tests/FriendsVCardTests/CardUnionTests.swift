import FriendsModel
import FriendsVCard
import TestSupport
import Testing

/// Two cards of one person in one.
@Suite(.timeLimit(.minutes(3)))
struct CardUnionTests {
    private func bytes(_ rows: String...) -> [UInt8] {
        Array((["BEGIN:VCARD", "VERSION:3.0"] + rows + ["END:VCARD", ""]).joined(separator: "\r\n").utf8)
    }

    private func rows(_ bytes: [UInt8]) -> [String] {
        VCard(bytes)?.lines.map { String(decoding: $0.raw, as: UTF8.self) } ?? []
    }

    @Test func `a card gets the lines that it lacks`() {
        let first = bytes("UID:a", "N:Beispiel;Mia;;;", "FN:Mia Beispiel", "TITLE:Chefin")
        let second = bytes(
            "UID:b", "N:Beispiel;Mia;Lou;;", "FN:Mia Lou Beispiel", "EMAIL:mia@example.org", "TITLE:Chefin",
            "NICKNAME:Mimi", "ANNIVERSARY:2001-02-03", "PHOTO;ENCODING=b;TYPE=JPEG:AAAA")
        let union = CardUnion(first, adding: second)
        #expect(
            rows(union.bytes) == rows(first).dropLast() + [
                "X-FRIENDS-MERGED:", "NICKNAME:Mimi", "ANNIVERSARY:2001-02-03", "PHOTO;ENCODING=b;TYPE=JPEG:AAAA",
                "END:VCARD",
            ])
        #expect(union.notes.map(\.text) == ["name: Mia Lou Beispiel"] && union.leftOut.isEmpty)
        #expect(CardUnion(union.bytes, adding: second).bytes == union.bytes)
        #expect(CardUnion.withoutOthers(union.bytes) == first)
    }

    @Test func `a second text of a property that a card has once is a note`() {
        let union = CardUnion(
            bytes("UID:a", "FN:Mia", "ANNIVERSARY:2001-02-03"), adding: bytes("UID:b", "FN:Mia", "ANNIVERSARY:2002"))
        #expect(union.notes.map(\.text) == ["anniversary: 2002"])
    }

    @Test func `a newer card keeps what others have added`() {
        let first = bytes("UID:a", "FN:Mia", "TITLE:Chefin")
        let merged = CardUnion(first, adding: bytes("UID:b", "FN:Mia", "NICKNAME:Mimi")).bytes
        let newer = bytes("UID:a", "FN:Mia", "ROLE:Boss")
        #expect(
            rows(CardUnion(newer, replacing: merged).bytes).suffix(4) == [
                "ROLE:Boss", "X-FRIENDS-MERGED:", "NICKNAME:Mimi", "END:VCARD",
            ])
        // The card of someone else, who was merged with the friend.
        let others = CardUnion(newer, replacing: bytes("UID:b", "FN:Mia", "NICKNAME:Mimi"))
        #expect(rows(others.bytes).contains("NICKNAME:Mimi"))
        #expect(CardUnion(newer, replacing: first).bytes == newer)
    }

    @Test func `groups of two cards stay apart, with their labels`() {
        let label = "item1.X-ABLabel:_$!<Spouse>!$_"
        let union = CardUnion(
            bytes("UID:a", "FN:Mia", "item1.X-ABRELATEDNAMES:Bo", label),
            adding: bytes("UID:b", "FN:Mia", label, "item1.X-ABRELATEDNAMES:Cy"))
        #expect(
            rows(union.bytes).dropLast().suffix(2) == [
                "item2.X-ABLabel:_$!<Spouse>!$_", "item2.X-ABRELATEDNAMES:Cy",
            ])
    }

    @Test func `what is too large is named`() {
        let photo = "PHOTO;ENCODING=b:" + String(repeating: "A", count: 600_000)
        let union = CardUnion(
            bytes("UID:a", "FN:Mia", photo), adding: bytes("UID:b", "FN:Mia", photo + "AAAA", "TITLE:x"))
        #expect(union.leftOut == ["PHOTO"] && rows(union.bytes).contains("TITLE:x"))
    }

    /// Friends of earlier versions do not have the note that stands for it.
    @Test(arguments: ["BDAY:19900412", "BDAY:1990", "TITLE:Boss"])
    func `a birthday that nobody can read becomes a note of the other friend`(row: String) {
        let union = CardUnion(bytes("FN:Mia", row), adding: bytes("FN:Mia", "BDAY:900412", "ROLE:Boss"))
        #expect(union.notes.map { "\($0.label) \($0.value)" } == ["birthday 900412"] && union.leftOut.isEmpty)
        #expect(String(decoding: union.bytes, as: UTF8.self).contains("ROLE:Boss"))
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
    @Test func `any two cards of one person lose nothing`() throws {
        let texts = [
            "TITLE:Chefin", "TITLE:Boss", "NICKNAME:Mimi", "ANNIVERSARY:2001-02-03", "ANNIVERSARY:2002", "GENDER:F",
            "PHOTO;ENCODING=b:AAAA", "PHOTO;ENCODING=b:BBBB", "item1.X-ABRELATEDNAMES:Bo", "item1.X-ABDATE:2001-01-01",
            "item2.X-ABDATE:2002-01-01", "X-OTHER;X=y:z", "BDAY:1990", "ROLE:long\r\n  text",
        ]
        for seed in 0..<300 {
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
