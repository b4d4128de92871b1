import FriendsViewModels
import TerminalUI

/// The input that waits for the first list: keys about friends, and what is typed after them. So keys that are typed
/// before the list is there mean what they mean afterwards.
package struct WaitingInput: Sendable {
    private var events: [InputEvent] = []

    package init() {}

    package var isEmpty: Bool { events.isEmpty }

    /// Removes the first event and keeps it, if it has to wait in a state.
    /// - Returns: whether it waits.
    package mutating func keep(
        _ input: inout ArraySlice<InputEvent>, in state: AppState, _ keys: KeyBindings
    ) -> Bool {
        guard let first = input.first, keys.waits(first, isBehindOthers: !isEmpty, in: state) else { return false }
        events.append(input.removeFirst())
        return true
    }

    /// Removes all events.
    package mutating func take() -> ArraySlice<InputEvent> {
        defer { events = [] }
        return events[...]
    }
}

extension KeyBindings {
    /// Whether an event waits for the first list.
    /// - Parameter isBehindOthers: whether other events wait already.
    fileprivate func waits(_ event: InputEvent, isBehindOthers: Bool, in state: AppState) -> Bool {
        // A question is answered, and an operation is cancelled, at once.
        guard state.prompts.current == nil, case .key(let key) = event else {
            return isBehindOthers && state.prompts.current == nil
        }
        if isBehindOthers {
            let isForNow = all.contains { $0.context == .everywhere && $0.keys.contains(key) }
            return !isForNow && command(for: event, in: state) != .app(.cancelActivity)
        }
        guard state.list.content == .loading else { return false }
        let context = KeyContext(state)
        return all.contains { $0.context == context && $0.keys.contains(key) && $0.command.needsList }
    }
}

extension Command {
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
