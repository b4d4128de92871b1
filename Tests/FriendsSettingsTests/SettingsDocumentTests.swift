import Testing

@testable import FriendsSettings

@Suite(.timeLimit(.minutes(10)))
struct SettingsDocumentTests {
    @Test func everyKindOfValueIsRead() throws {
        let document = try SettingsDocument(
            """
            text = "a"
            number = 1.5
            integer = 3
            flag = true
            list = ["a", 1]
            day = 2026-01-01
            [table]
            inside = "b"
            """)
        let values = Dictionary(uniqueKeysWithValues: document.entries.map { ($0.name, $0.value) })
        #expect(
            values == [
                "text": .text("a"), "number": .number(1.5), "integer": .integer(3), "flag": .flag(true),
                "list": .list([.text("a"), .integer(1)]), "day": .other,
                "table": .table([.init(name: "inside", value: .text("b"))]),
            ])
    }

    @Test(arguments: [
        ("a = what", 1, 5), ("\n\na = \"x", 3, 7), ("a = 1\n[a]", 2, 1), ("a = 1\na = 2", 2, 5),
        ("theme default", 1, 7),
        ("a = \"\u{1B}[31m\"", 1, 6), ("a = '''", 1, 8), ("[keys.list", 1, 11),
    ])
    func `an error has a line and a column`(text: String, line: Int, column: Int) {
        do throws(SettingsDocument.Problem) {
            _ = try SettingsDocument(text)
            Issue.record("It was read.")
        } catch {
            #expect([error.line, error.column] == [line, column], "\(error.message)")
        }
    }

    /// The library goes one step deeper for every part of a name.
    @Test func `the deepest accepted file does not overflow the stack`() throws {
        let deep = String(repeating: "a.", count: SettingsFile.maximumSize / 2 - 10) + "a = 1"
        let file = try SettingsFile(path: "x", bytes: Array(deep.utf8))
        #expect(try SettingsDocument(file.text).entries.count == 1)
        let broken = try SettingsFile(path: "x", bytes: Array((deep + "\nb = what").utf8))
        #expect(throws: SettingsDocument.Problem.self) { try SettingsDocument(broken.text) }
    }
}
