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
        let types = types(of: content)
        let address = changedAddress(of: content)
        var parameters = line.valueParameters(version) + (address?.parameters ?? [])
        if hasID { parameters.append(CardNames.idParameter([line])) }
        var result = content.written(
            with: address?.content(version) ?? value(of: content), types: keepsLabel ? nil : types ?? [],
            adding: parameters, isSameAddress: line.kind == .address && address == nil, from: mapping.version,
            to: version)
        result.name = content.name(for: line, from: mapping.version, to: version)
        guard !keepsLabel, types == nil else { return (result, nil) }
        let group = content.group ?? groups.next()
        result.group = group
        return (result, CardNames.groupLabel(of: line, group, version))
    }

    /// Whether an address has another text, so that a text with all of it is out of date.
    var changesAddress: Bool { line.kind == .address && !line.value.isIdentical(to: old.value) }

    /// The content line with all of the address in one text (`LABEL`), with the new label of the address.
    /// - Parameter group: the group of the address.
    func formattedAddress(_ index: Int, in group: String?) -> WrittenLine {
        let content = mapping.lines[index]
        let types = types(of: mapping.lines[origin.line])
        let text = CardValue.rows(content.text(in: mapping.version))
        var result = content.written(
            with: Escapes.added(to: text, version), types: types ?? [], from: mapping.version, to: version)
        if types == nil { result.group = group }
        return result
    }

    /// The types of the label; nil for a label of its own.
    private func types(of content: ContentLine) -> [String]? {
        if line.hasLabelInValue { return [] }
        return content.labelOfName.isEmpty ? Labels.types(for: line.label, of: line.kind, in: version) : nil
    }

    private func changedAddress(of content: ContentLine) -> AddressText? {
        changesAddress ? CardValue.address(of: content, mapping.version).changed(to: line.value) : nil
    }

    private func value(of content: ContentLine) -> [UInt8] {
        switch line.kind {
        case .organization:
            return line.content(version, replacing: CardValue.parts(of: content, count: nil, mapping.version))
        case .address:
            let parts = CardValue.parts(of: content, count: CardValue.addressPartCount, mapping.version)
            return Array(parts.map { Escapes.added(to: $0, version) }.joined(separator: [ASCII.semicolon]))
        default: return line.content(version, ofOwner: content.emailOwner(mapping.version))
        }
    }
}
