import FriendsModel

extension FriendCard {
    /// The size of the longest ``Friend/keptText``, in UTF-8 bytes.
    package static let maximumKeptSize = 2_000

    /// What a rest says of the person that is in no detail, for people and for the search: a row for each property with its name and
    /// its text, the middle names and titles first; last the names of those that have no text to read, such as a photo. Of data that
    /// are no card only that they are there. What is longer is cut, and ends in `…`.
    ///
    /// It depends on the rest alone. The lines of a card with more than a friend can have come last.
    package static func keptText(in rest: some Collection<UInt8>) -> String {
        // Other data can be large, and a transaction waits for this.
        guard rest.canBeCard, let card = VCard(rest) else { return rest.isEmpty ? "" : otherData }
        let lines = card.lines
        let version = VCard.version(of: lines)
        let isFull = lines.count { $0.isValue } > FriendLine.maximumCount
        let hasLabels = lines.contains { $0.property == .groupLabel }
        let shownGroups = Set(hasLabels ? lines.filter { $0.isValue || $0.isName }.compactMap(\.groupKey) : [])
        var rows = KeptList(separator: "\n", maximumSize: maximumKeptSize - maximumKeptNamesSize)
        var names = KeptList(separator: ", ", maximumSize: maximumKeptNamesSize)
        let name = lines.firstIndex { $0.property == .name }
        if let name {
            let others = CardValue.joined(Array(CardValue.parts(of: lines[name], count: 5, version).dropFirst(2)))
            if !others.isEmpty { rows.append("other names: \(others.keptPart)") }
        }
        // The friend of such a card cannot show all of it.
        let hidden = isFull ? CardMapping(card).hiddenLines.filter { lines[$0].isValue } : []
        let shown = [name, lines.firstIndex { $0.property == .formattedName }].compactMap(\.self)
        var shownNames: Set<String>?
        let kept = lines.indices.filter { index in
            let line = lines[index]
            let isLabel = line.property == .groupLabel && !(line.groupKey.map(shownGroups.contains) ?? false)
            return !shown.contains(index) && (isLabel || line.isName || line.isKept)
        }
        for line in (kept + hidden).lazy.map({ lines[$0] }) {
            let isReadable = line.isReadable
            if isReadable ? rows.isFull : names.isFull { continue }
            let text = isReadable ? line.keptValue(version) : ""
            // A second name is in another language, or of a card that was merged.
            if line.isName {
                let known = shownNames ?? Set(shown.map { lines[$0].keptValue(version) })
                shownNames = known
                if text.isEmpty || known.contains(text) { continue }
            }
            if text.isEmpty {
                names.append(line.keptName.keptPart)
            } else {
                rows.append("\(line.keptName.keptPart): \(text)")
            }
        }
        return [rows.text, names.text].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// What another program has stored with a friend.
    static let otherData = "data of another program"

    /// The room for the names, in UTF-8 bytes, with the line feed before them.
    private static let maximumKeptNamesSize = 400
}

extension Collection<UInt8> {
    /// Whether the first byte can begin a card, in any encoding.
    fileprivate var canBeCard: Bool {
        switch first(where: { !$0.isBlank && !$0.isLineEnd }) {
        case UInt8(ascii: "B"), UInt8(ascii: "b"), 0xEF, 0xFE, 0xFF, 0: true
        default: false
        }
    }
}

/// Texts of a card, each once, up to a size.
private struct KeptList {
    let separator: String
    /// In UTF-8 bytes, with a separator at the end.
    let maximumSize: Int
    private(set) var text = ""
    private(set) var isFull = false
    private var known: Set<String> = []

    init(separator: String, maximumSize: Int) {
        (self.separator, self.maximumSize) = (separator, maximumSize)
    }

    mutating func append(_ part: String) {
        guard !isFull, !part.isEmpty, known.insert(part).inserted else { return }
        text += text.isEmpty ? part : separator + part
        guard text.utf8.count + separator.utf8.count > maximumSize else { return }
        isFull = true
        let end = "\u{2026}"
        while text.utf8.count + end.utf8.count + separator.utf8.count > maximumSize { text.removeLast() }
        text = text.trimmed + end
    }
}

extension String {
    /// The beginning, with pictures for control characters, which a database may refuse.
    fileprivate var keptPart: String {
        var part = UnicodeScalarView()
        for scalar in prefix(FriendCard.maximumKeptSize).unicodeScalars { part.append(scalar.picture ?? scalar) }
        return String(part)
    }
}

extension ContentLine {
    /// The name of its property as people say it, or else as the card has it.
    var keptName: String {
        let name = name.uppercased()
        return switch property {
        case .photo, .agent: name.lowercased()
        case .cardKind: "kind"
        case .value(let kind): kind.label.lowercased()
        default: name
        }
    }

    /// Whether the value is for programs only, such as a photo.
    var isBinary: Bool { layout.contains(.base64) || value.hasPrefix(ignoringCase: "DATA:") }

    /// Whether the value is a line of the friend, if it has room for it.
    fileprivate var isValue: Bool {
        if case .value = property { true } else { property == .line || property == .android }
    }

    fileprivate var isName: Bool { property == .name || property == .formattedName }

    /// Whether no friend shows it, although it says something of the person.
    fileprivate var isKept: Bool {
        switch property {
        case .agent, .photo, .other, .groupDetail, .member: !value.trimmedBlanks.isEmpty
        case .cardKind: !value.trimmedBlanks.isEmpty && !value.trimmedBlanks.isEqual(ignoringCase: "INDIVIDUAL")
        default: false
        }
    }

    /// Whether people can read the value: it is no photo, and not very long. Apple's details of a group are ids and codes of countries.
    fileprivate var isReadable: Bool {
        ![.photo, .agent, .groupDetail].contains(property) && !isBinary && value.count <= 2 * FriendCard.maximumKeptSize
    }

    fileprivate func keptValue(_ version: VCard.Version) -> String {
        let text =
            property == .name ? CardValue.joined(CardValue.parts(of: self, count: 5, version)) : text(in: version)
        return CardValue.oneRow(text).keptPart.trimmed
    }
}

extension Unicode.Scalar {
    /// What is shown in place of a control character; nil for other characters.
    fileprivate var picture: Unicode.Scalar? {
        switch value {
        case 0..<0x20: Unicode.Scalar(0x2400 + value)
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0: "\u{FFFD}"
        default: nil
        }
    }
}
