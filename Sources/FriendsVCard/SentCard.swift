import FriendsModel

/// Cards for servers that change what they store, or refuse what is missing in a card.
extension VCard {
    /// A card that every server takes: with a UID, a version and a full name.
    /// - Parameters:
    ///   - id: the id of its friend; the UID of a card without one.
    ///   - name: what the friend is called.
    package static func sendable(_ bytes: [UInt8], id: Friend.ID, name: String) -> [UInt8] {
        guard let card = VCard(bytes) else { return bytes }
        let lines = card.lines
        let version = version(of: lines)
        var added: [WrittenLine] = []
        if Friend.ID.uid(of: lines, version) == nil { added.append(CardNames.identifier(id, version)) }
        let hasName = lines.contains { $0.property == .formattedName && !$0.value.trimmedBlanks.isEmpty }
        if !hasName { added.append(WrittenLine(name: "FN", value: Escapes.added(to: name, version))) }
        if added.isEmpty { return bytes }
        var writer = CardWriter(version)
        for (index, line) in lines.enumerated() {
            // Empty ones, which would count as the first.
            if added.contains(where: { line.isNamed($0.name) }) { continue }
            writer.add(line)
            let isFirst = lines.indices.first { lines[$0].property == .version } ?? 0
            if index == isFirst { for line in added { writer.add(line) } }
        }
        return writer.bytes
    }

    /// A card with a backslash before the commas of the texts that another card lacks, which a server has made of it: some servers cut
    /// a text at a comma.
    /// - Returns: nil if there is no such comma.
    package static func escapingCommas(in bytes: [UInt8], lackedBy other: [UInt8]) -> [UInt8]? {
        guard let card = VCard(bytes), card.version > .v2, let other = VCard(other) else { return nil }
        let known = Set(other.lines.map { CardLineKey($0, other.version) })
        var writer = CardWriter(card.version)
        var isChanged = false
        for line in card.lines {
            if !known.contains(CardLineKey(line, card.version)), let escaped = line.escapingCommas {
                writer.add(escaped)
                isChanged = true
            } else {
                writer.add(line)
            }
        }
        return isChanged ? writer.bytes : nil
    }
}

extension ContentLine {
    fileprivate func isNamed(_ name: String) -> Bool { self.name.uppercased() == name.uppercased() }

    /// The line with a backslash before each comma of its text; nil without a comma, and if commas divide the parts of its value.
    fileprivate var escapingCommas: WrittenLine? {
        switch property {
        case .value(let kind) where kind == .tag || kind == .address || kind == .organization:
            return nil
        case .begin, .end, .version, .name, .photo, .none: return nil
        default: break
        }
        guard !layout.contains(.base64), !value.hasPrefix(ignoringCase: "data:") else { return nil }
        var text: [UInt8] = []
        var isEscaped = false
        for byte in decodedValue {
            if byte == ASCII.comma, !isEscaped { text.append(ASCII.backslash) }
            isEscaped = byte == ASCII.backslash && !isEscaped
            text.append(byte)
        }
        guard text.count > decodedValue.count else { return nil }
        return WrittenLine(
            group: group, name: name, parameters: parameters.map { String(decoding: $0.raw, as: UTF8.self) },
            value: text)
    }
}
