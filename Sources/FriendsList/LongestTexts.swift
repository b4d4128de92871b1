import FriendsModel

/// The text of each column that looks longest, by which columns are laid out. It never gets shorter: a column that
/// narrows under the eyes of a person is worse than one with room to spare.
package struct LongestTexts: Equatable, Sendable {
    // In the order of all columns: the fields, then the kinds of lines.
    private var texts = FriendColumn.all.map { _ in "" }
    /// How long the texts look.
    private var lengths = FriendColumn.all.map { _ in 0 }
    private static let fields = FriendField.allCases
    private static let kinds = LineKind.all

    package init() {}

    /// The texts of some friends.
    package init(_ friends: [FriendDetails]) {
        for details in friends { add(details) }
    }

    package subscript(column: FriendColumn) -> String {
        Self.place(of: column).map { texts[$0] } ?? ""
    }

    mutating func add(_ details: FriendDetails) {
        for (place, field) in Self.fields.enumerated() { add(details[field], at: place) }
        // A friend without a name is shown by another text.
        if details.firstName.isEmpty, details.lastName.isEmpty, let place = Self.place(of: .field(.firstName)) {
            add(details.fullName, at: place)
        }
        guard !details.lines.isEmpty else { return }
        for (index, line) in details.lines.enumerated()
        where !details.lines[..<index].contains(where: { $0.kind == line.kind }) {
            let column = FriendColumn.kind(line.kind)
            guard let place = Self.place(of: column), Self.byteCount(of: line.kind, in: details) > lengths[place]
            else { continue }
            add(column.text(of: details), at: place)
        }
    }

    mutating func add(_ others: LongestTexts) {
        for (place, text) in others.texts.enumerated() { add(text, at: place) }
    }

    private mutating func add(_ text: String, at place: Int) {
        // No text looks longer than it has bytes.
        guard text.utf8.count > lengths[place] else { return }
        let length = text.apparentLength
        guard length > lengths[place] else { return }
        (texts[place], lengths[place]) = (text, length)
    }

    /// The number of bytes of the lines of a kind in a column.
    private static func byteCount(of kind: LineKind, in details: FriendDetails) -> Int {
        details.lines.reduce(-FriendColumn.separator.utf8.count) { count, line in
            line.kind == kind ? count + line.value.utf8.count + FriendColumn.separator.utf8.count : count
        }
    }

    private static func place(of column: FriendColumn) -> Int? {
        switch column {
        case .field(let field): fields.firstIndex(of: field)
        case .kind(let kind): kinds.firstIndex(of: kind).map { fields.count + $0 }
        }
    }
}
