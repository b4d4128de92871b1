import FriendsModel

/// Two friends who are one person: the first one stays with what was chosen of both, and the second one is deleted
/// (Docs/Decisions/0037-merging.md).
///
/// A part has what the user has chosen for it, else what is suggested. The suggestions together are the union of both.
package struct DuplicateMerge: Equatable, Sendable {
    /// What the result has of a part.
    package enum Choice: Equatable, Sendable {
        case first, second, both, none
    }

    /// The friend that stays.
    package private(set) var first: Friend
    /// The friend that is deleted.
    package private(set) var second: Friend
    /// The fields with a text, then the lines: first the first friend's in their order, then the lines that only the second
    /// one has.
    package private(set) var parts: [Part]
    private var chosen: [Part.ID: Choice] = [:]

    package init(first: Friend, second: Friend) {
        (self.first, self.second) = (first, second)
        parts = Self.parts(first.details, second.details)
    }

    /// The merge of two friends in which the one with more texts stays, else the first one.
    package init(suggesting one: Friend, _ other: Friend) {
        let isOther = other.details.textCount > one.details.textCount
        self.init(first: isOther ? other : one, second: isOther ? one : other)
    }

    /// Whether a part has a choice of the user.
    package func isChosen(_ index: Int) -> Bool { chosen[parts[index].id] != nil }

    /// Whether a part has another choice than the suggested one.
    package var hasChoices: Bool {
        parts.contains { part in chosen[part.id].map { $0 != suggestion(for: part) } ?? false }
    }

    /// What the result has of the part at an index.
    package func choice(at index: Int) -> Choice { choice(of: parts[index]) }

    private func choice(of part: Part) -> Choice { chosen[part.id] ?? suggestion(for: part) }

    // MARK: Choosing

    /// The choices that a part has; none if there is nothing to choose.
    package func options(at index: Int) -> [Choice] { parts[index].options }

    /// Chooses for a part. Of a line that only one friend has, the other one has nothing.
    /// - Returns: whether the part has this choice.
    @discardableResult
    package mutating func choose(_ choice: Choice, at index: Int) -> Bool {
        let part = parts[index]
        guard let choice = part.option(for: choice) else { return false }
        chosen[part.id] = choice
        return true
    }

    /// Chooses the next option of a part.
    package mutating func chooseNext(at index: Int) {
        let options = parts[index].options
        guard let place = options.firstIndex(of: choice(at: index)) else { return }
        chosen[parts[index].id] = options[(place + 1) % options.count]
    }

    /// Lets the other one stay. What was chosen remains.
    package mutating func swap() {
        (first, second) = (second, first)
        parts = Self.parts(first.details, second.details)
        chosen = Dictionary(chosen.map { ($0.swapped, $1.swapped) }) { one, _ in one }
    }

    /// Takes over a friend that has changed. Choices for parts that are as before remain.
    package mutating func update(_ friend: Friend) {
        let old = parts
        if friend.id == first.id { first = friend } else if friend.id == second.id { second = friend }
        parts = Self.parts(first.details, second.details)
        let same = Set(parts.filter(old.contains).map(\.id))
        chosen = chosen.filter { same.contains($0.key) }
    }

    // MARK: Suggestions

    private func suggestion(for part: Part) -> Choice {
        switch part.content {
        case .field(let field, let one, let other):
            if part.options.isEmpty || other.isEmpty { return .first }
            if one.isEmpty { return .second }
            return field.kind == .phoneNumber && !isRepeated(one, other) ? .both : .first
        case .line(let one?, let other?):
            if one.hasSameContent(as: other) { return .both }
            if one.kind == .birthday { return one.hasYear || !other.hasYear ? .first : .second }
            return one.label.isEmpty && !other.label.isEmpty ? .second : .first
        case .line(let one?, nil): return repeatsField(one, of: .second) ? .none : .first
        case .line(nil, let other?): return isBirthdayTaken(other) || repeatsField(other, of: .first) ? .none : .second
        case .line(nil, nil): return .none
        }
    }

    /// Whether a number is there without a line of its own: it is the other one, or in a line.
    private func isRepeated(_ one: String, _ other: String) -> Bool {
        let key = ValueKeys.numberKey(of: other)
        return ValueKeys.numberKey(of: one) == key || lines.contains { $0.hasNumber(key) }
    }

    private var lines: [FriendLine] { first.details.lines + second.details.lines }

    /// Whether a line has the number that the field has by the choice of one of the friends.
    private func repeatsField(_ line: FriendLine, of choice: Choice) -> Bool {
        FriendField.allCases.contains { field in
            guard field.kind == .phoneNumber, let part = parts.first(where: { $0.id == .field(field) }) else {
                return false
            }
            let taken = self.choice(of: part)
            let isFirst = taken == .first || taken == .both
            guard isFirst == (choice == .first) else { return false }
            return line.hasNumber(ValueKeys.numberKey(of: (isFirst ? first : second).details[field]))
        }
    }

    /// A friend has one birthday.
    private func isBirthdayTaken(_ line: FriendLine) -> Bool {
        line.kind == .birthday && first.details.lines.contains { $0.kind == line.kind }
    }

    // MARK: The result

    /// What the first friend becomes.
    /// - Parameter newID: makes the id of a line that has none of its own.
    package func details(newID: () -> FriendLine.ID = { .random() }) -> FriendDetails {
        var result = first.details
        var (own, added): ([FriendLine], [FriendLine]) = ([], [])
        var numbers: [FriendLine] = []
        for part in parts {
            let choice = choice(of: part)
            switch part.content {
            case .field(let field, let one, let other):
                result[field] = choice == .second ? other : one
                if choice == .both { numbers.append(FriendLine(id: newID(), kind: .phone, value: other)) }
            case .line(let one, let other):
                let isSame = one != nil && other != nil && choice == .both && part.options == [.both, .none]
                if let one, choice == .first || choice == .both { own.append(one) }
                guard let other, choice == .second || (choice == .both && !isSame) else { continue }
                guard let one, choice == .second else {
                    added.append(other)
                    continue
                }
                // It takes the place of the first friend's line.
                own.append(FriendLine(id: one.id, kind: other.kind, label: other.label, value: other.value))
            }
        }
        numbers.removeAll { number in
            let key = ValueKeys.numberKey(of: number.value)
            return (own + added).contains { $0.hasNumber(key) }
        }
        var ids: Set<FriendLine.ID> = []
        result.lines = (own + numbers + added).map { line in
            if ids.insert(line.id).inserted { return line }
            let new = FriendLine(id: newID(), kind: line.kind, label: line.label, value: line.value)
            ids.insert(new.id)
            return new
        }
        return result
    }

    /// The texts of the result, without ids for its new lines.
    package var preview: FriendDetails {
        details { FriendLine.ID("") }
    }
}

extension FriendLine {
    fileprivate var hasYear: Bool { Birthday(value)?.year != nil }

    fileprivate func hasNumber(_ key: ValueKey?) -> Bool {
        kind.format == .phoneNumber && key != nil && ValueKeys.numberKey(of: value) == key
    }
}

extension FriendDetails {
    /// The number of texts that are not empty.
    fileprivate var textCount: Int { FriendField.allCases.count { !self[$0].isEmpty } + lines.count }
}
