import FriendsViewModels
import TerminalUI

/// The last line: the keys that do something now, the most useful first, as many as there is room for.
enum FooterView {
    static func draw(_ state: AppState, _ layout: ScreenLayout, in frame: inout Frame) {
        var column = 1
        for binding in bindings(state) {
            guard let key = binding.keys.first?.name, let word = binding.footer else { continue }
            let end = column + DisplayText.width(of: key) + 1 + DisplayText.width(of: word)
            guard end <= layout.size.columns else { continue }
            column += frame.write(key, column: column, row: layout.footerRow, style: .key)
            column += frame.write(" " + word, column: column, row: layout.footerRow, style: .plain)
            column += 2
        }
    }

    /// The keys for the footer, those first that it must not lack.
    private static func bindings(_ state: AppState) -> [KeyBinding] {
        let context = KeyContext(state)
        return KeyBindings.all.filter { $0.context == context && $0.footer != nil && $0.isAvailable(state) }
    }
}
