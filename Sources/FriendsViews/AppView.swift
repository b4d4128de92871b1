import FriendsModel
import FriendsViewModels
import TerminalUI

/// The whole screen: a function from what is to be seen, and the room there is for it, to a frame.
package enum AppView {
    /// The picture of a state on a screen of that size, drawn with those symbols; any size can be drawn.
    /// - Parameter keys: what the footer and the help are drawn from.
    package static func frame(_ state: AppState, size: Size, keys: KeyBindings, symbols: Symbols) -> Frame {
        var maker = FrameMaker(keys: keys, symbols: symbols)
        return maker.frame(state, size: size)
    }

    static func drawTooSmall(in frame: inout Frame) {
        let minimum = ScreenLayout.minimumSize
        let note = frame.symbols.text("Terminal too small (need \(minimum.columns)\u{D7}\(minimum.rows))")
        for (row, line) in DisplayText.wrap(note, columns: frame.size.columns).enumerated() {
            frame.write(line, column: 0, row: row, style: .problem)
        }
        frame.cursor = frame.size.columns > 0 && frame.size.rows > 0 ? Position(column: 0, row: 0) : nil
    }
}

extension AppState {
    /// The loading box gives way to what a person reads or answers. While a form is typed in, nothing that it does not wait
    /// for lies over it.
    var isLoadingShown: Bool {
        activity.isVisible && prompts.current == nil && help == nil && palette == nil && form?.isSending ?? true
    }
}
