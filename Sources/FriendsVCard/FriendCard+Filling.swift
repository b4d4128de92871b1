import FriendsModel

extension FriendCard {
    /// The kinds of lines that earlier programs did not show, although cards had them.
    private static let newKinds: Set<LineKind> = [
        .name, .nickname, .title, .role, .anniversary, .relation, .messenger,
    ]

    /// The lines of a friend whom an earlier program has stored, with those of its card that the program did not show, each after
    /// the line that it follows in the card. Without them an export would take them for removed.
    /// - Parameter rest: perhaps no card.
    /// - Returns: nil if the friend lacks none.
    package static func lines(of details: FriendDetails, filledFrom rest: [UInt8]) -> [FriendLine]? {
        guard let card = VCard(rest) else { return nil }
        let mapping = CardMapping(card)
        let shown = mapping.details.lines
        var known = Set(details.lines.map(\.id))
        var result = details.lines
        for (index, line) in shown.enumerated()
        where !known.contains(line.id) && mapping.says(newKinds, at: index) && result.count < FriendLine.maximumCount {
            var line = line
            if index == mapping.displayIndex {
                // The names may have been edited since.
                line.value = details.displayName(line.value, following: mapping.details)
                if details.isPlainName(line.value) || line.valueProblem != nil { continue }
            }
            let before = shown[..<index].last { known.contains($0.id) }
            let place = before.flatMap { before in result.firstIndex { $0.id == before.id } }
            result.insert(line, at: place.map { $0 + 1 } ?? 0)
            known.insert(line.id)
        }
        return result.count == details.lines.count ? nil : result
    }
}

extension CardMapping {
    /// Whether a line of the friend is of one of some kinds, or a note that stands for a text which a rule refuses.
    fileprivate func says(_ kinds: Set<LineKind>, at index: Int) -> Bool {
        isStandIn(index) || kinds.contains(details.lines[index].kind)
    }
}
