import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@Suite("hostile and damaged files", .timeLimit(.minutes(10)))
struct HostileFileTests {
    private func expect(
        _ format: FileFormat, _ file: String, _ texts: [String], chunkSizes: [Int] = [1, 7, 10_000],
        location: SourceLocation = #_sourceLocation
    ) {
        for size in chunkSizes {
            let records = RecordReader(format).records(in: Array(file.utf8), chunkSize: size)
            #expect(records.map(\.text) == texts, "chunks of \(size)", sourceLocation: location)
        }
    }

    private static let damaged = "The quotation marks of this row do not match"
    private static let suspect = "This row may be a part of a damaged one before it"
    private static let early = "This row comes before the names of the columns"

    // MARK: - Tables

    @Test(
        "damage in a table affects no row behind it",
        arguments: [
            (
                "Name,Phone\nAda,11\n\"Bob\" Smith,22\nCy,33\nDi,44\n",
                ["2: Ada||11", "3! \(damaged)", "4: Cy||33", "5: Di||44"]
            ),
            // What is behind the next line was not read together with the damage.
            ("Name,Phone\n\"Ada\" x,1\nDi\nFlo\nGus\n", ["2! \(damaged)", "3! \(suspect)", "4: Flo||", "5: Gus||"]),
            (
                "Name,Phone\nAda,\"11\nDi\n\"Ed\",44\nFlo\n",
                ["2! \(damaged)", "3! \(suspect)", "4: Ed||44", "5: Flo||"]
            ),
        ])
    func damage(table: String, texts: [String]) {
        expect(.csv, table, texts)
    }

    @Test("the time of damaged rows grows with their number")
    func timeOfDamage() {
        let table = "Name,Phone\n" + String(repeating: "x\",\"\n", count: 20_000)
        var records: [FriendRecord] = []
        let duration = processorTime { records = RecordReader(.csv).records(in: table) }
        #expect(records.count == 20_000 && records.allSatisfy { (try? $0.content.get()) == nil })
        #expect(duration < .seconds(10))
    }

    @Test(
        "a row of a friend is no header, and no row vanishes",
        arguments: [
            (
                "Keresztnév,Vezetéknév,Type\nPiet,Smit,Thuis\nJan,Jansen,Mobile\n",
                [
                    "1! None of the columns “Keresztnév”, “Vezetéknév”, “Type” is known as a name, a phone number, an email or an"
                        + " organization"
                ]
            ),
            (
                "a,b,c\nAda,Lovelace,1\nFirst Name,Last Name,Email\nGrace,Hopper,g@b.example\n",
                ["1! \(early)", "2! \(early)", "4: Grace|Hopper||email : g@b.example"]
            ),
            ("\"Name", ["1! There is no row with the names of the columns"]),
            (
                "\"" + String(repeating: "x", count: 70_000),
                ["1! The first row does not end within 65536 bytes: it has no names of columns"]
            ),
        ])
    func headers(table: String, texts: [String]) {
        expect(.csv, table, texts, chunkSizes: [7, 10_000])
    }

    @Test(
        "no cell of a known column is lost",
        arguments: [
            // Two columns with one header.
            (
                "First Name,Phone Number,Phone Number,E-mail 1 - Value,E-mail 1 - Value,Phone Number 2\n"
                    + "Ada,11,12,a@b.example,c@d.example,13\n",
                "2: Ada||11|phone : 12|email : a@b.example|email : c@d.example|phone : 13"
            ),
            // Two addresses in the columns of one.
            (
                "Name,Address 1 - Street,Address 1 - City\nAda,1 Road ::: 2 Road,London ::: Paris\n",
                "2: Ada|||address : 1 Road, London|address : 2 Road, Paris"
            ),
            (
                "Name,IM 1 - Type,IM 1 - Service,IM 1 - Value\nAda,,Jabber,ada@chat.example\n",
                "2: Ada|||messenger Jabber: ada@chat.example"
            ),
            ("Name,Birth Year,Birth Month,Birth Day\nAda,1815?,12,10\n", "2: Ada|||note Birth Year: 1815?-12-10"),
            // A spreadsheet has written our own table.
            (
                "id,firstname,lastname,phonenumber,birthday 1,lines\na,Ada,,,10.12.1815,birthday:b1\n",
                "2: Ada|||birthday : 1815-12-10"
            ),
        ])
    func cells(table: String, text: String) {
        expect(.csv, table, [text])
    }

