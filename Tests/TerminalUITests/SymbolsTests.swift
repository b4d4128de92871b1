import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SymbolsTests {
    @Test(arguments: [
        ("Saving Ada\u{2026}", "Saving Ada."), ("Deleted Ada \u{2013} press u", "Deleted Ada - press u"),
        ("The server\u{2019}s \u{201C}answer\u{201D}", "The server's \"answer\""), ("40\u{D7}10 \u{B7} x", "40x10 - x"),
        ("Ada", "Ada"), ("Åse 王", "Åse 王"),
    ])
    func `ASCII symbols keep the width of our texts`(text: String, plain: String) {
        #expect(Symbols.ascii.text(text) == plain)
        #expect(Symbols.unicode.text(text) == text)
        #expect(DisplayText.width(of: plain) == DisplayText.width(of: text))
    }

    @Test func `a shortened text ends in an ASCII mark`() {
        var frame = Frame(size: Size(columns: 6, rows: 1), symbols: .ascii)
        frame.write("Lovel\u{2013}ace", column: 0, row: 0)
        #expect(String(frame.rows[0].cells.map { Character($0.base) }) == "Lovel~")
    }

    @Test func `ASCII symbols leave names unchanged`() {
        var frame = Frame(size: Size(columns: 3, rows: 1), symbols: .ascii)
        frame.write("a\u{2013}\u{2500}", column: 0, row: 0)
        #expect(frame.rows[0].cells.map(\.base) == ["a", "\u{2013}", "\u{2500}"])
    }
}
