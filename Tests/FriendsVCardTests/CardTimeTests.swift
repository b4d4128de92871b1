import FriendsModel
import FriendsVCard
import Glibc
import Testing

/// Large cards with which work for each byte, or for each row, that grows with the card would take much longer than the limit here.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct CardTimeTests {
    /// Such a card, by what is large in it.
    struct Large: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let start: String
        let repeated: String
        var end = ""
        var count: Int?

        var bytes: [UInt8] {
            let count = count ?? (1 << 16) / repeated.utf8.count
            return Array("BEGIN:VCARD\nVERSION:3.0\nFN:A\n\(start)".utf8)
                + [[UInt8]](repeating: Array(repeated.utf8), count: count).joined() + Array("\(end)\nEND:VCARD\n".utf8)
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
            testDescription: "types", start: "TEL;TYPE=",
            repeated: (0..<10_000).map { "\($0 + 100_000)," }.joined(), end: ":12", count: 1),
        Large(
            testDescription: "phones with a long label",
            start: "a.X-ABLabel:" + String(repeating: "l", count: 60_000) + "\n", repeated: "a.TEL:12\n",
            count: 2_000),
        Large(testDescription: "tags", start: "CATEGORIES:", repeated: "ab,"),
        Large(
            testDescription: "parts of an organization", start: "ORG:" + String(repeating: "a;", count: 300),
            repeated: ";"),
        Large(
            testDescription: "names", start: "N:\(String(repeating: "ä", count: 1_900))\n", repeated: "N:b\n",
            count: 20_000),
        Large(testDescription: "a name without an end", start: "", repeated: "🇩🇪", end: ":x"),
        Large(
            testDescription: "properties", start: (0..<400).map { "X-\($0):ä\n" }.joined(), repeated: "X-399:ä\n",
            count: 20_000),
        Large(testDescription: "details of a group", start: "", repeated: "a.X-ABADR:us\na.TEL:12\n", count: 1_000),
    ])
    func `a card takes time that grows with its size`(card: Large) throws {
        let bytes = card.bytes
        let start = processorTime()
        let read = try FriendCard.friend(of: try #require(VCard(bytes)))
        #expect(processorTime() - start < 2)
        let keptStart = processorTime()
        _ = FriendCard.keptText(in: bytes)
        #expect(processorTime() - keptStart < 2)
        let friend = read.friend
        var details = friend.details
        details.firstName = "B"
        if let index = details.lines.indices.last { details.lines[index].value += "c" }
        let edited = FriendCard(id: friend.id, details: details, rest: friend.rest)
        for version in [nil, VCard.Version.v3, .v4] {
            let start = processorTime()
            _ = edited.bytes(in: version)
            #expect(processorTime() - start < 2, "\(version?.rawValue ?? "")")
        }
    }

    /// CRs outside of cards end rows.
    @Test(arguments: [1 << 20, 1_024])
    func `a row of CRs takes time that grows with its size`(size: Int) {
        let file = [UInt8](repeating: 13, count: 1 << 17) + Array("X\nBEGIN:VCARD\nFN:A\nEND:VCARD\n".utf8)
        let start = processorTime()
        var reader = VCardReader()
        var records: [VCardReader.Record] = []
        for start in stride(from: 0, to: file.count, by: size) {
            records += reader.read(file[start..<min(start + size, file.count)])
        }
        #expect(summary(records + reader.finish()) == ["131073 notACard", "131074 A"])
        #expect(processorTime() - start < 2)
    }

    /// A search for one kind of line end that skips the other one would take more than half a minute.
    @Test func `rows that end with CR take time that grows with their number`() {
        let start = processorTime()
        #expect(VCard([[UInt8]](repeating: [UInt8(ascii: "x"), 13], count: 1 << 20).joined().map(\.self)) == nil)
        #expect(processorTime() - start < 15)
    }

    /// The time that this thread was running, in seconds: other tests run at the same time.
    private func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
