import FriendsViewModels
import TerminalUI

/// The keys of the screen below, drawn from the key table.
package enum HelpView {
    /// From this width on the text has two columns.
    private static let widthForTwoColumns = 120
    private static let maximumColumnWidth = 72
    private static let gap = 3

    /// The columns of the text.
    private struct Columns {
        let count: Int
        let width: Int
        /// Whether keys and texts have no columns.
        let isPlain: Bool

        init(_ layout: ScreenLayout) {
            let room = max(layout.size.columns - 8, 0)
            isPlain = layout.isPlain
            count = layout.size.columns < widthForTwoColumns || isPlain ? 1 : 2
            width = min((room - (count - 1) * gap) / count, maximumColumnWidth)
        }

        var total: Int { count * width + (count - 1) * gap }
    }

    private typealias Line = (text: String, style: Style)

    /// The height of the text; the filter takes one row.
    private static func room(_ help: AppViewModel.Help, _ layout: ScreenLayout) -> Int {
        max(layout.size.rows - 4 - (help.showsFilter ? 1 : 0), 0)
    }

    static func draw(
        _ help: AppViewModel.Help, _ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout,
        in frame: inout Frame
    ) {
        let columns = Columns(layout)
        let text = text(for: state, keys, columns)
        let viewport = viewport(of: text, help, layout)
        let box = box(help, viewport, columns, layout)
        for row in layout.headerRow...layout.statusRow {
            frame.fill(column: 0, row: row, width: layout.size.columns, style: .plain)
        }
        box.draw(in: &frame)
        for (index, lines) in text.enumerated() {
            let column = box.column + 2 + index * (columns.width + gap)
            let firstRow = box.row + (help.showsFilter ? 2 : 1)
            for (offset, line) in lines.dropFirst(viewport.top).prefix(viewport.height).enumerated() {
                let shown = frame.symbols.text(line.text)
                frame.write(shown, column: column, row: firstRow + offset, width: columns.width, style: line.style)
            }
        }
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
        let columns = Columns(layout)
        guard let help = state.help else { return Rectangle(column: 0, row: 0, width: 0) }
        let viewport = viewport(of: text(for: state, keys, columns), help, layout)
        return box(help, viewport, columns, layout).place
    }

    /// The visible lines of the plain help.
    static func lines(_ help: AppViewModel.Help, _ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout)
        -> [String]
    {
        let text = text(for: state, keys, Columns(layout))
        let viewport = viewport(of: text, help, layout)
        return text.flatMap { $0.dropFirst(viewport.top).prefix(viewport.height).map(\.text) }
    }

    /// The visible part of the text; nil without the help.
    static func viewport(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout) -> TextViewport? {
        state.help.map { viewport(of: text(for: state, keys, Columns(layout)), $0, layout) }
    }

    private static func viewport(
        of text: [[Line]], _ help: AppViewModel.Help, _ layout: ScreenLayout
    ) -> TextViewport {
        let count = text.map(\.count).max() ?? 0
        return TextViewport(lineCount: count, height: room(help, layout), top: help.top)
    }

    /// The empty box. It keeps its size while the filter shortens the text.
    private static func box(
        _ help: AppViewModel.Help, _ viewport: TextViewport, _ columns: Columns, _ layout: ScreenLayout
    ) -> Box {
        let height = help.showsFilter ? viewport.height + 1 : min(viewport.lineCount, viewport.height)
        let lines = Array(repeating: ("", Style.overlay), count: height)
        return Box(lines: lines, minimumWidth: columns.total, title: "Help", layout)
    }

    /// The lines of each column.
    private static func text(for state: AppState, _ keys: KeyBindings, _ columns: Columns) -> [[Line]] {
        let filter = state.help?.filter.text ?? ""
        let isFiltered = !filter.isEmpty
        let found = isFiltered ? keys.helpSections(in: state, HelpFilter(filter)) : keys.helpSections(in: state)
        guard !found.isEmpty else { return [[("No matching keys", .hint)]] }
        let sections = found.map { section -> [Line] in
            let entries = section.entries.flatMap { entry in
                columns.isPlain
                    ? entry.sentence(width: columns.width)
                    : entry.lines(width: columns.width, showsAllKeys: isFiltered)
            }
            return [(section.title, .header)] + entries.map { ($0, .overlay) }
        }
        guard columns.count > 1 else { return [joined(sections[...])] }
        // The sections stay whole, and the columns are about as high as each other.
        let splits = (1...sections.count).map { [joined(sections[..<$0]), joined(sections[$0...])] }
        func height(_ split: [[Line]]) -> Int { split.map(\.count).max() ?? 0 }
        return splits.min { height($0) < height($1) } ?? []
    }

    /// The sections with a blank line between them.
    private static func joined(_ sections: ArraySlice<[Line]>) -> [Line] {
        Array(sections.joined(separator: [("", .overlay)]))
    }
}

extension AppViewModel.Help {
    fileprivate var showsFilter: Bool { isTyped || !filter.characters.isEmpty }
}

/// An entry of the help and of Docs/Keys.md.
package struct HelpEntry: Equatable, Sendable {
    /// The name of the command, also in the palette.
    package let name: String
    package let keys: [String]
    package let text: String

    private static let keysWidth = 26
    private static let narrowKeysWidth = 22
    private static let narrowWidth = 60

    /// What the keys do, and the keys, without columns.
    fileprivate func sentence(width: Int) -> [String] {
        DisplayText.wrap("\(text): \(keys.joined(separator: ", "))", columns: width)
    }

    /// - Parameter showsAllKeys: otherwise only as many as fit into one line, at least the first.
    fileprivate func lines(width: Int, showsAllKeys: Bool) -> [String] {
        let keyWidth = min(width < Self.narrowWidth ? Self.narrowKeysWidth : Self.keysWidth, width / 2)
        var shown = keys
        func joined(_ keys: [String]) -> String { keys.joined(separator: ", ") }
        if !showsAllKeys {
            while shown.count > 1, DisplayText.width(of: joined(shown)) >= keyWidth { shown.removeLast() }
        }
        let keyLines = DisplayText.wrap(joined(shown), columns: keyWidth - 1)
        let textLines = DisplayText.wrap(text, columns: width - keyWidth)
        return (0..<max(keyLines.count, textLines.count)).map { index in
            let keys = index < keyLines.count ? keyLines[index] : ""
            let padding = String(repeating: " ", count: max(keyWidth - DisplayText.width(of: keys), 0))
            return keys + padding + (index < textLines.count ? textLines[index] : "")
        }
    }
}
