import FriendsModel

extension CardMapping {
    /// The lines that say something of the person, and that a friend does not show, or did not show in earlier versions.
    var hiddenLines: [Int] {
        let places = origins.indices.filter { !isStandIn($0) }.map { origins[$0].line }
        let shown = Set(places + [nameLine, formattedNameLine, phoneLine].compactMap(\.self))
        let labelled = Set(shown.compactMap { lines[$0].groupKey })
        return lines.indices.filter { index in
            switch lines[index].property {
            case .begin, .end, .version, .product, .identifier, .revision, .rest, .merged, .unnamed, .none: false
            case .groupLabel: !(lines[index].groupKey.map(labelled.contains) ?? false)
            default: !shown.contains(index)
            }
        }
    }

    /// Whether it says something of the person that the friend's details do not say.
    fileprivate var saysMore: Bool {
        let hidden = hiddenLines.contains { index in
            let line = lines[index]
            return line.property != .cardKind || !line.value.trimmedBlanks.isEqual(ignoringCase: "INDIVIDUAL")
        }
        let names = nameLine.map { CardValue.parts(of: lines[$0], count: 5, version) } ?? []
        let display = formattedNameLine.flatMap { lines[$0].text(in: version) }
        let hasOtherName = display.map(CardValue.oneRow(_:)).map { name in
            displayIndex == nil && !details.isPlainName(name.trimmed) && !isNoPerson(name.trimmed)
        }
        return hidden || names.dropFirst(2).contains { !$0.trimmed.isEmpty } || hasOtherName ?? false
    }
}

extension FriendCard {
    /// Whether what is stored with a friend says more than the friend's details: a photo, a key, a name in between.
    /// - Parameter rest: perhaps no card.
    package static func saysMore(_ rest: [UInt8]) -> Bool { VCard(rest).map { CardMapping($0).saysMore } ?? true }
}
