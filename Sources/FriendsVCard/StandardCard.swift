import FriendsModel

/// A card of version 3.0 or 4.0 that has the syntax of its version only, for programs that know no other one: it is in UTF-8, and no
/// line has the parameters of version 2.1. Lines that have that syntax keep their bytes.
struct StandardCard {
    private let mapping: CardMapping
    private let id: Friend.ID
    private let version: VCard.Version
    private let marksPhones: Bool

    /// - Parameters:
    ///   - mapping: a card of the version, or one that is read as such.
    ///   - id: the id of its friend.
    ///   - marksPhones: whether changed phones that are lines get an id, so that none of them is read as the friend's phone number.
    init(_ mapping: CardMapping, of id: Friend.ID, _ version: VCard.Version, marksPhones: Bool = false) {
        (self.mapping, self.id, self.version, self.marksPhones) = (mapping, id, version, marksPhones)
    }

    /// Whether a card has the syntax of a version only.
    static func isStandard(_ card: VCard, _ version: VCard.Version) -> Bool {
        let lines = card.lines
        let versions = lines.filter { $0.property == .version }
        return !versions.isEmpty && versions.allSatisfy { $0.value.trimmedBlanks.elementsEqual(version.rawValue.utf8) }
            && lines.allSatisfy { $0.isText && $0.standard(in: version) == nil }
    }

    var bytes: [UInt8] {
        var writer = CardWriter(version)
        let (begin, lines) = (mapping.lines.prefix(1), mapping.lines.dropFirst())
        for line in begin { writer.add(raw: line.raw) }
        writer.add("VERSION", version.rawValue)
        var written: [Property] = [.none, .version]
        if !mapping.hasUID {
            // Without one, the content of the card would decide the id.
            writer.add(CardNames.identifier(id, version))
            written.append(.identifier)
        }
        // Rows without a colon would become a part of a note before them.
        for line in lines where line.property == .none { writer.add(raw: TextEncoding.utf8(line.raw)) }
        for (index, line) in zip(lines.indices, lines) where !written.contains(line.property) {
            guard let new = line.standard(in: version) else {
                writer.add(raw: line.raw)
                continue
            }
            for line in new { writer.add(marked(line, index)) }
        }
        return writer.bytes
    }

    private func marked(_ line: WrittenLine, _ index: Int) -> WrittenLine {
        let old = mapping.lines[index]
        guard marksPhones, old.property == .value(.phone), index != mapping.phoneLine,
            old.values(of: CardWriter.idParameter).isEmpty
        else { return line }
        let shown = mapping.origins.firstIndex { $0.line == index }
        var marked = line
        marked.parameters.append(
            shown.map { CardNames.idParameter([mapping.details.lines[$0]]) }
                ?? "\(CardWriter.idParameter)=hidden-\(index)")
        return marked
    }
}

extension ContentLine {
    /// Whether its bytes are UTF-8. A fold inside of a character makes them invalid.
    fileprivate var isText: Bool { String(validating: raw, as: UTF8.self) != nil }

    /// The line in the syntax of version 3.0 or 4.0, and the lines that it needs beside it; nil if it has that syntax.
    fileprivate func standard(in version: VCard.Version) -> [WrittenLine]? {
        switch property {
        case .begin, .end, .version, .none: return nil
        default: break
        }
        if layout.contains(.nested) { return [nestedCard(to: version)] }
        if layout.contains(.base64) {
            return isStandardBase64(version) ? nil : binary(from: .v2, to: version).map { [$0] }
        }
        let bare = version == .v3 ? bareValue(version) : nil
        let label = version == .v3 && property == .value(.address) ? formattedAddress : nil
        let isStandard =
            isText && layout.isDisjoint(with: [.quotedPrintable, .loose])
            && parameters.allSatisfy { $0.raw.contains(ASCII.equals) && !Self.encodings.contains($0.name) }
        if isStandard, bare == nil, label == nil { return nil }
        var line = WrittenLine(
            group: group, name: name, parameters: standardParameters(version, isBare: bare != nil),
            value: bare.map { Escapes.added(to: $0, version) } ?? Array(decodedValue))
        if bare != nil {
            let owner = emailOwner(version).filter { $0 != "\"" }
            if !owner.isEmpty { line.parameters.append("X-CN=\(Self.quoted(CardValue.oneRow(owner)))") }
        }
        guard let label else { return [line] }
        line.parameters.removeAll { $0.uppercased().hasPrefix("LABEL=") }
        let types = line.parameters.filter { $0.uppercased().hasPrefix("TYPE=") }
        return [
            line,
            WrittenLine(group: group, name: "LABEL", parameters: types, value: Escapes.added(to: label, version)),
        ]
    }

