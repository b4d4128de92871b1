import FriendsModel
import FriendsViewModels
import TerminalUI

/// The whole screen: a function from what is to be seen, and the room there is for it, to a frame.
package enum AppView {
    /// The picture of a state on a screen of that size; any size can be drawn.
    /// - Parameter keys: what the footer and the help are drawn from.
    package static func frame(_ state: AppState, size: Size, keys: KeyBindings) -> Frame {
        var frame = Frame(size: size)
        let layout = ScreenLayout(size: size)
        guard !layout.isTooSmall else {
            drawTooSmall(in: &frame)
            return frame
        }
        TitleView.draw(state, layout, in: &frame)
        ListView.draw(state, keys, layout, in: &frame)
        drawStatus(state.list, keys, layout, in: &frame)
        FooterView.draw(state, keys, layout, in: &frame)
        if state.help != nil { HelpView.draw(state, keys, layout, in: &frame) }
        // While a form is typed in, nothing that it does not wait for lies over it.
        if state.activity.isVisible, state.form?.isSending ?? true {
            let cancelKey =
                state.form == nil
                ? keys.keyName(of: .app(.cancelActivity), in: .list, now: state)
                : keys.keyName(of: .form(.cancel), in: .form, now: state)
            OverlayView.drawLoading(state.activity, cancelKey: cancelKey, layout, in: &frame)
        }
        if let prompt = state.prompts.current, let focus = state.prompts.focus {
            OverlayView.draw(prompt, focus: focus, layout, in: &frame)
        }
        return frame
    }

    private static func drawTooSmall(in frame: inout Frame) {
        let minimum = ScreenLayout.minimumSize
        let note = "Too small: \(minimum.columns)\u{D7}\(minimum.rows) needed"
        for (row, line) in DisplayText.wrap(note, columns: frame.size.columns).enumerated() {
            frame.write(line, column: 0, row: row, style: .problem)
        }
        frame.cursor = frame.size.columns > 0 && frame.size.rows > 0 ? Position(column: 0, row: 0) : nil
    }

    /// What has happened last, or else how old the rows are.
    private static func drawStatus(
        _ list: FriendListViewModel.State, _ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        let (text, style): (String, Style)
        if let status = list.status {
            let offer = status.offer?.text(keys).map { " \u{2013} \($0)" } ?? ""
            (text, style) = (status.text + offer, status.kind.style)
        } else if let staleness = list.staleness {
            let age = staleness.loadedAt.map { "List of \(ClockTime.text(secondsSince1970: $0))" }
            let retry = keys.keyName(of: .list(.reload), in: .list).map { ", \($0) tries again" } ?? ""
            (text, style) = ("\(age ?? "Part of the list")\(retry). \(staleness.failure.heading)", .problem)
        } else {
            return
        }
        frame.write(text, column: 1, row: layout.statusRow, width: layout.size.columns - 2, style: style)
    }
}

extension FriendListViewModel.Status.Kind {
    fileprivate var style: Style {
        switch self {
        case .success: .success
        case .information: .hint
        case .problem: .problem
        }
    }
}

extension FriendListViewModel.Status.Offer {
    /// What it takes, when there is a key for it.
    fileprivate func text(_ keys: KeyBindings) -> String? {
        switch self {
        case .undo: keys.keyName(of: .list(.undo), in: .list).map { "press \($0) to undo" }
        case .redo: keys.keyName(of: .list(.redo), in: .list).map { "\($0) does it again" }
        }
    }
}
