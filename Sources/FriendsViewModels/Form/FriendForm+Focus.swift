import FriendsModel

/// What has the focus, and moving it.
extension FriendForm {
    /// What keys go to.
    package enum Focus: Hashable, Sendable {
        case field(FriendField)
        case line(FriendLine.ID, FormLine.Place)
        /// The row that adds a line.
        case addLine
        case submit, cancel

        /// The part of the friend that has the focus; nil for a button.
        package var part: FriendPart? {
            switch self {
            case .field(let field): .field(field)
            case .line(let id, _): .line(id)
            case .addLine, .submit, .cancel: nil
            }
        }

        /// The first place to type in a part.
        init(_ part: FriendPart) {
            switch part {
            case .field(let field): self = .field(field)
            case .line(let id): self = .line(id, .value)
            case .whole: self = .field(.firstName)
            }
        }
    }

    /// The line with the focus.
    package var focusedLine: FormLine? {
        guard case .line(let id, _) = focus else { return nil }
        return lines[id]
    }

    /// The places that Tab goes to, in order: of a line its label and its value. Behind the last of them Enter saves: only the
    /// arrows stop at the row that adds a line.
    private var places: [Focus] {
        var places = FriendField.allCases.map(Focus.field)
        for line in lines { places += (line.isRemoved ? [.value] : FormLine.Place.allCases).map { .line(line.id, $0) } }
        return places + [.submit, .cancel]
    }

    /// Goes to the next or previous place.
    mutating func moveFocus(by step: Int) {
        let places = places
        if focus == .addLine { return leave(for: places[places.count - (step > 0 ? 2 : 3)]) }
        guard let index = places.firstIndex(of: focus) ?? places.firstIndex(where: { $0.part == focus.part }) else {
            return
        }
        leave(for: places[(index + step + places.count) % places.count])
    }

    /// Goes to the next or previous field, line or button, and from one line to the same place in the next.
    mutating func moveFocusByRow(_ step: Int) {
        let (rows, isInLabel) = (parts.map(Focus.init) + [.addLine, .submit, .cancel], focus.place == .label)
        guard let index = rows.firstIndex(where: { $0 == focus || $0.part != nil && $0.part == focus.part }) else {
            return
        }
        var next = rows[(index + step + rows.count) % rows.count]
        if isInLabel, case .line(let id, _) = next, lines[id]?.isRemoved == false { next = .line(id, .label) }
        leave(for: next)
        enterRows(from: step)
    }

    /// Puts the cursor into the first or last row of a text of several rows, whichever is next.
    private mutating func enterRows(from step: Int) {
        guard case .line(let id, .value) = focus, let index = lines.firstIndex(where: { $0.id == id }),
            lines[index].allowsRows(.value)
        else { return }
        lines[index].value.apply(.moveTo(step > 0 ? 0 : lines[index].value.characters.count))
    }

    /// Goes to a place, behind `cursor` characters of its text.
    mutating func focus(_ place: Focus, cursor: Int) {
        guard input(at: place) != nil else { return }
        if focus != place { leave(for: place) }
        edit(.moveTo(cursor))
    }

    /// Goes to a part, if the form has it.
    mutating func focus(_ part: FriendPart) {
        let place = Focus(part)
        if input(at: place) != nil { focus = place }
    }

    mutating func leave(for next: Focus) {
        if let left = focus.part, left != next.part {
            visited.insert(left)
            normalize(left)
        }
        overfull = nil
        focus = next
    }
}

extension FriendForm {
    /// Shows a line in the form in which it is stored.
    mutating func normalize(_ part: FriendPart?) {
        guard case .line(let id) = part, let index = lines.firstIndex(where: { $0.id == id }) else { return }
        lines[index].normalize()
    }
}

extension FriendForm.Focus {
    fileprivate var place: FormLine.Place? {
        guard case .line(_, let place) = self else { return nil }
        return place
    }
}
