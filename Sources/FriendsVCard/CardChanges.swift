import FriendsModel

/// What changes in the part of a card that a friend does not show: a photo, a key, a middle name.
package struct CardChanges: Equatable, Sendable {
    /// A text for each content line, `+ GENDER: F`, `- PHOTO`; after ``maximumCount``, that there are more. They have untrusted text.
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
        var known = Dictionary(before.map { ($0, 1) }, uniquingKeysWith: +)
        let added = HiddenPart.parts(of: CardMapping(card)).filter { part in
            guard let count = known[part], count > 0 else { return true }
            known[part] = count - 1
            return false
        }
        var removed = before.filter { part in
            guard let count = known[part], count > 0 else { return false }
            known[part] = count - 1
            return true
        }
        var texts: [String] = []
        for part in added {
            // A hostile card has very many.
            if texts.count > Self.maximumCount { break }
            if let index = removed.firstIndex(where: { $0.hasSameText(as: part) }) {
                texts.append(
                    "\(part.text) (\(removed.remove(at: index).label == part.label ? "parameters" : "label") changed)")
            } else if part.isShown {
                // What else changes of it is a change of the friend.
                continue
            } else if let index = removed.firstIndex(where: { $0.name == part.name && !$0.isShown }) {
                let values = [removed.remove(at: index), part].compactMap(\.shortValue)
                texts.append(
                    values.count == 2 ? "\(part.name): \(values[0]) \u{2192} \(values[1])" : "\(part.name): replaced")
            } else {
                texts.append("+ \(part.text)")
            }
        }
        texts += removed.filter { !$0.isShown }.map { "- \($0.text)" }
        self.texts = texts.count > Self.maximumCount ? texts.prefix(Self.maximumCount) + ["and more"] : texts
    }
}

/// A content line of a card, as far as its friend does not show it.
private struct HiddenPart: Hashable {
    /// The property, in upper case, or `other names`: what the name has beside first and last name.
    let name: String
    let value: String
    /// Whether the value is for programs only, such as a photo.
    var isBinary = false
    /// The types, and the text of the group; empty if the friend shows them.
    var label = ""
    /// The other parameters that do not say how the value is written.
    var parameters: Set<String> = []
    /// Whether the friend shows the value.
    var isShown = false

    private static let maximumLength = 60

    /// The value if people can read it at a glance.
    var shortValue: String? {
        let text = CardValue.oneRow(value).trimmed
        return isBinary || text.isEmpty || text.count > Self.maximumLength ? nil : text
    }

    var text: String { shortValue.map { "\(name): \($0)" } ?? name }

    func hasSameText(as other: HiddenPart) -> Bool {
        name == other.name && value == other.value && isShown == other.isShown
    }

    /// The parts of a card in their order, and what of its names the friend does not show.
    static func parts(of mapping: CardMapping) -> [HiddenPart] {
        let hidden = Set(mapping.hiddenLines)
        let shown = Set(mapping.origins.map(\.line))
        // A hostile card has a long label for many lines.
        let labels = mapping.groupLabels.mapValues { index in
            String(mapping.lines[index].text(in: mapping.version).prefix(maximumLength))
        }
        var parts = mapping.lines.indices.compactMap { index -> HiddenPart? in
            let line = mapping.lines[index]
            let isHidden = hidden.contains(index)
            guard isHidden || shown.contains(index) || index == mapping.phoneLine, line.property != .groupLabel else {
                return nil
            }
            let value =
                line.property == .name
                ? CardValue.joined(CardValue.parts(of: line, count: 5, mapping.version))
                : line.text(in: mapping.version)
            var part = HiddenPart(name: line.name.uppercased(), value: value, isShown: !isHidden)
            part.isBinary = line.property == .photo || line.isBinary
            part.parameters = line.tellingParameters
            if isHidden || index == mapping.phoneLine {
                part.label = line.typeText + (line.groupKey.flatMap { labels[$0] } ?? "")
            }
            return part
        }
        let names = mapping.nameLine.map { CardValue.parts(of: mapping.lines[$0], count: 5, mapping.version) } ?? []
        let others = CardValue.joined(Array(names.dropFirst(2)))
        if !others.isEmpty { parts.append(HiddenPart(name: "other names", value: others)) }
        let display = mapping.formattedNameLine.map { mapping.lines[$0].text(in: mapping.version) } ?? ""
        let name = CardValue.oneRow(display).trimmed
        if mapping.displayIndex == nil, !name.isEmpty, !mapping.details.isPlainName(name), !mapping.isNoPerson(name) {
            parts.append(HiddenPart(name: "FN", value: name))
        }
        return parts
    }
}

extension ContentLine {
    /// The types in one spelling, without the preference, which is a parameter in version 4.0.
    fileprivate var typeText: String {
        guard hasParameters else { return "" }
        return Set(values(of: "TYPE").map { $0.lowercased() }).subtracting(["pref"]).sorted().joined(separator: ",")
    }

    /// The parameters that are no types, and do not say how the value is written.
    fileprivate var tellingParameters: Set<String> {
        guard hasParameters else { return [] }
        return Set(
            parameters.flatMap { parameter -> [String] in
                switch parameter.name {
                case "ENCODING", "CHARSET", "VALUE", "\(CardWriter.idParameter)", "\(AddressText.orderParameter)": []
                case "TYPE": parameter.values.contains { $0.lowercased() == "pref" } ? ["PREF=1"] : []
                default: ["\(parameter.name)=\(parameter.values.joined(separator: ","))"]
                }
            })
    }
}
