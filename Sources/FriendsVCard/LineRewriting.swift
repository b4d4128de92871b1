import FriendsModel

/// Rewrites a content line of a card for a line of the friend that has changed. Group and parameters stay, as far as they are
/// not about what has changed.
struct LineRewriting {
    private let line: FriendLine
    private let old: FriendLine
    private let origin: CardMapping.Origin
    private let mapping: CardMapping
    private let version: VCard.Version
    /// Whether the content line has the id of the friend's line.
    var hasID = false

    init(
        _ line: FriendLine, _ old: FriendLine, _ origin: CardMapping.Origin, _ mapping: CardMapping,
        _ version: VCard.Version
    ) {
        self.line = line
        self.old = old
        self.origin = origin
        self.mapping = mapping
        self.version = version
    }

    /// Whether the label stays, wherever it is in the card.
    var keepsLabel: Bool { line.label.isIdentical(to: old.label) }

    /// The content line, and the content line with its new label, if it needs one.
    func result(_ groups: inout GroupNames) -> (line: WrittenLine, label: WrittenLine?) {
        let content = mapping.lines[origin.line]
        // Nil for a label of its own.
        let types =
            line.hasLabelInValue
            ? [] : content.labelOfName.isEmpty ? Labels.types(for: line.label, of: line.kind, in: version) : nil
        var parameters = line.valueParameters(version)
        if hasID { parameters.append(CardNames.idParameter([line])) }
        var result = content.written(
            with: value(of: content), types: keepsLabel ? nil : types ?? [], adding: parameters, from: mapping.version,
            to: version)
        result.name = content.name(for: line, from: mapping.version, to: version)
        guard !keepsLabel, types == nil else { return (result, nil) }
        let group = content.group ?? groups.next()
        result.group = group
        return (result, CardNames.groupLabel(of: line, group, version))
    }

    private func value(of content: ContentLine) -> [UInt8] {
        switch line.kind {
        case .organization:
            return line.content(version, replacing: CardValue.parts(of: content, count: nil, mapping.version))
        case .address:
            let all = CardValue.parts(of: content, count: CardValue.addressPartCount, mapping.version)
            // A text with all of an address that has changed is out of date.
            let isSame = line.value.isIdentical(to: old.value)
            if isSame, !CardValue.joined(all).isIdentical(to: line.value) {
                return Array(all.map { Escapes.added(to: $0, version) }.joined(separator: [ASCII.semicolon]))
            }
            return line.content(version, replacing: CardValue.addressParts(all))
        default: return line.content(version, ofOwner: content.emailOwner(mapping.version))
        }
    }
}
