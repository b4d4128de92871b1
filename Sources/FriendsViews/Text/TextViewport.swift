import FriendsViewModels
import TerminalUI

/// The visible part of a text that scrolls as a whole: the help or a prompt.
///
/// Only the views know where lines wrap, so they clamp: a frame shows no line number beyond the end, and a movement begins
/// at what the frame shows.
struct TextViewport: Equatable {
    let lineCount: Int
    let height: Int
    /// The first visible line.
    let top: Int

    /// - Parameter top: the first visible line of the state, which may be too large after a change of the size.
    init(lineCount: Int, height: Int, top: Int) {
        self.lineCount = lineCount
        self.height = height
        self.top = Self.clamp(top, lineCount, height)
    }

    var isMoreAbove: Bool { top > 0 }
    var isMoreBelow: Bool { top + height < lineCount }

    /// The first visible line after a movement.
    func top(after movement: Movement) -> Int {
        Self.clamp(movement.target(from: top, height: height), lineCount, height)
    }

    private static func clamp(_ top: Int, _ lineCount: Int, _ height: Int) -> Int {
        max(min(top, lineCount - height), 0)
    }
}

extension AppView {
    /// The command that scrolls the help or the prompt on top of the screen, found with the layout that it is drawn with.
    package static func scroll(
        _ movement: Movement, in state: AppState, size: Size, keys: KeyBindings, isPlain: Bool = false
    ) -> Command? {
        let layout = ScreenLayout(state, size: size, isPlain: isPlain)
        guard !layout.isTooSmall, let viewport = textViewport(state, keys, layout) else { return nil }
        let top = viewport.top(after: movement)
        return state.prompts.current == nil ? .app(.scrollHelp(to: top)) : .prompt(.scroll(to: top))
    }

    /// The visible part of the text on top of the screen: of a prompt, or of the help.
    static func textViewport(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout) -> TextViewport? {
        switch KeyContext(state) {
        case .prompt: OverlayView.viewport(state.prompts, layout)
        case .help, .helpFilter: HelpView.viewport(state, keys, layout)
        case .everywhere, .list, .find, .tag, .path, .order, .columns, .details, .form, .kinds, .page, .pageFilter,
            .merge,
            .palette:
            nil
        }
    }
}
