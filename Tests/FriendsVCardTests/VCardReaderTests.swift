import FriendsVCard
import Testing

@Suite(.timeLimit(.minutes(10)))
struct VCardReaderTests {
    @Test(arguments: Export.all)
    func `a card is the bytes of its file`(export: Export) throws {
        #expect(try #require(VCard(export.bytes)).bytes == export.bytes)
    }

    @Test(arguments: Export.all)
    func `line ends become CRLF, others stay`(export: Export) {
        for lineEnd in ["\n", "\r", "\r\r\n"] {
            let file = Array((export.card + "\n").replacing("\n", with: lineEnd).utf8)
            let cards = VCardReader.records(in: file).map { (try? $0.card.get()).map { text($0.bytes) } }
            #expect(cards == [text(export.bytes)], "\(lineEnd.debugDescription)")
        }
    }

    @Test func `a CR in a card whose rows end with LF is a part of its value`() {
        let file = "BEGIN:VCARD\nFN:Ada\rLovelace\nEND:VCARD\n"
        #expect(VCard(file.utf8).map { text($0.bytes) } == "BEGIN:VCARD\r\nFN:Ada\rLovelace\r\nEND:VCARD\r\n")
    }

    @Test func `a card is read again in the same way`() {
        let file = "BEGIN:VCARD\nFN:A\nBEGIN:VCARD \r \nFN:B\rC\nEND:VCARD\n"
        let card = VCardReader.records(in: file.utf8).last.flatMap { try? $0.card.get() }
        #expect(card.map { text($0.bytes) } == "BEGIN:VCARD\r\nFN:B\rC\r\nEND:VCARD\r\n")
        #expect(card.flatMap { VCard($0.bytes) } == card)
    }

    @Test func `a file may be split anywhere`() {
        let file = Export.all.flatMap(\.bytes) + "junk\nBEGIN:VCARD\rFN:A\rEND:VCARD\rBEGIN:VCARD\nFN:B\nEND:VCARD".utf8
        let whole = VCardReader.records(in: file)
        #expect(whole.count == Export.all.count + 3)
        for size in [1, 2, 3, 7, 64, 1_000] {
            var reader = VCardReader()
            var records: [VCardReader.Record] = []
            for start in stride(from: 0, to: file.count, by: size) {
                records += reader.read(file[start..<min(start + size, file.count)])
            }
            #expect(records + reader.finish() == whole, "\(size)")
        }
    }

    @Test(arguments: [
        ("", []), ("\n\r\n \t\n", []),
        ("BEGIN:VCARD\nFN:A\nEND:VCARD\n\n\nBEGIN:VCARD\nFN:B\nEND:VCARD", ["1 A", "6 B"]),
        ("BEGIN:VCARD\r\nFN:A\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:B\r\nEND:VCARD\r\n", ["1 A", "4 B"]),
        ("BEGIN:VCARD\rFN:A\rEND:VCARD\rBEGIN:VCARD\rFN:B\rEND:VCARD", ["1 A", "4 B"]),
        ("\u{FEFF}BEGIN:VCARD\nFN:A\nEND:VCARD\n\u{FEFF}BEGIN:VCARD\nFN:B\nEND:VCARD\n\u{1A}", ["1 A", "4 B"]),
        ("name,phone\nAda,1\n\nBob,2\n", ["1 notACard"]),
        ("junk\nmore\nBEGIN:VCARD\nFN:A\nEND:VCARD\njunk", ["1 notACard", "3 A", "6 notACard"]),
        ("BEGIN:VCARD\nFN:A\n", ["1 noEnd"]),
        ("BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD\n", ["1 noEnd", "3 B"]),
        // An encoding that continues does not swallow the next card.
        ("BEGIN:VCARD\nNOTE;QUOTED-PRINTABLE:a=\nBEGIN:VCARD\nFN:B\nEND:VCARD\n", ["1 noEnd", "3 B"]),
        (
            "BEGIN:VCARD\nFN:A\nNOTE;ENCODING=QUOTED-PRINTABLE:a=\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n",
            ["1 A", "5 B"]
        ),
        ("BEGIN:VCARD\nFN:A\nPHOTO;BASE64:ab\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n", ["1 A", "5 B"]),
        ("BEGIN:VCARD\nFN:A\nTEL;TYPE=\"x:1\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n", ["1 A", "5 B"]),
        ("BEGIN:VCARD\nFN:A\n\0\0\n:\n;\n.\n=\nEND:VCARD\n", ["1 A"]),
        ("begin:vcard \nfn:A\nEnd : vCard\t\n", ["1 A"]),
        // The card of an agent is in its card.
        (
            "BEGIN:VCARD\nFN:A\nAGENT:\nBEGIN:VCARD\nFN:X\nEND:VCARD\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n",
            ["1 A", "8 B"]
        ),
        ("BEGIN:VCALENDAR\nEND:VCALENDAR\n", ["1 notACard"]),
    ])
    func `cards are found, and damage stays in its card`(file: String, expected: [String]) {
        #expect(summary(VCardReader.records(in: file.utf8)) == expected)
    }

