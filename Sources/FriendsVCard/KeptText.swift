import FoundationEssentials
import FriendsModel

extension FriendCard {
    /// The size of the longest ``Friend/keptText``, in UTF-8 bytes.
    package static let maximumKeptSize = 2_000

    /// What a rest says of the person that is in no detail, for the search: a row for each property, with its name and its text, the
    /// middle names and titles first. A photo and a very long text have only their name. Empty without a rest, and for data of another program.
    ///
    /// It depends on the rest alone: the values of a card with more lines than a friend can have are in it, even if some are details.
    package static func keptText(in rest: Data?) -> String {
        guard let rest, let card = VCard(rest) else { return "" }
        let lines = card.lines
        let version = VCard.version(of: lines)
        let isFull = lines.count { $0.isValue } > FriendLine.maximumCount
        var text = ""
        func add(_ row: String) { text += text.isEmpty || row.isEmpty ? row : "\n" + row }
        if let name = lines.first(where: { $0.property == .name }) {
            add(CardValue.joined(Array(CardValue.parts(of: name, count: 5, version).dropFirst(2))))
        }
        let shownGroups = Set(lines.filter { $0.isValue || $0.isName }.compactMap(\.groupKey))
        for line in lines where text.utf8.count <= maximumKeptSize {
            let isLabel = line.property == .groupLabel && !(line.groupKey.map(shownGroups.contains) ?? false)
            if isLabel || line.isKept || (isFull && line.isValue) { add(line.keptRow(version)) }
        }
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
        case .agent, .photo, .other, .groupDetail: !value.trimmedBlanks.isEmpty
        case .cardKind: !value.trimmedBlanks.isEmpty && !value.trimmedBlanks.isEqual(ignoringCase: "INDIVIDUAL")
        default: false
        }
    }

    /// Without control characters, which a database may refuse.
    fileprivate func keptRow(_ version: VCard.Version) -> String {
        // Apple's details of a group are ids and codes of countries.
        guard ![.photo, .agent, .groupDetail].contains(property), !isBinary,
            value.count <= 2 * FriendCard.maximumKeptSize
        else { return keptName }
        let text = CardValue.oneRow(text(in: version)).filter { !$0.isControl }.trimmed
        return text.isEmpty ? keptName : "\(keptName) \(text)"
    }
}

extension Character {
    fileprivate var isControl: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
