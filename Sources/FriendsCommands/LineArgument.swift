import FriendsModel

/// A line on the command line: `kind=value` or `kind:label=value`. Without `=value` it names existing lines.
package struct LineArgument: Equatable, Sendable {
    package let kind: LineKind
    /// Nil for a line of any label.
    package let label: String?
    /// Nil for a line with any value.
    package let value: String?

    /// The label of a new line: with the name before an email.
    private let newLabel: String

    /// Why a text is no line.
    package struct Problem: Error, Equatable {
        package let message: String
    }

    /// Parses an argument. The kind is its key in JSON, or the name of the column.
    package init(_ text: String) throws(Problem) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let names = (parts.first ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(names.first ?? "").trimmed
        guard let kind = LineKind.all.first(where: { $0.key == name || $0.columnName == name }) else {
            throw Problem(message: "\(LineKind.rule), not \u{201C}\(name)\u{201D}; example: email:work=ada@example.org")
        }
        self.kind = kind
        label = names.count == 2 ? String(names[1]).trimmed : nil
        let text = parts.count == 2 ? String(parts[1]).trimmed : nil
        value = text.map(kind.normalized)
        let typed = FriendLine(id: FriendLine.ID(""), kind: kind, label: label ?? "", value: text ?? "")
        newLabel = typed.normalized.label
    }

    /// Parses an argument that must have a value.
    package init(withValue text: String) throws(Problem) {
        try self.init(text)
        guard value != nil else {
            throw Problem(message: "\u{201C}\(text)\u{201D} has no value; example: email:work=ada@example.org")
        }
    }

    /// A new line with this content.
    var line: FriendLine { FriendLine(id: .random(), kind: kind, label: newLabel, value: value ?? "") }

    /// Whether it names a line.
    func names(_ line: FriendLine) -> Bool {
        line.kind == kind && (label.map { $0.isIdentical(to: line.label) } ?? true)
            && (value.map { $0.isIdentical(to: line.value) } ?? true)
    }
}

/// A change of a friend by options.
package struct FriendEdit: Equatable, Sendable {
    /// The new texts.
    package var fields: [FriendField: String] = [:]
    /// The lines to remove.
    package var removed: [LineArgument] = []
    /// The lines to replace: the only one of this kind and label, or a new one.
    package var replaced: [LineArgument] = []
    /// The lines to add, unless the same one is there.
    package var added: [LineArgument] = []

    package init() {}

    package var isEmpty: Bool { fields.isEmpty && removed.isEmpty && replaced.isEmpty && added.isEmpty }

    /// The details after the change.
    package func applied(to old: FriendDetails) throws(CommandFailure) -> FriendDetails {
        var details = old
        for (field, text) in fields { details[field] = text.trimmed }
        for argument in removed {
            guard details.lines.contains(where: argument.names) else {
                throw .noLine(argument.text, of: old)
            }
            details.lines.removeAll(where: argument.names)
        }
        for argument in replaced { try replace(argument, in: &details, of: old) }
        for argument in added where !details.lines.contains(where: argument.hasContent) {
            details.add(argument.line)
        }
        return details
    }

    private func replace(
        _ argument: LineArgument, in details: inout FriendDetails, of old: FriendDetails
    ) throws(CommandFailure) {
        let label = argument.label ?? ""
        let indices = details.lines.indices.filter { index in
            details.lines[index].kind == argument.kind
                && (argument.label == nil || details.lines[index].label.isIdentical(to: label))
        }
        switch indices.count {
        case 0: details.add(argument.line)
        case 1: details.lines[indices[0]].value = argument.value ?? ""
        default: throw .severalLines(indices.count, argument.text, of: old)
        }
    }
}

extension LineArgument {
    /// Whether a line is the one that this argument would add.
    fileprivate func hasContent(_ other: FriendLine) -> Bool { line.hasSameContent(as: other) }

    /// As on the command line, without the value.
    fileprivate var text: String { label.map { "\(kind.key):\($0)" } ?? kind.key }
}
