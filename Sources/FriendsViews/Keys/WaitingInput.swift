import FriendsViewModels
import TerminalUI

/// The input that waits: for the first list, for a form that is being sent, or for another write. So keys that are typed
/// meanwhile mean what they mean afterwards.
package struct WaitingInput: Sendable {
    private var events: [InputEvent] = []
    /// Nil while nothing waits.
    private var reason: Reason?
    /// Whether the user has cancelled what they wait for.
    private var isCancelled = false

    package init() {}

    /// What input waits for.
    package enum Reason: Equatable, Sendable {
        case firstList
        /// The form or the path field is used, and closes after that.
        case field
        /// Something is being written, and a key needs its end. The keys were typed in this place.
        case write(Place)
    }

    /// Where a key is typed that needs the end of a write.
    package enum Place: Equatable, Sendable {
        case list
        case page(PageKind)
        case merge
    }

    /// What becomes of the events.
    package enum Outcome: Equatable, Sendable {
        /// They wait for the list, for the end of a write, or for the answer to a question.
        case waiting
        case handled(ArraySlice<InputEvent>)
        /// What they waited for has failed, or a form or a page was opened instead: they were not meant for these.
        case ignored(Reason)
    }

    /// Removes the first event and keeps it, if it has to wait in a state.
    /// - Returns: whether it waits.
    package mutating func keep(
        _ input: inout ArraySlice<InputEvent>, in state: AppState, _ keys: KeyBindings
    ) -> Bool {
        guard let first = input.first, !state.isLeaving else { return false }
        if let reason {
            guard keys.waits(first, behind: events, for: reason, in: state) else { return false }
            if case .write = reason, first == .key(Key(.escape)) { isCancelled = true }
        } else {
            reason = keys.reasonToWait(first, in: state)
            guard reason != nil else { return false }
        }
        events.append(input.removeFirst())
        return true
    }

    /// Nothing more comes of the events once a command cancels what they wait for. The first list can still come.
    package mutating func note(_ command: Command) {
        if command.isCancelling, reason != nil, reason != .firstList { isCancelled = true }
    }

    /// Nothing more comes of the events once the mouse was used before them: they would act where it leads.
    package mutating func noteMouse() {
        if reason != nil { isCancelled = true }
    }

    /// Whether nothing waits, as nearly always.
    package var isEmpty: Bool { reason == nil }

    /// Whether there are events, and something becomes of them now.
    package func isDue(in state: AppState) -> Bool { outcome(in: state) != .waiting }

    /// Removes all events if something becomes of them now.
    package mutating func take(in state: AppState) -> Outcome {
        let outcome = outcome(in: state)
        if outcome != .waiting { self = WaitingInput() }
        return outcome
    }

    private func outcome(in state: AppState) -> Outcome {
        guard let reason else { return .waiting }
        if isCancelled || state.isLeaving { return .ignored(reason) }
        // The help and the palette cover what the keys are for.
        guard state.help == nil, state.palette == nil else { return .waiting }
        let hasPrompt = state.prompts.current != nil
        switch reason {
        case .firstList:
            // A question that came in the meantime is not answered by them.
            guard !hasPrompt, state.list.content != .loading || state.hasOtherFocus else { return .waiting }
            return state.list.content == .loaded && !state.hasOtherFocus ? .handled(events[...]) : .ignored(reason)
        case .field:
            if hasPrompt { return .ignored(reason) }
            if state.isUsingField { return .waiting }
            return state.place == .list && state.takesCommands ? .handled(events[...]) : .ignored(reason)
        case .write(let place):
            if hasPrompt { return .ignored(reason) }
            guard state.place == place else { return .ignored(reason) }
            if state.isWriting { return .waiting }
            return state.takesCommands ? .handled(events[...]) : .ignored(reason)
        }
    }
}

extension KeyBindings {
    /// What the first event waits for; nil if it does not wait.
    fileprivate func reasonToWait(_ event: InputEvent, in state: AppState) -> WaitingInput.Reason? {
        // A question is answered, and the help and the palette are used, at once.
        guard !state.hasOverlay else { return nil }
        if state.isUsingField { return isForNow(event) || isForField(event, in: state) ? nil : .field }
        if waitsForList(event, in: state) { return .firstList }
        guard let place = state.place, let idle = state.withoutWrite else { return nil }
        return needsEnd(event, of: state, idle) ? .write(place) : nil
    }

