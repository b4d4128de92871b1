import FriendsModel

extension FriendCard {
    /// The details of a friend whom an earlier program has stored, with what the card says and the program did not show or showed
    /// differently: lines, each after the line that it follows in the card, a phone number, and names. Without them an export would
    /// take them for removed.
    /// - Parameter rest: perhaps no card.
    /// - Returns: nil if the friend lacks nothing.
    package static func details(
        _ details: FriendDetails, filledFrom rest: [UInt8], after reading: EarlierReading
    ) -> FriendDetails? {
        guard let card = VCard(rest) else { return nil }
        let mapping = CardMapping(card)
        var result = details
        replaceEarlierTexts(of: &result, by: mapping)
        fillPhoneNumber(of: &result, from: mapping, reading)
        fillLines(of: &result, from: mapping, reading)
        return result == details ? nil : result
    }

    /// Replaces what was read in another character set or in part. What was edited since stays, but for the rest of a note.
    private static func replaceEarlierTexts(of details: inout FriendDetails, by mapping: CardMapping) {
        guard let earlier = mapping.earlierCard.map(CardMapping.init) else { return }
        if details.firstName.isIdentical(to: earlier.details.firstName),
            details.lastName.isIdentical(to: earlier.details.lastName)
        {
            details.firstName = mapping.details.firstName
            details.lastName = mapping.details.lastName
        }
        for (origin, old) in zip(earlier.origins, earlier.details.lines) {
            guard let place = details.lines.firstIndex(where: { $0.id == old.id }),
                let index = mapping.origins.firstIndex(where: { $0 == origin })
            else { continue }
            let (own, new) = (details.lines[place], mapping.details.lines[index])
            if new == old { continue }
            let isPart = mapping.lines[origin.line].layout.contains(.loose) && new.value.hasPrefix(old.value)
            let rest = isPart ? String(new.value.dropFirst(old.value.count)) : ""
            details.lines[place] = FriendLine(
                id: new.id, kind: own.kind, label: own.label.isIdentical(to: old.label) ? new.label : own.label,
                value: own.value.isIdentical(to: old.value) ? new.value : own.value + rest)
        }
    }

    /// A friend who got another number since keeps the number of the card as a line.
    private static func fillPhoneNumber(
        of details: inout FriendDetails, from mapping: CardMapping, _ reading: EarlierReading
    ) {
        let number = mapping.details.phoneNumber
        guard let line = mapping.phoneLine, !details.phoneNumber.isIdentical(to: number),
            EarlierReading.refused(CardValue.text(of: mapping.lines[line], as: .phone, mapping.version), as: .phone)
        else { return }
        let note = mapping.note(for: line, of: details)
        if note == nil, reading == .asNotes { return }
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
        } else if details.lines.count < FriendLine.maximumCount, !details.values(of: .phone).contains(number) {
            details.lines.append(new)
        }
    }

    private static func fillLines(of details: inout FriendDetails, from mapping: CardMapping, _ reading: EarlierReading)
    {
        let shown = mapping.details.lines
        var known = Set(details.lines.map(\.id))
        for (index, line) in shown.enumerated() where !known.contains(line.id) {
            var line = line
            if index == mapping.displayIndex {
                // The names may have been edited since.
                line.value = details.displayName(line.value, following: mapping.details)
                if details.isPlainName(line.value) || line.valueProblem != nil { continue }
            }
            let note = mapping.isStandIn(index) ? nil : mapping.note(for: mapping.origins[index].line, of: details)
            if note == nil, !mapping.wasHidden(index, reading) { continue }
            let others = details.lines.filter { $0.kind == line.kind && mapping.index(of: $0) == nil }
            // The friend got another one instead.
            if line.kind == .birthday, !others.isEmpty { continue }
            if let note {
                details.lines[note] = line
            } else if let same = others.first(where: { $0.value.isIdentical(to: line.value) }) {
                // It was typed since then.
                details.lines = details.lines.map {
                    $0.id == same.id
                        ? FriendLine(id: line.id, kind: same.kind, label: same.label, value: same.value) : $0
                }
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
