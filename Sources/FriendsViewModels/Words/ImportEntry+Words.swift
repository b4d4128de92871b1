import FriendsExchange
import FriendsFormats
import FriendsModel
import FriendsSearch

/// An entry in words.
extension ImportEntry {
    /// The name of the friend in the record; the place of a record without a friend.
    package var name: String { row.friend.map { $0.details.fullName } ?? place }

    /// Where the record is.
    private var place: String {
        // A file that cannot be read has no lines.
        if row.row == 0, let file { return file }
        return (file.map { "\($0), " } ?? "") + "line \(row.row)"
    }

    /// What there is to know of it, in a line.
    package var summary: String {
        switch row.action {
        case .add where row.isInTrash:
            Self.summary(["back from the trash"] + ageWord + (row.restoration?.texts ?? []))
        // What is not shown of it, or not as what it was.
        case .add: Self.summary(([phoneNumber ?? ""] + row.issues.prefix(1)).filter { !$0.isEmpty })
        case .same: Self.summary(ageWord)
        case .waitForRest: ""
        case .refuse(let problem): row.friend == nil ? problem.message : "\(place): \(problem.message)"
        case .update(let update) where !update.changesFriend: Self.summary(ageWord + update.leftOut)
        case .update(let update):
            Self.summary(ageWord + (update.allTexts.isEmpty ? ["card only"] : update.allTexts))
        case .duplicate(let duplicate):
            "\(row.choice.verb) \(duplicate.friend.details.fullName) (same \(duplicate.reasons.words))"
        }
    }

    /// Why the card only adds, if there is something to say.
    private var ageWord: [String] {
        guard row.ageMessage != nil, let age = row.age ?? row.restoration?.age else { return [] }
        return [age.word]
    }

    private static func summary(_ texts: [String]) -> String {
        texts.joined(separator: "; ").replacing("\n", with: " ")
    }

    /// The phone number of a new friend, with which its summary begins; nil for others.
    package var phoneNumber: String? {
        guard case .add = row.action, !row.isInTrash else { return nil }
        return row.addedFriend?.details.phoneNumber
    }

    /// Everything about it: first what the import does with it and what to look at, then the record.
    var lines: [MessageLine] {
        var lines = [MessageLine.text(explanation)] + row.issues.map { MessageLine.warning("\($0).") }
        if case .update(let update) = row.action { lines += update.allTexts.map(MessageLine.content) }
        if case .duplicate(let duplicate) = row.action {
            lines += ["Already here:", .content(duplicate.friend.details.line)]
            let additions = duplicate.merge.allTexts
            lines.append(additions.isEmpty ? "Merging adds nothing." : "Merging adds:")
            lines += additions.map(MessageLine.content)
        }
        if comesBack { lines += (row.restoration?.texts ?? []).map(MessageLine.content) }
        guard let friend = comesBack ? row.addedFriend : row.friend else { return lines }
        lines.append(.text(comesBack ? "As it comes back (\(place)):" : "The record (\(place)):"))
        for field in FriendField.allCases where !friend.details[field].isEmpty {
            lines.append(.content("\(field.label): \(friend.details[field])"))
        }
        lines += friend.details.lines.map { MessageLine.content($0.importText) }
        return lines + friend.keptText.split(separator: "\n").map { .content("Also kept: \($0)") }
    }

    /// Whether it is added with what its friend has in the trash.
    private var comesBack: Bool { row.isInTrash && row.result == .added }

    private var explanation: String {
        let isLeftOut = row.isLeftOut ? " It is left out." : ""
        return switch row.action {
        case .add where row.restoration?.isUnchanged == false:
            "It is in the trash, and comes back with changes.\(isLeftOut)"
        case .add where row.isInTrash: "It is in the trash, and comes back with what it had.\(isLeftOut)"
        case .add: "New.\(isLeftOut)"
        case .same: "Already here."
        case .waitForRest: "It is being compared."
        case .update(let update) where !update.changesFriend: "Already here, but not all of it."
        case .update(let update): "It changes \(update.friend.details.fullName).\(isLeftOut)"
        case .refuse(let problem) where problem.isNoPerson: "\(problem.message). It is left out."
        case .refuse(let problem): "It can\u{2019}t be imported: \(problem.message)."
        case .duplicate(let duplicate):
            "It looks like \(duplicate.friend.details.fullName): same \(duplicate.reasons.words)."
        }
    }
}

extension DuplicateChoice {
    fileprivate var verb: String {
        switch self {
        case .merge: "merge with"
        case .skip: "skip, like"
        case .add: "add beside"
        }
    }
}

extension ImportRestoration {
    /// What changes when the friend comes back from the trash.
    fileprivate var texts: [String] {
        let cardTexts = cardTexts
        return update.changeTexts + (newRest != rest && cardTexts.isEmpty ? ["another card"] : cardTexts)
    }
}

extension ImportUpdate {
    /// What changes of the details and of the card.
    fileprivate var allTexts: [String] { changeTexts + cardTexts }
}