    private static let encodings: Set<String> = ["ENCODING", "CHARSET"]

    /// The parameters in the syntax of version 3.0 or 4.0.
    private func standardParameters(_ version: VCard.Version, isBare: Bool) -> [String] {
        let kept = parameters.filter { !Self.encodings.contains($0.name) && !(isBare && $0.name == "VALUE") }
        return kept.flatMap { parameter in
            // The label of a type in another character set is read in this way.
            if parameter.name == "TYPE" {
                return parameter.raw.contains(ASCII.equals)
                    ? [String(decoding: parameter.raw, as: UTF8.self)] : Self.types(parameter.values, version)
            }
            return [String(decoding: TextEncoding.utf8(parameter.raw), as: UTF8.self)]
        }
    }

    /// Whether its Base64 is written as in version 3.0: in later ones it is in a URI.
    private func isStandardBase64(_ version: VCard.Version) -> Bool {
        let isFolded = raw.indices.allSatisfy { index in
            raw[index] != ASCII.lineFeed || index + 1 < raw.endIndex && raw[index + 1].isBlank
        }
        return version == .v3 && isText && isFolded
            && parameters.allSatisfy { parameter in
                parameter.raw.contains(ASCII.equals) && parameter.name != "CHARSET"
                    && (parameter.name != "ENCODING" || parameter.values.allSatisfy { $0.uppercased() == "B" })
            }
    }

    /// A number, an email or a date without what few programs know: marks of direction, a scheme, a name before an email; nil if the
    /// value has none of that, or is not valid.
    private func bareValue(_ version: VCard.Version) -> String? {
        guard case .value(let kind) = property else { return nil }
        let scheme: String
        switch kind.format {
        case .phoneNumber: scheme = "tel:"
        case .email: scheme = "mailto:"
        case .date: scheme = ""
        case .text, .website, .tag, .note: return nil
        }
        let value = kind.normalized(CardValue.text(of: self, as: kind, version).trimmed)
        guard FriendLine(id: FriendLine.ID(""), kind: kind, value: value).valueProblem == nil else { return nil }
        let text = text(in: version)
        let bare = kind.format == .date ? text.withoutHiddenMarks : value
        // It would be taken for the scheme.
        if !scheme.isEmpty, bare.lowercased().hasPrefix(scheme) { return nil }
        return bare.isIdentical(to: text.trimmed) ? nil : bare
    }

    /// The text with all of an address that version 4.0 has in a parameter; nil without one.
    private var formattedAddress: String? {
        guard let parameter = parameters.first(where: { $0.name == "LABEL" }) else { return nil }
        let text = Escapes.removed(from: Array(parameter.values.joined(separator: ",").utf8)[...], .v4)
        return text.trimmed.isEmpty ? nil : Self.withoutCarets(text)
    }

    /// A value of a parameter without its escapes (RFC 6868).
    private static func withoutCarets(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            let escaped: [Character: Character] = ["n": "\n", "'": "\"", "^": "^"]
            if character == "^", let next = rest.first.flatMap({ escaped[$0] }) {
                result.append(next)
                rest.removeFirst()
            } else {
                result.append(character)
            }
        }
        return result
    }
}
