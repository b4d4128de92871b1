import FriendsModel

/// What programs before version 0.3 did not read in cards. The friends that they have stored lack it.
enum EarlierReading {
    /// Whether their rules refused a value.
    static func refused(_ value: String, as kind: LineKind) -> Bool {
        let value = value.trimmed
        if value.isEmpty { return false }
        switch kind.format {
        case .phoneNumber:
            let number = ["extension", "ext", "x"].reduce(value.lowercased()) { $0.replacing($1, with: "") }
            return number.contains(where: \.isLetter) || !value.withoutHiddenMarks.isIdentical(to: value)
        case .email: return value.contains(where: \.isWhitespace) || !value.withoutHiddenMarks.isIdentical(to: value)
        case .website: return !value.withoutHiddenMarks.isIdentical(to: value)
        case .date: return Birthday(value) == nil
        case .text, .tag, .note: return false
        }
    }

    /// The character sets that they did not ask the C library for.
    private static let knownEncodings: Set<String> = [
        "", "UTF-8", "UTF8", "US-ASCII", "ASCII", "ISO-8859-1", "ISO8859-1", "LATIN1", "LATIN-1", "WINDOWS-1252",
        "CP1252",
    ]

    /// Whether they could not convert a content line.
    static func refused(_ line: ContentLine) -> Bool {
        line.guessedEncoding != nil && !knownEncodings.contains(line.characterSet.uppercased())
    }
}

extension CardMapping {
    /// Whether earlier programs did not show a line of the friend.
    func isNew(_ index: Int) -> Bool {
        let line = lines[origins[index].line]
        if isStandIn(index) || EarlierReading.refused(line) { return true }
        guard case .value(let kind) = line.property else { return line.property == .formattedName }
        if kind == .tag { return Escapes.escapedComma(in: line.decodedValue) != nil }
        return Self.newKinds.contains(kind)
            || EarlierReading.refused(CardValue.text(of: line, as: kind, version), as: kind)
    }

    /// The kinds of lines that earlier programs did not show, although cards had them.
    private static let newKinds: Set<LineKind> = [
        .name, .nickname, .title, .role, .anniversary, .relation, .messenger,
    ]

    /// The text of a content line as a note that stands for it.
    func standIn(for line: Int) -> FriendLine? {
        guard case .value(let kind) = lines[line].property else { return nil }
        let value = CardValue.text(of: lines[line], as: kind, version).trimmed
        return FriendLine(id: FriendLine.ID(""), kind: .note, label: kind.key, value: value)
    }
}
