import FriendsList
import FriendsModel

/// A form that adds a friend or changes one: a line of text per field, the lines of the friend, what is wrong with them,
/// and what has the focus.
package struct FriendForm: Equatable, Sendable {
    /// What becomes of the draft.
    package enum Mode: Equatable, Sendable {
        /// A new friend, whose id is chosen once: sending it twice makes one friend.
        case add(Friend.ID)
        /// A change of a friend, as it is to the best of our knowledge.
        case update(Friend)
    }

    /// What the server would not take of a part.
    struct Rejection: Equatable, Sendable {
        /// All that was sent: a friend that was rejected as a whole is another one after any change.
        let details: FriendDetails
        let reason: String

        func applies(to other: FriendDetails, in part: FriendPart) -> Bool {
            part == .whole ? other == details : other[contentOf: part] == details[contentOf: part]
        }
    }

    package internal(set) var mode: Mode
    /// Whether the form was opened for a new friend. It becomes an update when the answer to the first attempt was lost.
    package let isForNewFriend: Bool
    /// What the texts were before they were touched. What differs from it was typed here; where the friend differs
    /// from it, someone else has changed it.
    package internal(set) var base: FriendDetails
    /// What was sent last, whose names the display names have; nil before.
    var namesFollowed: FriendDetails?
    package internal(set) var inputs: [FriendField: TextInput]
    /// The lines in the order of the person, the removed ones among them.
    package internal(set) var lines: [FormLine]
    package internal(set) var focus = Focus.field(.firstName)
    /// The kinds to choose from while a line is being added.
    package internal(set) var kindMenu: KindMenu?
    /// The labels in use in the list, the most frequent first, of the kinds whose labels were edited.
    var labelsInUse: [LineKind: [String]] = [:]
    /// The fields are read-only while a submission is under way: what is saved is what is seen.
    package internal(set) var isSending = false
    /// Whether an empty form is to follow once this one is saved, and gets what is typed while this one is being sent.
    package internal(set) var addsAnother = false
    /// The parts that both sides have changed, and what the user decided.
    package internal(set) var choices: [FriendPart: Choice] = [:]
    package internal(set) var isDeletedElsewhere = false
    /// The parts whose messages are shown: left by the focus, rejected by the server, or all once submit was tried.
    var visited: Set<FriendPart> = []
    /// What the server would not take.
    var rejections: [FriendPart: Rejection] = [:]
    /// Where the last insertion had no room.
    var overfull: Focus?
    /// What was sent without an answer: each of these may have been stored.
    var unanswered = UnansweredAttempts()
    /// The lines of the last attempt.
    var sentLines: [FriendLine] = []
    /// The friend that was to be added, as it was seen in the list.
    var added: Friend?
    /// What was typed for the next friend while this one is being sent, in order.
    var typedAhead: [FriendFormViewModel.Action] = []
    /// Whether more was typed than can be kept.
    var hasIgnoredKeys = false
    /// The friends of which the user was warned: each once.
    var warned: Set<Friend.ID> = []
    /// Whether the friend is being compared with the list.
    var isComparing = false
    /// The fields that a new friend needs, or that had a text when the form was opened.
    private let required: Set<FriendField>

    /// A form as it is opened: filled with what is stored, nothing wrong with it yet.
    /// - Parameters:
    ///   - typed: what the fields and lines hold instead, in a form that continues a draft.
    ///   - required: the fields that a new friend needs.
    package init(
        mode: Mode, typed: FriendDetails? = nil, required: Set<FriendField> = FriendField.originals
    ) {
        self.mode = mode
        let stored = mode.stored
        isForNewFriend = mode.friend == nil
        base = stored
        inputs = [:]
        for field in FriendField.allCases { inputs[field] = TextInput((typed ?? stored)[field]) }
        lines = [FormLine](stored: stored.lines, typed: typed?.lines)
        self.required = isForNewFriend ? required : Set(FriendField.allCases.filter { !stored[$0].isEmpty })
    }

    /// What has been typed so far.
    package var draft: FriendDraft {
        var details = FriendDetails(lines: lines.compactMap(\.typed))
        for field in FriendField.allCases { details[field] = inputs[field]?.text ?? "" }
        return FriendDraft(details, required: requiredNow)
    }

    /// A field that someone else has emptied in the meantime may stay empty.
    private var requiredNow: Set<FriendField> {
        isForNewFriend ? required : required.filter { !mode.stored[$0].isEmpty }
    }

    /// The fields and lines, in the order of the form.
    package var parts: [FriendPart] { FriendField.allCases.map(FriendPart.field) + lines.map { .line($0.id) } }

    /// Whether leaving would lose something that was typed.
    package var isChanged: Bool {
        let (typed, stored) = (draft.details, mode.stored)
        return (typed.lines != base.lines && typed.lines != stored.lines)
            || FriendField.allCases.contains { field in
                !typed[field].isIdentical(to: base[field]) && !typed[field].isIdentical(to: stored[field])
            }
    }

    /// Whether a stored friend is as it was.
    var hasNothingToSave: Bool {
        mode.friend != nil && !isChanged && !isSending && !isDeletedElsewhere && undecided.isEmpty
    }

    // MARK: What is wrong

    /// Whether submit can be pressed: the draft is valid, it would change something, and nothing is being sent.
    package var canSubmit: Bool {
        guard !isSending, mine != base || !choices.isEmpty || isDeletedElsewhere else { return false }
        return (parts + [.whole]).allSatisfy { problemText(in: $0) == nil } && undecided.isEmpty
    }

    /// The message at a part; nil if it is valid, or the user has not left it yet.
    package func message(at part: FriendPart) -> String? {
        if let overfull, overfull.part == part { return Self.overfullText(name(of: overfull)) }
        return visited.contains(part) ? problemText(in: part) : nil
    }

    /// What is wrong with a part, by our rules or, for the same content, by the server's.
    func problemText(in part: FriendPart) -> String? {
        if let problem = problem(in: part) { return problem.message }
        guard let rejection = rejections[part], rejection.applies(to: draft.details, in: part) else { return nil }
        return rejection.reason
    }

    /// The problem of a part. A text that was not touched has none: a friend that came from elsewhere can be edited as it
    /// is.
    private func problem(in part: FriendPart) -> DraftProblem? {
        switch part {
        case .field(let field):
            guard let problem = draft.problem(in: field) else { return nil }
            let isUntouched = inputs[field]?.text.isIdentical(to: base[field]) == true
            if isUntouched, problem != .missing { return nil }
            return DraftProblem(part: part, label: field.label, problem: problem)
        case .line(let id):
            guard let line = lines[id]?.typed, PartContent.line(line) != base[contentOf: part] else { return nil }
            return line.problem
        case .whole:
            // Looking for problems in all lines takes long if they are large.
            let draft = draft
            return draft.wholeProblem.flatMap { _ in draft.problems.first { $0.part == .whole } }
        }
    }

    private func name(of focus: Focus) -> String {
        switch focus {
        case .field(let field): field.label
        case .line(_, .label): "Label"
        case .line(let id, .value): lines[id]?.kind.label ?? ""
        case .addLine, .submit, .cancel: ""
        }
    }

    /// Shows all that is wrong, and goes to the first part that is wrong or has to be decided.
    mutating func showProblems() {
        let undecided = undecided
        let wrong = parts.first { problemText(in: $0) != nil || undecided.contains($0) }
        visited = Set(parts + [.whole])
        if let wrong {
            focus = Focus(wrong)
        } else if problemText(in: .whole) != nil {
            focus = .field(.firstName)
        }
    }

    /// Shows what the server would not take, and goes to the first of these parts.
    /// - Parameter sent: the lines that were sent, which the server names by their indices.
    mutating func reject(_ rejected: [FriendsClientError.RejectedPart], sent: [FriendLine]) {
        for rejected in rejected {
            let part = part(rejected.part, sent: sent)
            rejections[part] = Rejection(details: draft.details, reason: rejected.reason)
            visited.insert(part)
        }
        if let first = (parts + [.whole]).first(where: { rejections[$0] != nil }) { focus = Focus(first) }
    }

    /// The rejected part; the friend as a whole for a line that is not in the form.
    private func part(_ rejected: FriendsClientError.RejectedPart.Part, sent: [FriendLine]) -> FriendPart {
        switch rejected {
        case .field(let field): .field(field)
        case .line(let index) where sent.indices.contains(index) && lines[sent[index].id] != nil:
            .line(sent[index].id)
        case .line, .whole: .whole
        }
    }

    // MARK: Editing

    /// The text at a place.
    package func input(at focus: Focus) -> TextInput? {
        switch focus {
        case .field(let field): inputs[field]
        case .line(let id, let place): lines[id]?[place]
        case .addLine, .submit, .cancel: nil
        }
    }

    /// Whether text can be typed where the focus is: not at a button, nor in a removed line. While the form is being sent,
    /// text is for the next one.
    package var takesText: Bool { isSending || (input(at: focus) != nil && focusedLine?.isRemoved != true) }

    mutating func edit(_ edit: TextEdit) {
        // Each of several edits of a label can complete it.
        if case .series(let edits) = edit, case .line(_, .label) = focus {
            guard !isSending else { return }
            overfull = nil
            var refused: Focus?
            for edit in edits {
                self.edit(edit)
                refused = refused ?? overfull
            }
            return overfull = refused
        }
        guard !isSending, !completeLabel(edit), var input = input(at: focus) else { return }
        let fits = input.apply(edit)
        switch focus {
        case .field(let field): inputs[field] = input
        case .line(let id, let place):
            guard let index = lines.firstIndex(where: { $0.id == id }), !lines[index].isRemoved else { return }
            lines[index][place] = input
        case .addLine, .submit, .cancel: return
        }
        overfull = fits ? nil : focus
    }

    /// The stored content of the part with the focus again; a removed line comes back as it was.
    mutating func revertPart() {
        guard !isSending, let part = focus.part else { return }
        overfull = nil
        if case .line(let id) = part, let index = lines.firstIndex(where: { $0.id == id }), lines[index].isRemoved {
            return lines[index].isRemoved = false
        }
        let stored = mode.stored[contentOf: part]
        // A line that is not stored has no other text.
        guard stored != .line(nil) else { return }
        show(stored, in: part)
        base[contentOf: part] = stored
    }

    /// Whether a part has a stored content to restore.
    package func isStored(_ part: FriendPart) -> Bool { mode.stored[contentOf: part] != .line(nil) }

    /// Gives a part another content.
    mutating func show(_ content: PartContent, in part: FriendPart) {
        switch (part, content) {
        case (.field(let field), .text(let text)): inputs[field] = TextInput(text)
        case (.line(let id), .line(let line)):
            guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
            if let line { return lines[index] = FormLine(line) }
            lines[index].isRemoved = true
            // A removed line has one place.
            if focus.part == part { focus = Focus(part) }
        default: break
        }
    }
}

extension FriendForm.Mode {
    /// What is stored of the friend: nothing of a new one.
    package var stored: FriendDetails {
        switch self {
        case .add: FriendDetails()
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
