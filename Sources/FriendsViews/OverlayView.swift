import FriendsViewModels
import TerminalUI

/// The overlays: loading, alerts and questions.
enum OverlayView {
    private static let maximumWidth = 60
    /// ASCII, because not every terminal font has other spinners.
    private static let spinner: [Character] = ["|", "/", "-", "\\"]

    /// Dims the screen behind an overlay. The status line and the footer are about the overlay.
    static func dimBackdrop(_ layout: ScreenLayout, in frame: inout Frame) {
        for row in 0..<layout.statusRow {
            frame.restyle(column: 0, row: row, width: layout.size.columns, style: .backdrop)
        }
    }

    static func drawLoading(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame) {
        loadingBox(state, keys, layout).draw(in: &frame)
    }

    /// The cancel hint of the loading overlay, if there is one.
    static func cancelHintPlace(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout) -> Rectangle? {
        guard cancelKey(state, keys) != nil else { return nil }
        let box = loadingBox(state, keys, layout)
        return Rectangle(column: box.column + 1, row: box.bottomRow - 1, width: box.width - 2)
    }

    private static func loadingBox(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout) -> Box {
        let activity = state.activity
        let mark = activity.spinnerStep.map { "\(spinner[$0 % spinner.count]) " } ?? ""
        var lines = [(mark + activity.shownTitle, Style.overlay)]
        let others = activity.titles.count - 1
        if others > 0 { lines.append(("and \(others) more", .overlay)) }
        if let key = cancelKey(state, keys) { lines.append(("\(key) Cancel", .hint)) }
        return Box(lines: lines, title: nil, layout)
    }

    /// The name of the cancel key, if there is one: over the help and the palette the same key closes those.
    static func cancelKey(_ state: AppState, _ keys: KeyBindings) -> String? {
        keys.keyName(of: cancelCommand(state), in: KeyContext(state), now: state)
    }

    /// What the cancel hint does.
    static func cancelCommand(_ state: AppState) -> Command {
        switch KeyContext(state) {
        case .form: .form(.cancel)
        case .path: .path(.cancel)
        default: .app(.cancelActivity)
        }
    }

    /// - Parameter top: the first visible line of a text that does not fit.
    static func draw(
        _ prompt: Prompt, top: Int, focus: Prompt.Answer, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        let text = text(of: prompt, layout)
        let viewport = viewport(of: text, top: top, layout)
        let box = box(of: prompt, text, from: viewport.top, layout)
        box.draw(in: &frame)
        if viewport.isMoreAbove {
            frame.write(moreAbove(in: frame), column: box.column + 2, row: box.row, style: .hint)
        }
        if viewport.isMoreBelow {
            frame.write(moreBelow(in: frame), column: box.column + 2, row: box.bottomRow, style: .hint)
        }
        for (answer, place) in buttons(of: prompt, in: box) {
            frame.write(
                label(of: answer), column: place.column, row: place.row,
                style: answer == focus ? .focusedButton : .button)
            if answer == focus { frame.cursor = Position(column: place.column + 2, row: place.row) }
        }
        frame.showsCursor = false
    }

    /// The visible part of the prompt's text; nil without a prompt.
    static func viewport(_ prompts: PromptViewModel.State, _ layout: ScreenLayout) -> TextViewport? {
        prompts.current.map { viewport(of: text(of: $0, layout), top: prompts.top, layout) }
    }

    static func viewport(of text: [(String, Style)], top: Int, _ layout: ScreenLayout) -> TextViewport {
        TextViewport(lineCount: text.count, height: textHeight(layout), top: top)
    }

    /// The scroll indicators on the edges of a box.
    static func moreAbove(in frame: Frame) -> String { frame.symbols.text(" \u{2191} more ") }
    static func moreBelow(in frame: Frame) -> String { frame.symbols.text(" \u{2193} more ") }

    /// The buttons of a prompt and their positions.
    static func buttons(of prompt: Prompt, _ layout: ScreenLayout) -> [(answer: Prompt.Answer, place: Rectangle)] {
        buttons(of: prompt, in: box(of: prompt, text(of: prompt, layout), from: 0, layout))
    }

    static func text(of prompt: Prompt, _ layout: ScreenLayout) -> [(String, Style)] {
        let width = min(layout.size.columns - 4, maximumWidth)
        let heading = DisplayText.wrap(DisplayText.signingShortened(prompt.heading), columns: width).map {
            ($0, Style.title)
        }
        return prompt.lines.reduce(into: heading) { $0 += rows(of: $1, width: width) }
    }

