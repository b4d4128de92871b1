import FriendsModel
import FriendsViewModels
import TerminalUI

extension AppView {
    /// The command that goes up or down in the form: within a text of several rows, found with the layout that it is drawn
    /// with, else to the next field, line or button.
    package static func moveInForm(by step: Int, _ state: AppState, size: Size, isPlain: Bool) -> Command? {
        guard let form = state.form else { return nil }
        let layout = ScreenLayout(state, size: size, isPlain: isPlain)
        // While the form is sent, the key is for the form after it; on a screen that is too small there are no rows.
        if !form.isSending, !layout.isTooSmall, case .line(_, .value) = form.focus, let line = form.focusedLine,
            line.allowsRows(.value)
        {
            let width = isPlain ? Int.max : ListLayout(state, layout).form?.lines.columns.valueWidth ?? 1
            let cursor = WrappedInput(line.value, width: width).cursor(movedBy: step, width: width)
            if let cursor { return .form(.focus(form.focus, cursor: cursor)) }
        }
        return .form(step > 0 ? .focusNextRow : .focusPreviousRow)
    }
}