    @Test(arguments: [true, false], [true, false])
    func `a file may be in UTF-16`(isBigEndian: Bool, hasMark: Bool) {
        let file = (hasMark ? "\u{FEFF}" : "") + "BEGIN:VCARD\nFN:Åse 王 🧮\nEND:VCARD\n"
        let bytes = utf16(Array(file.utf16), isBigEndian: isBigEndian)
        #expect(summary(VCardReader.records(in: bytes)) == ["1 Åse 王 🧮"])
        var reader = VCardReader()
        #expect(summary(bytes.flatMap { reader.read(CollectionOfOne($0)) } + reader.finish()) == ["1 Åse 王 🧮"])
    }

    private func utf16(_ units: [UInt16], isBigEndian: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in units {
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            bytes += isBigEndian ? pair : pair.reversed()
        }
        return bytes
    }

    @Test func `half a surrogate pair is replaced`() {
        var units: [UInt16] = [0xFEFF] + Array("BEGIN:VCARD\nFN:".utf16)
        units += [0xD83E, 0x61] + Array("\nEND:VCARD\n".utf16)
        let bytes = utf16(units, isBigEndian: true) + [0]
        #expect(summary(VCardReader.records(in: bytes)) == ["1 \u{FFFD}a", "4 notACard"])
    }

    @Test func `a content line has its parts`() throws {
        let card = try #require(
            VCard(lines: "item1.TEL;type=HOME;TYPE=\"a,b\";PREF=1;x=\"y;:z\"", " ;FAX;quoted-printable:+1;2:3"))
        let line = card.lines[2]
        #expect(line.group == "item1")
        #expect(line.name == "TEL")
        #expect(
            line.parameters.map { "\($0.name)=\($0.values)" } == [
                "TYPE=[\"HOME\"]", "TYPE=[\"a\", \"b\"]", "PREF=[\"1\"]", "X=[\"y;:z\"]", "TYPE=[\"FAX\"]",
                "ENCODING=[\"quoted-printable\"]",
            ])
        #expect(text(line.value) == "+1;2:3")
        #expect(card.lines.count == 4)
    }

    @Test func `a fold may be inside of a character`() throws {
        let name = Array("FN:Åse 王 🧮".utf8)
        for place in 3..<name.count {
            let bytes =
                Array("BEGIN:VCARD\r\n".utf8) + name[..<place] + Array("\r\n ".utf8) + name[place...]
                + Array("\r\nEND:VCARD\r\n".utf8)
            let card = try #require(VCard(bytes))
            #expect(card.bytes == bytes && text(card.lines[1].value) == "Åse 王 🧮")
        }
    }

    @Test func `a photo of a megabyte is read in time that grows with its size`() throws {
        let row = Array((String(repeating: "QUJD", count: 18) + "\r\n ").utf8)
        var file = Array("BEGIN:VCARD\r\nFN:A\r\nPHOTO;ENCODING=b:".utf8)
        while file.count < 1 << 20 { file += row }
        file += "AAAA\r\nEND:VCARD\r\n".utf8
        #expect(try #require(VCard(file)).bytes == file)
        // Without folds and in small chunks.
        var long = Array("BEGIN:VCARD\r\nFN:A\r\nPHOTO;ENCODING=b:".utf8)
        long += [UInt8](repeating: 65, count: 1 << 20) + Array("\r\nEND:VCARD\r\n".utf8)
        var reader = VCardReader()
        let records = stride(from: 0, to: long.count, by: 4_096).flatMap {
            reader.read(long[$0..<min($0 + 4_096, long.count)])
        }
        #expect(summary(records + reader.finish()) == ["1 A"])
    }

    @Test func `a card without limits is refused, and the next one is read`() {
        var reader = VCardReader(maximumSize: 100_000)
        var records = reader.read("BEGIN:VCARD\nFN:A\n".utf8)
        let chunk = Array(("NOTE:" + String(repeating: "a", count: 10_000) + "\n").utf8)
        for _ in 0..<40 { records += reader.read(chunk) }
        records += reader.read("END:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n".utf8)
        #expect(summary(records + reader.finish()) == ["1 tooLarge", "44 B"])
    }

    @Test func `a card with too many lines is refused`() {
        let lines = String(repeating: "A:\n", count: 100_000)
        let file = "BEGIN:VCARD\n\(lines)END:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n"
        #expect(summary(VCardReader.records(in: file.utf8)) == ["1 tooLarge", "100003 B"])
    }

    @Test func `a row without limits needs no memory`() {
        let chunk = [UInt8](repeating: 65, count: 10_000)
        for (start, damage) in [("", "notACard"), ("BEGIN:VCARD\nPHOTO:", "tooLarge")] {
            var reader = VCardReader(maximumSize: 25_000)
            var records = reader.read(start.utf8) + (0..<20).flatMap { _ in reader.read(chunk) }
            // It is reported before it ends.
            #expect(records.count == 1)
            records += reader.read("\nBEGIN:VCARD\nFN:B\nEND:VCARD\n".utf8)
            #expect(summary(records + reader.finish()).map { $0.split(separator: " ")[1] } == [damage[...], "B"])
        }
    }
}
