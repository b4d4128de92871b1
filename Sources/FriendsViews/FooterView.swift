import FriendsViewModels
import TerminalUI

/// The last line: the keys that do something now, the most useful first, as many as there is room for.
enum FooterView {
    static func draw(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame) {
        var column = 1
        for item in keys.footers[KeyContext(state).rawValue] where item.isAvailable(state) && item.isUseful(state) {
            let end = column + item.keyWidth + item.wordWidth
            guard end <= layout.size.columns else { continue }
            frame.write(item.key, column: column, row: layout.footerRow, style: .key)
            frame.write(item.word, column: column + item.keyWidth, row: layout.footerRow, style: .plain)
            column = end + 2
        }
    }
}

/// A key and what it does, ready to be drawn in the footer.
struct FooterItem: Sendable {
    let key: String
    let keyWidth: Int
    let word: String
    let wordWidth: Int
    let isAvailable: @Sendable (AppState) -> Bool
    let isUseful: @Sendable (AppState) -> Bool

    /// - Returns: nil for keys that are not shown there.
    init?(_ binding: KeyBinding) {
        guard let key = binding.keys.first?.name, let word = binding.footer else { return nil }
        self.key = key
        keyWidth = DisplayText.width(of: key)
        self.word = " " + word
        wordWidth = DisplayText.width(of: self.word)
        isAvailable = binding.isAvailable
        isUseful = binding.isUseful
    }
}
