import FriendsViewModels
import TerminalUI

/// The visible part of an input line: all of it, or the part that ends at the cursor.
struct VisibleInput {
    private(set) var glyphs: [Glyph] = []
    /// The cursor column, from the left edge of the field.
    let cursorColumn: Int
    /// The characters from the first visible one on, and their widths.
    private let first: Int
    private let widths: [Int]

    init(_ input: TextInput, width: Int) {
        let forms = input.characters.map(DisplayForm.init)
        var first = input.cursor
        // One column stays free for a cursor after the text.
        var used = 0
        while first > 0, used + forms[first - 1].width < width {
            first -= 1
            used += forms[first].width
        }
        cursorColumn = used
        self.first = first
        widths = forms[first...].map(\.width)
        var shown = 0
        for form in forms[first...] {
            guard shown + form.width <= width else { break }
            glyphs += form.glyphs
            shown += form.width
        }
    }

    /// The width at which all of a line is visible, with the cursor after it.
    static func width(of input: TextInput) -> Int {
        input.characters.reduce(1) { $0 + DisplayForm($1).width }
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
