import FriendsModel
import FriendsViewModels
import TerminalUI

/// The whole screen: a function from what is to be seen, and the room there is for it, to a frame.
package enum AppView {
    /// The picture of a state on a screen of that size, drawn with those symbols; any size can be drawn.
    /// - Parameter keys: what the footer and the help are drawn from.
    package static func frame(_ state: AppState, size: Size, keys: KeyBindings, symbols: Symbols) -> Frame {
        var frame = Frame(size: size, symbols: symbols)
        let layout = ScreenLayout(size: size)
        guard !layout.isTooSmall else {
            drawTooSmall(in: &frame)
            return frame
        }
        if let page = state.page {
            PageView.draw(page, state, keys, layout, in: &frame)
        } else {
            TitleView.draw(state, layout, in: &frame)
            ListView.draw(state, keys, layout, in: &frame)
        }
        StatusView.draw(state, keys, layout, in: &frame)
        FooterView.draw(state, keys, layout, in: &frame)
        if state.help != nil { HelpView.draw(state, keys, layout, in: &frame) }
        if let palette = state.palette { PaletteView.draw(palette, state, keys, layout, in: &frame) }
        if state.isLoadingShown { OverlayView.drawLoading(state, keys, layout, in: &frame) }
        if let prompt = state.prompts.current, let focus = state.prompts.focus {
            OverlayView.draw(prompt, focus: focus, layout, in: &frame)
        }
        return frame
    }

    private static func drawTooSmall(in frame: inout Frame) {
        let minimum = ScreenLayout.minimumSize
        let note = frame.symbols.text("Too small: \(minimum.columns)\u{D7}\(minimum.rows) needed")
        for (row, line) in DisplayText.wrap(note, columns: frame.size.columns).enumerated() {
            frame.write(line, column: 0, row: row, style: .problem)
        }
        frame.cursor = frame.size.columns > 0 && frame.size.rows > 0 ? Position(column: 0, row: 0) : nil
    }
}

extension AppState {
    /// While a form is typed in, nothing that it does not wait for lies over it.
    var isLoadingShown: Bool { activity.isVisible && form?.isSending ?? true }
}
