import FriendsViews
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(10)))
struct KeyNameTests {
    @Test func everyKeyOfTheTableIsReadFromItsName() {
        for key in KeyBindings.standard.all.flatMap(\.keys) {
            #expect(Key(name: key.name) == key, "\(key.name)")
            if key.name.count > 1 {
                #expect(Key(name: key.name.lowercased()) == key, "\(key.name)")
                #expect(Key(name: key.name.uppercased()) == key, "\(key.name)")
            }
        }
    }

    @Test(arguments: [
        Key.alt("B"), .alt("b"), .alt("."), .control(" "), .control("_"), Key(.character("r"), [.control, .alt]),
        Key(.up, [.control, .alt, .shift]), Key(.function(12)), .character("-"), .character("+"), .character("é"),
        .control("-"), .alt("+"),
    ])
    func `every other key is read from its name`(_ key: Key) {
        #expect(Key(name: key.name) == key, "\(key.name)")
    }

    @Test(arguments: [
        ("ctrl-r", Key.control("r")), ("Control+R", .control("r")), ("C-r", .control("r")), ("M-b", .alt("b")),
        ("Meta-b", .alt("b")), ("S-Tab", Key(.tab, .shift)), ("BackTab", Key(.tab, .shift)),
        ("Return", Key(.enter)), ("PageDown", Key(.pageDown)), ("Page-Down", Key(.pageDown)),
        ("page down", Key(.pageDown)),
        ("Delete", Key(.delete)), ("escape", Key(.escape)), ("f5", Key(.function(5))), (" ", .character(" ")),
        ("Shift-a", .character("A")), ("A", .character("A")), ("a", .character("a")), ("alt-shift-b", .alt("B")),
    ])
    func otherNamesAreUnderstood(_ name: String, _ key: Key) {
        #expect(Key(name: name) == key)
    }

    @Test(arguments: [
        "", "Ctrl-", "F0", "F13", "Hyper-x", "word", "ab", "\u{1B}", "\u{7F}", "\t", "Shift-1", "Shift-Space", "-a",
        "Ctrl-Ctrl", "f+1",
    ])
    func `other texts are no key names`(_ name: String) {
        #expect(Key(name: name) == nil)
    }

    @Test func `suggested names are keys`() {
        for name in Key.commonNames { #expect(Key(name: name) != nil, "\(name)") }
    }

    @Test func `some letters with Ctrl arrive as other keys`() {
        #expect(Key.control("i").asSent == Key(.tab))
        #expect(Key.control("m").asSent == Key(.enter))
        #expect(Key.control("j").asSent == Key(.enter))
        #expect(Key.control("h").asSent == Key(.backspace))
        #expect(Key.control("[").asSent == Key(.escape))
        #expect(Key.control("@").asSent == .control(" "))
        for key in [Key.control("r"), .control("_"), .control(" "), .alt("i"), .character("i"), Key(.tab)] {
            #expect(key.asSent == key)
        }
    }
}
