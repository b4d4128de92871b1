import FriendsViewModels
import TerminalUI

/// The part of a line of text that its field shows: all of it, or as much as ends at the cursor.
struct VisibleInput {
    private(set) var glyphs: [Glyph] = []
    /// The cursor, counted from the left edge of the field.
    let cursorColumn: Int
    /// The characters from the first that is shown on, and how wide they are.
    private let first: Int
    private let widths: [Int]

    init(_ input: TextInput, width: Int) {
        let forms = input.characters.map(DisplayForm.init)
        var first = input.cursor
        // One column stays for a cursor that stands behind the text.
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
    /// How many characters of the whole line stand before a column of the field.
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
