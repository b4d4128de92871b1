import FriendsModel
import TestSupport
import Testing

@testable import FriendsVCard

/// Exports for programs that know one version only.
@Suite("cards in the syntax of one version", .timeLimit(.minutes(10)), .onOwnThreads)
struct StandardCardTests {
    /// A card that begins with `BEGIN:VCARD` and ends with `END:VCARD`.
    private static func card(_ rows: [String]) -> [UInt8] {
        (["BEGIN:VCARD"] + rows + ["END:VCARD"]).flatMap { row in
            // A row in Latin-1 if it has a character of it.
            row.unicodeScalars.contains { (0x80..<0x100).contains($0.value) }
                ? row.unicodeScalars.map { UInt8($0.value) } + [13, 10] : Array(row.utf8) + [13, 10]
        }
    }

    private static func rows(_ bytes: [UInt8]) -> [String] { text(bytes).split(separator: "\r\n").map(String.init) }

    @Test(
        arguments: [
            // Without a version, with the syntax of 2.1.
            (
                ["UID:a", "FN:A", "TEL;WORK;VOICE:030 1", "NOTE;QUOTED-PRINTABLE:a=0Ab=E4"],
                ["VERSION:3.0", "UID:a", "FN:A", "TEL;TYPE=WORK;TYPE=VOICE:030 1", "NOTE:a\\nbä"]
            ),
            (["VERSION:5.0", "UID:a", "FN:A", "TEL:112"], ["VERSION:3.0", "UID:a", "FN:A", "TEL:112"]),
            (["VERSION:3.0", "UID:a", "VERSION:2.1", "FN:A"], ["VERSION:3.0", "UID:a", "FN:A"]),
            (["FN:A", "UID:a", "VERSION:3.0", "TEL:112"], ["FN:A", "UID:a", "VERSION:3.0", "TEL:112"]),
            (
                ["UID:a", "FN:A", "PHOTO;JPEG;BASE64:", " AAAA", "BBBB", ""],
                ["VERSION:3.0", "UID:a", "FN:A", "PHOTO;TYPE=JPEG;ENCODING=b:AAAABBBB"]
            ),
            (
                ["UID:a", "FN:A", "AGENT:", "BEGIN:VCARD", "FN:\u{FC}", "END:VCARD"],
                ["VERSION:3.0", "UID:a", "FN:A", "AGENT:BEGIN:VCARD\\nFN:ü\\nEND:VCARD"]
            ),
            // Other encodings in a card of version 3.0.
            (
                [
                    "VERSION:3.0", "UID:a", "N:M\u{FC}ller;Otto;;;", "FN:Otto M\u{FC}ller", "X-A;X-B=\u{E4}:\u{F6}",
                    "X-KEPT:1",
                ],
                ["VERSION:3.0", "UID:a", "N:Müller;Otto;;;", "FN:Otto Müller", "X-A;X-B=ä:ö", "X-KEPT:1"]
            ),
            (
                ["VERSION:3.0", "UID:a", "FN;CHARSET=UTF-8;ENCODING=8BIT:A", "NOTE:one", "two, three"],
                ["VERSION:3.0", "UID:a", "FN:A", "NOTE:one\\ntwo, three"]
            ),
            // Rows without a colon.
            (
                ["VERSION:3.0", "UID:a", "FN:A", "NOTE;ENCODING=QUOTED-PRINTABLE:=41", "stray \u{FC}"],
                ["VERSION:3.0", "UID:a", "FN:A", "NOTE:A", "stray ü"]
            ),
            // What few programs read.
            (
                [
                    "VERSION:3.0", "UID:a", "FN:A", "EMAIL;TYPE=work:\"Ada, Lady\" <a@example.org>",
                    "EMAIL:mailto:b@example.org",
                ],
                [
                    "VERSION:3.0", "UID:a", "FN:A", "EMAIL;TYPE=work;X-CN=\"Ada, Lady\":a@example.org",
                    "EMAIL:b@example.org",
                ]
            ),
            (
                [
                    "VERSION:3.0", "UID:a", "FN:A", "TEL;VALUE=uri:tel:030-2", "TEL:\u{202A}030 1\u{202C}",
                    "BDAY:\u{200E}1990-01-02",
                ],
                ["VERSION:3.0", "UID:a", "FN:A", "TEL:030 1", "TEL:030-2", "BDAY:1990-01-02"]
            ),
            (
                ["VERSION:3.0", "UID:a", "FN:A", "EMAIL:no email <x", "TEL:\u{202A}nobody\u{202C}", "item1.TEL:112"],
                ["VERSION:3.0", "UID:a", "FN:A", "EMAIL:no email <x", "TEL:\u{202A}nobody\u{202C}", "item1.TEL:112"]
            ),
            // The label of an address in a card of version 4.0.
            (
                [
                    "VERSION:4.0", "UID:a", "FN:A",
                    "ADR;TYPE=home;LABEL=\"Weg 1, links\\nBerlin ^'B^'^n^^\":;;Weg 1;Berlin;;;",
                ],
                [
                    "VERSION:3.0", "UID:a", "N:;A;;;", "FN:A", "ADR;TYPE=home:;;Weg 1;Berlin;;;",
                    "LABEL;TYPE=home:Weg 1\\, links\\nBerlin \"B\"\\n^",
                ]
            ),
            (
                [
                    "VERSION:2.1", "UID:a", "N:A", "FN:A", "ADR;HOME:;;Weg 1",
                    "LABEL;HOME;ENCODING=QUOTED-PRINTABLE:Weg=0D=0A1",
                ],
                ["VERSION:3.0", "UID:a", "N:A;;;;", "FN:A", "ADR;TYPE=HOME:;;Weg 1", "LABEL;TYPE=HOME:Weg\\n1"]
            ),
            (
                ["VERSION:2.1", "UID:a", "N:A", "FN:A", "X-A;CHARSET=ANSI:\u{FC}"],
                ["VERSION:3.0", "UID:a", "N:A;;;;", "FN:A", "X-A:ü"]
            ),
        ] as [([String], [String])])
    func `an export in version 3.0 has its syntax only`(old: [String], new: [String]) throws {
        let bytes = Self.card(old)
        let friend = try read(bytes)
        #expect(friend.bytes() == bytes, "the bytes stay without a version")
        let exported = friend.bytes(in: .v3)
        #expect(exported == bytes || Self.rows(exported)[1] == "VERSION:3.0")
        #expect(Self.rows(exported).sorted() == (["BEGIN:VCARD"] + new + ["END:VCARD"]).sorted())
        #expect(String(validating: exported, as: UTF8.self) != nil)
        let back = try read(exported)
        #expect(back.id == friend.id && back.details == friend.details && back.bytes(in: .v3) == exported)
        #expect(friend.isExported(as: exported) && friend.isExported(as: bytes))
    }

