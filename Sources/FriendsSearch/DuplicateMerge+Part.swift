import FriendsModel

extension DuplicateMerge {
    /// A part of two friends: a field, or a line of one of them or of both.
    package struct Part: Equatable, Sendable, Identifiable {
        /// The same part after a change of the friends.
        package enum ID: Hashable, Sendable {
            case field(FriendField)
            case line(FriendLine.ID?, FriendLine.ID?)

            var swapped: Self {
                switch self {
                case .field: self
                case .line(let one, let other): .line(other, one)
                }
            }
        }

        /// What the first and the second friend have there.
        package enum Content: Equatable, Sendable {
            case field(FriendField, String, String)
            /// At least one is there. Both have the same kind, and the same value or, of birthdays, any.
            case line(FriendLine?, FriendLine?)
        }

        package let content: Content

        package var id: ID {
            switch content {
            case .field(let field, _, _): .field(field)
            case .line(let one, let other): .line(one?.id, other?.id)
            }
        }

        /// Whether both have the same there.
        package var isSame: Bool {
            switch content {
            case .field(_, let one, let other): one.isIdentical(to: other)
            case .line(let one?, let other?): one.hasSameContent(as: other)
            case .line: false
            }
        }

        package static func == (one: Self, other: Self) -> Bool {
            switch (one.content, other.content) {
            case (.field(let field, let a, let b), .field(let otherField, let c, let d)):
                field == otherField && a.isIdentical(to: c) && b.isIdentical(to: d)
            case (.line(let a, let b), .line(let c, let d)): a == c && b == d
            case (.field, .line), (.line, .field): false
            }
        }
    }

    /// The parts of two friends.
    static func parts(_ one: FriendDetails, _ other: FriendDetails) -> [Part] {
        let fields = FriendField.allCases.filter { !one[$0].isEmpty || !other[$0].isEmpty }.map { field in
            Part(content: .field(field, one[field], other[field]))
        }
        var keys = LineKeys()
        var left = other.lines.map { (line: $0, key: keys.key(of: $0)) }
        let lines = one.lines.map { line in
            let key = keys.key(of: line)
            // The same label, if there is one: a number can be in several lines.
            let place =
                left.firstIndex { $0.key == key && $0.line.label.isIdentical(to: line.label) }
                ?? left.firstIndex { $0.key == key }
            return Part(content: .line(line, place.map { left.remove(at: $0).line }))
        }
        return fields + lines + left.map { Part(content: .line(nil, $0.line)) }
    }
}

extension DuplicateMerge.Part {
    /// The choices, in the order in which they are offered.
    var options: [DuplicateMerge.Choice] {
        switch content {
        case .field(_, let one, let other) where one.isIdentical(to: other): []
        case .field(let field, let one, let other):
            field.kind == .phoneNumber && !one.isEmpty && !other.isEmpty
                ? [.first, .second, .both] : [.first, .second]
        case .line(_?, nil): [.first, .none]
        case .line(nil, _): [.second, .none]
        case .line(let one?, let other?) where one.hasSameContent(as: other): [.both, .none]
        case .line(let one?, _?):
            one.kind == .birthday ? [.first, .second, .none] : [.first, .second, .both, .none]
        }
    }

    /// The option that a choice means; nil if it means none.
    func option(for choice: DuplicateMerge.Choice) -> DuplicateMerge.Choice? {
        if options.contains(choice) { return choice }
        return switch (content, choice) {
        case (.line(_?, nil), .both): .first
        case (.line(_?, nil), .second), (.line(nil, _), .first): DuplicateMerge.Choice.none
        case (.line(nil, _), .both): .second
        case (.line(_?, _?), .first), (.line(_?, _?), .second): .both
        case (.field, _), (.line, _): nil
        }
    }
}

extension DuplicateMerge.Choice {
    var swapped: Self {
        switch self {
        case .first: .second
        case .second: .first
        case .both, .none: self
        }
    }
}

/// Makes keys that are equal for two lines of one kind with the same value, and for any two birthdays.
private struct LineKeys {
    struct Key: Equatable {
        let kind: LineKind
        let value: [UInt8]
    }

    private var folding = CaseFolding()

    mutating func key(of line: FriendLine) -> Key {
        var value: [UInt8] = []
        switch line.kind.format {
        case .phoneNumber: value = ValueKeys.numberKey(of: line.value)?.bytes ?? Array(line.value.utf8)
        case .email: value = ValueKeys.emailKey(of: line.value).bytes
        case .tag: folding.fold(line.value, into: &value)
        case .date where line.kind == .birthday: break
        case .text, .date, .website, .note: value = Array(line.value.utf8)
        }
        return Key(kind: line.kind, value: value)
    }
}
