import FriendsModel

extension FriendCard {
    /// The details of a friend whom an earlier program has stored, with what the card says and the program did not show: lines, each
    /// after the line that it follows in the card, a phone number, and names. Without them an export would take them for removed.
    /// - Parameter rest: perhaps no card.
    /// - Returns: nil if the friend lacks nothing.
    package static func details(_ details: FriendDetails, filledFrom rest: [UInt8]) -> FriendDetails? {
        guard let card = VCard(rest) else { return nil }
        let mapping = CardMapping(card)
        var result = details
        fillNames(of: &result, from: mapping)
        fillPhoneNumber(of: &result, from: mapping)
        fillLines(of: &result, from: mapping)
        return result == details ? nil : result
    }

    private static func fillNames(of details: inout FriendDetails, from mapping: CardMapping) {
        let lines = [mapping.nameLine, mapping.formattedNameLine].compactMap { $0.map { mapping.lines[$0] } }
        guard !details.hasName, lines.contains(where: EarlierReading.refused(_:)) else { return }
        details.firstName = mapping.details.firstName
        details.lastName = mapping.details.lastName
    }

    /// A friend who got another number since keeps the number of the card as a line.
    private static func fillPhoneNumber(of details: inout FriendDetails, from mapping: CardMapping) {
        let number = mapping.details.phoneNumber
        guard let line = mapping.phoneLine, !number.isEmpty, !details.phoneNumber.isIdentical(to: number),
            EarlierReading.refused(CardValue.text(of: mapping.lines[line], as: .phone, mapping.version), as: .phone)
        else { return }
        let note = mapping.standIn(for: line).flatMap { note in details.lines.firstIndex { $0.hasSameContent(as: note) }
        }
        if details.phoneNumber.isEmpty {
            details.phoneNumber = number
            if let note { details.lines.remove(at: note) }
            return
        }
        var identifiers = LineIdentifiers()
        for line in details.lines { identifiers.keep(line) }
        let id = identifiers.next(.phone, label: mapping.phoneLabel, value: number)
        let new = FriendLine(id: id, kind: .phone, label: mapping.phoneLabel, value: number)
        if let note {
            details.lines[note] = new
        } else if details.lines.count < FriendLine.maximumCount,
            !details.lines.contains(where: { $0.kind == .phone && $0.value.isIdentical(to: number) })
        {
            details.lines.append(new)
        }
    }

    private static func fillLines(of details: inout FriendDetails, from mapping: CardMapping) {
        let shown = mapping.details.lines
        var known = Set(details.lines.map(\.id))
        for (index, line) in shown.enumerated() where !known.contains(line.id) && mapping.isNew(index) {
            var line = line
            if index == mapping.displayIndex {
                // The names may have been edited since.
                line.value = details.displayName(line.value, following: mapping.details)
                if details.isPlainName(line.value) || line.valueProblem != nil { continue }
            }
            // The friend got another one instead.
            if line.kind == .birthday,
                details.lines.contains(where: { $0.kind == .birthday && mapping.index(of: $0) == nil })
            {
                continue
            }
            let note = mapping.standIn(for: mapping.origins[index].line)
            if !mapping.isStandIn(index), let note,
                let place = details.lines.firstIndex(where: { $0.hasSameContent(as: note) })
            {
                details.lines[place] = line
            } else if details.lines.count < FriendLine.maximumCount {
                let before = shown[..<index].last { known.contains($0.id) }
                let place = before.flatMap { before in details.lines.firstIndex { $0.id == before.id } }
                details.lines.insert(line, at: place.map { $0 + 1 } ?? 0)
            } else {
                continue
            }
            known.insert(line.id)
        }
    }
}
