import FriendsModel

extension FriendCard {
    /// The kinds of lines that programs before version 0.3 did not show, although cards had them.
    private static let newKinds: Set<LineKind> = [
        .name, .nickname, .title, .role, .anniversary, .relation, .messenger,
    ]

    /// The lines of a friend who was stored by a program before version 0.3, with those of its card that the program did not
    /// show, each after the line that it follows in the card. Without them an export would take them for removed.
    /// - Parameter rest: perhaps no card.
    /// - Returns: nil if the friend lacks none.
    package static func lines(_ lines: [FriendLine], filledFrom rest: [UInt8]) -> [FriendLine]? {
        guard let card = VCard(rest) else { return nil }
        let shown = CardMapping(card).details.lines
        var known = Set(lines.map(\.id))
        var result = lines
        for (index, line) in shown.enumerated()
        where newKinds.contains(line.kind) && result.count < FriendLine.maximumCount && !known.contains(line.id) {
            let before = shown[..<index].last { known.contains($0.id) }
            let place = before.flatMap { before in result.firstIndex { $0.id == before.id } }
            result.insert(line, at: place.map { $0 + 1 } ?? 0)
            known.insert(line.id)
        }
        return result.count == lines.count ? nil : result
    }
}
