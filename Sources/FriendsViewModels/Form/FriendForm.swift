import FriendsModel

/// A form that adds a friend or changes one: a line of text per field, what is wrong with them, and what has the focus.
package struct FriendForm: Equatable, Sendable {
    /// What becomes of the draft.
    package enum Mode: Equatable, Sendable {
        /// A new friend, whose id is chosen once: sending it twice makes one friend.
        case add(Friend.ID)
        /// A change of a friend, as it is to the best of our knowledge.
        case update(Friend)
    }

    /// What keys go to.
    package enum Focus: Hashable, Sendable {
        case field(FriendField)
        case submit, cancel
    }

    /// A text that the server would not take.
    struct Rejection: Equatable, Sendable {
        let text: String
        let reason: String
    }

    package internal(set) var mode: Mode
    /// Whether the form was opened for a new friend. It becomes an update when the answer to the first attempt was lost.
    package let isForNewFriend: Bool
    /// What the texts were before they were touched. What differs from it was typed here; where the friend differs
    /// from it, someone else has changed it.
    package internal(set) var base: FriendDetails
    package internal(set) var inputs: [FriendField: TextInput]
    package internal(set) var focus = Focus.field(.firstName)
    /// The fields hold still while they are being sent: what is saved is what is seen.
    package internal(set) var isSending = false
    /// The parts that both sides have changed, and what the user decided.
    package internal(set) var choices: [FriendPart: Choice] = [:]
    package internal(set) var isDeletedElsewhere = false
    /// The fields whose messages are shown: those that were left, and all of them once submit was tried.
    var visited: Set<FriendField> = []
    /// What the server would not take.
    var rejections: [FriendField: Rejection] = [:]
    /// A field whose last insertion had no room.
    var overfull: FriendField?

    /// A form as it is opened: filled with what is stored, nothing wrong with it yet.
    /// - Parameter typed: what the fields hold instead, in a form that goes on from a draft.
    package init(mode: Mode, typed: FriendDetails? = nil) {
        self.mode = mode
        isForNewFriend = mode.friend == nil
        base = mode.stored
        inputs = [:]
        for field in FriendField.allCases { inputs[field] = TextInput((typed ?? base)[field]) }
    }

    /// The words over the form.
    package var title: String {
        switch mode {
        case .add: "Add Friend"
        case .update: "Update Friend"
        }
    }

    /// What has been typed so far.
    package var draft: FriendDraft {
        var details = FriendDetails(lines: base.lines)
        for field in FriendField.allCases { details[field] = inputs[field]?.text ?? "" }
        return FriendDraft(details, required: FriendField.originals)
    }

    /// Whether leaving would lose something that was typed.
    package var isChanged: Bool {
        let (typed, stored) = (draft.details, mode.stored)
        return FriendField.allCases.contains { field in
            !typed[field].isIdentical(to: base[field]) && !typed[field].isIdentical(to: stored[field])
        }
    }

    /// Whether submit can be pressed: the draft is valid, it would change something, and nothing is being sent.
    package var canSubmit: Bool {
        guard !isSending, let details = draft.validated else { return false }
        guard details != base || !choices.isEmpty || isDeletedElsewhere else { return false }
        return FriendField.allCases.allSatisfy { problemText(in: $0) == nil } && undecided.isEmpty
    }

    /// The message at a field; nil if it is valid, or the user has not left the field yet.
    package func message(at field: FriendField) -> String? {
        if overfull == field { return "That text is too long for \(field.label)" }
        return visited.contains(field) ? problemText(in: field) : nil
    }

    /// What is wrong with a field, by our rules or, for the same text, by the server's.
    private func problemText(in field: FriendField) -> String? {
        if let problem = draft.problem(in: field) {
            return DraftProblem(part: .field(field), label: field.label, problem: problem).message
        }
        guard let rejection = rejections[field], rejection.text.isIdentical(to: draft.details[field]) else {
            return nil
        }
        return rejection.reason
    }

    // MARK: Editing

    mutating func edit(_ edit: TextEdit) {
        guard case .field(let field) = focus, !isSending else { return }
        let fits = inputs[field]?.apply(edit) ?? true
        overfull = fits ? nil : field
    }

    /// The stored value of the field with the focus again.
    mutating func revertField() {
        guard case .field(let field) = focus, !isSending else { return }
        let stored = mode.stored[field]
        inputs[field] = TextInput(stored)
        base[field] = stored
        overfull = nil
    }

    // MARK: Moving the focus

    mutating func moveFocus(by step: Int) {
        let order = FriendField.allCases.map(Focus.field) + [.submit, .cancel]
        guard let index = order.firstIndex(of: focus) else { return }
        leave(for: order[(index + step + order.count) % order.count])
    }

    /// Goes to a field, behind so many characters of its text.
    mutating func focus(_ field: FriendField, cursor: Int) {
        if focus != .field(field) { leave(for: .field(field)) }
        edit(.moveTo(cursor))
    }

    private mutating func leave(for next: Focus) {
        if case .field(let left) = focus { visited.insert(left) }
        overfull = nil
        focus = next
    }

    /// Shows all that is wrong, and goes to the first field that is wrong or has to be decided.
    mutating func showProblems() {
        let undecided = undecided
        let wrong = FriendField.allCases.first { problemText(in: $0) != nil || undecided.contains(.field($0)) }
        visited = Set(FriendField.allCases)
        if let wrong { focus = .field(wrong) }
    }

    /// Shows what the server would not take, and goes to the first of these fields.
    mutating func reject(_ parts: [FriendsClientError.RejectedPart]) {
        for rejected in parts {
            guard case .field(let field) = rejected.part else { continue }
            rejections[field] = Rejection(text: draft.details[field], reason: rejected.reason)
            visited.insert(field)
        }
        if let first = FriendField.allCases.first(where: { rejections[$0] != nil }) { focus = .field(first) }
    }
}

extension FriendForm.Mode {
    /// What is stored of the friend: nothing of a new one.
    package var stored: FriendDetails {
        switch self {
        case .add: FriendDraft().details
        case .update(let friend): friend.details
        }
    }

    /// The friend that is being changed, nil for a new one.
    var friend: Friend? {
        switch self {
        case .add: nil
        case .update(let friend): friend
        }
    }

    var id: Friend.ID {
        switch self {
        case .add(let id): id
        case .update(let friend): friend.id
        }
    }
}
