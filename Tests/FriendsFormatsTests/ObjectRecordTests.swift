import FriendsFormats
import FriendsModel
import Testing

@Suite("records of JSON", .timeLimit(.minutes(10)))
struct ObjectRecordTests {
    private static func texts(_ json: String) -> [String] { RecordReader(.json).records(in: json).map(\.text) }

    @Test(
        "friends are in an object, an array, or by themselves",
        arguments: [
            (#"{"version":1,"friends":[{"firstname":"A"},{"lastname":"B"}]}"#, ["1: A||", "1: |B|"]),
            ("{\"friends\":\n[\n{\"firstname\":\"A\"},\n\n{\"lastname\":\"B\"}],\"version\":1}", ["3: A||", "5: |B|"]),
            ("\u{FEFF}[\n  {\n\"firstname\":\"A\"},{\"lastname\":\"B\"}\n]\n", ["2: A||", "3: |B|"]),
            ("{\"version\":\"3\",\"firstname\":\"A\"}", ["1: A||"]),
            ("{\"firstname\":\"A\"}\n{\"lastname\":\"B\"}\n", ["1: A||", "2: |B|"]),
            ("[]", []), ("", []), (#"{"version":1,"friends":[]}"#, []),
            (#"{"friends":[{"phonenumber":"12"}]}"#, ["1: ||12"]),
        ])
    func shapes(json: String, texts: [String]) {
        #expect(Self.texts(json) == texts)
        #expect(RecordReader(.json).records(in: Array(json.utf8), chunkSize: 1).map(\.text) == texts)
    }

    private static let damage = "This is not JSON, and what follows it was not read"

    private static func file(with element: String) -> String {
        "{\"version\":1,\"friends\":[\n{\"firstname\":\"A\"},\n\(element),\n{\"lastname\":\"B\"}\n]}\n"
    }

    @Test(
        "an element that is no friend never stops the others",
        arguments: [
            "1", "null", "\"x\"", "{}", #"{"firstname":1}"#, #"{"fristname":"x"}"#, #"{"firstname":"x","lines":{}}"#,
            #"{"id":"a b"}"#, #"{"firstname":"x","rest":"%"}"#,
            #"{"firstname":"x","lines":[{"kind":"mail","value":"y"}]}"#, #"{"phonenumber":"none"}"#,
            #"{"lastname":"x","lastname":"y"}"#, #"{"lines":[{"kind":"tag","value":"y","val\u0075e":"z"}]}"#,
        ])
    func badElements(element: String) {
        let texts = Self.texts(Self.file(with: element))
        #expect(texts.count == 3 && texts[0] == "2: A||" && texts[1].hasPrefix("3! ") && texts[2] == "4: |B|")
    }

    @Test(
        "the first damaged friend ends the file, with its row",
        arguments: [
            #"{"firstname":"x""#, "{{", "}", "x", #"{"firstname":"\q"}"#, "\"", "],1",
            #"{"firstname":"x" "lastname":"y"}"#,
        ])
    func damagedElements(element: String) {
        for chunkSize in [1, 7, 1 << 16] {
            let file = Array(Self.file(with: element).utf8)
            let records = RecordReader(.json).records(in: file, chunkSize: chunkSize)
            #expect(records.map(\.text) == ["2: A||", "3! \(Self.damage)"])
            #expect(records.last?.content == .failure(RecordProblem(Self.damage, endsFile: true)))
        }
    }

    @Test("a newer version is refused", arguments: [true, false])
    func newerVersion(isFirst: Bool) {
        let friends = #""friends":[{"firstname":"A"},{"name":"B"}]"#
        let json = isFirst ? "{\"version\":2,\(friends)}" : "{\(friends),\"version\":2}"
        let texts = Self.texts(json)
        #expect(texts.count == 1 && texts[0].contains("version 2 of the format"))
    }

    private static let friends = #""friends":[{"firstname":"A","version":"7"},{"firstname":"B"}]"#

    @Test(
        "the versions of friends are of the history that the object has",
        arguments: [
            (#"{"version":1,"history":"1f",\#(friends)}"#, "1f"), (#"{"history":"1f","version":1,\#(friends)}"#, "1f"),
            // Sorted keys.
            (#"{\#(friends),"history":"1f","version":1}"#, "1f"), (#"{\#(friends),"history":"1f"}"#, "1f"),
            (#"{"version":1,"history":"1f","history":"2f",\#(friends)}"#, "1f"),
            // It comes too late.
            (#"{"version":1,\#(friends),"history":"1f"}"#, nil), (#"{\#(friends),"version":1,"history":"1f"}"#, nil),
            (#"{"version":1,"history":7,\#(friends)}"#, nil), (#"{"version":1,\#(friends)}"#, nil),
            (#"[{"firstname":"A","version":"7"},{"firstname":"B"}]"#, nil),
        ])
    func histories(json: String, history: String?) throws {
        for chunkSize in [1, 1 << 16] {
            let records = RecordReader(.json).records(in: Array(json.utf8), chunkSize: chunkSize)
            let versions = try records.map { try $0.content.get().version }
            #expect(versions == [RecordedVersion(Friend.Version("7"), history: history), nil])
        }
    }

    @Test("a file that ends early says so")
    func truncation() {
        #expect(Self.texts("[{\"firstname\":\"A\"},\n{\"lastn") == ["1: A||", "2! \(Self.damage)"])
        #expect(Self.texts("[{\"firstname\":\"A\"}") == ["1: A||", "1! \(Self.damage)"])
    }

    @Test("ids that are missing follow from the content")
    func ids() throws {
        let json = #"{"firstname":"A","lines":[{"kind":"tag","value":"x"},{"kind":"tag","value":"x"}]}"#
        let one = try RecordReader(.json).records(in: json)[0].content.get()
        let other = try RecordReader(.json).records(in: "[\(json)]")[0].content.get()
        #expect(one == other && one.isIDFromContent && Set(one.details.lines.map(\.id)).count == 2)
        let rest = try RecordReader(.json).records(in: #"{"id":"a","firstname":"A","rest":"AQI="}"#)[0].content.get()
        #expect(rest.rest == [1, 2] && rest.id == Friend.ID("a") && !rest.isIDFromContent)
    }
}
