/// The details of a friend while they are typed, not validated or stored yet.
///
/// All validation rules are here: the form checks them after every key, the server before every write.
package struct FriendDraft: Equatable, Sendable {
    package var details: FriendDetails

    package init(_ details: FriendDetails = FriendDetails()) {
        self.details = details
    }

    /// The details as they are stored, without white space around the texts.
    package var trimmed: FriendDetails {
        var result = details
        for field in FriendField.allCases { result[field] = result[field].trimmed }
        return result
    }

    /// The problem of one field; nil for a valid one.
    package func problem(in field: FriendField) -> FieldProblem? {
        FieldProblem.find(in: details[field].trimmed, as: field)
    }

    /// The problems of all fields in the order of the form; empty for a valid draft.
    package var problems: [FriendFieldProblem] {
        FriendField.allCases.compactMap { field in
            problem(in: field).map { FriendFieldProblem(field: field, problem: $0) }
        }
    }

    /// The trimmed details if they are valid; else nil.
    package var validated: FriendDetails? {
        problems.isEmpty ? trimmed : nil
    }
}

/// A problem of one field of a draft.
package struct FriendFieldProblem: Equatable, Sendable {
    package let field: FriendField
    package let problem: FieldProblem

    package init(field: FriendField, problem: FieldProblem) {
        self.field = field
        self.problem = problem
    }

    /// One sentence for the user, without a full stop.
    package var message: String {
        switch problem {
        case .missing: "\(field.label) is required"
        case .tooLong: "\(field.label) is longer than \(FieldProblem.maximumLength) characters"
        case .controlCharacter: "\(field.label) can\u{2019}t contain control characters"
        case .invisible: "\(field.label) must have a visible character"
        case .tooFewDigits: "\(field.label) must have at least two digits"
        case .notAPhoneNumber(let character):
            "\(field.label) can\u{2019}t contain \u{201C}\(character)\u{201D}"
        }
    }
}

/// Why a text is not valid.
package enum FieldProblem: Equatable, Sendable {
    case missing
    case tooLong
    case controlCharacter
    /// Not empty, but without a visible character.
    case invisible
    case tooFewDigits
    /// A character that is not allowed in phone numbers.
    case notAPhoneNumber(Character)

    /// The maximum number of characters (grapheme clusters).
    package static let maximumLength = 100
    /// The maximum number of code points: one character can have any number of combining marks.
    package static let maximumScalars = 1_000

    static func find(in trimmed: String, as field: FriendField) -> FieldProblem? {
        if trimmed.isEmpty { return field.isRequired ? .missing : nil }
        if trimmed.unicodeScalars.count > maximumScalars || trimmed.count > maximumLength { return .tooLong }
        if trimmed.unicodeScalars.contains(where: \.isControl) { return .controlCharacter }
        if !trimmed.unicodeScalars.contains(where: \.isVisible) { return .invisible }
        return switch field.kind {
        case .text: nil
        case .phoneNumber: problem(inPhoneNumber: trimmed)
        }
    }

    /// A phone number is stored as typed, and only has to be plausible: digits of any script, white space, the usual
    /// punctuation, and perhaps an extension at the end.
    private static func problem(inPhoneNumber text: String) -> FieldProblem? {
        let number = withoutExtensionMark(text)
        for character in number where !isPhoneCharacter(character) { return .notAPhoneNumber(character) }
        return number.count(where: isDigit) < 2 ? .tooFewDigits : nil
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.unicodeScalars.first?.properties.generalCategory == .decimalNumber
    }

    private static func isPhoneCharacter(_ character: Character) -> Bool {
        isDigit(character) || character.isWhitespace || "+-./()#*,;".contains(character)
    }

    /// Removes the mark of an extension: "ext." in "555 0199 ext. 12", also "x" and ";ext=".
    private static func withoutExtensionMark(_ text: String) -> String {
        let digits = text.reversed().prefix(while: isDigit).count
        guard digits > 0 else { return text }
        var number = text.dropLast(digits)
        let suffix = text.suffix(digits)
        while let last = number.last, last.isWhitespace || last == "." || last == "=" { number = number.dropLast() }
        for mark in ["extension", "ext", "x"] where number.lowercased().hasSuffix(mark) {
            return String(number.dropLast(mark.count)) + suffix
        }
        return text
    }
}

extension String {
    /// The text without white space at its ends.
    ///
    /// It compares code points: white space with a combining mark is a visible character.
    package var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character or a line or paragraph separator, which do not belong in a name.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether it is visible: not white space, not a format character, and not one that programs may leave out
    /// (`Default_Ignorable_Code_Point`), such as U+200B and U+3164.
    fileprivate var isVisible: Bool {
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