    @Test func `a card without a UID keeps its friend`() throws {
        for rows in [["FN:A", "TEL;WORK:112"], ["FN:A", "UID:", "TEL;WORK:112"]] {
            let friend = try read(Self.card(rows))
            let exported = friend.bytes(in: .v3)
            #expect(text(exported).hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\nUID:card-"))
            #expect(Self.rows(exported).count { $0.hasPrefix("UID") } == 1)
            #expect(try read(exported).id == friend.id)
        }
    }

    @Test func `a number without its marks is not taken for the friend's`() throws {
        let friend = try read(
            Self.card(["VERSION:3.0", "UID:a", "FN:A", "TEL:\u{202A}11\u{202C}", "TEL:22", "TEL:\u{202A}x\u{202C}"]))
        #expect(friend.details.phoneNumber == "22" && friend.details.lines.first?.value == "11")
        let exported = friend.bytes(in: .v3)
        #expect(Self.rows(exported)[4].hasSuffix(":11") && Self.rows(exported)[5] == "TEL:22")
        #expect(try read(exported).details == friend.details)
    }

    @Test func `version 4.0 has no other encoding either`() throws {
        let friend = try read(
            Self.card(["VERSION:4.0", "UID:a", "FN:\u{FC}", "NOTE;ENCODING=QUOTED-PRINTABLE:=C3=84", "EMAIL:A <a@b>"]))
        #expect(
            Self.rows(friend.bytes(in: .v4))
                == ["BEGIN:VCARD", "VERSION:4.0", "UID:a", "FN:ü", "NOTE:Ä", "EMAIL:A <a@b>", "END:VCARD"])
    }

    @Test func `quotation marks may be escaped`() throws {
        let bytes = Self.card(["VERSION:3.0", "UID:a", "FN:A", "NOTE:She said \\\"no\\\".", "NOTE:C:\\\\\"x\""])
        let friend = try read(bytes)
        #expect(friend.details.lines.map(\.value) == ["She said \"no\".", "C:\\\"x\""])
        #expect(friend.bytes() == bytes && friend.bytes(in: .v3) == bytes)
        let old = try read(Self.card(["VERSION:2.1", "UID:a", "FN:A", "NOTE:C:\\\"x\""]))
        #expect(old.details.lines.map(\.value) == ["C:\\\"x\""])
    }
}
