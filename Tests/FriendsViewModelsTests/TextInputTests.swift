import FriendsViewModels
import Testing

@Suite(.timeLimit(.minutes(1)))
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

    @Test func whatWasKilledCanBeYanked() {
        var input = line("one two|")
        input.apply(.killWordBackward)
        input.apply(.moveToStart)
        input.apply(.yank)
        #expect(drawn(input) == "two|one ")
    }

    @Test func aTextThatDoesNotFitIsRefusedWhole() {
        var input = TextInput(String(repeating: "x", count: TextInput.capacity - 1))
        let tooMuch = input.apply(.insert("ab"))
        #expect(!tooMuch)
        #expect(input.characters.count == TextInput.capacity - 1)
        let justEnough = input.apply(.insert("a"))
        #expect(justEnough)
    }

    @Test func twoFlagsTypedOneAfterTheOtherKeepTheCursorInside() {
        var input = line("🇫🇮|🇸🇪")
        input.apply(.deleteBackward)
        #expect(drawn(input) == "|🇸🇪")
    }
}
