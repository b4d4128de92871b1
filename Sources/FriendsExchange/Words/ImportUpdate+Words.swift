import FriendsModel

/// An update in words. The texts have untrusted text.
extension ImportUpdate {
    /// What changes of the details, a text for each field and line: from the old to the new one.
    package var changeTexts: [String] { texts(withAdditions: true) }

    /// What of the details is replaced or removed.
    var lossTexts: [String] { texts(withAdditions: false) }

    private func texts(withAdditions: Bool) -> [String] {
        var texts: [String] = []
        for field in FriendField.allCases where !friend.details[field].isIdentical(to: details[field]) {
            guard withAdditions || !friend.details[field].isEmpty else { continue }
            texts.append("\(field.label): \(Self.change(friend.details[field], details[field]))")
        }
        let old = Dictionary(friend.details.lines.map { ($0.id, $0) }) { first, _ in first }
        let new = Set(details.lines.map(\.id))
        for line in details.lines {
            guard let before = old[line.id] else {
                if withAdditions { texts.append("+ \(line.importText)") }
                continue
            }
            if !before.hasSameContent(as: line) { texts.append(Self.change(before, line)) }
        }
        return texts + friend.details.lines.filter { !new.contains($0.id) }.map { "- \($0.importText)" }
    }

    /// Why a property of a card is not with the friend.
    /// - Parameters:
    ///   - name: the property; untrusted text. `CARD` is the whole card.
    ///   - isOfMerged: whether it is of a card that was merged with the friend's before.
    static func leftOutText(_ name: String, ofMerged isOfMerged: Bool = false) -> String {
        if name == "CARD" { return "The card was left out: it can\u{2019}t be joined with the one that the friend has" }
        let owner = isOfMerged ? " of a merged card" : ""
        return
            "\(name)\(owner) was left out: it doesn\u{2019}t fit into the friend\u{2019}s card, which has at most \(Friend.maximumRestSize >> 20) MiB"
    }

    private static func change(_ old: String, _ new: String) -> String {
        old.isEmpty ? new : new.isEmpty ? "\(old) \u{2192} nothing" : "\(old) \u{2192} \(new)"
    }

    /// The new text of several rows has rows of its own.
    private static func change(_ old: FriendLine, _ new: FriendLine) -> String {
        let hasRows = [old, new].contains { $0.value.contains("\n") }
        return "\(old.importText)\(hasRows ? "\n" : " ")\u{2192} \(new.importText)"
    }
}

extension FriendLine {
    /// Kind, label and value, with its rows.
    package var importText: String { "\(kind.label)\(label.isEmpty ? "" : " (\(label))"): \(value)" }
}

extension ImportRow {
    /// What the import changes of a friend who is in the list or in the trash.
    package var changeTexts: [String] {
        writtenUpdate.map { $0.update.changeTexts + $0.cardTexts } ?? []
    }

    /// What of it people do not see in the list, and what is replaced or removed; of a merge, everything.
    package var importantTexts: [String] {
        if result == .merged { return changeTexts }
        return writtenUpdate.map { $0.update.lossTexts + $0.cardTexts } ?? []
    }

    private var writtenUpdate: (update: ImportUpdate, cardTexts: [String])? {
        if let update { return (update, update.cardTexts) }
        guard result == .added, let restoration else { return nil }
        return (restoration.update, restoration.cardTexts)
    }
}
