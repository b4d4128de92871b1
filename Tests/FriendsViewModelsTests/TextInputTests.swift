import FriendsViewModels
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TextInputTests {
    /// A line with `|` where the cursor is.
    private func line(_ drawn: String) -> TextInput {
        let parts = drawn.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        var input = TextInput(parts.joined())
        input.apply(.moveToStart)
        for _ in parts[0] { input.apply(.moveRight) }
        return input
    }

    private func drawn(_ input: TextInput) -> String {
        String(input.characters[..<input.cursor]) + "|" + String(input.characters[input.cursor...])
    }

    @Test(arguments: [
        ("ab|c", TextEdit.moveLeft, "a|bc"), ("|abc", .moveLeft, "|abc"), ("ab|c", .moveRight, "abc|"),
        ("abc|", .moveRight, "abc|"), ("ab|c", .moveToStart, "|abc"), ("ab|c", .moveToEnd, "abc|"),
        ("ab|c", .deleteBackward, "a|c"), ("|abc", .deleteBackward, "|abc"), ("ab|c", .deleteForward, "ab|"),
        ("abc|", .deleteForward, "abc|"), ("ab|c", .killToEnd, "ab|"), ("ab|c", .killToStart, "|c"),
        ("one two|", .killWordBackward, "one |"), ("one two  |x", .killWordBackward, "one |x"),
        ("Mary-Ann|", .killWordBackward, "|"), ("Mary-Ann|", .moveWordLeft, "Mary-|Ann"),
        ("Mary-|Ann", .moveWordLeft, "|Mary-Ann"), ("|Mary-Ann", .moveWordRight, "Mary|-Ann"),
        ("Mary|-Ann", .moveWordRight, "Mary-Ann|"), ("one| two three", .killWordForward, "one| three"),
        ("ab|c", .insert("X"), "abX|c"), ("|", .insert("王"), "王|"), ("|", .deleteBackward, "|"),
        ("👨‍👩‍👧‍👦x|", .moveLeft, "👨‍👩‍👧‍👦|x"), ("👨‍👩‍👧‍👦|x", .deleteBackward, "|x"), ("e\u{301}|", .deleteBackward, "|"),
        ("e|x", .insert("\u{301}"), "e\u{301}|x"),
    ])
    func editsActOnWholeCharacters(before: String, edit: TextEdit, after: String) {
        var input = line(before)
        input.apply(edit)
        #expect(drawn(input) == after)
    }

    @Test func `killed text can be yanked`() {
        var input = line("one two|")
        input.apply(.killWordBackward)
        input.apply(.moveToStart)
        input.apply(.yank)
        #expect(drawn(input) == "two|one ")
    }

    @Test func `a text that does not fit is refused`() {
        var input = TextInput(String(repeating: "x", count: TextInput.capacity - 1))
        let tooMuch = input.apply(.insert("ab"))
        #expect(!tooMuch)
        #expect(input.characters.count == TextInput.capacity - 1)
        let justEnough = input.apply(.insert("a"))
        #expect(justEnough)
    }

    @Test func `several edits are made one after the other`() {
        var input = line("one |three")
        input.apply(.series([.insert("two"), .insert(" "), .paste("a\nb"), .killWordBackward, .moveToEnd]))
        #expect(drawn(input) == "one two a three|")
    }

    /// The rest of the line is not looked at where it cannot change; what comes of that is what would come of looking.
    @Test func `an edit divides the whole line into characters`() {
        let pieces = [
            "a", "e", "\u{301}", "\u{1F1EB}", "\u{1F1EE}", "\u{200D}", "\u{1F468}", "\u{1F467}", "\u{1F3FD}", "\r",
            "\n",
            "\u{1100}", "\u{1161}", "\u{11A8}", "\u{915}", "\u{94D}", "\u{937}", "\u{1F1EB}\u{1F1EE}", "\u{FE0F}", " ",
        ]
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var input = TextInput()
            var scalars = Substring.UnicodeScalarView()
            for _ in 0..<60 {
                let before = String(input.characters[..<input.cursor])
                let after = String(input.characters[input.cursor...])
                let piece = pieces.randomElement(using: &numbers) ?? ""
                switch Int.random(in: 0..<6, using: &numbers) {
                case 0: input.apply(.moveLeft)
                case 1: input.apply(.moveRight)
                case 2:
                    let isAtStart = input.cursor == 0
                    input.apply(.deleteBackward)
                    scalars = (isAtStart ? after : String(before.dropLast()) + after)[...].unicodeScalars
                default:
                    input.apply(.insert(piece))
                    scalars = (before + piece + after)[...].unicodeScalars
                }
                guard !scalars.isEmpty else { continue }
                let whole = String(String.UnicodeScalarView(scalars))
                guard input.text.unicodeScalars.elementsEqual(whole.unicodeScalars),
                    input.characters.elementsEqual(whole), input.text.isIdentical(to: String(input.characters))
                else {
                    Issue.record("\(input.characters) instead of \(Array(whole)) after \(piece.unicodeScalars)")
                    return
                }
            }
        }
    }

    @Test func `deleting before a flag keeps the cursor in place`() {
        var input = line("🇫🇮|🇸🇪")
        input.apply(.deleteBackward)
        #expect(drawn(input) == "|🇸🇪")
    }

    @Test func `a series that has no room in part says so`() {
        var input = TextInput("")
        let long = String(repeating: "a", count: TextInput.capacity + 1)
        #expect(!input.apply(.series([.paste(long), .insert("b")])) && input.text == "b")
        #expect(input.apply(.series([.insert("c"), .insert("d")])) && input.text == "bcd")
    }

    // MARK: Rows

    @Test func `a text with rows keeps the line breaks of a paste`() {
        var input = TextInput("", allowsRows: true)
        input.apply(.paste("one\r\ntwo\tthree\nfour\r"))
        #expect(input.text == "one\ntwo three\nfour\n")
        var line = TextInput("")
        line.apply(.paste("one\r\ntwo\n"))
        #expect(line.text == "one two ")
    }

    @Test func `the keys for a whole line apply to the row of the cursor`() {
        var input = TextInput("one\ntwo\nthree", allowsRows: true)
        input.apply(.moveTo(5))
        input.apply(.moveToStart)
        #expect(input.cursor == 4)
        input.apply(.moveToEnd)
        #expect(input.cursor == 7)
        input.apply(.killToStart)
        #expect(input.text == "one\n\nthree")
        input.apply(.killToEnd)
        #expect(input.text == "one\nthree", "an empty row goes with its line feed")
        input.apply(.killToEnd)
        #expect(input.text == "one\n")
        input.apply(.killToEnd)
        #expect(input.text == "one\n")
        input.apply(.yank)
        #expect(input.text == "one\nthree")
    }
}
