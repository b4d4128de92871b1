import FriendsModel
import FriendsViewModels
import TerminalUI

/// Translates mouse events into commands. It keeps the last press to detect double clicks and drags.
///
/// In a list the mouse only selects, marks, scrolls, opens and restores. What else changes a list is a click on its key
/// hint.
package struct MouseReader: Sendable {
    /// Two presses on one row within this time, and so near to each other, are a double click.
    package static let doubleClickTime = Duration.milliseconds(400)
    private static let doubleClickColumns = 4
    /// The number of rows per wheel step.
    package static let wheelRows = 3

    private struct Press {
        let position: Position
        var time: ContinuousClock.Instant
        /// The context at the time of the press.
        let context: KeyContext
        let prompts: [Prompt]

        func isFollowed(by next: Press) -> Bool {
            isNear(next) && time.duration(to: next.time) <= MouseReader.doubleClickTime
        }
        private func isNear(_ next: Press) -> Bool {
            position.row == next.position.row
                && abs(position.column - next.position.column) <= MouseReader.doubleClickColumns
        }
        func isOnSame(as other: Press) -> Bool { context == other.context && prompts == other.prompts }
    }

    private enum Drag {
        case none
        /// It can start at the friend with this list index.
        case possible(anchor: Int)
        /// The pointer has reached another row.
        case underWay(anchor: Int)
        /// The terminal sent no release. The range may still be open.
        case lost

        var anchor: Int? {
            switch self {
            case .possible(let anchor), .underWay(let anchor): anchor
            case .none, .lost: nil
            }
        }
    }

    private var lastPress: Press?
    private var drag = Drag.none

    package init() {}

    /// The command for an event in a state, if there is one.
    /// - Parameter time: the time of the event.
    package mutating func command(
        for event: MouseEvent, at time: ContinuousClock.Instant, in state: AppState, size: Size, keys: KeyBindings
    ) -> Command? {
        // A release ends a drag with any modifiers.
        if event.kind == .release(.left) { return release(state) }
        guard event.modifiers.isEmpty else { return nil }
        switch event.kind {
        case .wheelUp: return Self.scroll(by: -Self.wheelRows, state)
        case .wheelDown: return Self.scroll(by: Self.wheelRows, state)
        case .press(.left): return press(at: event.position, time, state, size, keys)
        case .drag(.left): return drag(to: event.position, state, size)
        case .press, .drag, .release: return nil
        }
    }

    private static func scroll(by rows: Int, _ state: AppState) -> Command? {
        switch KeyContext(state) {
        case .list, .find, .order: .list(.scroll(rows: rows))
        case .details: .chooseDetail(.lines(rows))
        case .columns: .list(.column(rows < 0 ? .previous : .next))
        case .help, .helpFilter, .prompt: .scrollText(.lines(rows))
        case .page, .pageFilter: .page(.scroll(rows: rows))
        case .merge: .merge(.move(.lines(rows.signum())))
        case .palette: state.palette.map { .palette(.select(index: $0.selected + rows)) }
        case .form, .kinds, .tag, .path, .everywhere: nil
        }
    }

    private mutating func press(
        at position: Position, _ time: ContinuousClock.Instant, _ state: AppState, _ size: Size, _ keys: KeyBindings
    ) -> Command? {
        let press = Press(
            position: position, time: time, context: KeyContext(state), prompts: state.prompts.queue)
        let first = lastPress.flatMap { $0.isFollowed(by: press) ? $0 : nil }
        lastPress = press
        if forgetLostDrag(in: press.context, state) { return .list(.mark(.cancelRange)) }
        let target = AppView.target(at: position, in: state, size: size, keys: keys)
        if let first, !first.isOnSame(as: press) || target?.isPressedOnce == true {
            // The first click has changed what is under the pointer, so the ones that follow it do not count.
            lastPress = first
            lastPress?.time = time
            return nil
        }
        guard let target else { return nil }
        if case .row(let index) = target, case .none = drag { drag = .possible(anchor: index) }
        return Self.command(for: target, isSecond: first != nil, state, keys)
    }

    private static func command(
        for target: MouseTarget, isSecond: Bool, _ state: AppState, _ keys: KeyBindings
    ) -> Command? {
        switch target {
        case .row(let index):
            // A click in the list takes the keys back from the details.
            if KeyContext(state) == .details { return .app(.details(.leaveFor(index: index))) }
            guard state.list.table.selection?.index == index else { return .list(.select(index: index)) }
            return isSecond ? keys.command(named: "edit", .list, in: state) : nil
        case .pageRow(let index):
            guard state.page?.table.selected == index else { return .page(.select(index: index)) }
            return isSecond ? openingPageRow(state, keys) : nil
        case .mergePart(let part, let side): return .merge(.select(part, side))
        case .paletteRow(let index):
            return state.palette?.selected == index ? .runSelected : .palette(.select(index: index))
        case .hint(let command): return command
        case .detail(let part, let top): return .app(.details(.choose(part, top: top)))
        case .chooserRow(let index):
            return state.list.columnChooser.map { .list(.column(.toggleColumn($0.entries[index]))) }
        case .header(let column): return .list(.sort(.by(column)))
        case .field(let field, let cursor): return .form(.focus(.field(field), cursor: cursor))
        case .line(let id, let place, let cursor): return .form(.focus(.line(id, place), cursor: cursor))
        case .addLine: return .form(.kinds(.openAtEnd))
        case .kind(let kind): return .form(.kinds(.pick(kind)))
        case .submit: return state.form?.isSending == false ? .form(.submit) : nil
        case .answer(let answer): return .prompt(.answer(answer))
        case .cancel: return .form(.cancel)
        case .cancelHint: return OverlayView.cancelCommand(state)
        case .outside:
            if state.help != nil { return .app(.hideHelp) }
            return state.palette == nil ? .list(.column(.close)) : .palette(.close)
        }
    }

    /// What Enter does on a page: restores a friend, shows a message, continues a draft, or merges two friends.
    private static func openingPageRow(_ state: AppState, _ keys: KeyBindings) -> Command? {
        keys.all.first { $0.command == .page(.use) && $0.isAvailable(state) }?.command
    }

    /// The selection follows the pointer, and the range extends to it.
    private mutating func drag(to position: Position, _ state: AppState, _ size: Size) -> Command? {
        guard let anchor = drag.anchor, Self.isOverList(KeyContext(state)),
            let dragged = AppView.friends(draggedFrom: anchor, to: position.row, in: state, size: size),
            dragged.end != state.list.table.selection?.index
        else { return nil }
        drag = .underWay(anchor: anchor)
        return .list(.mark(.drag(to: dragged.end)))
    }

    private static func isOverList(_ context: KeyContext) -> Bool { [.list, .find, .order].contains(context) }

    /// Marks the range of the drag.
    private mutating func release(_ state: AppState) -> Command? {
        switch drag {
        case .none, .lost: return nil
        case .possible:
            drag = .none
            return nil
        case .underWay:
            drag = .none
            return state.list.table.marks.rangeStart != nil ? .list(.mark(.range)) : nil
        }
    }

    /// A press during a drag means that the release was lost. The range is then unreliable, so the first press over the
    /// list only cancels it.
    /// - Returns: whether there is a range to cancel.
    private mutating func forgetLostDrag(in context: KeyContext, _ state: AppState) -> Bool {
        switch drag {
        case .none: return false
        case .possible:
            drag = .none
            return false
        case .underWay, .lost:
            guard state.list.table.marks.rangeStart == nil || Self.isOverList(context) else {
                drag = .lost
                return false
            }
            drag = .none
            return state.list.table.marks.rangeStart != nil
        }
    }
}
