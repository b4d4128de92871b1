extension LineKind {
    /// A value as a person or a program writes it, in the form in which it is stored.
    package func normalized(_ value: String) -> String {
        switch format {
        case .date: Birthday.normalized(value.withoutHiddenMarks.trimmed)
        case .phoneNumber: value.withoutHiddenMarks.trimmed
        case .email where value.trimmed.contains(where: \.isWhitespace): FriendLine.address(in: value)
        case .text, .email, .website, .tag, .note: value
        }
    }
}

extension FriendField {
    /// A text as a person or a program writes it, in the form in which it is stored.
    func normalized(_ text: String) -> String {
        switch kind {
        case .text: text.trimmed
        case .phoneNumber: text.withoutHiddenMarks.trimmed
        }
    }
}

extension FriendLine {
    /// The line as typed by a person, with its value in the form in which it is stored. Whose address it is becomes a part of the label.
    package var normalized: FriendLine {
        let text = kind.normalized(value)
        let owner = kind == .email && !text.isIdentical(to: value) ? Self.owner(ofEmail: value) : ""
        return FriendLine(
            id: id, kind: kind, label: owner.isEmpty ? label : "\(label) \(owner)".trimmed, value: text)
    }

    /// The address in a text such as `Ada Lovelace <ada@example.org>`; another text as it is.
    package static func address(in text: String) -> String {
        let trimmed = text.trimmed
        guard trimmed.hasSuffix(">"), let start = trimmed.lastIndex(of: "<") else { return text }
        let address = String(trimmed[trimmed.index(after: start)...].dropLast()).trimmed
        // Before it there can be another address.
        let name = String(trimmed[..<start]).trimmed
        return name.contains("@") && !name.isIdentical(to: address) ? text : address
    }

    /// The name before an address, as in `Ada Lovelace <ada@example.org>`; empty for an address alone.
    package static func owner(ofEmail text: String) -> String {
        guard !address(in: text).isIdentical(to: text), let end = text.lastIndex(of: "<") else { return "" }
        let name = String(text[..<end]).trimmed
        return name.contains("@") ? "" : name
    }
}

extension String {
    /// The text without marks that nobody sees and that mean nothing in a number or a date: programs put marks of direction around
    /// numbers, and copied texts bring zero-width spaces. A text of nothing else stays.
    package var withoutHiddenMarks: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        guard unicodeScalars.contains(where: \.isHiddenMark) else { return self }
        let rest = String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isHiddenMark }))
        return rest.trimmed.isEmpty ? self : rest
    }
}

extension Unicode.Scalar {
    /// Joiners are not among them: in some scripts they change letters.
    fileprivate var isHiddenMark: Bool {
        switch value {
        case 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
