import FriendsViewModels
import TerminalUI

/// The visible part of an input line: all of it, or the part that ends at the cursor.
///
/// A sign after a character tells that it has parts that are not shown, as a joined emoji does: the text to edit must not
/// look as if it had lost them. The cursor moves over the sign together with its character.
struct VisibleInput {
    /// The visible characters.
    private let forms: [DisplayForm]
    /// The cursor column, from the left edge of the field.
    let cursorColumn: Int
    /// The characters from the first visible one on, and their widths.
    private let first: Int
    private let widths: [Int]

    init(_ input: TextInput, width: Int) {
        let forms = input.characters.map(DisplayForm.init)
        let widths = forms.map(Self.width)
        var first = input.cursor
        // One column stays free for a cursor after the text.
        var used = 0
        while first > 0, used + widths[first - 1] < width {
            first -= 1
            used += widths[first]
        }
        cursorColumn = used
        self.first = first
        self.widths = Array(widths[first...])
        var (shown, end) = (0, first)
        while end < forms.count, shown + widths[end] <= width {
            shown += widths[end]
            end += 1
        }
        self.forms = Array(forms[first..<end])
    }

    /// The width at which all of a line is visible, with the cursor after it.
    static func width(of input: TextInput) -> Int {
        input.characters.reduce(1) { $0 + width(of: DisplayForm($1)) }
    }

    /// The width of one character.
    static func width(of character: Character) -> Int { width(of: DisplayForm(character)) }

    private static func width(of form: DisplayForm) -> Int { form.width + (form.isShortened ? 1 : 0) }

    func draw(column: Int, row: Int, style: Style, in frame: inout Frame) {
        let sign = String(Character(frame.symbols.ellipsis))
        var column = column
        for form in forms {
            column += frame.write(form.glyphs, column: column, row: row, style: style)
            if form.isShortened { column += frame.write(sign, column: column, row: row, style: .hint) }
        }
    }

    /// The number of characters of the whole line before a column of the field.
    func characterCount(before column: Int) -> Int {
        var (count, end) = (first, 0)
        for width in widths {
            end += width
            if end > column { break }
            count += 1
        }
        return count
    }
}
