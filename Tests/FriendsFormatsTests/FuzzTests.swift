import Foundation
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

/// Damaged files of every format. With `FRIENDS_FUZZ_SECONDS=600` they are tried for ten minutes.
@Suite(.timeLimit(.minutes(60)))
struct FuzzTests {
    private static let cards = """
        BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada\r\nitem1.EMAIL;type=pref:ada@b.example\r
        item1.X-ABLabel:_$!<Home>!$_\r\nADR;TYPE=HOME:;;12 St\\nJames;London;;;UK\r\nNOTE:a\\, b\\nlong\r\n er\r
        CATEGORIES:a,b\r\nPHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\r\n SkZJRg==\r\nEND:VCARD\r\nBEGIN:VCARD\r\nVERSION:2.1\r
        N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=D6berg;=C5se\r\nTEL;CELL:+46 1=\r\n2\r\nAGENT:\r\nBEGIN:VCARD\r
        END:VCARD\r\nEND:VCARD\r\n
        """

    private static let files: [(FileFormat, [UInt8])] =
        TableExport.all.map { (.csv, Array($0.table.utf8)) }
        + [(.vcard, Array(cards.utf8))]
        + [ExportText.Format.csv, .json, .vcard, .abook].map { format in
            var numbers = Numbers(state: 1)
            var text = ExportText(format)
            let friends = (0..<5).map { numbers.friend("id-\($0)") }
            let bytes = text.text(of: friends, rests: [:], history: "1f3a9c2e") + text.end()
            return (FileFormat(beginning: bytes) ?? .csv, bytes)
        }

    @Test func `random damage does no harm`() async {
        let seconds = ProcessInfo.processInfo.environment["FRIENDS_FUZZ_SECONDS"].flatMap(Double.init)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds ?? 0)
        var seed: UInt64 = seconds == nil ? 0 : UInt64(Date().timeIntervalSince1970) << 20
        var count = 0
        while seconds == nil ? count < 500 : clock.now < end {
            // Other tests have their turns between.
            await Task.yield()
            check(seed)
            seed += 1
            count += 1
        }
    }

    private func check(_ seed: UInt64) {
        var numbers = Numbers(state: seed)
        guard let (format, file) = Self.files.randomElement(using: &numbers) else { return }
        let bytes = numbers.damaged(file)
        var records: [FriendRecord] = []
        let duration = processorTime { records = RecordReader(format).records(in: bytes) }
        #expect(duration < .seconds(5), "seed \(seed)")
        let chunkSize = Int.random(in: 1...50, using: &numbers)
        #expect(RecordReader(format).records(in: bytes, chunkSize: chunkSize) == records, "seed \(seed)")
        for record in records {
            #expect(record.row > 0, "seed \(seed)")
            guard let friend = try? record.content.get() else { continue }
            #expect(FriendDraft(friend.details).validated == friend.details, "seed \(seed)")
            #expect(Friend.ID(validating: friend.id.rawValue) != nil, "seed \(seed)")
            #expect(Set(friend.details.lines.map(\.id)).count == friend.details.lines.count, "seed \(seed)")
            let copy = Friend(id: friend.id, version: Friend.Version("1"), details: friend.details)
            for (written, read) in [(ExportText.Format.csv, FileFormat.csv), (.json, .json), (.vcard, .vcard)] {
                var text = ExportText(written)
                let rests = friend.rest.map { [friend.id: $0] } ?? [:]
                let exported = text.text(of: [copy], rests: rests, history: nil) + text.end()
                let back = RecordReader(read).records(in: exported).first.flatMap { try? $0.content.get() }
                #expect(back?.details == friend.details && back?.id == friend.id, "seed \(seed) \(written)")
            }
        }
    }
}
