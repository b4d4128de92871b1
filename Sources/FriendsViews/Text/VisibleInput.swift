import FriendsViewModels
import TerminalUI

/// The visible part of an input line: all of it, or the part that ends at the cursor.
///
/// A sign after a character tells that it has parts that are not shown, as a joined emoji does: the text to edit must not
/// look as if it had lost them. The cursor moves over the sign together with its character.
struct VisibleInput {
    /// The visible characters. Only these are looked at, however long the text is.
    private let forms: [DisplayForm]
    /// The cursor column, from the left edge of the field.
    let cursorColumn: Int
    /// The index of the first visible character.
    private let first: Int
    /// Whether there are characters behind the visible ones.
    let isCutAtEnd: Bool

    init(_ input: TextInput, width: Int) {
        let characters = input.characters
        var before: [DisplayForm] = []
        // One column stays free for a cursor after the text.
        var used = 0
        while before.count < input.cursor {
            let form = DisplayForm(characters[input.cursor - before.count - 1])
            guard used + Self.width(of: form) < width else { break }
            used += Self.width(of: form)
            before.append(form)
        }
        cursorColumn = used
        first = input.cursor - before.count
        let after = Self.forms(of: characters[input.cursor...], width: width - used)
        forms = before.reversed() + after
        isCutAtEnd = first + forms.count < characters.count
    }

    /// The start of the first row of a text, with the cursor at its start.
    init(startOf input: TextInput, width: Int) {
        forms = Self.forms(of: input.characters[...].prefix { $0 != "\n" }, width: width)
        (cursorColumn, first) = (0, 0)
        isCutAtEnd = forms.count < input.characters.count
    }

    /// The first characters that fit.
    private static func forms(of characters: ArraySlice<Character>, width: Int) -> [DisplayForm] {
        var (forms, shown): ([DisplayForm], Int) = ([], 0)
        for character in characters {
            let form = DisplayForm(character)
            shown += Self.width(of: form)
            guard shown <= width else { break }
            forms.append(form)
        }
        return forms
    }

    /// The width of the visible characters.
    var width: Int { forms.reduce(0) { $0 + Self.width(of: $1) } }

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

    /// The number of characters of the whole line before a column of the field, at most up to its right edge.
    func characterCount(before column: Int) -> Int {
        var (count, end) = (first, 0)
        for form in forms {
            end += Self.width(of: form)
            if end > column { break }
            count += 1
        }
        return count
    }
}
