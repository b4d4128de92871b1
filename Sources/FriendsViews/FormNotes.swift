import FriendsModel
import FriendsViewModels
import TerminalUI

/// The notes below the fields of the form: a conflict to resolve, else a validation error, else the resolved conflict.
/// The note of the focused field gets its full height first.
struct FormNotes {
    /// One note, wrapped into its rows. A note without rows is not shown.
    struct Note {
        let field: FriendField
        let style: Style
        /// The first column and the maximum width.
        let column: Int
        let width: Int
        fileprivate(set) var lines: [String]
    }

    private(set) var notes: [Note] = []
    /// Whether the notes share one row, each under its field.
    let isInOneRow: Bool

    subscript(field: FriendField) -> Note? { notes.first { $0.field == field } }

    /// The height of all notes.
    var height: Int { isInOneRow ? min(notes.count, 1) : notes.reduce(0) { $0 + $1.lines.count } }

    /// - Parameters:
    ///   - columns: the columns of the fields in the row layout.
    ///   - room: the available height.
    init(_ form: FriendForm, under columns: ColumnLayout?, width: Int, room: Int) {
        let texts = FriendField.allCases.compactMap { field in
            Self.text(at: field, of: form).map {
                (field: field, text: DisplayText.signingShortened($0.text), style: $0.style)
            }
        }
        if let columns, let places = Self.places(texts.map { ($0.field, $0.text) }, columns, width: width) {
            isInOneRow = true
            notes = zip(texts, places).map { note, start in
                Note(field: note.field, style: note.style, column: start, width: width - start, lines: [note.text])
            }
            return
        }
        isInOneRow = false
        let room = max(room, 1)
        notes = texts.map { field, text, style in
            // A note that is not under its field names the field.
            let isNamed = columns == nil || text.hasPrefix(field.label)
            let line = isNamed ? text : "\(field.label) \u{2013} \(text)"
            let width = width - ColumnLayout.gutter - 1
            let lines = DisplayText.width(of: line) <= width ? [line] : DisplayText.wrap(line, columns: width)
            return Note(field: field, style: style, column: ColumnLayout.gutter, width: width, lines: lines)
        }
        shorten(to: room, first: form.focus)
    }

    /// The note of a field, if it has one.
    static func text(at field: FriendField, of form: FriendForm) -> (text: String, style: Style)? {
        let choice = form.choiceText(at: field)
        if let choice, form.undecided.contains(.field(field)) { return (choice, .problem) }
        return form.message(at: field).map { ($0, .problem) } ?? choice.map { ($0, .hint) }
    }

    /// The columns of notes on one row: each under its field, or further left at the right edge. A note may extend below
    /// a field without a note. Nil when one of them would be cut, or so close to the next that the two read as one.
    private static func places(
        _ notes: [(field: FriendField, text: String)], _ columns: ColumnLayout, width: Int
    ) -> [Int]? {
        var free = ColumnLayout.gutter
        var places: [Int] = []
        func column(_ index: Int) -> Int {
            columns.columns.first { $0.column == .field(notes[index].field) }?.start ?? free
        }
        for (index, note) in notes.enumerated() {
            let next = index + 1 < notes.count ? column(index + 1) - ColumnLayout.gap : width - 1
            let wanted = DisplayText.width(of: note.text)
            let start = max(free, min(column(index), next - wanted))
            guard start + wanted <= next else { return nil }
            places.append(start)
            free = start + wanted + ColumnLayout.gap
        }
        return places
    }

    /// Gives rows to the focused field first, then to the others in order. The last row of a note that does not fit keeps
    /// the rest of the text, so that it is drawn with an ellipsis.
    private mutating func shorten(to room: Int, first focus: FriendForm.Focus) {
        var room = room
        let focused = notes.indices.filter { focus == .field(notes[$0].field) }
        for index in focused + notes.indices.filter({ !focused.contains($0) }) {
            let lines = notes[index].lines
            if lines.count > room {
                let rest = lines.dropFirst(max(room - 1, 0)).joined(separator: " ")
                notes[index].lines = room > 0 ? lines.prefix(room - 1) + [rest] : []
            }
            room -= notes[index].lines.count
        }
    }
}
