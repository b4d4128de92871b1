import FriendsModel
import FriendsViewModels
import TerminalUI

/// The notes below the fields of the form, and the one about the friend as a whole: a conflict to resolve, else a
/// validation error, else the resolved conflict. The note of the focused field gets its full height first.
struct FormNotes {
    /// One note, wrapped into its rows. A note without rows is not shown.
    struct Note {
        let part: FriendPart
        let style: Style
        /// The first column and the maximum width.
        let column: Int
        let width: Int
        fileprivate(set) var lines: [String]
    }

    private(set) var notes: [Note] = []
    /// Whether the notes share one row, each under its field.
    let isInOneRow: Bool

    subscript(part: FriendPart) -> Note? { notes.first { $0.part == part } }

    /// The parts that can have a note here.
    private static let parts = FriendField.allCases.map(FriendPart.field) + [.whole]

    /// The height of all notes.
    var height: Int { isInOneRow ? min(notes.count, 1) : notes.reduce(0) { $0 + $1.lines.count } }

    /// - Parameters:
    ///   - columns: the columns of the fields in the row layout.
    ///   - room: the available height.
    init(_ form: FriendForm, under columns: ColumnLayout?, width: Int, room: Int) {
        let texts = Self.parts.compactMap { part in
            Self.text(at: part, of: form).map {
                (part: part, text: DisplayText.signingShortened($0.text), style: $0.style)
            }
        }
        if let columns, room > 0,
            let places = Self.places(texts.map { ($0.part, $0.text) }, columns, width: width)
        {
            isInOneRow = true
            notes = zip(texts, places).map { note, start in
                Note(part: note.part, style: note.style, column: start, width: width - start, lines: [note.text])
            }
            return
        }
        isInOneRow = false
        notes = texts.map { part, text, style in
            let line = Self.isNamed(text, part, isUnderField: columns == nil) ? text : "\(part.name) \u{2013} \(text)"
            let width = width - ColumnLayout.gutter - 1
            let lines = DisplayText.width(of: line) <= width ? [line] : DisplayText.wrap(line, columns: width)
            return Note(part: part, style: style, column: ColumnLayout.gutter, width: width, lines: lines)
        }
        shorten(to: max(room, 0), first: form.focus)
    }

    /// Whether a note says itself what it is about. One that is not under its field names the field.
    private static func isNamed(_ text: String, _ part: FriendPart, isUnderField: Bool) -> Bool {
        isUnderField || part == .whole || text.hasPrefix(part.name)
    }

    /// The note of a part, if it has one.
    static func text(at part: FriendPart, of form: FriendForm) -> (text: String, style: Style)? {
        let choice = form.choiceText(at: part)
        if let choice, form.undecided.contains(part) { return (choice, .problem) }
        return form.message(at: part).map { ($0, .problem) } ?? choice.map { ($0, .hint) }
    }

    /// The columns of notes on one row: each under its field, or further left at the right edge. A note may extend below
    /// a field without a note. Nil when one of them would be cut, or so close to the next that the two read as one.
    private static func places(
        _ notes: [(part: FriendPart, text: String)], _ columns: ColumnLayout, width: Int
    ) -> [Int]? {
        var free = ColumnLayout.gutter
        var places: [Int] = []
        func column(_ index: Int) -> Int {
            columns.columns.first { FriendPart($0.column) == notes[index].part }?.start ?? free
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
        let focused = notes.indices.filter { focus.part == notes[$0].part }
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

extension FriendPart {
    /// The part under a column; nil for a column of lines.
    fileprivate init?(_ column: FriendColumn) {
        guard case .field(let field) = column else { return nil }
        self = .field(field)
    }

    /// The name of a field at the start of a sentence.
    fileprivate var name: String {
        guard case .field(let field) = self else { return "" }
        return field.label
    }
}
