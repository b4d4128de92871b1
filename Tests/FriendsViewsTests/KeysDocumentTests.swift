import Foundation
import FriendsViews
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(10)))
struct KeysDocumentTests {
    /// Docs/Keys.md is drawn from the key table. With `FRIENDS_RECORD_GOLDENS` set it is drawn anew.
    @Test func `Docs/Keys.md is up to date`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/Keys.md")
            .standardized
        if ProcessInfo.processInfo.environment["FRIENDS_RECORD_GOLDENS"] != nil {
            try Self.document.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == Self.document)
    }

    /// Two bindings of one key in one place must not be available at once; the table would take the first.
    @Test func `a key bound twice in one context has conditions`() {
        for context in KeyContext.allCases {
            var seen: [Key: Int] = [:]
            for binding in KeyBindings.standard.all where binding.context == context {
                for key in binding.keys { seen[key, default: 0] += 1 }
            }
            let twice = seen.filter { $0.value > 1 }.keys
            let allowed: [Key.Code] =
                switch context {
                case .form: [.enter, .escape, .function(10), .character("s")]
                case .page:
                    [
                        .enter, .escape, .character(" "), .character("+"), .character("-"), .character("a"),
                        .character("o"), .character("s"),
                    ]
                case .help, .list, .details, .merge: [.escape]
                case .prompt:
                    [
                        .escape, .enter, .character(" "), .character("q"), .function(10), .character("y"),
                        .character("Y"), .character("n"), .character("N"), .character("c"), .character("C"),
                        .character("d"), .character("D"), .character("o"), .character("O"), .character("s"),
                        .character("S"),
                    ]
                case .everywhere, .find, .tag, .path, .order, .columns, .kinds, .helpFilter, .pageFilter, .palette: []
                }
            #expect(twice.allSatisfy { allowed.contains($0.code) })
        }
    }

    @Test func `every binding of a context has its own name`() {
        for context in KeyContext.allCases {
            let bindings = KeyBindings.standard.all.filter { $0.context == context }
            let names = bindings.map(\.name) + bindings.compactMap(\.formerName)
            #expect(Set(names).count == names.count)
        }
    }

    private static var document: String {
        var text = """
            # Keys

            Every key, drawn from the table that dispatches them (`Sources/FriendsViews/Keys`); a test fails
            when this page is stale, and `FRIENDS_RECORD_GOLDENS=1 swift test --filter KeysDocumentTests` draws it anew.
            In the program, `?` shows the keys of the screen under it, those that belong together in one line; `/` there finds any.

            """
        let places: [KeyContext] = [
            .list, .find, .tag, .path, .order, .columns, .details, .form, .kinds, .page, .pageFilter, .merge, .palette,
            .prompt, .help, .helpFilter,
            .everywhere,
        ]
        for context in places {
            text += "\n## \(context.title)\n\n| keys | |\n|---|---|\n" + rows(KeyBindings.standard.entries(in: context))
        }
        text += "\n## With the mouse\n\n"
        text +=
            "Unless friends was started with `--no-mouse` or `--plain`, or the settings say so. `:mouse` turns it on and off.\n\n"
        text += "| mouse | |\n|---|---|\n"
        return text + rows(HelpEntry.mouse)
    }

    private static func rows(_ entries: [HelpEntry]) -> String {
        entries.map { "| " + $0.keys.map { "`\($0)`" }.joined(separator: " ") + " | \($0.text) |\n" }.joined()
    }
}
