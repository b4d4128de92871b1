import FriendsModel

/// How programs before version 0.3 read cards. The friends that they have stored lack what they did not read.
package enum EarlierReading: Sendable {
    /// What their rules refused was not shown.
    case hidden
    /// It was shown as a note, unless it was removed since.
    case asNotes

    /// Whether their rules refused a value.
    static func refused(_ value: String, as kind: LineKind) -> Bool {
        let value = value.trimmed
        if value.isEmpty { return false }
        switch kind.format {
        case .phoneNumber:
            if value.utf8.allSatisfy({ $0 < 0x80 && $0 & 0x40 == 0 }) { return false }
            let mark = value.filter(\.isLetter).lowercased()
            let hasExtension = ["", "extension", "ext", "x"].contains(mark)
            return !hasExtension || value.contains(where: PhoneNumber.isDash)
                || PhoneNumber.withoutExtension(value).contains(where: \.isLetter)
                || !value.withoutHiddenMarks.isIdentical(to: value)
        case .email: return value.contains(where: \.isWhitespace)
        case .date: return Birthday(value) == nil
        case .text, .website, .tag, .note: return false
        }
    }
}

extension CardMapping {
    /// The kinds of lines that earlier programs did not show, although cards had them.
    private static let newKinds: Set<LineKind> = [
        .name, .nickname, .title, .role, .anniversary, .relation, .messenger,
    ]

    /// Whether earlier programs did not show a line of the friend, neither as what it is nor as a note.
    func wasHidden(_ index: Int, _ reading: EarlierReading) -> Bool {
        let line = lines[origins[index].line]
        if line.property == .android || line.isUnreadExtension { return true }
        if line.guessedEncoding != nil, line.labelledValue == nil { return true }
        if line.property == .value(.tag) {
            let shown = Escapes.split(line.decodedValue, at: ASCII.comma).map {
                Escapes.removed(from: $0, version).trimmed
            }
            return !shown.contains { $0.isIdentical(to: details.lines[index].value) }
        }
        if reading == .asNotes { return false }
        if isStandIn(index) || line.property == .formattedName { return true }
        guard case .value(let kind) = line.property else { return false }
        return Self.newKinds.contains(kind)
            || EarlierReading.refused(CardValue.text(of: line, as: kind, version), as: kind)
    }

    /// The note with which earlier programs showed a value that they refused, if the friend has it.
    func note(for line: Int, of details: FriendDetails) -> Int? {
        guard case .value(let kind) = lines[line].property else { return nil }
        let value = CardValue.text(of: lines[line], as: kind, version).trimmed
        let note = FriendLine(id: FriendLine.ID(""), kind: .note, label: kind.key, value: value)
        return details.lines.firstIndex { $0.hasSameContent(as: note) }
    }

    /// A content line that earlier programs read as the line is read now: they showed the backslash before a quotation mark. Nil for a
    /// line without one.
    private func quotes(_ line: ContentLine) -> [UInt8]? {
        guard version > .v2, line.guessedEncoding == nil, !line.layout.contains(.loose),
            line.value.has("\\\"")
        else { return nil }
        var value: [UInt8] = []
        var isEscaped = false
        for byte in line.value {
            if isEscaped, byte == ASCII.quote { value.append(ASCII.backslash) }
            isEscaped = byte == ASCII.backslash && !isEscaped
            value.append(byte)
        }
        guard !value.elementsEqual(line.value) else { return nil }
        let parameters = line.parameters.map { [ASCII.semicolon] + $0.raw }
        let group = line.group.map { "\($0)." } ?? ""
        return Array("\(group)\(line.name)".utf8) + parameters.joined() + [ASCII.colon] + value
    }

    /// The card as earlier programs read it, which knew no character set but the one that the card says, and one row of a note whose
    /// rows are not indented; nil if they read it as it is read now. Its lines have the same numbers.
    var earlierCard: VCard? {
        guard lines.contains(where: { $0.guessedEncoding != nil || $0.layout.contains(.loose) || quotes($0) != nil })
        else { return nil }
        let rows = lines.map { line -> [UInt8] in
            if let row = quotes(line) { return row }
            guard line.guessedEncoding != nil else { return Array(line.looseRows[0]) }
            guard let value = line.labelledValue, !value.contains(where: { $0 < ASCII.space }) else {
                return Array("X-UNKNOWN:".utf8)
            }
            let dropped: Set<String> = ["ENCODING", "CHARSET"]
            let parameters = line.parameters.filter { !dropped.contains($0.name) }.map { [ASCII.semicolon] + $0.raw }
            let group = line.group.map { "\($0)." } ?? ""
            return Array("\(group)\(line.name)".utf8) + parameters.joined() + [UInt8(ascii: ":")] + value
        }
        return VCard(Array(rows.joined(separator: ASCII.lineEnd)) + ASCII.lineEnd)
    }
}
