import FriendsModel
import FriendsViewModels
import TerminalUI

/// The last line: key hints for what is available now, the most useful first, as many as fit.
enum FooterView {
    /// The key hints for what is available now.
    static func items(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout) -> [FooterItem] {
        let isMoreBelow = AppView.textViewport(state, keys, layout)?.isMoreBelow ?? false
        return keys.footers[KeyContext(state), default: []].filter {
            (isMoreBelow || !$0.showsMore) && $0.isAvailable(state) && $0.isUseful(state)
        }
    }

    static func draw(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame) {
        for (item, place) in hints(state, keys, layout) {
            frame.write(item.key, column: place.column, row: place.row, style: .key)
            frame.write(item.word, column: place.column + item.keyWidth, row: place.row, style: .plain)
        }
    }

    /// The visible key hints and their places.
    private static func hints(
        _ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout
    ) -> [(item: FooterItem, place: Rectangle)] {
        let items = items(state, keys, layout)
        // Essential hints always fit; the others get the rest.
        var room = layout.size.columns - 1 + gap - items.filter(\.isEssential).reduce(0) { $0 + $1.width + gap }
        var column = 1
        var hints: [(item: FooterItem, place: Rectangle)] = []
        for item in items {
            if !item.isEssential {
                guard item.width + gap <= room else { continue }
                room -= item.width + gap
            }
            hints.append((item, Rectangle(column: column, row: layout.footerRow, width: item.width)))
            column += item.width + gap
        }
        return hints
    }

    /// The command of the key hint at a cell, if there is one.
    static func command(
        at position: Position, in state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout
    ) -> Command? {
        guard position.row == layout.footerRow else { return nil }
        return hints(state, keys, layout).first { $0.place.contains(position) }?.item.command
    }

    private static let gap = 2
}

/// A key hint of the footer.
struct FooterItem: Sendable {
    let key: String
    let keyWidth: Int
    let word: String
    let wordWidth: Int
    /// The command of a click; nil for a hint that is not a key.
    let command: Command?
    let isEssential: Bool
    /// Whether it scrolls a text down.
    let showsMore: Bool
    let isAvailable: @Sendable (AppState) -> Bool
    let isUseful: @Sendable (AppState) -> Bool

    var width: Int { keyWidth + wordWidth }
    var text: String { key + word }

    /// The prefixes that limit the find field to one column.
    static let searchPrefixes = FooterItem(
        (FriendField.allCases.map { $0.searchPrefix + ":" } + ["#tag"]).joined(separator: " "), "One column",
        command: nil)

    private init(
        _ key: String, _ word: String, command: Command?, isEssential: Bool = false,
        when isAvailable: @escaping @Sendable (AppState) -> Bool = { _ in true },
        usefulWhen isUseful: @escaping @Sendable (AppState) -> Bool = { _ in true }
    ) {
        self.key = key
        keyWidth = DisplayText.width(of: key)
        self.word = " " + word
        wordWidth = DisplayText.width(of: self.word)
        self.isEssential = isEssential
        self.command = command
        showsMore = command == .scrollText(.pageDown)
        self.isAvailable = isAvailable
        self.isUseful = isUseful
    }

    /// - Returns: nil for a binding without a key hint.
    init?(_ binding: KeyBinding) {
        guard let key = binding.keys.first, let word = binding.footer else { return nil }
        self.init(
            key.name, word, command: binding.command, isEssential: binding.isEssential,
            when: { binding.isAvailable($0) && key.hasMeaning(in: binding.context, $0) }, usefulWhen: binding.isUseful)
    }
}
