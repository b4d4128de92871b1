import FriendsViewModels
import TerminalUI

/// The last line: the keys that do something now, the most useful first, as many as there is room for.
enum FooterView {
    static func draw(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame) {
        let items = keys.footers[KeyContext(state).rawValue].filter { $0.isAvailable(state) && $0.isUseful(state) }
        // What must not be missing keeps its place; the others have the rest.
        var room = layout.size.columns - 1 + gap - items.filter(\.isEssential).reduce(0) { $0 + $1.width + gap }
        var column = 1
        for item in items {
            if !item.isEssential {
                guard item.width + gap <= room else { continue }
                room -= item.width + gap
            }
            frame.write(item.key, column: column, row: layout.footerRow, style: .key)
            frame.write(item.word, column: column + item.keyWidth, row: layout.footerRow, style: .plain)
            column += item.width + gap
        }
    }

    private static let gap = 2
}

/// A key and what it does, ready to be drawn in the footer.
struct FooterItem: Sendable {
    let key: String
    let keyWidth: Int
    let word: String
    let wordWidth: Int
    let isEssential: Bool
    let isAvailable: @Sendable (AppState) -> Bool
    let isUseful: @Sendable (AppState) -> Bool

    var width: Int { keyWidth + wordWidth }

    /// - Returns: nil for keys that are not shown there.
    init?(_ binding: KeyBinding) {
        guard let key = binding.keys.first?.name, let word = binding.footer else { return nil }
        self.key = key
        keyWidth = DisplayText.width(of: key)
        self.word = " " + word
        wordWidth = DisplayText.width(of: self.word)
        isEssential = binding.isEssential
        isAvailable = binding.isAvailable
        isUseful = binding.isUseful
    }
}
