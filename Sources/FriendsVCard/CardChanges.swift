import FriendsModel

/// What changes in the part of a card that a friend does not show: a nickname, a photo, a middle name.
package struct CardChanges: Equatable, Sendable {
    /// A text for each content line, at most ``maximumCount``: `+ NICKNAME: Ann`, `- PHOTO`. They have untrusted text.
    package let texts: [String]

    private static let maximumCount = 100

    /// - Parameters:
    ///   - old: the card so far, perhaps no card; nil for none.
    ///   - new: the next card, perhaps no card.
    package init(from old: [UInt8]?, to new: [UInt8]) {
        guard let card = VCard(new) else {
            texts = []
            return
        }
        let before = old.flatMap { VCard($0) }.map { HiddenPart.parts(of: CardMapping($0)) } ?? []
        let after = HiddenPart.parts(of: CardMapping(card))
        let (known, left) = (Set(before), Set(after))
        var removed = before.filter { !left.contains($0) }
        var texts: [String] = []
        for part in after where !known.contains(part) {
            // A hostile card has very many.
            if texts.count == Self.maximumCount { break }
            guard let index = removed.firstIndex(where: { $0.name == part.name }) else {
                texts.append("+ \(part.text)")
                continue
            }
            let other = removed.remove(at: index)
            let values = [other, part].compactMap(\.shortValue)
            texts.append(
                values.count == 2 ? "\(part.name): \(values[0]) \u{2192} \(values[1])" : "\(part.name): replaced")
        }
        texts += removed.map { "- \($0.text)" }
        self.texts = Array(texts.prefix(Self.maximumCount))
    }
}

/// A text of a card that its friend does not show.
private struct HiddenPart: Hashable {
    /// The property, in upper case.
    let name: String
    let value: String
    /// Whether the value is for programs only, such as a photo.
    let isBinary: Bool

    private static let maximumLength = 60

    /// The value if people can read it at a glance.
    var shortValue: String? {
        let text = CardValue.oneRow(value).trimmed
        return isBinary || text.isEmpty || text.count > Self.maximumLength ? nil : text
    }

    var text: String { shortValue.map { "\(name): \($0)" } ?? name }

    /// The parts of a card in their order, and what of its names the friend does not show.
    static func parts(of mapping: CardMapping) -> [HiddenPart] {
        var parts = mapping.hiddenLines.filter { mapping.lines[$0].property != .groupLabel }.map { index in
            let line = mapping.lines[index]
            let value = line.text(in: mapping.version) ?? String(decoding: line.value, as: UTF8.self)
            return HiddenPart(
                name: line.name.uppercased(), value: value, isBinary: line.property == .photo || line.isBinary)
        }
        let names = mapping.nameLine.map { CardValue.parts(of: mapping.lines[$0], count: 5, mapping.version) } ?? []
        let others = CardValue.joined(Array(names.dropFirst(2)))
        if !others.isEmpty { parts.append(HiddenPart(name: "N", value: others, isBinary: false)) }
        let display = mapping.formattedNameLine.flatMap { mapping.lines[$0].text(in: mapping.version) } ?? ""
        let name = CardValue.oneRow(display).trimmed
        if !name.isEmpty, name != mapping.details.fullName, !mapping.isNoPerson(name) {
            parts.append(HiddenPart(name: "FN", value: name, isBinary: false))
        }
        return parts
    }
}

extension ContentLine {
    fileprivate var isBinary: Bool { layout.contains(.base64) || value.hasPrefix(ignoringCase: "DATA:") }
}
