import FriendsSearch
import FriendsViewModels
import TerminalUI

/// The keys of the screen below, drawn from the key table.
package enum HelpView {
    private static func width(_ layout: ScreenLayout) -> Int { max(min(layout.size.columns - 4, 76), 0) }

    /// The height of the text; the filter takes one row.
    private static func room(_ help: AppViewModel.Help, _ layout: ScreenLayout) -> Int {
        max(layout.size.rows - 4 - (help.showsFilter ? 1 : 0), 0)
    }

    static func draw(
        _ help: AppViewModel.Help, _ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout,
        in frame: inout Frame
    ) {
        let lines = text(for: state, keys, width: width(layout))
        let viewport = viewport(of: lines, help, layout)
        let box = box(shown(of: lines, help, viewport), layout)
        for row in box.row...box.bottomRow {
            frame.fill(column: 0, row: row, width: layout.size.columns, style: .plain)
        }
        box.draw(in: &frame)
        if viewport.isMoreBelow {
            frame.write(
                OverlayView.moreBelow(in: frame), column: box.column + 2, row: box.bottomRow, style: .hint)
        }
        frame.cursor = Position(column: box.column, row: box.row)
        frame.showsCursor = false
        guard help.showsFilter else { return }
        InputLine.draw(
            "/", help.filter, isTyped: help.isTyped, column: box.column + 2, row: box.row + 1, width: box.width - 4,
            in: &frame)
    }

    /// The cells of the help.
    static func place(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout) -> Rectangle {
        guard let help = state.help else { return box([], layout).place }
        let lines = text(for: state, keys, width: width(layout))
        return box(shown(of: lines, help, viewport(of: lines, help, layout)), layout).place
    }

    /// The visible part of the text; nil without the help.
    static func viewport(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout) -> TextViewport? {
        state.help.map { viewport(of: text(for: state, keys, width: width(layout)), $0, layout) }
    }

    private static func viewport(
        of lines: [(String, Style)], _ help: AppViewModel.Help, _ layout: ScreenLayout
    ) -> TextViewport {
        TextViewport(lineCount: lines.count, height: room(help, layout), top: help.top)
    }

    private static func shown(
        of lines: [(String, Style)], _ help: AppViewModel.Help, _ viewport: TextViewport
    ) -> [(String, Style)] {
        let shown = Array(lines[viewport.top...].prefix(viewport.height))
        guard help.showsFilter else { return shown }
        // The box keeps its size while the filter shortens the text.
        let rest = Array(repeating: ("", Style.overlay), count: viewport.height - shown.count)
        return [("", .overlay)] + shown + rest
    }

    private static func box(_ lines: [(String, Style)], _ layout: ScreenLayout) -> Box {
        Box(lines: lines, minimumWidth: width(layout) - 4, title: "Help", layout)
    }

    private static func text(for state: AppState, _ keys: KeyBindings, width: Int) -> [(String, Style)] {
        let filter = HelpFilter(state.help?.filter.text ?? "")
        let place = KeyContext.place(state)
        let places: [KeyContext] = place == .list ? [.list, .order, .find] : [place]
        let palette: [KeyContext] = place == .form ? [] : [.palette]
        var lines: [(String, Style)] = []
        for context in places + [.everywhere] + palette + [.prompt, .help] {
            let entries = keys.entries(in: context).filter(filter.matches)
            guard !entries.isEmpty else { continue }
            if !lines.isEmpty { lines.append(("", .overlay)) }
            lines.append((context.title, .header))
            for entry in entries { lines += entry.lines(width: width - 4) }
        }
        return lines.isEmpty ? [("No matching keys", .hint)] : lines
    }
}

extension AppViewModel.Help {
    fileprivate var showsFilter: Bool { isTyped || !filter.characters.isEmpty }
}

/// The filter of the help: words that must occur in the help text, the name or the key names of an entry.
///
/// A single letter matches keys only, with or without modifiers: nearly every text contains it.
private struct HelpFilter {
    private let typed: [(word: String, folded: FoldedWords)]

    init(_ text: String) {
        typed = text.split(whereSeparator: \.isWhitespace).map { (String($0), FoldedWords(String($0))) }
    }

    func matches(_ entry: HelpEntry) -> Bool {
        guard !typed.isEmpty else { return true }
        let text = FoldedText("\(entry.name) \(entry.text) \(entry.keys.joined(separator: " "))")
        return typed.allSatisfy { word, folded in
            if entry.keys.contains(word) { return true }
            if typed.count == 1, word.count == 1 {
                return entry.keys.contains { $0.hasSuffix("-" + word.uppercased()) }
            }
            return folded.areFound(in: text)
        }
    }
}

/// An entry of the help and of Docs/Keys.md.
package struct HelpEntry: Equatable, Sendable {
    /// The name of the command, also in the palette.
    package let name: String
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
    /// The help entries of one context, in table order.
    package func entries(in context: KeyContext) -> [HelpEntry] {
        all.filter { $0.context == context }.map { binding in
            let keys = binding.keys.map(\.name)
            // A command without a key is shown by its palette name.
            return HelpEntry(name: binding.name, keys: keys.isEmpty ? [":\(binding.name)"] : keys, text: binding.help)
        }
    }
}
