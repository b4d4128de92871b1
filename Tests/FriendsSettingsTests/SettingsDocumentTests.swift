import Testing

@testable import FriendsSettings

@Suite(.timeLimit(.minutes(3)))
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

    @Test func theLineOfANameIsFoundHoweverItIsWritten() throws {
        let text = #"""
            # a comment about theme = "x"
            theme = "default"  # theme
            "quoted key" = 1
            'lit.eral' = 2
            text = """
            mouse = true
            [keys.form]
            """
            mouse = false
            colors = { title = "x", "selected" = "y" }
            a . b."c" = 1
            list = [ # first
              "sort = 1",
              # "]"
              'x',
            ]
            sort = "phone"

            [keys.list] # here
            edit = "e"
            [ keys . "form" ]
            submit = [
            ]
              cancel = "]"
            [[many]]
            x = 1
            [[many]]
            x = 2
            [keys]
            help.close = "q"
            """#
        let lines: [([String], Int)] = [
            (["theme"], 2), (["quoted key"], 3), (["lit.eral"], 4), (["text"], 5), (["mouse"], 9),
            (["colors"], 10), (["colors", "title"], 10), (["colors", "selected"], 10), (["a", "b", "c"], 11),
            (["a", "b"], 11), (["list"], 12), (["sort"], 17), (["keys"], 19), (["keys", "list"], 19),
            (["keys", "list", "edit"], 20), (["keys", "form"], 21), (["keys", "form", "submit"], 22),
            (["keys", "form", "cancel"], 24), (["many"], 25), (["many", "x"], 26), (["keys", "help"], 30),
            (["keys", "help", "close"], 30),
        ]
        for ending in ["\n", "\r\n"] {
            for start in ["", "\u{FEFF}"] {
                let document = try SettingsDocument(start + text.replacing("\n", with: ending))
                let found = document.lines()
                for (name, line) in lines {
                    #expect(found[name] == line, "\(name) \(ending.debugDescription)")
                }
                for name in [["x"], ["edit"], ["form"], ["keys", "edit"], ["keys", "list", "cancel"], ["title"]] {
                    #expect(found[name] == nil, "\(name)")
                }
            }
        }
    }

    @Test(arguments: [
        ("a = what", 1, 5), ("\n\na = \"x", 3, 7), ("a = 1\n[a]", 2, 1), ("a = 1\na = 2", 2, 5),
        ("theme default", 1, 7),
        ("a = \"\u{1B}[31m\"", 1, 6), ("a = '''", 1, 8), ("[keys.list", 1, 11),
    ])
    func aMistakeHasALineAndAColumn(text: String, line: Int, column: Int) {
        do throws(SettingsDocument.Problem) {
            _ = try SettingsDocument(text)
            Issue.record("It was read.")
        } catch {
            #expect([error.line, error.column] == [line, column], "\(error.message)")
        }
    }

    /// The library goes one step deeper for every part of a name.
    @Test func theDeepestFileThatIsTakenIsReadWithoutExhaustingTheStack() throws {
        let deep = String(repeating: "a.", count: SettingsFile.maximumSize / 2 - 10) + "a = 1"
        let file = try SettingsFile(path: "x", bytes: Array(deep.utf8))
        #expect(try SettingsDocument(file.text).entries.count == 1)
        let broken = try SettingsFile(path: "x", bytes: Array((deep + "\nb = what").utf8))
        #expect(throws: SettingsDocument.Problem.self) { try SettingsDocument(broken.text) }
    }

    @Test func theLinesOfAllNamesAreFoundAtOnce() throws {
        let document = try SettingsDocument((1...5_000).map { "a\($0) = 1\n" }.joined())
        let lines = document.lines()
        #expect(lines == Dictionary(uniqueKeysWithValues: (1...5_000).map { (["a\($0)"], $0) }))
    }

    /// A value of so many lines is given up: reading it line by line would take minutes.
    @Test func aValueOfManyLinesTakesNoTime() throws {
        let text = "a = [" + String(repeating: "\n", count: 30_000) + "]\nb = 1"
        let document = try SettingsDocument(text)
        #expect(document.lines() == [:])
    }
}
