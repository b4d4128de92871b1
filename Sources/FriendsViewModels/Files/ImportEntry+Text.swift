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
            Self.summary(["back from the trash"] + (row.restoration?.texts ?? []))
        case .add: phoneNumber ?? ""
        case .same, .waitForRest: ""
        case .refuse(let problem): row.friend == nil ? problem.message : "\(place): \(problem.message)"
        case .update(let update):
            Self.summary(
                (row.age == nil ? [] : ["older card"])
                    + (update.changeTexts.isEmpty ? ["card only"] : update.changeTexts))
        case .duplicate(let duplicate):
            "\(row.choice.verb) \(duplicate.friend.details.fullName) (same \(duplicate.reasons.words))"
        }
    }

    private static func summary(_ texts: [String]) -> String {
        texts.joined(separator: "; ").replacing("\n", with: " ")
    }

    /// The phone number of a new friend, which is its whole summary; nil for others.
    package var phoneNumber: String? {
        guard case .add = row.action, !row.isInTrash else { return nil }
        return row.addedFriend?.details.phoneNumber
    }

    /// Everything about it: first what the import does with it and what to look at, then the record.
    var lines: [MessageLine] {
        var lines = [MessageLine.text(explanation)] + row.issues.map { MessageLine.warning("\($0).") }
        if case .update(let update) = row.action { lines += update.changeTexts.map(MessageLine.content) }
        if case .duplicate(let duplicate) = row.action {
            lines += ["Already here:", .content(duplicate.friend.details.line)]
            let additions = duplicate.merge.changeTexts
            lines.append(additions.isEmpty ? "Merging adds nothing." : "Merging adds:")
            lines += additions.map(MessageLine.content)
        }
        if comesBack { lines += (row.restoration?.texts ?? []).map(MessageLine.content) }
        guard let friend = comesBack ? row.addedFriend : row.friend else { return lines }
        lines.append(.text(comesBack ? "As it comes back (\(place)):" : "The record (\(place)):"))
        for field in FriendField.allCases where !friend.details[field].isEmpty {
            lines.append(.content("\(field.label): \(friend.details[field])"))
        }
        return lines + friend.details.lines.map { MessageLine.content($0.text) }
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
        case .update: "It changes a friend.\(isLeftOut)"
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
    fileprivate var texts: [String] { update.changeTexts + (newRest == rest ? [] : ["another card"]) }
}

extension ImportUpdate {
    /// What changes, a text for each field and line: from the old to the new one.
    package var changeTexts: [String] {
        var texts: [String] = []
        for field in FriendField.allCases where !friend.details[field].isIdentical(to: details[field]) {
            texts.append("\(field.label): \(Self.change(friend.details[field], details[field]))")
        }
        let old = Dictionary(friend.details.lines.map { ($0.id, $0) }) { first, _ in first }
        let new = Set(details.lines.map(\.id))
        for line in details.lines {
            guard let before = old[line.id] else {
                texts.append("+ \(line.text)")
                continue
            }
            if !before.hasSameContent(as: line) { texts.append(Self.change(before, line)) }
        }
        return texts + friend.details.lines.filter { !new.contains($0.id) }.map { "- \($0.text)" }
    }

    private static func change(_ old: String, _ new: String) -> String {
        old.isEmpty ? new : new.isEmpty ? "\(old) \u{2192} nothing" : "\(old) \u{2192} \(new)"
    }

    /// The new text of several rows has rows of its own.
    private static func change(_ old: FriendLine, _ new: FriendLine) -> String {
        let hasRows = [old, new].contains { $0.value.contains("\n") }
        return "\(old.text)\(hasRows ? "\n" : " ")\u{2192} \(new.text)"
    }
}

extension FriendLine {
    /// Kind, label and value, with its rows.
    fileprivate var text: String { "\(kind.label)\(label.isEmpty ? "" : " (\(label))"): \(value)" }
}