    @Test("a friend has a limited number of issues")
    func issues() throws {
        let table = "Name\nAda" + String(repeating: ",x\u{7}", count: 300) + "\n"
        let friend = try #require(try RecordReader(.csv).records(in: table).first?.content.get())
        #expect(friend.details.lines.count == 100 && friend.issues.count == 101)
        #expect(friend.issues.last == "There are 401 more issues like these")
    }

    // MARK: - JSON

    private static let noJSON = "1! This is not JSON, and what follows it was not read"

    @Test(
        "JSON that is no list of friends is refused",
        arguments: [
            (#"{"version":1"#, [noJSON]), (#"{"version":1,"friends""#, [noJSON]), (#"{"version":1}"#, []),
            (#"{"version":1,"friends" [{"firstname":"A"}]}"#, [noJSON]), (#"{"version":1,"friends":{}}"#, [noJSON]),
            (
                #"{"version":1,"by":{"a":[1,2],"b":"}"},"friends":[{"firstname":"A"}]}"#,
                ["1! Unknown key \u{201C}by\u{201D}", "1: A||"]
            ),
            (#"[{"firstname":"A"}]x"#, ["1: A||", noJSON]),
            (
                #"{"firstname":"A","lines":["# + String(repeating: "1,", count: 100) + "1]}",
                ["1! A friend can have at most 100 lines"]
            ),
        ])
    func json(json: String, texts: [String]) {
        expect(.json, json, texts)
    }

    @Test("an open quotation mark makes no friend of a text")
    func openQuotationMark() {
        expect(.json, #"[{"firstname":"Z},{"firstname":"},{\"firstname\":\"x"},{"firstname":"B"}]"#, [Self.noJSON])
    }

    @Test("the time of JSON in one line grows with its length")
    func timeOfOneLine() {
        let json = "[" + String(repeating: #"{"firstname":"A},"#, count: 20_000) + #"{"firstname":"B"}]"#
        let duration = processorTime { expect(.json, json, [Self.noJSON], chunkSizes: [100]) }
        #expect(duration < .seconds(10))
    }

    @Test("a key without an end is not waited for", arguments: ["{\"", "{\"version\":1,\""])
    func longKey(beginning: String) {
        let key = String(repeating: "x", count: 200_000)
        expect(.json, "\(beginning)\(key)", [Self.noJSON], chunkSizes: [1000, 1 << 18])
    }

    @Test("an empty rest is none, and a version is known")
    func members() throws {
        let json = #"{"firstname":"A","rest":"","version":"7"}"#
        let friend = try #require(try RecordReader(.json).records(in: json).first?.content.get())
        #expect(friend.rest == nil && friend.version == RecordedVersion(Friend.Version("7"), history: nil))
    }

    // MARK: - abook

    @Test("a large entry is refused, and needs no memory")
    func largeEntry() {
        let long = String(repeating: "x", count: 2 << 20)
        let rows = String(repeating: "custom1=\(String(repeating: "y", count: 1000))\n", count: 1100)
        let texts = ["1! This entry has more than 1048576 bytes", "4: B||"]
        expect(.abook, "[0]\nname=A\nnotes=\(long)\n[1]\nname=B\n", texts, chunkSizes: [10_000, 1 << 22])
        expect(.abook, "[0]\n\(rows)[1]\nname=B\n", [texts[0], "1102: B||"], chunkSizes: [10_000, 1 << 22])
    }

    @Test("a field that comes twice is not lost")
    func fieldsTwice() {
        expect(
            .abook, "[0]\nname=Ada\nname=Bob\nphone=11\nphone=12\ncity=X\ncity=Y\n",
            ["1: Ada||11|address : X|note name: Bob|phone home: 12|note city: Y"])
    }
}
