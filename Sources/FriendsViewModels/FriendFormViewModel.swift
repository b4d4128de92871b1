import FriendsModel
import Observation

/// The form that adds a friend or changes one: three lines of text, what is wrong with them, and whether they can be
/// sent.
@MainActor @Observable
package final class FriendFormViewModel {
    /// What becomes of the draft.
    package enum Mode: Equatable, Sendable {
        /// A new friend, whose id is chosen once: sending it twice makes one friend.
        case add(Friend.ID)
        /// A change of a friend as it was when the form was opened.
        case update(Friend)
    }

    /// What keys go to.
    package enum Focus: Hashable, Sendable {
        case field(FriendField)
        case submit, cancel
    }

    /// What the form is drawn from; the rest of it is computed in `FriendFormViewModel+State.swift`.
    package struct State: Equatable, Sendable {
        package internal(set) var mode: Mode
        package internal(set) var inputs: [FriendField: TextInput]
        package internal(set) var focus = Focus.field(.firstName)
        package internal(set) var isSending = false
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
        case paste(String)
        case focusNext, focusPrevious
        /// Presses what has the focus: a button, or in a field submit.
        case press
        /// The stored value of the field again.
        case revertField
        /// Leaves the form, asking once when something was changed; gives up a submission that is under way.
        case cancel
    }

    /// How the form, or a submission of it, has ended.
    package enum Ending: Equatable, Sendable {
        /// Stored, by `step` when that has changed anything.
        case saved(Friend, step: UndoHistory.Step?)
        case discarded
        /// The friend is not there any more, or another one now; the form stays.
        case outdated
        /// A submission was given up; the form stays.
        case cancelled
    }

    package internal(set) var state: State
    @ObservationIgnored private let client: any FriendsClient
    @ObservationIgnored private let activity: ActivityViewModel
    @ObservationIgnored private let prompts: PromptViewModel
    @ObservationIgnored private let calls: RetryingCalls
    @ObservationIgnored private let onEnd: @MainActor (Ending) async -> Void
    @ObservationIgnored private var isAsking = false

    /// - Parameter onEnd: told once how the form ended, or that the friend under it is outdated.
    package init(
        mode: Mode, client: any FriendsClient, activity: ActivityViewModel, prompts: PromptViewModel,
        onEnd: @escaping @MainActor (Ending) async -> Void
    ) {
        self.state = State(mode: mode)
        self.client = client
        self.activity = activity
        self.prompts = prompts
        self.calls = RetryingCalls(activity: activity, prompts: prompts)
        self.onEnd = onEnd
    }

    /// Does what the action says, and returns when all of it is done, answers of the server included.
    package func send(_ action: Action) async {
        switch action {
        case .edit(let edit): self.edit(edit)
        case .paste(let text): edit(.insert(text.asSingleLine))
        case .focusNext: moveFocus(by: 1)
        case .focusPrevious: moveFocus(by: -1)
        case .press: await press()
        case .revertField: revertField()
        case .cancel: await cancel()
        }
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
        state.inputs[field] = TextInput(state.stored[field])
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

    // MARK: Submitting

    private func press() async {
        if state.focus == .cancel { return await cancel() }
        guard !state.isSending else { return }
        guard state.canSubmit else { return showWhatIsMissing() }
        await submit()
    }

    /// Enter on a form that cannot be sent goes to the first field that is wrong.
    private func showWhatIsMissing() {
        let wrong = FriendField.allCases.first { state.problemText(in: $0) != nil }
        state.visited = Set(FriendField.allCases)
        if let wrong { state.focus = .field(wrong) }
    }

    private func submit() async {
        state.isSending = true
        state.rejections = [:]
        let details = state.draft.trimmed
        let result = await calls.run(state.mode.operation(details)) { [weak self] _ throws(FriendsClientError) in
            guard let self else { throw .cancelled }
            return try await self.save(details)
        }
        state.isSending = false
        switch result {
        case .success((let friend, let step)): await onEnd(.saved(friend, step: step))
        case .failure(.rejected(let fields, _)): takeOver(fields)
        case .failure(.conflict(let current?)):
            rebase(onto: current)
            await onEnd(.outdated)
        case .failure(.notFound):
            // Deleted elsewhere: what was typed can be added anew, under the same id.
            if case .update(let friend) = state.mode { state.mode = .add(friend.id) }
            await onEnd(.outdated)
        case .failure(.conflict): await onEnd(.outdated)
        case .failure(.cancelled): await onEnd(.cancelled)
        case .failure: break
        }
    }

    /// Sends the details once. A conflict with what an earlier attempt of ours has stored is no conflict.
    private func save(_ details: FriendDetails) async throws(FriendsClientError) -> (
        Friend, step: UndoHistory.Step?
    ) {
        do {
            switch state.mode {
            case .add(let id):
                let added = try await client.add(details, id: id)
                return (added, .added(added))
            case .update(let friend):
                let changes = FriendChanges(from: friend.details, to: details)
                let updated = try await client.update(friend.id, with: changes, from: friend.version)
                // A server that does not say how the friend is now says so in the list, which is loaded next.
                let saved = updated ?? Friend(id: friend.id, version: friend.version, details: details)
                return (saved, .updated(from: friend, to: saved))
            }
        } catch .conflict(let current?) {
            if current.details == details { return (current, nil) }
            guard case .add = state.mode else { throw .conflict(current: current) }
            // Only this form knows the id: the friend was added by an attempt whose answer was lost.
            state.mode = .update(current)
            return try await save(details)
        }
    }

    /// Goes on from the friend as somebody else has made it: what was typed stays, and fields that were not touched
    /// take the other's text, so that sending again does not undo it.
    func rebase(onto current: Friend) {
        guard case .update(let friend) = state.mode, friend.id == current.id, friend != current else { return }
        for field in FriendField.allCases where state.draft.details[field].isIdentical(to: friend.details[field]) {
            state.inputs[field] = TextInput(current.details[field])
        }
        state.mode = .update(current)
    }

    private func takeOver(_ fields: [FriendsClientError.RejectedField]) {
        for rejected in fields {
            state.rejections[rejected.field] = State.Rejection(
                text: state.draft.details[rejected.field], reason: rejected.reason)
            state.visited.insert(rejected.field)
        }
        if let first = FriendField.allCases.first(where: { state.rejections[$0] != nil }) {
            state.focus = .field(first)
        }
    }

    // MARK: Leaving

    private func cancel() async {
        if state.isSending { return activity.cancel() }
        guard await mayBeLeft() else { return }
        await onEnd(.discarded)
    }

    /// Whether the form can be left: at once when nothing was changed, else when the person says so.
    package func mayBeLeft() async -> Bool {
        guard state.isChanged else { return true }
        // The question is there once, however often it is asked for.
        guard !isAsking else { return false }
        isAsking = true
        defer { isAsking = false }
        return await prompts.ask(.question("Discard changes?")) == .yes
    }
}

extension FriendFormViewModel.Mode {
    fileprivate func operation(_ details: FriendDetails) -> Operation {
        switch self {
        case .add: .add(details)
        case .update: .update(details)
        }
    }
}

extension String {
    /// Pasted text on one line: a line break or a tab becomes a space.
    fileprivate var asSingleLine: String {
        String(map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}
