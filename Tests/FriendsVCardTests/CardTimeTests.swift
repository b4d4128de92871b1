import FriendsModel
import FriendsVCard
import TestSupport
import Testing

/// Cards whose work grows with the square of their size as soon as a byte or a row costs work that grows with the card.
///
/// A card is compared with the same card at a quarter of its size: times alone depend on the machine, and on what else runs on it.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct CardTimeTests {
    /// Such a card, by what is large in it.
    struct Large: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// What stands before the repeated text.
        var start = ""
        /// What also grows, between `start` and `next`: a text, and how often the whole card has it.
        var other = (text: "", count: 0)
        var next = ""
        let repeated: String
        /// How often the whole card has the repeated text: 64 KiB of it unless told.
        var count: Int?
        /// Each repeated text follows its number.
        var numbered = false
        var end = ""

        /// One of `parts` parts of the card.
        func bytes(dividedBy parts: Int) -> [UInt8] {
            let count = (count ?? (1 << 16) / repeated.utf8.count) / parts
            let start = start + String(repeating: other.text, count: other.count / parts) + next
            let rows = (0..<count).map { (numbered ? "\(100_000 + $0)" : "") + repeated }
            return Array("BEGIN:VCARD\nVERSION:3.0\nFN:A\n\(start)\(rows.joined())\(end)\nEND:VCARD\n".utf8)
        }
    }

    @Test(arguments: [
        Large(testDescription: "folds before a colon", start: "X\n", repeated: " \n"),
        Large(testDescription: "CRs in a value", start: "X:", repeated: "\r", end: "Y"),
        Large(
            testDescription: "blank rows of a quoted-printable text", start: "NOTE;ENCODING=QUOTED-PRINTABLE:a\n",
            repeated: "  \n"),
        Large(
            testDescription: "soft line breaks", start: "NOTE;ENCODING=QUOTED-PRINTABLE:a=\n", repeated: "=\n"),
        Large(
            testDescription: "types", start: "TEL;TYPE=", repeated: ",", count: 10_000, numbered: true, end: ":12"),
        Large(
            testDescription: "phones with a long label", start: "a.X-ABLabel:", other: ("l", 60_000), next: "\n",
            repeated: "a.TEL:12\n", count: 2_000),
        Large(testDescription: "tags", start: "CATEGORIES:", repeated: "ab,"),
        Large(
            testDescription: "parts of an organization", start: "ORG:", other: ("a;", 300), repeated: ";"),
        Large(
            testDescription: "names", start: "N:", other: ("ä", 1_900), next: "\n", repeated: "N:b\n", count: 20_000),
        Large(testDescription: "a name without an end", repeated: "🇩🇪", end: ":x"),
        Large(
            testDescription: "properties", start: (0..<400).map { "X-\($0):ä\n" }.joined(), repeated: "X-399:ä\n",
            count: 20_000),
        Large(testDescription: "details of a group", repeated: "a.X-ABADR:us\na.TEL:12\n", count: 1_000),
    ])
    func `a card takes time that grows with its size`(card: Large) throws {
        try expectLinear { parts in
            let bytes = card.bytes(dividedBy: parts)
            return {
                let read = try FriendCard.friend(of: try #require(VCard(bytes)))
                _ = FriendCard.keptText(in: bytes)
                let friend = read.friend
                var details = friend.details
                details.firstName = "B"
                if let index = details.lines.indices.last { details.lines[index].value += "c" }
                let edited = FriendCard(id: friend.id, details: details, rest: friend.rest)
                for version in [nil, VCard.Version.v3, .v4] {
                    _ = edited.bytes(in: version)
                }
            }
        }
    }

    /// CRs outside of cards end rows.
    @Test(arguments: [1 << 20, 1_024])
    func `a row of CRs takes time that grows with its size`(size: Int) throws {
        try expectLinear { parts in
            let count = (1 << 17) / parts
            let file = [UInt8](repeating: 13, count: count) + Array("X\nBEGIN:VCARD\nFN:A\nEND:VCARD\n".utf8)
            return {
                var reader = VCardReader()
                var records: [VCardReader.Record] = []
                for start in stride(from: 0, to: file.count, by: size) {
                    records += reader.read(file[start..<min(start + size, file.count)])
                }
                #expect(summary(records + reader.finish()) == ["\(count + 1) notACard", "\(count + 2) A"])
            }
        }
    }

    /// A search for one kind of line end that skips the other one would read the rest of the card for each row.
    @Test func `rows that end with CR take time that grows with their number`() throws {
        try expectLinear { parts in
            let bytes = Array(String(repeating: "x\r", count: (1 << 19) / parts).utf8)
            return { #expect(VCard(bytes) == nil) }
        }
    }

    /// Four times the size takes about four times the time, and sixteen times where work grows with the square.
    ///
    /// One comparison of several is enough: other work on the machine can only make it look slower.
    private func expectLinear(_ work: (_ parts: Int) throws -> () throws -> Void) throws {
        let (quarter, whole) = (try work(4), try work(1))
        var ratios: [Double] = []
        for _ in 0..<5 where ratios.allSatisfy({ $0 >= 8 }) {
            try ratios.append(processorTime(of: whole) / processorTime(of: quarter))
        }
        #expect(ratios.contains { $0 < 8 }, "the whole took \(ratios) times as long as a quarter")
    }
}
