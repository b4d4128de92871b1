import FriendsModel

/// The choice of the number that is the friend's phone number. The others are lines.
enum PhoneChoice {
    /// The content line with the number: the preferred one, else the first one where someone answers. Numbers that earlier programs did
    /// not read are behind all others: a friend whom these have stored has the same number.
    static func main(of lines: [ContentLine], _ version: VCard.Version) -> Int? {
        var best: [Bool: (index: Int, rank: Int)] = [:]
        for (index, line) in lines.enumerated() where line.property == .value(.phone) {
            guard let rank = rank(of: line, version) else { continue }
            let isNew = EarlierReading.refused(CardValue.text(of: line, as: .phone, version), as: .phone)
            if best[isNew].map({ rank < $0.rank }) ?? true { best[isNew] = (index, rank) }
        }
        return (best[false] ?? best[true])?.index
    }

    private static func rank(of line: ContentLine, _ version: VCard.Version) -> Int? {
        // A number with an id is a line, and so is a second number, or the number of an assistant.
        guard line.name.utf8.isEqual(ignoringCase: "TEL") else { return nil }
        guard line.values(of: CardWriter.idParameter).isEmpty else { return nil }
        var draft = FriendDraft()
        draft.details.phoneNumber = CardValue.text(of: line, as: .phone, version).trimmed
        guard !draft.details.phoneNumber.isEmpty, draft.problem(in: .phoneNumber) == nil else { return nil }
        guard line.hasParameters else { return 200 }
        if let preference = line.values(of: "PREF").first.flatMap({ Int($0) }) { return preference }
        let types = line.values(of: "TYPE").map { $0.uppercased() }
        if types.contains("PREF") { return 1 }
        return types.contains("FAX") || types.contains("PAGER") ? 300 : 200
    }
}
