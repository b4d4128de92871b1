import FriendsModel
import FriendsViewModels
import TerminalUI

/// The whole screen: a pure function from the state and the screen size to a frame.
package enum AppView {
    /// Draws a state at any screen size.
    /// - Parameter keys: the key table for the footer and the help.
    package static func frame(
        _ state: AppState, size: Size, keys: KeyBindings, symbols: Symbols, isPlain: Bool = false
    ) -> Frame {
        var maker = FrameMaker(keys: keys, symbols: symbols, isPlain: isPlain)
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
    /// Help, palette and prompts hide the loading box. While a form is open, only its own request shows one.
    var isLoadingShown: Bool {
        activity.isVisible && prompts.current == nil && help == nil && palette == nil && form?.isSending ?? true
    }
}
