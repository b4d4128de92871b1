import FriendsVCard
import Testing

struct CardChangesTests {
    private static func card(_ rows: [String], version: String = "3.0") -> [UInt8] {
        let text = ["BEGIN:VCARD", "VERSION:\(version)", "UID:a"] + rows + ["END:VCARD", ""]
        return Array(text.joined(separator: "\r\n").utf8)
    }

    private static let photo = "PHOTO;ENCODING=b;TYPE=JPEG:"
    private static let name = ["N:Beispiel;Mia;;;", "FN:Mia Beispiel"]

    @Test(arguments: [
        (name, name + ["X-NICK:Mimi", photo + "AAAA"], ["+ X-NICK: Mimi", "+ PHOTO"]),
        (name + [photo + "AAAA", "X-SIZE:38"], name, ["- PHOTO", "- X-SIZE: 38"]),
        (name + ["X-NICK:Mimi"], name + ["X-NICK:Mia"], ["X-NICK: Mimi \u{2192} Mia"]),
        (name + [photo + "AAAA"], name + [photo + "BBBB"], ["PHOTO: replaced"]),
        (["N:Beispiel;Mia;Eva;Dr.;", "FN:Tante Mia"], name, ["- other names: Eva, Dr."]),
        (
            ["N:L;Ada;King;;", "N;LANGUAGE=jp:Lj;Aj;;;", "FN:Ada L"], ["N:L;Ada;Queen;;", "FN:Ada L"],
            ["other names: King \u{2192} Queen", "- N: Lj, Aj"]
        ),
        // What the friend shows, the date of the card, and the program that made it are no part of it.
        (name + ["TEL:0170 1", "REV:20200101"], name + ["TEL:0170 2", "NOTE:tea", "REV:20260101", "PRODID:x"], []),
        (name + ["X-NICK:Mimi", "X-A:1"], name + ["X-A:1", "X-NICK:Mimi"], []),
        // A label or a parameter, also of a line that the friend shows, and one of equal lines.
        (name + ["X-IMPP;TYPE=home:a"], name + ["X-IMPP;TYPE=WORK:a"], ["X-IMPP: a (label changed)"]),
        (name + ["b.X-C:1", "b.X-ABLabel:x"], name + ["c.X-C:1", "c.X-ABLabel:y"], ["X-C: 1 (label changed)"]),
        (name + ["EMAIL;PREF=1:a@b.c"], name + ["EMAIL;TYPE=pref:a@b.c"], []),
        (name + ["EMAIL;X-A=1:a@b.c"], name + ["EMAIL;X-A=2:a@b.c"], ["EMAIL: a@b.c (parameters changed)"]),
        (name + ["EMAIL;TYPE=home:a@b.c"], name + ["EMAIL;TYPE=work:a@b.c"], []),
        (name + ["TEL;TYPE=home:0170 1"], name + ["TEL;TYPE=work:0170 1"], ["TEL: 0170 1 (label changed)"]),
        (name + ["X-A:1", "X-A:1", "X-B;P=1:2"], name + ["X-A:1", "X-B;P=1:2"], ["- X-A: 1"]),
        (name + ["X-A:1"], name + ["X-A:1", "X-A:1"], ["+ X-A: 1"]),
        (name, name + ["X-LONG:" + String(repeating: "x", count: 61)], ["+ X-LONG"]),
    ])
    func `what changes unseen is said in words`(old: [String], new: [String], texts: [String]) {
        #expect(CardChanges(from: Self.card(old), to: Self.card(new)).texts == texts)
    }

    @Test func `a first card is new, and other bytes are no card`() {
        #expect(CardChanges(from: nil, to: Self.card(Self.name + ["X-NICK:Mimi"])).texts == ["+ X-NICK: Mimi"])
        #expect(CardChanges(from: Self.card(Self.name), to: [1]).texts == [])
        let many = (0..<200).map { "X-A\($0):1" }
        let texts = CardChanges(from: nil, to: Self.card(Self.name + many)).texts
        #expect(texts.count == 101 && texts.suffix(2) == ["+ X-A99: 1", "and more"])
        #expect(CardChanges(from: nil, to: Self.card(Self.name + many.prefix(100))).texts.last == "+ X-A99: 1")
        #expect(CardChanges(from: Self.card(Self.name + many), to: Self.card(Self.name)).texts.last == "and more")
    }
}
