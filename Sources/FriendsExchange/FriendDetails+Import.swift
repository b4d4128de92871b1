import FriendsFormats
import FriendsModel
import FriendsSearch
import FriendsVCard

extension FriendDetails {
    /// The details with the texts of a file that was written of them and edited since: these replace others, but nothing is
    /// removed.
    func overlaid(with file: FriendDetails) -> FriendDetails {
        var result = self
        for field in FriendField.allCases where !file[field].isEmpty { result[field] = file[field] }
        var others: [FriendLine] = []
        for line in file.lines {
            if let index = result.lines.firstIndex(where: { $0.id == line.id }) {
                result.lines[index] = line
            } else {
                others.append(line)
            }
        }
        for line in others where !result.lines.contains(where: line.hasSameContent) { result.lines.append(line) }
        return result
    }

    /// The details with what they lack of other ones: empty fields are filled, and lines are added. Nothing else changes. A
    /// different phone number becomes a line, and a different name a note. A line whose id another one has gets a new id. New ids follow
    /// from the content, so that a second try makes the same friend.
    /// - Parameter phoneLabel: the label of such a line.
    package func completed(by other: FriendDetails, phoneLabel: @autoclosure () -> String = "") -> FriendDetails {
        var result = self
        var additions: [FriendLine] = []
        let hasOtherName = hasOtherName(than: other)
        if hasOtherName || hasOtherSpelling(than: other) {
            additions.append(FriendLine(id: FriendLine.ID(""), kind: .note, label: "name", value: other.fullName))
        }
        for field in FriendField.allCases where !other[field].isEmpty {
            if hasOtherName && FriendField.nameFields.contains(field) {
                continue
            } else if result[field].isEmpty {
                result[field] = other[field]
            } else if field.kind == .phoneNumber {
                additions.append(
                    FriendLine(id: FriendLine.ID(""), kind: .phone, label: phoneLabel(), value: other[field]))
            }
        }
        var identifiers = LineIdentifiers()
        for line in result.lines + other.lines { identifiers.keep(line) }
        for line in additions + other.lines.map(result.asFurther) where !result.has(line) {
            let isNew = line.id.rawValue.isEmpty || result.lines.contains { $0.id == line.id }
            result.lines.append(
                isNew
                    ? FriendLine(
                        id: identifiers.next(line.kind, label: line.label, value: line.value), kind: line.kind,
                        label: line.label, value: line.value) : line)
        }
        return result
    }

    /// The details with what they lack of a record.
    func completed(by record: RecordedFriend) -> FriendDetails {
        completed(by: record.details, phoneLabel: record.phoneLabel)
    }

    /// The details with the phone number of a record, if they lack it.
    func completed(byNumberOf record: RecordedFriend) -> FriendDetails {
        completed(by: FriendDetails(phoneNumber: record.details.phoneNumber), phoneLabel: record.phoneLabel)
    }

    /// Whether the name is not the same in any order, and not a part of it either: filling empty fields would not keep both.
    private func hasOtherName(than other: FriendDetails) -> Bool {
        var keys = ValueKeys()
        guard keys.nameKey(of: self) != keys.nameKey(of: other) else { return false }
        return FriendField.nameFields.contains { field in
            guard !self[field].isEmpty, !other[field].isEmpty else { return false }
            var (one, another) = (FriendDetails(), FriendDetails())
            (one[field], another[field]) = (self[field], other[field])
            return keys.nameKey(of: one) != keys.nameKey(of: another)
        }
    }

    /// Whether a name is there in another spelling: without its accents, with a hyphen. Upper and lower case, and the order of
    /// the words, make no other one.
    private func hasOtherSpelling(than other: FriendDetails) -> Bool {
        func words(_ text: String) -> [String] { text.lowercased().split(separator: " ").map(String.init).sorted() }
        guard hasName, other.hasName, words(fullName) != words(other.fullName) else { return false }
        return FriendField.nameFields.contains { field in
            !self[field].isEmpty && !other[field].isEmpty && words(self[field]) != words(other[field])
        }
    }

    /// The details with lines that they lack.
    func completed(byLines lines: [FriendLine]) -> FriendDetails {
        lines.isEmpty ? self : completed(by: FriendDetails(lines: lines))
    }

    /// A line of another card of the same person: a second birthday is a note.
    private func asFurther(_ line: FriendLine) -> FriendLine {
        guard line.kind == .birthday else { return line }
        let birthdays = lines.filter { $0.kind == .birthday }
        if birthdays.isEmpty || birthdays.contains(where: { $0.value.isIdentical(to: line.value) }) { return line }
        return FriendLine(id: line.id, kind: .note, label: line.kind.key, value: line.value)
    }

    /// Whether the same number or email is there, or a line with the same value.
    private func has(_ line: FriendLine) -> Bool {
        switch line.kind.format {
        case .phoneNumber:
            let key = ValueKeys.numberKey(of: line.value)
            let numbers = FriendField.allCases.filter { $0.kind == .phoneNumber }.map { self[$0] }
            return (numbers + values(of: line.kind)).contains { text in
                key.map { ValueKeys.numberKey(of: text) == $0 } ?? text.isIdentical(to: line.value)
            }
        case .email:
            let key = ValueKeys.emailKey(of: line.value)
            return values(of: line.kind).contains { ValueKeys.emailKey(of: $0) == key }
        case .date, .text, .website, .tag, .note:
            return values(of: line.kind).contains { $0.isIdentical(to: line.value) }
        }
    }
}

extension RecordedFriend {
    /// The label that its card gives the phone number.
    fileprivate var phoneLabel: String {
        rest.map { FriendCard.phoneLabel(in: $0, of: details.phoneNumber) } ?? ""
    }
}
