/// The details of a friend while they are typed, not validated or stored yet.
///
/// All validation rules are here: the form checks them after every key, the server before every write. What a form
/// requires (``required``) is more than what a server stores.
package struct FriendDraft: Equatable, Sendable {
    package var details: FriendDetails
    /// The fields that must have a text. A server requires none of them.
    package var required: Set<FriendField>

    package init(_ details: FriendDetails = FriendDetails(), required: Set<FriendField> = []) {
        self.details = details
        self.required = required
    }

    /// The details as they are stored, without white space around the texts and without marks in the phone number that nobody sees.
    package var trimmed: FriendDetails {
        var result = details
        for field in FriendField.allCases { result[field] = field.normalized(result[field]) }
        result.lines = result.lines.map(\.trimmed)
        return result
    }

    /// The problem of one field; nil for a valid one.
    package func problem(in field: FriendField) -> FieldProblem? {
        let text = field.normalized(details[field])
        if text.isEmpty { return required.contains(field) ? .missing : nil }
        return FieldProblem.find(in: text, as: field)
    }

    /// The problems of the fields and then the lines, in the order of the form; empty for a valid draft.
    package var problems: [DraftProblem] {
        let ofFields = FriendField.allCases.compactMap { field in
            problem(in: field).map { DraftProblem(part: .field(field), label: field.label, problem: $0) }
        }
        let ofParts = ofFields + details.lines.compactMap(\.problem)
        // The corrected part may also name the friend.
        guard let wholeProblem, ofParts.isEmpty || wholeProblem.problem != .unidentified else { return ofParts }
        return ofParts + [wholeProblem]
    }

    /// The problem of the friend as a whole, also when parts are invalid.
    package var wholeProblem: DraftProblem? {
        let problem: FieldProblem
        if details.lines.count > FriendLine.maximumCount {
            problem = .tooManyLines
        } else if !isIdentified {
            problem = .unidentified
        } else {
            return nil
        }
        return DraftProblem(part: .whole, label: "A friend", problem: problem)
    }

    /// Whether there is a text by which a friend can be told from others.
    private var isIdentified: Bool {
        FriendField.allCases.contains { !details[$0].trimmed.isEmpty }
            || details.lines.contains { $0.kind.identifies && !$0.value.trimmed.isEmpty }
    }

    /// The trimmed details if they are valid; else nil.
    package var validated: FriendDetails? {
        problems.isEmpty ? trimmed : nil
    }
}

/// A part of a friend that can be wrong, or that two people can change at once.
package enum FriendPart: Hashable, Sendable {
    case field(FriendField)
    case line(FriendLine.ID)
    /// The friend as a whole.
    case whole
}

/// A problem of a draft.
package struct DraftProblem: Equatable, Sendable {
    package let part: FriendPart
    /// The name of the part, at the start of a sentence.
    let label: String
    package let problem: FieldProblem

    package init(part: FriendPart, label: String, problem: FieldProblem) {
        self.part = part
        self.label = label
        self.problem = problem
    }

    /// One sentence for the user, without a full stop.
    package var message: String {
        switch problem {
        case .missing: "\(label) is required"
        case .tooLong(let maximum): "\(label) is longer than \(maximum) characters"
        case .controlCharacter: "\(label) can\u{2019}t contain control characters"
        case .invisible: "\(label) must have a visible character"
        case .tooFewDigits: "\(label) must have at least two digits"
        case .notAPhoneNumber(let character), .forbidden(let character):
            "\(label) can\u{2019}t contain \u{201C}\(character)\u{201D}"
        case .space: "\(label) can\u{2019}t contain spaces"
        case .notAnEmail: "\(label) must look like ada@example.org"
        case .notADate: "\(label) must be a date such as 1815-12-10, 10.12.1815 or --12-10"
        case .noScheme: "\(label) must start with a scheme, such as https:"
        case .tooManyLines: "\(label) can have at most \(FriendLine.maximumCount) lines"
        case .unidentified: "\(label) needs a name, a phone number, an email or an organization"
        }
    }
}

/// Why a text is not valid.
package enum FieldProblem: Equatable, Sendable {
    case missing
    /// It has more characters than the given maximum.
    case tooLong(Int)
    case controlCharacter
    /// Not empty, but without a visible character.
    case invisible
    case tooFewDigits
    /// A character that is not allowed in phone numbers.
    case notAPhoneNumber(Character)
    /// A character that is not allowed in a text of this kind.
    case forbidden(Character)
    case space
    case notAnEmail
    case notADate
    case noScheme
    case tooManyLines
    /// Nothing tells the friend from others.
    case unidentified

    /// The maximum number of characters (grapheme clusters) of a field and of a label.
    package static let maximumLength = 100
    /// The maximum number of code points of such a text: one character can have any number of combining marks.
    package static let maximumScalars = 1_000

    static func find(in trimmed: String, as field: FriendField) -> FieldProblem? {
        findInText(trimmed, maximumLength: maximumLength)
            ?? {
                switch field.kind {
                case .text: nil
                case .phoneNumber: PhoneNumber.problem(in: trimmed)
                }
            }()
    }

    /// The problem that a text of any kind can have. The text is trimmed and not empty.
    /// - Parameters:
    ///   - maximumLength: in characters.
    ///   - allowsRows: whether it may have line feeds.
    static func findInText(_ trimmed: String, maximumLength: Int, allowsRows: Bool = false) -> FieldProblem? {
        // Most texts are in ASCII, and take a fraction of the time.
        if trimmed.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            return trimmed.utf8.count > maximumLength ? .tooLong(maximumLength) : nil
        }
        let scalars = trimmed.unicodeScalars
        // The maximum of code points is ten times the maximum of characters in short texts, four times in long ones.
        let maximumScalars = max(maximumScalars, 4 * maximumLength)
        if scalars.count > maximumScalars || trimmed.count > maximumLength { return .tooLong(maximumLength) }
        if scalars.contains(where: { $0.isControl && !(allowsRows && $0 == "\n") }) { return .controlCharacter }
        return scalars.contains(where: \.isVisible) ? nil : .invisible
    }
}

extension String {
    /// The text without white space at its ends.
    ///
    /// It compares code points: white space with a combining mark is a visible character.
    package var trimmed: String {
        if let first = utf8.first, let last = utf8.last, Self.isVisibleASCII(first), Self.isVisibleASCII(last) {
            return self
        }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        // A long text is not copied for nothing.
        if first == scalars.startIndex, scalars.index(after: last) == scalars.endIndex { return self }
        return String(scalars[first...last])
    }

    private static func isVisibleASCII(_ byte: UInt8) -> Bool { (0x21..<0x7F).contains(byte) }
}

extension Unicode.Scalar {
    /// Whether it is a control character or a line or paragraph separator, which do not belong in a name.
    package var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether it is visible: not white space, not a format character, and not one that programs may leave out
    /// (`Default_Ignorable_Code_Point`), such as U+200B and U+3164.
    var isVisible: Bool {
        switch value {
        // Blank without a property for it: a Braille cell without dots, two Egyptian blanks and a note without a head.
        case 0x2800, 0x13441, 0x13442, 0x1D159: return false
        default: break
        }
        let properties = properties
        return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && !isControl
            && properties.generalCategory != .format
    }
}
