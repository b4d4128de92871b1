import FriendsModel

/// A line of a friend in the form.
package struct FormLine: Equatable, Sendable, Identifiable {
    /// The input fields of a line.
    package enum Place: Hashable, Sendable, CaseIterable {
        case label, value
    }

    package let id: FriendLine.ID
    package private(set) var kind: LineKind
    package var label: TextInput
    package var value: TextInput
    /// A removed line stays in the form until it is saved, so that it can be restored.
    package var isRemoved: Bool
    /// The value with which the form was opened.
    private let openedValue: String

    init(_ line: FriendLine, isRemoved: Bool = false) {
        id = line.id
        openedValue = line.value
        kind = line.kind
        label = TextInput(line.label)
        value = TextInput(line.value, capacity: line.kind.maximumLength, allowsRows: line.kind.allowsRows)
        self.isRemoved = isRemoved
    }

    /// Whether nothing was typed: such a line is not stored.
    package var isEmpty: Bool { label.text.trimmed.isEmpty && value.text.trimmed.isEmpty }

    /// The line as typed; nil for one that is not stored.
    package var typed: FriendLine? {
        isRemoved || isEmpty ? nil : normalized
    }

    /// The line in the form in which it is stored. What was not touched stays as it is.
    private var normalized: FriendLine {
        let line = FriendLine(id: id, kind: kind, label: label.text, value: value.text)
        return value.text.isIdentical(to: openedValue) ? line : line.normalized
    }

    /// Shows the line in the form in which it is stored.
    mutating func normalize() {
        let line = normalized
        if line.value.isIdentical(to: value.text) { return }
        value = TextInput(line.value, capacity: kind.maximumLength)
        if !line.label.isIdentical(to: label.text) { label = TextInput(line.label) }
    }

    package subscript(place: Place) -> TextInput {
        get {
            switch place {
            case .label: label
            case .value: value
            }
        }
        set {
            switch place {
            case .label: label = newValue
            case .value: value = newValue
            }
        }
    }

    /// Whether a place takes several rows of text.
    package func allowsRows(_ place: Place) -> Bool { !isRemoved && self[place].allowsRows }
}

extension [FormLine] {
    /// The lines of a friend as a form opens: what is typed, and the lines that are only stored, as removed ones.
    init(stored: [FriendLine], typed: [FriendLine]?) {
        guard let typed else {
            self = stored.map { FormLine($0) }
            return
        }
        self = typed.map { FormLine($0) }
        for (index, line) in stored.enumerated() where !contains(where: { $0.id == line.id }) {
            let predecessor = index > 0 ? firstIndex { $0.id == stored[index - 1].id } : nil
            insert(FormLine(line, isRemoved: true), at: predecessor.map { $0 + 1 } ?? 0)
        }
    }

    package subscript(id: FriendLine.ID) -> FormLine? { first { $0.id == id } }
}
