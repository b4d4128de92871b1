import FriendsModel
import FriendsVCard

/// The details of a friend from the texts of a file that has other rules. Nothing is lost: a text that is not valid where it
/// belongs becomes a note.
struct RecordedDetails {
    private(set) var details = FriendDetails()
    /// The first issues, and how many others there are.
    var issues: [String] {
        otherIssueCount == 0 ? firstIssues : firstIssues + [otherIssueCount.moreIssues]
    }
    private static let maximumIssueCount = 100
    private var firstIssues: [String] = []
    private var otherIssueCount = 0
    private var identifiers = LineIdentifiers()

    /// Sets a field.
    /// - Parameter name: what the file calls it.
    mutating func set(_ field: FriendField, to text: String, name: String) {
        let text = cleaned(text, allowsRows: false, name)
        if text.isEmpty { return }
        var draft = FriendDraft()
        draft.details[field] = text
        guard let problem = draft.problem(in: field) else {
            details[field] = draft.trimmed[field]
            return
        }
        // A phone number in part is another one.
        if field.kind == .text {
            draft.details[field] = CardValue.fitting(text)
            if draft.problem(in: field) == nil { details[field] = draft.trimmed[field] }
        }
        addNote(text, instead: DraftProblem(part: .field(field), label: name, problem: problem).message, name)
    }

    /// Adds a line.
    /// - Parameters:
    ///   - name: what the file calls it.
    ///   - id: the id in the file.
    mutating func add(_ kind: LineKind, label: String, value: String, name: String, id: String? = nil) {
        let text = cleaned(value, allowsRows: kind.allowsRows, name)
        if text.isEmpty { return }
        let normalized = FriendLine(id: FriendLine.ID(""), kind: kind, value: kind.normalized(text))
        let value = normalized.valueProblem == nil ? normalized.value : text
        // Whose address it is, if not the friend's own.
        let owner = kind == .email && !value.isIdentical(to: text) ? FriendLine.owner(ofEmail: text) : ""
        let label = owner.isEmpty || details.isPlainName(owner) ? label : "\(label) \(owner)".trimmed
        let line = FriendLine(id: FriendLine.ID(""), kind: kind, label: "", value: value)
        if let problem = line.valueProblem {
            addNote(value, instead: problem.message, kind == .note ? label : name)
        } else {
            append(kind, label, value, name: name, id: id)
        }
    }

    /// The details, or why they are no friend.
    func result() -> Result<FriendDetails, RecordProblem> {
        if let problem = FriendDraft(details).problems.first { return .failure(RecordProblem(problem.message)) }
        return .success(details)
    }

    mutating func report(_ issue: String) {
        if firstIssues.count < Self.maximumIssueCount { firstIssues.append(issue) } else { otherIssueCount += 1 }
    }

    /// Adds a note with a text that is not valid elsewhere; of a text that is too long several.
    private mutating func addNote(_ text: String, instead reason: String, _ label: String) {
        report("\(reason); it is kept as a note")
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty {
            // As many characters have at least as many code points.
            let part = String(String.UnicodeScalarView(rest.prefix(LineKind.note.maximumLength))).trimmed
            rest = rest.dropFirst(LineKind.note.maximumLength)
            if part.isEmpty { continue }
            if FriendLine(id: FriendLine.ID(""), kind: .note, label: "", value: part).valueProblem == nil {
                append(.note, label, part, name: label)
            } else {
                report("\(label) was left out: it has no visible character")
            }
        }
    }

    private mutating func append(_ kind: LineKind, _ label: String, _ value: String, name: String, id: String? = nil) {
        guard details.lines.count < FriendLine.maximumCount else {
            report("\(name) was left out: a friend has at most \(FriendLine.maximumCount) lines")
            return
        }
        let label = fitting(label: label)
        let id = identifiers.next(kind, label: label, value: value, given: id)
        details.lines.append(FriendLine(id: id, kind: kind, label: label, value: value))
    }

    private mutating func fitting(label: String) -> String {
        let label = CardValue.oneRow(label).trimmed
        func isValid(_ label: String) -> Bool {
            FriendLine(id: FriendLine.ID(""), kind: .note, label: label, value: "").labelProblem == nil
        }
        if isValid(label) { return label }
        report("A label is shown in part: it is too long, or has characters that labels can\u{2019}t have")
        let fitting = CardValue.fitting(label)
        return isValid(fitting) ? fitting : ""
    }

    /// A trimmed text without control characters.
    private mutating func cleaned(_ text: String, allowsRows: Bool, _ name: String) -> String {
        // Most texts are in ASCII, and take a fraction of the time.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.trimmed }
        let text = allowsRows ? CardValue.rows(text) : CardValue.oneRow(text)
        func isAllowed(_ scalar: Unicode.Scalar) -> Bool { !scalar.isControl || allowsRows && scalar == "\n" }
        if text.unicodeScalars.allSatisfy(isAllowed) { return text.trimmed }
        report("\(name) is kept without its control characters")
        return String(String.UnicodeScalarView(text.unicodeScalars.filter(isAllowed))).trimmed
    }
}

/// The choice of the number that is the friend's phone number, in a file that has labels only: the number that is most likely
/// answered.
enum MainPhone {
    /// The rank of a phone with a label: the lowest one is the friend's phone number.
    static func rank(ofLabel label: String) -> Int {
        let label = label.lowercased()
        if label.contains("fax") || label.contains("pager") || label.contains("telex") { return 3 }
        return label.contains("mobile") || label.contains("cell") ? 1 : 2
    }
}
