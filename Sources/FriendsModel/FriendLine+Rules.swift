/// The validation rules of a line, by its kind.
extension FriendLine {
    /// What is wrong with a line that has the id of another one, without a full stop.
    package static let repeatedID = "Another line of this friend has the same id"

    /// The problem of the line as it would be stored; nil for a valid one.
    package var problem: DraftProblem? { labelProblem ?? valueProblem }

    /// The problem of the label.
    package var labelProblem: DraftProblem? {
        Self.problem(inLabel: label.trimmed).map { DraftProblem(part: .line(id), label: "Label", problem: $0) }
    }

    /// The problem of the value.
    package var valueProblem: DraftProblem? {
        Self.problem(in: value.trimmed, as: kind).map {
            DraftProblem(part: .line(id), label: kind.label, problem: $0)
        }
    }

    private static func problem(inLabel label: String) -> FieldProblem? {
        label.isEmpty ? nil : FieldProblem.findInText(label, maximumLength: FieldProblem.maximumLength)
    }

    /// - Parameter value: a trimmed text.
    private static func problem(in value: String, as kind: LineKind) -> FieldProblem? {
        if value.isEmpty { return .missing }
        if let problem = FieldProblem.findInText(
            value, maximumLength: kind.maximumLength, allowsRows: kind.allowsRows)
        {
            return problem
        }
        return switch kind.format {
        case .text, .note: nil
        case .phoneNumber: PhoneNumber.problem(in: value)
        case .email: problem(inEmail: value)
        case .date: Birthday(value) == nil && !Birthday.isPartial(value) ? .notADate : nil
        case .website: problem(inWebsite: value)
        case .tag: value.first { $0 == "," }.map { .forbidden($0) }
        }
    }

    private static func problem(inEmail text: String) -> FieldProblem? {
        // Most of them are in ASCII, and take a fraction of the time.
        if text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) {
            let at = UInt8(ascii: "@")
            return text.utf8.count(where: { $0 == at }) == 1 && text.utf8.first != at && text.utf8.last != at
                ? nil : .notAnEmail
        }
        if text.contains(where: \.isWhitespace) { return .space }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } ? nil : .notAnEmail
    }

    /// A website begins with a URI scheme (RFC 3986, 3.1). friends never opens it.
    private static func problem(inWebsite text: String) -> FieldProblem? {
        if text.contains(where: \.isWhitespace) { return .space }
        guard let colon = text.firstIndex(of: ":"), text.index(after: colon) < text.endIndex,
            let first = text.first, first.isASCII, first.isLetter,
            text[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return .noScheme }
        return nil
    }
}
