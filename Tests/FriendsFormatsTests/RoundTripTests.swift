import FriendsModel
import FriendsVCard
import TestSupport
import Testing

@testable import FriendsFormats

/// What is written is read again.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct RoundTripTests {
    private static let history = "1f3a9c2e"

    private static func export(
        _ friends: [Friend], _ format: ExportText.Format, history: String? = history
    ) -> [UInt8] {
        var text = ExportText(format)
        return text.text(of: friends, rests: [:], history: history) + text.end()
    }

    private static let formats: [(ExportText.Format, FileFormat)] = [
        (.vcard, .vcard), (.vcard3, .vcard), (.csv, .csv), (.json, .json),
    ]

    @Test(arguments: formats)
    func `any friends come back from a file`(written: ExportText.Format, read: FileFormat) async throws {
        for await seed in Seeds(100) {
            var numbers = Numbers(state: UInt64(seed))
            let friends = (0..<4).map { numbers.friend("-id-\(seed)-\($0)") }
            let bytes = Self.export(friends, written)
            #expect(FileFormat(beginning: Array(bytes.prefix(FileFormat.beginningSize))) == read, "seed \(seed)")
            for chunkSize in [7, 100_000] {
                let records = RecordReader(read).records(in: bytes, chunkSize: chunkSize)
                #expect(records.count == friends.count, "seed \(seed)")
                for (record, friend) in zip(records, friends) {
                    let back = try record.content.get()
                    #expect(back.id == friend.id && !back.isIDFromContent && back.issues.isEmpty, "seed \(seed)")
                    let version = RecordedVersion(friend.version, history: Self.history)
                    #expect(back.version == (read == .vcard ? nil : version), "seed \(seed)")
                    #expect(back.details == friend.details, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
                }
            }
        }
    }

    @Test(arguments: formats.suffix(2))
    func `damage changes no other friend`(written: ExportText.Format, read: FileFormat) async throws {
        for await seed in Seeds(100) {
            var numbers = Numbers(state: UInt64(seed))
            let friends = (0..<4).map { numbers.friend("id-\(seed)-\($0)") }
            // Where the second friend is in the file.
            let all = Self.export(friends, written)
            let marker = Array("id-\(seed)-1".utf8)
            let next = Array("id-\(seed)-2".utf8)
            guard let start = all.firstRange(of: marker)?.upperBound, let end = all.firstRange(of: next)?.lowerBound,
                let stop = all[..<end].lastIndex(of: 10), let first = all[..<start].lastIndex(of: 10), stop > start
            else { continue }
            // JSON and tables begin with the id or have it in the same row.
            let from = written == .json ? first + 1 : start
            let bytes = all[..<from] + numbers.damaged(Array(all[from..<stop])) + all[stop...]
            let records = RecordReader(read).records(in: Array(bytes))
            let found = records.compactMap { try? $0.content.get() }
            // In JSON the damage ends the file, and says so.
            let isCut = records.contains { $0.text.hasSuffix("what follows it was not read") }
            for friend in isCut && read == .json ? [friends[0]] : [friends[0], friends[2], friends[3]] {
                #expect(
                    found.contains { $0.id == friend.id && $0.details == friend.details },
                    "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    // MARK: - Tables

    @Test func `a table has the columns that its friends need`() {
        let ada = Friend.friend(
            "ada", "Ada", "Lovelace", "+44 20",
            lines: [
                .line(.email, "a@b.example", label: "work", id: "e1"), .line(.note, "one\ntwo \"2\"", id: "n1"),
                .line(.email, "c@d.example", id: "e2"),
            ], version: "7")
        let grace = Friend.friend(
            "grace", "=1", "", "12", lines: [.line(.email, "g@h.example", id: "e3")], version: "=2")
        #expect(
            String(decoding: Self.export([ada, grace], .csv), as: UTF8.self) == """
                id,firstname,lastname,phonenumber,email 1,email 1 label,email 2,note 1,lines,version\r
                ada,Ada,Lovelace,'+44 20,a@b.example,work,c@d.example,"one
                two ""2""\",email:e1 note:n1 email:e2,7-1f3a9c2e\r
                grace,'=1,,12,g@h.example,,,,email:e3,'=2-1f3a9c2e\r

                """)
        #expect(Self.export([], .csv) == Array("id,firstname,lastname,phonenumber,lines,version\r\n".utf8))
    }

    @Test(arguments: ["=1", "+1", "-1", "@x", "＝1", "＋1", "－1", "＠x", "'=1", "''+1", "'x", "x'", "'", "a=b"])
    func `no cell is a formula, and each text comes back`(text: String) throws {
        let friend = Friend.friend("id", "Ada", "", "", lines: [.line(.note, text)])
        let bytes = Self.export([friend], .csv)
        let cell = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")[1].split(separator: ",")[2]
        #expect(!"=+-@＝＋－＠".contains(cell.first ?? " "))
        let back = try #require(try RecordReader(.csv).records(in: bytes).first?.content.get())
        #expect(back.details == friend.details)
    }

    @Test func `the columns of a table may have any order`() async throws {
        for await seed in Seeds(30) {
            var numbers = Numbers(state: UInt64(seed))
            let friends = (0..<3).map { numbers.friend("id-\(seed)-\($0)") }
            var reader = CSVRows(delimiter: UInt8(ascii: ","))
            let bytes = Self.export(friends, .csv)
            let rows = (reader.read(bytes) + reader.finish()).compactMap(\.cells)
            let order = Array(rows[0].indices).shuffled(using: &numbers)
            var moved: [UInt8] = []
            for row in rows {
                for (place, column) in order.enumerated() {
                    if place > 0 { moved += ",".utf8 }
                    CSVCell.append(row[column], to: &moved)
                }
                moved += "\n".utf8
            }
            let back = try RecordReader(.csv).records(in: moved).map { try $0.content.get().details }
            #expect(back == friends.map(\.details), "seed \(seed): \(String(decoding: moved, as: UTF8.self))")
        }
    }

    @Test func `columns of other tables have the order of their numbers`() throws {
        let table = """
            Phone 10 - Value,E-mail 2 - Value,Phone 2 - Label,Phone 2 - Value,First Name,E-mail 1 - Value,Phone 1 - Value
            0170 10,b@example.org,Work,0170 2,Ada,a@example.org,0170 1
            """
        let back = try #require(try RecordReader(.csv).records(in: table).first?.content.get())
        #expect(
            back.details.text
                == "Ada||0170 1|email : a@example.org|phone work: 0170 2|email : b@example.org|phone : 0170 10")
    }

    @Test func `a column that was removed takes no id of another one`() throws {
        let table = """
            id,firstname,lastname,phonenumber,email 2,lines
            ada,Ada,,,b@example.org,email:e1 email:e2
            """
        let back = try #require(try RecordReader(.csv).records(in: table).first?.content.get())
        #expect(back.details.lines.map(\.id.rawValue) == ["e2"])
    }

    @Test func `an edited table keeps the ids of lines, and adds new ones`() throws {
        let table = """
            id,firstname,lastname,phonenumber,email 1,email 2,email 3,lines
            ada,Ada,,,new@b.example,,third@b.example,email:e1 email:e2
            """
        let back = try #require(try RecordReader(.csv).records(in: table).first?.content.get())
        #expect(back.details.lines.map(\.value) == ["new@b.example", "third@b.example"])
        #expect(back.details.lines.map(\.id.rawValue).first == "e1" && back.details.lines[1].id.rawValue.count == 10)
    }

    @Test(
        "a table of ours has the versions of its friends",
        arguments: [
            ("id,firstname,lastname,phonenumber,lines,version\na,Ada,,,,7-1f3a9c2e\n", ("7", "1f3a9c2e")),
            ("Version,lines,phonenumber,lastname,firstname,id\n 7-1f ,,,,Ada,a\n", ("7", "1f")),
            // Of a server without a history, or written before there were histories.
            ("id,firstname,lastname,phonenumber,lines,version\na,Ada,,,,7\n", ("7", nil)),
            ("id,firstname,lastname,phonenumber,lines,version\na,Ada,,,,'-7\n", ("-7", nil)),
            // A version that begins a formula.
            ("id,firstname,lastname,phonenumber,lines,version\na,Ada,,,,'=7\n", ("=7", nil)),
            ("id,firstname,lastname,phonenumber,lines,version\na,Ada,,,,\n", nil),
            // A row that is short, and a table that was written before there were versions.
            ("id,firstname,lastname,phonenumber,lines,version\na,Ada\n", nil),
            ("id,firstname,lastname,phonenumber,lines\na,Ada,,,\n", nil),
            // A new friend has no version.
            ("id,firstname,lastname,phonenumber,lines,version\n,Ada,,,,7-1f3a9c2e\n", nil),
        ] as [(String, (String, String?)?)])
    func versions(table: String, version: (String, String?)?) throws {
        let back = try #require(try RecordReader(.csv).records(in: table).first?.content.get())
        #expect(back.version == version.map { RecordedVersion(Friend.Version($0.0), history: $0.1) })
        #expect(back.details == FriendDetails(firstName: "Ada") && back.issues.isEmpty)
    }

    @Test func `a table of a server without a history has the versions alone`() {
        for (version, history, cell) in [("7", nil, "7"), ("", "1f", ""), ("7", "1f", "7-1f")] {
            let bytes = Self.export([.friend("a", "Ada", "", "", version: version)], .csv, history: history)
            #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\na,Ada,,,,\(cell)\r\n"))
        }
    }

    @Test func `a version does not change the id of a new row`() throws {
        func id(_ version: String) throws -> Friend.ID {
            let table = "id,firstname,lastname,phonenumber,lines,version\n,Ada,,,,\(version)\n"
            return try #require(try RecordReader(.csv).records(in: table).first?.content.get()).id
        }
        #expect(try id("7-1f3a9c2e") == id("") && id("7") == id(""))
    }

    @Test func `the version in another program's table is a text`() {
        let records = RecordReader(.csv).records(in: "id,Name,Version\n1,Ada,7\n")
        #expect(records.map(\.text) == ["2: Ada|||note id: 1|note Version: 7"])
    }

    @Test func `what a format cannot hold is counted`() {
        let friends = [Friend.ada, .grace]
        for (format, count) in [(ExportText.Format.vcard, 0), (.json, 0), (.csv, 1), (.abook, 1)] {
            var text = ExportText(format)
            _ = text.text(of: friends, rests: [Friend.ada.id: [1]], history: nil)
            _ = text.end()
            #expect(text.losses.count == count)
        }
    }

    /// Most cards say what the friend says.
    @Test(arguments: [
        (["KIND:individual", "REV:20260101T000000Z", "PRODID:x"], 0), (["GENDER:F"], 1), (["PHOTO:https://a.b"], 1),
        (["FN:Ada Lovelace"], 0), (["N:Lovelace;Ada;;Lady;"], 1), (["X-A:b"], 1),
    ])
    func `a card counts if it has more than the friend`(rows: [String], count: Int) throws {
        let own = rows.contains { $0.hasPrefix("N:") } ? rows : ["N:Lovelace;Ada;;;"] + rows
        let lines = ["BEGIN:VCARD", "VERSION:4.0", "UID:ada"] + own + ["END:VCARD", ""]
        let card = try #require(VCard(Array(lines.joined(separator: "\r\n").utf8)))
        let friend = try FriendCard.friend(of: card).friend
        for format in [ExportText.Format.csv, .abook] {
            var text = ExportText(format)
            let friends = [Friend(id: friend.id, version: .init("1"), details: friend.details)]
            _ = text.text(of: friends, rests: friend.rest.map { [friend.id: $0] } ?? [:], history: nil) + text.end()
            #expect(text.losses.count == count)
        }
    }
}
