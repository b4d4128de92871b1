import FriendsViewModels
import TerminalUI

/// What lies over the screen: the loading overlay, alerts and questions.
enum OverlayView {
    private static let maximumWidth = 60

    static func drawLoading(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame) {
        loadingBox(state, keys, layout).draw(in: &frame)
    }

    /// The line of the loading overlay that says how it is cancelled, if there is one.
    static func cancelHintPlace(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout) -> Rectangle? {
        guard cancelKey(state, keys) != nil else { return nil }
        let box = loadingBox(state, keys, layout)
        return Rectangle(column: box.column + 1, row: box.bottomRow - 1, width: box.width - 2)
    }

    private static func loadingBox(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout) -> Box {
        let activity = state.activity
        var lines = [(activity.shownTitle, Style.overlay)]
        let others = activity.titles.count - 1
        if others > 0 { lines.append((others == 1 ? "and 1 more" : "and \(others) more", .overlay)) }
        if let key = cancelKey(state, keys) { lines.append(("\(key) cancels", .hint)) }
        return Box(lines: lines, title: nil, layout)
    }

    /// The name of the key that gives up what is being waited for, if there is one: under the help and the palette the
    /// same key closes those.
    private static func cancelKey(_ state: AppState, _ keys: KeyBindings) -> String? {
        let place = KeyContext(state)
        let command: Command = place == .form ? .form(.cancel) : .app(.cancelActivity)
        return keys.keyName(of: command, in: place, now: state)
    }

    static func draw(_ prompt: Prompt, focus: Prompt.Answer, _ layout: ScreenLayout, in frame: inout Frame) {
        let box = box(of: prompt, layout)
        box.draw(in: &frame)
        for (answer, place) in buttons(of: prompt, in: box) {
            frame.write(
                label(of: answer), column: place.column, row: place.row,
                style: answer == focus ? .focusedButton : .button)
            if answer == focus { frame.cursor = Position(column: place.column + 2, row: place.row) }
        }
        frame.showsCursor = false
    }

    /// The buttons of a prompt and where they stand.
    static func buttons(of prompt: Prompt, _ layout: ScreenLayout) -> [(answer: Prompt.Answer, place: Rectangle)] {
        buttons(of: prompt, in: box(of: prompt, layout))
    }

    private static func box(of prompt: Prompt, _ layout: ScreenLayout) -> Box {
        let width = min(layout.size.columns - 8, maximumWidth)
        var lines: [(String, Style)] = DisplayText.wrap(prompt.heading, columns: width).map { ($0, .title) }
        for line in prompt.lines { lines += DisplayText.wrap(line, columns: width).map { ($0, .overlay) } }
        // However much a server has to say, the buttons stay on the screen.
        lines = Array(lines.prefix(layout.size.rows - 4))
        lines += [("", .overlay), ("", .overlay)]
        return Box(lines: lines, minimumWidth: buttonsWidth(of: prompt), title: nil, layout)
    }

    private static func buttons(of prompt: Prompt, in box: Box) -> [(answer: Prompt.Answer, place: Rectangle)] {
        var column = box.column + (box.width - buttonsWidth(of: prompt)) / 2
        return prompt.answers.map { answer in
            let place = Rectangle(column: column, row: box.bottomRow - 1, width: label(of: answer).count)
            column += place.width + 2
            return (answer, place)
        }
    }

    private static func label(of answer: Prompt.Answer) -> String { "[ \(answer.rawValue) ]" }

    private static func buttonsWidth(of prompt: Prompt) -> Int {
        prompt.answers.reduce(-2) { $0 + label(of: $1).count + 2 }
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

    var place: Rectangle { Rectangle(column: column, row: row, width: width, height: bottomRow - row + 1) }

    func draw(in frame: inout Frame) {
        let symbols = frame.symbols
        let corners = symbols.corners
        func edge(from left: Character, to right: Character) -> String {
            String([left] + Array(repeating: symbols.horizontal, count: width - 2) + [right])
        }
        frame.write(edge(from: corners.topLeft, to: corners.topRight), column: column, row: row, style: .overlay)
        if let title { frame.write(" \(title) ", column: column + 2, row: row, width: width - 4, style: .title) }
        let side = String(symbols.vertical)
        for (offset, line) in lines.enumerated() where row + 1 + offset < bottomRow {
            let row = row + 1 + offset
            frame.fill(column: column, row: row, width: width, style: .overlay)
            frame.write(side, column: column, row: row, style: .overlay)
            frame.write(side, column: column + width - 1, row: row, style: .overlay)
            frame.write(symbols.text(line.text), column: column + 2, row: row, width: width - 4, style: line.style)
        }
        frame.write(
            edge(from: corners.bottomLeft, to: corners.bottomRight), column: column, row: bottomRow, style: .overlay)
    }
}
