import FriendsModel

/// Adding, removing and moving lines, and completing their labels.
extension FriendForm {
    /// The kinds that a new line can have.
    package struct KindMenu: Equatable, Sendable {
        package var selected = LineKind.phone
        /// The index of the new line.
        package let index: Int
    }

    /// What can be done with the menu of kinds.
    package enum KindAction: Equatable, Sendable {
        case open
        /// Opens it for a line behind all others.
        case openAtEnd
        case next, previous
        case pick(LineKind)
        case pickSelected
        case cancel
    }

    // MARK: Adding

    /// Does what the action says in the menu of kinds.
    /// - Parameter newID: the id of a line that is added.
    mutating func choose(_ action: KindAction, newID: FriendLine.ID) {
        guard !isSending else { return }
        switch action {
        case .open: kindMenu = KindMenu(index: focusedIndex.map { $0 + 1 } ?? lines.count)
        case .openAtEnd:
            leave(for: .addLine)
            kindMenu = KindMenu(index: lines.count)
        case .next: moveInMenu(by: 1)
        case .previous: moveInMenu(by: -1)
        case .pick(let kind): add(kind, newID)
        case .pickSelected: if let kindMenu { add(kindMenu.selected, newID) }
        case .cancel: kindMenu = nil
        }
    }

    private mutating func moveInMenu(by step: Int) {
        guard let selected = kindMenu?.selected, let index = LineKind.all.firstIndex(of: selected) else { return }
        kindMenu?.selected = LineKind.all[(index + step + LineKind.all.count) % LineKind.all.count]
    }

    private mutating func add(_ kind: LineKind, _ id: FriendLine.ID) {
        guard let index = kindMenu?.index else { return }
        kindMenu = nil
        lines.insert(FormLine(FriendLine(id: id, kind: kind, value: "")), at: min(index, lines.count))
        leave(for: .line(id, .value))
    }

    private var focusedIndex: Int? {
        guard case .line(let id, _) = focus else { return nil }
        return lines.firstIndex { $0.id == id }
    }

    // MARK: Removing and moving

    /// Removes the line with the focus, and goes to the next one.
    mutating func removeLine() {
        guard !isSending, let index = focusedIndex, !lines[index].isRemoved else { return }
        overfull = nil
        let isNew = base[contentOf: .line(lines[index].id)] == .line(nil)
        if isNew, lines[index].isEmpty {
            lines.remove(at: index)
        } else {
            lines[index].isRemoved = true
        }
        let next = lines[index...].first { !$0.isRemoved } ?? lines[..<index].last { !$0.isRemoved }
        if let next {
            focus = .line(next.id, .value)
        } else if lines.indices.contains(index) {
            focus = .line(lines[index].id, .value)
        } else {
            focus = lines.last.map { .line($0.id, .value) } ?? Focus(parts[FriendField.allCases.count - 1])
        }
    }

    /// Moves the line with the focus up or down.
    mutating func moveLine(by step: Int) {
        guard !isSending, let index = focusedIndex, lines.indices.contains(index + step) else { return }
        lines.swapAt(index, index + step)
    }

    // MARK: Completing

    /// The rest of the label that is being typed, as in lines of the same kind.
    package var labelCompletion: String? {
        guard case .line(_, .label) = focus, let line = focusedLine, !line.isRemoved, !line.label.characters.isEmpty,
            line.label.cursor == line.label.characters.count
        else { return nil }
        let typed = line.label.characters
        let candidates = (labelsInUse[line.kind] ?? []) + line.kind.usualLabels
        let label = candidates.first { candidate in
            candidate.count > typed.count && zip(typed, candidate).allSatisfy { $0.lowercased() == $1.lowercased() }
        }
        return label.map { String($0.dropFirst(typed.count)) }
    }

    /// Completes the label if the edit moves on at its end.
    /// - Returns: whether it did.
    mutating func completeLabel(_ edit: TextEdit) -> Bool {
        guard edit == .moveRight || edit == .moveToEnd, let completion = labelCompletion, let index = focusedIndex
        else { return false }
        return lines[index].label.apply(.insert(completion))
    }
}