    /// Whether an event waits behind others.
    fileprivate func waits(
        _ event: InputEvent, behind others: [InputEvent], for reason: WaitingInput.Reason, in state: AppState
    ) -> Bool {
        guard !state.hasOverlay, !isForNow(event) else { return false }
        let command = command(for: event, in: state)
        if command?.isCancelling == true { return false }
        guard reason == .firstList else { return true }
        // A form that the mouse has opened is filled at once. After a letter that opens a field, q is text; after movements
        // it leaves.
        let isLeaving =
            command == .app(.quit) && others.allSatisfy { self.command(for: $0, in: state)?.onlyMoves == true }
        return !state.hasOtherFocus && !isLeaving
    }

    /// Whether an event is a key that acts everywhere at once.
    private func isForNow(_ event: InputEvent) -> Bool {
        guard case .key(let key) = event else { return false }
        return all.contains { $0.context == .everywhere && $0.keys.contains(key) }
    }

    /// Whether an event is for the field that is being used: cancels that, asks for it once more, or shows its help.
    private func isForField(_ event: InputEvent, in state: AppState) -> Bool {
        switch command(for: event, in: state) {
        case .form(.press)?, .form(.submit)?, .app(.showHelp)?: true
        case let command?: command.isCancelling
        case nil: if case .key(Key(.enter)) = event { true } else { false }
        }
    }

    /// Whether an event is a key about friends that waits for the first list.
    private func waitsForList(_ event: InputEvent, in state: AppState) -> Bool {
        guard state.list.content == .loading, !state.hasOtherFocus, case .key(let key) = event else { return false }
        let context = KeyContext(state)
        return all.contains { $0.context == context && $0.keys.contains(key) && $0.command.needsList }
    }

    /// Whether an event is a key that has a command only at the end of a write.
    private func needsEnd(_ event: InputEvent, of state: AppState, _ idle: AppState) -> Bool {
        guard case .key(let key) = event else { return false }
        let context = KeyContext(state)
        func isAvailable(in state: AppState) -> Bool {
            all.contains { $0.context == context && $0.keys.contains(key) && $0.isAvailable(state) }
        }
        return !isAvailable(in: state) && isAvailable(in: idle)
    }
}

extension AppState {
    /// Whether something else than the list takes the keys about friends.
    fileprivate var hasOtherFocus: Bool { form != nil || page != nil }

    /// Whether a prompt, the help or the palette takes the keys.
    fileprivate var hasOverlay: Bool { prompts.current != nil || help != nil || palette != nil }

    /// Whether the form or the path is being used, and closes after that. What is typed ahead for another new friend does
    /// not wait here: the form keeps it for the next one.
    fileprivate var isUsingField: Bool {
        if let form { return form.isSending && !form.addsAnother }
        return page == nil && pathField?.isBusy == true
    }

    fileprivate var isWriting: Bool { list.isWriting || list.pending != nil }

    /// Whether keys are commands about friends or entries, and not text or answers to a menu.
    fileprivate var takesCommands: Bool { [.list, .details, .page].contains(KeyContext(self)) }

    /// Nil in the form.
    fileprivate var place: WaitingInput.Place? {
        if form != nil { return nil }
        if merging != nil { return .merge }
        return page.map { .page($0.kind) } ?? .list
    }
}

extension Command {
    /// Whether it moves the selection or marks friends, and opens nothing.
    fileprivate var onlyMoves: Bool {
        switch self {
        case .list(.move), .list(.mark): true
        default: false
        }
    }

    /// Whether it cancels what is under way.
    fileprivate var isCancelling: Bool {
        switch self {
        case .app(.cancelActivity), .form(.cancel), .path(.cancel): true
        default: false
        }
    }

    /// Whether it is about the friends of the list: before the first one it has nothing to work on.
    fileprivate var needsList: Bool {
        switch self {
        case .list(.move), .list(.delete), .list(.findNext), .list(.findPrevious), .list(.sort), .list(.chooseColumns),
            .list(.copy), .list(.reload), .app(.openUpdateForm), .app(.details(.toggle)), .app(.details(.focus)),
            .tagging(.begin):
            true
        // What these remove is not there yet.
        case .list(.mark(.none)), .list(.mark(.cancelRange)): false
        case .list(.mark): true
        default: false
        }
    }
}
