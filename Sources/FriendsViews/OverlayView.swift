import FriendsViewModels
import TerminalUI

/// What lies over the screen: the loading overlay, alerts and questions.
enum OverlayView {
    private static let maximumWidth = 60

    /// - Parameter cancelKey: the name of the key that gives up waiting, if there is one.
    static func drawLoading(
        _ activity: ActivityViewModel.State, cancelKey: String?, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        var lines = [(activity.shownTitle, Style.overlay)]
        let others = activity.titles.count - 1
        if others > 0 { lines.append((others == 1 ? "and 1 more" : "and \(others) more", .overlay)) }
        if let cancelKey { lines.append(("\(cancelKey) cancels", .hint)) }
        Box(lines: lines, title: nil, layout).draw(in: &frame)
    }

    static func draw(_ prompt: Prompt, focus: Prompt.Answer, _ layout: ScreenLayout, in frame: inout Frame) {
        let width = min(layout.size.columns - 8, maximumWidth)
        var lines: [(String, Style)] = DisplayText.wrap(prompt.heading, columns: width).map { ($0, .title) }
        for line in prompt.lines { lines += DisplayText.wrap(line, columns: width).map { ($0, .overlay) } }
        // However much a server has to say, the buttons stay on the screen.
        lines = Array(lines.prefix(layout.size.rows - 4))
        lines += [("", .overlay), ("", .overlay)]
        let labels = prompt.answers.map { "[ \($0.rawValue) ]" }
        let buttonsWidth = labels.reduce(0) { $0 + $1.count } + 2 * (labels.count - 1)
        let box = Box(lines: lines, minimumWidth: buttonsWidth, title: nil, layout)
        box.draw(in: &frame)
        let row = box.bottomRow - 1
        var column = box.column + (box.width - buttonsWidth) / 2
        for (answer, label) in zip(prompt.answers, labels) {
            frame.write(label, column: column, row: row, style: answer == focus ? .focusedButton : .button)
            if answer == focus { frame.cursor = Position(column: column + 2, row: row) }
            column += label.count + 2
        }
        frame.showsCursor = false
    }
}

/// A framed box in the middle of the screen.
struct Box {
    private let lines: [(text: String, style: Style)]
    private let title: String?
    let column: Int
    let row: Int
    /// The width with the frame, and the row of its lower edge.
    let width: Int
    let bottomRow: Int

    init(lines: [(String, Style)], minimumWidth: Int = 0, title: String?, _ layout: ScreenLayout) {
        let widest = lines.map { DisplayText.width(of: $0.0) }.max() ?? 0
        let height = min(lines.count + 2, layout.size.rows)
        self.lines = lines
        self.title = title
        width = min(max(widest, minimumWidth, DisplayText.width(of: title ?? "") + 2) + 4, layout.size.columns)
        column = (layout.size.columns - width) / 2
        row = (layout.size.rows - height) / 2
        bottomRow = row + height - 1
    }

    func draw(in frame: inout Frame) {
        let edge = String(repeating: "\u{2500}", count: width - 2)
        frame.write("\u{250C}" + edge + "\u{2510}", column: column, row: row, style: .overlay)
        if let title { frame.write(" \(title) ", column: column + 2, row: row, width: width - 4, style: .title) }
        for (offset, line) in lines.enumerated() where row + 1 + offset < bottomRow {
            let row = row + 1 + offset
            frame.fill(column: column, row: row, width: width, style: .overlay)
            frame.write("\u{2502}", column: column, row: row, style: .overlay)
            frame.write("\u{2502}", column: column + width - 1, row: row, style: .overlay)
            frame.write(line.text, column: column + 2, row: row, width: width - 4, style: line.style)
        }
        frame.write("\u{2514}" + edge + "\u{2518}", column: column, row: bottomRow, style: .overlay)
    }
}
