import FriendsModel

extension FriendCard {
    /// The size of the longest ``Friend/keptText``, in UTF-8 bytes.
    package static let maximumKeptSize = 2_000

    /// What a rest says of the person that is in no detail, for people and for the search: a row for each property with its name and
    /// its text, the middle names and titles first; last the names of those that have no text to read, such as a photo. Empty for data
    /// of another program.
    ///
    /// It depends on the rest alone: the values of a card with more lines than a friend can have are in it, even if some are details.
    package static func keptText(in rest: some Collection<UInt8>) -> String {
        guard let card = VCard(rest) else { return "" }
        let lines = card.lines
        let version = VCard.version(of: lines)
        let isFull = lines.count { $0.isValue } > FriendLine.maximumCount
        let shownGroups = Set(lines.filter { $0.isValue || $0.isName }.compactMap(\.groupKey))
        var rows: [String] = []
        var names: [String] = []
        var size = 0
        func add(_ name: String, _ text: String) {
            let row = text.isEmpty ? name : "\(name): \(text)"
            guard !(text.isEmpty ? names : rows).contains(row) else { return }
            size += row.utf8.count
            if text.isEmpty { names.append(row) } else { rows.append(row) }
        }
        let name = lines.first { $0.property == .name }
        let display = lines.first { $0.property == .formattedName }
        if let name {
            let others = CardValue.joined(Array(CardValue.parts(of: name, count: 5, version).dropFirst(2)))
            if !others.isEmpty { add("other names", others) }
        }
        for line in lines where size <= maximumKeptSize {
            let isLabel = line.property == .groupLabel && !(line.groupKey.map(shownGroups.contains) ?? false)
            // Another name than that of the friend: in another language, or of a card that was merged.
            let isName =
                line.isName && ![name, display].contains { $0.map { line.hasSameName(as: $0, version) } ?? false }
            if isLabel || isName || line.isKept || (isFull && line.isValue) {
                add(line.keptName, line.keptValue(version))
            }
        }
        if !names.isEmpty { rows.append(names.joined(separator: ", ")) }
        var text = rows.joined(separator: "\n")
        while text.utf8.count > maximumKeptSize { text.removeLast() }
        return text
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

    fileprivate func hasSameName(as other: ContentLine, _ version: VCard.Version) -> Bool {
        property == other.property && keptValue(version).isIdentical(to: other.keptValue(version))
    }

    /// The text without control characters, which a database may refuse; empty if people cannot read it.
    fileprivate func keptValue(_ version: VCard.Version) -> String {
        // Apple's details of a group are ids and codes of countries.
        guard ![.photo, .agent, .groupDetail].contains(property), !isBinary,
            value.count <= 2 * FriendCard.maximumKeptSize
        else { return "" }
        let text =
            property == .name ? CardValue.joined(CardValue.parts(of: self, count: 5, version)) : text(in: version)
        return CardValue.oneRow(text).filter { !$0.isControl }.trimmed
    }
}

extension Character {
    fileprivate var isControl: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
