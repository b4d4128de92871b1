import FriendsList
import FriendsModel
import FriendsSearch

/// An open form: it takes what is typed, keeps it as a draft, and sends it to the server. What is in the form, its
/// ``FriendForm`` knows.
@MainActor
package final class FriendFormViewModel {
    /// What can be done with the form.
    package enum Action: Equatable, Sendable {
        case edit(TextEdit)
        case focusNext, focusPrevious
        /// Goes to the next or previous row: a field, a line or a button.
        case focusNextRow, focusPreviousRow
        /// Goes to a place, behind `cursor` characters of its text.
        case focus(FriendForm.Focus, cursor: Int)
        /// Adds a line, whose kind is chosen in a menu.
        case kinds(FriendForm.KindAction)
        /// Removes the line with the focus.
        case removeLine
        /// Moves the line with the focus.
        case moveLine(by: Int)
        /// Presses what has the focus: a button, or in a field submit.
        case press
        /// Presses submit, wherever the focus is.
        case submit
        /// Presses submit, and asks for an empty form once the friend is saved.
        case submitAndAddAnother
        /// The stored value of the field or line again.
        case revertPart
        /// Takes one of the two contents of a part that both sides have changed.
        case pick(FriendForm.Side)
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
        /// The user opens another friend instead, which the new one looks like.
        case opens(Friend)
    }

    package internal(set) var state: FriendForm {
        didSet {
            keepDraft()
            desk.endKeyStatus()
            desk.onChange()
        }
    }
    let desk: Desk
    /// What the draft store has of the form. It decides what is written there, and nothing else.
    var keptDraft: UnsavedDraft?
    /// The version that was to be changed when the form was opened.
    let openedVersion: Friend.Version?
    /// The labels of a kind of line that are in use in the list.
    private let labels: @MainActor (LineKind) async -> [String]
    /// The friends in the list that details look like.
    let similar: @MainActor (FriendDetails) async -> [SimilarFriend]
    let calls: RetryingCalls
    let onCompletion: @MainActor (Completion) async -> Void

    /// - Parameters:
    ///   - typed: what the form holds at first, when that is not what is stored.
    ///   - required: the fields that a new friend needs.
    ///   - labels: the labels of a kind of line that are in use in the list, the most frequent first.
    ///   - similar: the friends in the list that details look like.
    ///   - onCompletion: called with the result of the form, or when its friend is outdated.
    package init(
        mode: FriendForm.Mode, typed: FriendDetails?, required: Set<FriendField>,
        labels: @escaping @MainActor (LineKind) async -> [String],
        similar: @escaping @MainActor (FriendDetails) async -> [SimilarFriend] = { _ in [] },
        desk: Desk, onCompletion: @escaping @MainActor (Completion) async -> Void
    ) {
        self.state = FriendForm(mode: mode, typed: typed, required: required)
        self.labels = labels
        self.similar = similar
        self.desk = desk
        openedVersion = mode.friend?.version
        calls = RetryingCalls(desk)
        self.onCompletion = onCompletion
        keptDraft = unsavedDraft
    }

    /// Goes to a part, if the form has it.
    package func focus(_ part: FriendPart) {
        state.focus(part)
    }

    /// Performs the action. What needs no response of the server and no answer of the user is done on return.
    /// - Returns: a task for the rest, if there is any.
    @discardableResult
    package func send(_ action: Action) -> Task<Void, Never>? {
        if state.isSending, state.addsAnother, action != .cancel {
            // The menu of kinds is not there to take the keys after this one: they would be text in a field.
            if state.typedAhead.last == .kinds(.open) || state.typedAhead.last == .kinds(.openAtEnd) {
                state.hasIgnoredKeys = true
            } else {
                state.typedAhead.append(action)
            }
            return nil
        }
        // Only the mouse reaches anything else while the menu of kinds is open.
        if case .kinds = action {} else if state.kindMenu != nil { state.kindMenu = nil }
        switch action {
        case .press where state.focus == .cancel: return .immediate { await self.cancel() }
        case .press where state.focus == .addLine: state.choose(.open, newID: .random())
        case .press, .submit: return .immediate { await self.pressSubmit() }
        case .submitAndAddAnother: return .immediate { await self.pressSubmit(addingAnother: true) }
        case .cancel: return .immediate { await self.cancel() }
        case .edit(let edit): return type(edit)
        case .focusNext: state.moveFocus(by: 1)
        case .focusPrevious: state.moveFocus(by: -1)
        case .focusNextRow: state.moveFocusByRow(1)
        case .focusPreviousRow: state.moveFocusByRow(-1)
        case .focus(let place, let cursor): state.focus(place, cursor: cursor)
        case .kinds(let action): state.choose(action, newID: .random())
        case .removeLine: state.removeLine()
        case .moveLine(let step): state.moveLine(by: step)
        case .revertPart: state.revertPart()
        case .pick(let side): state.pick(side)
        }
        return nil
    }

    /// - Returns: at the first edit of a label of a kind, the task that finds out which are in use.
    private func type(_ edit: TextEdit) -> Task<Void, Never>? {
        state.edit(edit)
        guard case .line(_, .label) = state.focus, let kind = state.focusedLine?.kind, state.labelsInUse[kind] == nil
        else { return nil }
        state.labelsInUse[kind] = []
        return .immediate { [weak self, labels] in
            let found = await labels(kind)
            self?.state.labelsInUse[kind] = found
        }
    }

    // MARK: Pressing

    private func pressSubmit(addingAnother: Bool = false) async {
        guard !state.isSending else { return }
        state.normalize(state.focus.part)
        state.addsAnother = addingAnother
        guard state.canSubmit else {
            if !state.isChanged, let savedUnanswered { return await onCompletion(savedUnanswered) }
            state.showProblems()
            return state.hasNothingToSave ? desk.say(.nothingToSave) : ()
        }
        switch await answerToWarning() {
        case nil: await submit()
        case .saveAnyway?: await submit()
        case .open(let friend)?: await onCompletion(.opens(friend))
        case .keepEditing?:
            dropTypedAhead()
            state.addsAnother = false
        }
    }

    /// What was typed for the next friend never becomes a text of this one.
    func dropTypedAhead() {
        guard !state.typedAhead.isEmpty else { return }
        state.typedAhead = []
        state.hasIgnoredKeys = false
        desk.reportIgnoredKeys(waitingForList: false)
    }

    // MARK: Leaving

    private func cancel() async {
        dropTypedAhead()
        if state.isComparing { return state.isComparing = false }
        if state.isSending { return desk.activity.cancel() }
        state.addsAnother = false
        guard await desk.mayLeave(leaving) else { return }
        if let savedUnanswered, state.unanswered.endsIn(state.mode.friend) {
            // What was typed since is not saved: the question has promised that it is kept.
            if let unsavedDraft { desk.drafts.setAside(unsavedDraft) }
            await onCompletion(savedUnanswered)
        } else {
            // Of what was sent after what is known to be stored the list will tell.
            await onCompletion(state.unanswered.isEmpty ? .discarded : .leftUnresolved(state.unanswered.steps))
        }
    }

    /// Without changes the form is left at once.
    var leaving: Leaving { state.isChanged ? .asking(.discard) : .free }
}
