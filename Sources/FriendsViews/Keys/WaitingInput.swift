import FriendsViewModels
import TerminalUI

/// The input that waits for the first list: keys about friends, and what is typed after them. So keys that are typed
/// before the list is there mean what they mean afterwards.
package struct WaitingInput: Sendable {
    private var events: [InputEvent] = []

    package init() {}

    /// What becomes of the events.
    package enum Outcome: Equatable, Sendable {
        /// They wait for the list, or for the answer to a question.
        case waiting
        case handled(ArraySlice<InputEvent>)
        /// There is no list, or a form or a page was opened instead: they were not meant for these.
        case ignored
    }

    /// Removes the first event and keeps it, if it has to wait in a state.
    /// - Returns: whether it waits.
    package mutating func keep(
        _ input: inout ArraySlice<InputEvent>, in state: AppState, _ keys: KeyBindings
    ) -> Bool {
        guard let first = input.first, keys.waits(first, behind: events, in: state) else { return false }
        events.append(input.removeFirst())
        return true
    }

    /// Whether there are events, and something becomes of them now. A question that came in the meantime is not answered
    /// by them.
    package func isDue(in state: AppState) -> Bool {
        !events.isEmpty && state.prompts.current == nil && (state.list.content != .loading || state.hasOtherFocus)
    }

    /// Removes all events if something becomes of them now.
    package mutating func take(in state: AppState) -> Outcome {
        guard isDue(in: state) else { return .waiting }
        defer { events = [] }
        return state.list.content == .loaded && !state.hasOtherFocus ? .handled(events[...]) : .ignored
    }
}

extension KeyBindings {
    /// Whether an event waits for the first list.
    /// - Parameter others: the events that wait already.
    fileprivate func waits(_ event: InputEvent, behind others: [InputEvent], in state: AppState) -> Bool {
        // A question is answered, and a form that the mouse has opened is filled, at once.
        guard state.prompts.current == nil, !state.hasOtherFocus else { return false }
        guard case .key(let key) = event else { return !others.isEmpty }
        if !others.isEmpty {
            let isForNow = all.contains { $0.context == .everywhere && $0.keys.contains(key) }
            let command = command(for: event, in: state)
            // After a letter that opens a field, q is text; after movements it leaves.
            let isLeaving =
                command == .app(.quit) && others.allSatisfy { self.command(for: $0, in: state)?.onlyMoves == true }
            return !isForNow && !isLeaving && command != .app(.cancelActivity)
        }
        guard state.list.content == .loading else { return false }
        let context = KeyContext(state)
        return all.contains { $0.context == context && $0.keys.contains(key) && $0.command.needsList }
    }
}

extension AppState {
    /// Whether something else than the list takes the keys about friends.
    fileprivate var hasOtherFocus: Bool { form != nil || page != nil }
}

extension Command {
    /// Whether it moves the selection or marks friends, and opens nothing.
    fileprivate var onlyMoves: Bool {
        switch self {
        case .list(.move), .list(.mark): true
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