    /// Content is indented, and further rows of it once more: so a row of a note does not look like a line of its own.
    private static let indentation = "  "

    private static func rows(of line: MessageLine, width: Int) -> [(String, Style)] {
        let text = DisplayText.signingShortened(line.words)
        switch line {
        case .content:
            let rows = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { row in
                let rows = DisplayText.wrap(String(row), columns: width - 2 * indentation.count)
                return rows.isEmpty ? [""] : rows
            }
            return rows.enumerated().map { index, row in
                (indentation + (index == 0 ? "" : indentation) + row, .overlay)
            }
        case .warning: return DisplayText.wrap(text, columns: width).map { ($0, .problem) }
        case .text: return DisplayText.wrap(text, columns: width).map { ($0, .overlay) }
        }
    }

    /// The height between the upper edge and the buttons. The status line and the footer stay visible.
    private static func room(_ layout: ScreenLayout) -> Int { max(layout.statusRow - 3, 1) }

    /// The maximum height of the text. A small screen drops the blank row for one more line.
    private static func textHeight(_ layout: ScreenLayout) -> Int { room(layout) - (layout.size.rows < 14 ? 0 : 1) }

    /// The box has the size of the whole text, whichever part of it is visible.
    private static func box(
        of prompt: Prompt, _ text: [(String, Style)], from top: Int, _ layout: ScreenLayout
    ) -> Box {
        let shown = Array(text[top...].prefix(textHeight(layout)))
        let blank = Array(repeating: ("", Style.overlay), count: shown.count < room(layout) ? 2 : 1)
        let widest = text.map { DisplayText.width(of: $0.0) }.max() ?? 0
        return Box(
            lines: shown + blank, minimumWidth: max(widest, buttonsWidth(of: prompt, gap: 2)), title: nil,
            above: layout.statusRow, layout)
    }

    private static func buttons(of prompt: Prompt, in box: Box) -> [(answer: Prompt.Answer, place: Rectangle)] {
        // On the narrowest screen three buttons fit with one column between them.
        let gap = buttonsWidth(of: prompt, gap: 2) > box.width - 4 ? 1 : 2
        var column = box.column + (box.width - buttonsWidth(of: prompt, gap: gap)) / 2
        return prompt.answers.map { answer in
            let place = Rectangle(column: column, row: box.bottomRow - 1, width: label(of: answer).count)
            column += place.width + gap
            return (answer, place)
        }
    }

    private static func label(of answer: Prompt.Answer) -> String { "[ \(answer.rawValue) ]" }

    private static func buttonsWidth(of prompt: Prompt, gap: Int) -> Int {
        prompt.answers.reduce(-gap) { $0 + label(of: $1).count + gap }
    }
}

/// A framed box in the middle of the screen.
struct Box {
    /// A narrower margin is blanked, for it would show parts of words only.
    private static let narrowestMargin = 12

    private let lines: [(text: String, style: Style)]
    private let title: String?
    let column: Int
    let row: Int
    /// The width with the frame, and the row of the lower edge.
    let width: Int
    let bottomRow: Int

    /// - Parameters:
    ///   - lastRow: the row that the box must not reach.
    ///   - isAtBottom: whether the box is directly above that row.
    init(
        lines: [(String, Style)], minimumWidth: Int = 0, title: String?, above lastRow: Int? = nil,
        isAtBottom: Bool = false, _ layout: ScreenLayout
    ) {
        let widest = lines.map { DisplayText.width(of: $0.0) }.max() ?? 0
        let height = min(lines.count + 2, layout.size.rows)
        self.lines = lines
        self.title = title
        width = min(max(widest, minimumWidth, DisplayText.width(of: title ?? "") + 2) + 4, layout.size.columns)
        column = (layout.size.columns - width) / 2
        let lowest = (lastRow ?? layout.size.rows) - height
        row = max(isAtBottom ? lowest : min((layout.size.rows - height) / 2, lowest), 0)
        bottomRow = row + height - 1
    }

    var place: Rectangle { Rectangle(column: column, row: row, width: width, height: bottomRow - row + 1) }

    func draw(in frame: inout Frame) {
        let symbols = frame.symbols
        let corners = symbols.corners
        if column < Self.narrowestMargin {
            for row in row...bottomRow { frame.fill(column: 0, row: row, width: frame.size.columns, style: .plain) }
        }
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
