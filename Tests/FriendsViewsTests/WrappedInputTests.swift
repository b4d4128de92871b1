import FriendsModel
import TerminalUI
import Testing

@testable import FriendsViewModels
@testable import FriendsViews

/// The rows of a note.
@Suite(.timeLimit(.minutes(10)))
struct WrappedInputTests {
    private func rows(_ text: String, width: Int = 11) -> [String] {
        let input = TextInput(text, allowsRows: true)
        let wrapped = WrappedInput(input, width: width)
        return wrapped.rows.indices.map { wrapped.row($0).text }
    }

    @Test(arguments: [
        ("", [""]), ("abc", ["abc"]), ("one two three", ["one two ", "three"]), ("a\nb", ["a", "b"]),
        ("a\n", ["a", ""]), ("\n\n", ["", "", ""]), ("abcdefghijklmno", ["abcdefghij", "klmno"]),
        ("abcdefghij", ["abcdefghij"]), ("one two\nthree four five", ["one two", "three ", "four five"]),
        ("王王王王王王", ["王王王王王", "王"]),
    ])
    func `a text is wrapped at white space, and at its line feeds`(text: String, rows: [String]) {
        #expect(self.rows(text) == rows)
    }

    @Test func `every position of the cursor is in one row`() {
        for text in ["one two three four", "a\n\nbc\n", "abcdefghijklmnopqrst uvw"] {
            var input = TextInput(text, allowsRows: true)
            for cursor in 0...text.count {
                input.apply(.moveTo(cursor))
                let wrapped = WrappedInput(input, width: 6)
                let range = wrapped.rows[wrapped.cursorRow]
                #expect(range.lowerBound <= cursor && cursor <= range.upperBound)
                #expect(wrapped.row(wrapped.cursorRow).cursor == cursor - range.lowerBound)
            }
        }
    }

    @Test func `the cursor keeps its column from row to row`() {
        var input = TextInput("one\nlonger row\nx", allowsRows: true)
        input.apply(.moveTo(2))
        let wrapped = WrappedInput(input, width: 40)
        #expect(wrapped.cursor(movedBy: 1, width: 40) == 6)
        #expect(wrapped.cursor(movedBy: 2, width: 40) == 16)
        #expect(wrapped.cursor(movedBy: -1, width: 40) == nil && wrapped.cursor(movedBy: 3, width: 40) == nil)
    }

    @Test func `Down leaves a note below its last row`() {
        var state = MouseStates.list(of: 3)
        var form = FriendForm(mode: .update(.adaWithThreeLines))
        let note = FriendForm.Focus.line(.init("note"), .value)
        form.focus(note, cursor: 3)
        state.form = form
        func move(_ step: Int) -> Command? {
            AppView.moveInForm(by: step, state, size: MouseStates.wide, isPlain: false)
        }
        #expect(move(1) == .form(.focus(note, cursor: 18)))
        #expect(move(-1) == .form(.focusPreviousRow))
        state.form?.focus(note, cursor: 18)
        #expect(move(1) == .form(.focusNextRow))
        #expect(move(-1) == .form(.focus(note, cursor: 3)))
        state.form?.isSending = true
        #expect(move(-1) == .form(.focusPreviousRow), "the form after this one has no such note")
    }

    @Test func `Down leaves a note on a screen that is too small to show it`() {
        var state = MouseStates.list(of: 3)
        var form = FriendForm(mode: .update(.adaWithThreeLines))
        form.focus(.line(.init("note"), .value), cursor: 3)
        state.form = form
        let sizes = [(80, 3), (40, 2), (80, 1), (1, 1), (0, 0), (39, 24)].map { Size(columns: $0, rows: $1) }
        for size in sizes {
            for isPlain in [false, true] {
                let command = AppView.moveInForm(by: 1, state, size: size, isPlain: isPlain)
                #expect(command == .form(.focusNextRow), "\(size)")
            }
        }
    }
}
