import FriendsModel

/// The form that adds a friend or changes one: a line of text per field, what is wrong with them, and whether they can be
/// sent.
@MainActor
package final class FriendFormViewModel {
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

    /// What the form is drawn from; the rest of it is computed in `FriendFormViewModel+State.swift` and
    /// `FriendFormViewModel+Merging.swift`.
    package struct State: Equatable, Sendable {
        package internal(set) var mode: Mode
        /// What the texts were before they were touched. What differs from it was typed here; where the friend differs
        /// from it, someone else has changed it.
        package internal(set) var base: FriendDetails
        package internal(set) var inputs: [FriendField: TextInput]
        package internal(set) var focus = Focus.field(.firstName)
        package internal(set) var isSending = false
        /// The fields that both sides have changed, and what the user decided.
        package internal(set) var choices: [FriendField: Choice] = [:]
        package internal(set) var isDeletedElsewhere = false
        /// The fields whose messages are shown: those that were left, and all of them once submit was tried.
        var visited: Set<FriendField> = []
        /// What the server would not take, with the text that it refused.
        var rejections: [FriendField: Rejection] = [:]
        /// A field whose last insertion had no room.
        var overfull: FriendField?

        struct Rejection: Equatable, Sendable {
            let text: String
            let reason: String
        }
    }

    /// What can be done with the form.
    package enum Action: Equatable, Sendable {
        case edit(TextEdit)
        case focusNext, focusPrevious
        /// Goes to a field, behind so many characters of its text.
        case focus(FriendField, cursor: Int)
        /// Presses what has the focus: a button, or in a field submit.
        case press
        /// Presses submit, wherever the focus is.
        case submit
        /// The stored value of the field again.
        case revertField
        /// Takes one of the two texts of a field that both sides have changed.
        case pick(Side)
        /// Leaves the form, asking once if it has changes; cancels a submission in progress.
        case cancel
    }

    /// How the form, or a submission of it, has ended.
    package enum Completion: Equatable, Sendable {
        /// Stored, by `step` when that has changed anything. A merged friend has something that was changed elsewhere
        /// and not to be seen in the form.
        case saved(Friend, step: UndoHistory.Step?, isMerged: Bool)
        case discarded
        /// Left like that, after submissions without an answer: each of these may have been made.
        case leftUnresolved([UndoHistory.Step])
        /// Someone deleted the friend, and the user discards the form.
        case discard
        /// The friend is not there any more, or another one now; the form stays.
        case outdated
        /// A submission was cancelled; the form stays.
        case cancelled
    }

    package internal(set) var state: State {
        didSet {
            keepDraft()
            onChange()
        }
    }
    /// Called after every change of ``state``.
    package var onChange: @MainActor () -> Void = {}
    let client: any FriendsClient
    let drafts: any DraftStore
    var keptDraft: UnsavedDraft?
    /// The version that was to be changed when the form was opened.
    let openedVersion: Friend.Version?
    private let activity: ActivityViewModel
    let prompts: PromptViewModel
    let calls: RetryingCalls
    let onCompletion: @MainActor (Completion) async -> Void
    /// What was sent without an answer: each of these may have been stored.
    var unresolvedWrites: [UndoHistory.Step] = []
    /// The friend that was to be added, as it was seen in the list.
    var added: Friend?
    private var isAsking = false

    /// - Parameters:
    ///   - typed: what the fields hold at first, when that is not what is stored.
    ///   - drafts: where what is typed is kept until the form has ended.
    ///   - onCompletion: called with the result of the form, or when its friend is outdated.
    package init(
        mode: Mode, typed: FriendDetails?, client: any FriendsClient, drafts: any DraftStore,
        activity: ActivityViewModel, prompts: PromptViewModel,
        onCompletion: @escaping @MainActor (Completion) async -> Void
    ) {
        self.state = State(mode: mode, typed: typed)
        self.client = client
        self.drafts = drafts
        openedVersion = mode.friend?.version
        self.activity = activity
        self.prompts = prompts
        self.calls = RetryingCalls(activity: activity, prompts: prompts)
        self.onCompletion = onCompletion
        keptDraft = unsavedDraft
    }

    /// Performs the action. What needs no response of the server and no answer of the user is done on return.
    /// - Returns: a task for the rest, if there is any.
    @discardableResult
    package func send(_ action: Action) -> Task<Void, Never>? {
        switch action {
        case .press where state.focus == .cancel: return .immediate { await self.cancel() }
        case .press, .submit: return .immediate { await self.pressSubmit() }
        case .cancel: return .immediate { await self.cancel() }
        case .edit(let edit): self.edit(edit)
        case .focusNext: moveFocus(by: 1)
        case .focusPrevious: moveFocus(by: -1)
        case .focus(let field, let cursor): focus(field, cursor: cursor)
        case .revertField: revertField()
        case .pick(let side): pick(side)
        }
        return nil
    }

    // MARK: Editing

    /// The fields hold still while they are being sent: what is saved is what is seen.
    private func edit(_ edit: TextEdit) {
        guard case .field(let field) = state.focus, !state.isSending else { return }
        let fits = state.inputs[field]?.apply(edit) ?? true
        let overfull = fits ? nil : field
        if overfull != state.overfull { state.overfull = overfull }
    }

    private func revertField() {
        guard case .field(let field) = state.focus, !state.isSending else { return }
        let stored = state.mode.stored[field]
        state.inputs[field] = TextInput(stored)
        state.base[field] = stored
        state.overfull = nil
    }

    private func moveFocus(by step: Int) {
        let order = FriendField.allCases.map(Focus.field) + [.submit, .cancel]
        guard let index = order.firstIndex(of: state.focus) else { return }
        focus(order[(index + step + order.count) % order.count])
    }

    private func focus(_ focus: Focus) {
        if case .field(let left) = state.focus { state.visited.insert(left) }
        state.overfull = nil
        state.focus = focus
    }

    private func focus(_ field: FriendField, cursor: Int) {
        if state.focus != .field(field) { focus(.field(field)) }
        edit(.moveTo(cursor))
    }

    // MARK: Pressing

    private func pressSubmit() async {
        guard !state.isSending else { return }
        guard state.canSubmit else {
            if !state.isChanged, let savedUnanswered { return await onCompletion(savedUnanswered) }
            return showWhatIsMissing()
        }
        await submit()
    }

    /// Enter on a form that cannot be sent goes to the first field that is wrong, or has to be decided.
    private func showWhatIsMissing() {
        let undecided = state.undecided
        let wrong = FriendField.allCases.first { state.problemText(in: $0) != nil || undecided.contains($0) }
        state.visited = Set(FriendField.allCases)
        if let wrong { state.focus = .field(wrong) }
    }

    // MARK: Leaving

    private func cancel() async {
        if state.isSending { return activity.cancel() }
        guard await mayBeLeft() else { return }
        if let savedUnanswered, unresolvedWrites.last?.result?.details == state.mode.friend?.details {
            // What was typed since is not saved: the question has promised that it is kept.
            if let unsavedDraft { drafts.setAside(unsavedDraft) }
            await onCompletion(savedUnanswered)
        } else {
            // Of what was sent after what is known to be stored the list will tell.
            await onCompletion(unresolvedWrites.isEmpty ? .discarded : .leftUnresolved(unresolvedWrites))
        }
    }

    /// What was stored by an attempt that was given up, or whose answer was lost, was saved all the same, and can be
    /// undone; nil when there is no such thing.
    var savedUnanswered: Completion? {
        guard let friend = state.mode.friend, let step = storedUnanswered else { return nil }
        return .saved(friend, step: step, isMerged: false)
    }

    /// The attempt without an answer that has made the friend what it is now.
    var storedUnanswered: UndoHistory.Step? {
        guard let friend = state.mode.friend, !state.isDeletedElsewhere,
            let attempt = unresolvedWrites.last(where: { $0.result?.details == friend.details }),
            attempt.original?.version != friend.version
        else { return nil }
        return attempt.resulting(in: friend)
    }

    /// Whether the form can be left: without changes, or if the user says so.
    package func mayBeLeft() async -> Bool {
        guard state.isChanged else { return true }
        // The question is there once, however often it is asked for.
        guard !isAsking else { return false }
        isAsking = true
        defer { isAsking = false }
        return await prompts.ask(.discard) == .yes
    }
}
