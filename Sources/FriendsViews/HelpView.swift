import FriendsViewModels
import TerminalUI

/// The keys of the screen under it, drawn from the table that dispatches them.
package enum HelpView {
    /// How far the text can be moved before its last line is to be seen.
    package static func maximumTop(_ state: AppState, size: Size, keys: KeyBindings) -> Int {
        let layout = ScreenLayout(size: size)
        return max(text(for: state, keys, width: width(layout)).count - room(layout), 0)
    }

    private static func width(_ layout: ScreenLayout) -> Int { max(min(layout.size.columns - 4, 76), 0) }
    private static func room(_ layout: ScreenLayout) -> Int { max(layout.size.rows - 4, 0) }

    static func draw(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame) {
        guard let help = state.help else { return }
        let width = width(layout)
        let lines = text(for: state, keys, width: width)
        let room = room(layout)
        let top = min(help.top, max(lines.count - room, 0))
        let shown = Array(lines[top...].prefix(room))
        let box = Box(lines: shown, minimumWidth: width - 4, title: "Help", layout)
        box.draw(in: &frame)
        if top + room < lines.count {
            frame.write(" more below ", column: box.column + 2, row: box.bottomRow, style: .hint)
        }
        frame.cursor = Position(column: box.column, row: box.row)
        frame.showsCursor = false
    }

    private static func text(for state: AppState, _ keys: KeyBindings, width: Int) -> [(String, Style)] {
        let under: [KeyContext] = [state.form == nil ? .list : .form, .everywhere, .prompt, .help]
        var lines: [(String, Style)] = []
        for context in under {
            if !lines.isEmpty { lines.append(("", .overlay)) }
            lines.append((context.title, .header))
            for entry in keys.entries(in: context) { lines += entry.lines(width: width - 4) }
        }
        return lines
    }
}

/// What the help and Docs/Keys.md say about some keys.
package struct HelpEntry: Equatable, Sendable {
    package let keys: [String]
    package let text: String

    private static let keysWidth = 24

    fileprivate func lines(width: Int) -> [(String, Style)] {
        let keyWidth = min(Self.keysWidth, width / 2)
        let keyLines = DisplayText.wrap(keys.joined(separator: ", "), columns: keyWidth - 1)
        let textLines = DisplayText.wrap(text, columns: width - keyWidth)
        return (0..<max(keyLines.count, textLines.count)).map { index in
            let keys = index < keyLines.count ? keyLines[index] : ""
            let padding = String(repeating: " ", count: max(keyWidth - DisplayText.width(of: keys), 0))
            return (keys + padding + (index < textLines.count ? textLines[index] : ""), .overlay)
        }
    }
}

extension KeyBindings {
    /// What the help says of one part of the table, in its order. What has no key is left out.
    package func entries(in context: KeyContext) -> [HelpEntry] {
        all.filter { $0.context == context && !$0.keys.isEmpty }.map {
            HelpEntry(keys: $0.keys.map(\.name), text: $0.help)
        }
    }
}
