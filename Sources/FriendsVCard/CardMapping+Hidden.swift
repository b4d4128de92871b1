import FriendsModel

extension CardMapping {
    /// The lines that say something of the person, and that a friend does not show, or did not show in earlier versions.
    var hiddenLines: [Int] {
        let places = origins.indices.filter { !isStandIn($0) }.map { origins[$0].line }
        let shown = Set(places + [nameLine, formattedNameLine, phoneLine].compactMap(\.self))
        let labelled = Set(shown.compactMap { lines[$0].groupKey })
        return lines.indices.filter { index in
            switch lines[index].property {
            case .begin, .end, .version, .product, .identifier, .revision, .rest, .merged, .unnamed, .membership, .none:
                false
            case .groupLabel: !(lines[index].groupKey.map(labelled.contains) ?? false)
            default: !shown.contains(index)
            }
        }
    }

    /// The names of what it says of the person that the friend's details do not say.
    fileprivate func keptNames(of friend: FriendDetails) -> [String] {
        let standIns = origins.indices.filter { index in
            isStandIn(index) && friend.lines.contains { $0.hasSameContent(as: details.lines[index]) }
        }
        let shown = Set(standIns.map { origins[$0].line })
        let hidden = hiddenLines.filter { !shown.contains($0) }.map { lines[$0] }.filter { line in
            let value = line.value.trimmedBlanks
            return !value.isEmpty && (line.property != .cardKind || !value.isEqual(ignoringCase: "INDIVIDUAL"))
        }
        let names = nameLine.map { CardValue.parts(of: lines[$0], count: 5, version) } ?? []
        let display = formattedNameLine.map { CardValue.oneRow(lines[$0].text(in: version)) }
        let hasOtherName = display.map { name in
            displayIndex == nil && !details.isPlainName(name.trimmed) && !isNoPerson(name.trimmed)
        }
        var found = names.dropFirst(2).contains { !$0.trimmed.isEmpty } ? ["other names"] : []
        if hasOtherName == true { found.append("display name") }
        var known = Set(found)
        return found + hidden.map(\.keptName).filter { known.insert($0).inserted }
    }
}

extension FriendCard {
    /// The names of what is stored with a friend and not in the details, each once, in the order of the card: a photo, a key, a name in
    /// between. They come from a card, and can have anything.
    /// - Parameter rest: perhaps no card.
    package static func keptNames(in rest: [UInt8], of details: FriendDetails) -> [String] {
        VCard(rest).map { CardMapping($0).keptNames(of: details) } ?? [otherData]
    }
}
