import FriendsModel
import FriendsViewModels
import TerminalUI

/// The details pane: the name of the selected friend, and under it everything else, a row of label and value for each part.
/// Long values wrap, and what the friend does not have takes no row.
struct DetailsView {
    /// A screen row of a part.
    struct Row: Equatable {
        let part: FriendPart
        /// Empty in the rows after the first of a part.
        let label: String
        let text: String
    }

    /// The gap between labels and values.
    private static let gap = 2

    let friend: Friend?
    let chosen: FriendPart?
    /// The visible rows, and at least a screen before and after them, as far as they exist. The others are not laid out: a
    /// friend can have too much text to lay all of it out after each key.
    let rows: [Row]
    private let text: DetailsText
    private let hasFocus: Bool
    private let pane: Rectangle
    private let place: DetailsPlace
    /// The visible part of ``rows``.
    let viewport: TextViewport

    private var labelWidth: Int { text.labelWidth }

    init(_ state: AppState, _ details: Details, _ pane: Rectangle, _ layout: ScreenLayout, _ symbols: Symbols) {
        self.pane = pane
        place = layout.details ?? .page
        hasFocus = details.hasFocus
        friend = state.list.content == .loaded ? state.list.table.selectedFriend : nil
        let chosen = friend.flatMap { details.chosen(in: $0) }
        self.chosen = chosen
        text = DetailsText(
            friend, columns: max(pane.width - ColumnLayout.gutter - 1, 1), gap: Self.gap, symbols)
        let height = max(pane.height - 1, 1)
        let top: Int
        (rows, top) = text.window(
            around: chosen, top: friend.map { details.top(in: $0) } ?? 0, height: height)
        viewport = TextViewport(lineCount: rows.count, height: height, top: top)
    }

    // MARK: Drawing

    func draw(in frame: inout Frame) {
        drawEdge(in: &frame)
        let column = pane.column + ColumnLayout.gutter
        guard let friend else { return }
        let mark = viewport.isMoreBelow ? OverlayView.moreBelow(in: frame) : ""
        let markWidth = DisplayText.width(of: mark)
        frame.write(
            mark, column: pane.column + pane.width - markWidth - 1, row: pane.row, style: .hint)
        let nameWidth = pane.width - ColumnLayout.gutter - markWidth - 2
        frame.write(friend.details.fullName, column: column, row: pane.row, width: nameWidth, style: .title)
        if place == .page || hasFocus { frame.cursor = Position(column: column, row: pane.row) }
        let visible = rows[viewport.top...].prefix(viewport.height)
        for (offset, row) in visible.enumerated() { draw(row, isFirst: offset == 0, at: screenRow(offset), in: &frame) }
    }

    private func screenRow(_ offset: Int) -> Int { pane.row + 1 + offset }

    private func draw(_ row: Row, isFirst: Bool, at screenRow: Int, in frame: inout Frame) {
        let isChosen = hasFocus && row.part == chosen
        let style: Style = isChosen ? .selected : .plain
        if isChosen {
            frame.fill(column: pane.column, row: screenRow, width: pane.width, style: style)
            if !row.label.isEmpty || isFirst {
                frame.write(">", column: pane.column + 1, row: screenRow, style: style)
                frame.cursor = Position(column: pane.column + 1, row: screenRow)
            }
        }
        let column = pane.column + ColumnLayout.gutter
        frame.write(
            row.label, column: column, row: screenRow, width: labelWidth, style: isChosen ? style : .hint)
        frame.write(
            row.text, column: column + labelWidth + Self.gap, row: screenRow,
            width: pane.width - ColumnLayout.gutter - labelWidth - Self.gap,
            style: row.part == .whole && !isChosen ? .hint : style)
    }

    /// The line between the list and the pane.
    private func drawEdge(in frame: inout Frame) {
        switch place {
        case .right:
            let line = String(frame.symbols.vertical)
            for row in pane.row..<pane.row + pane.height {
                frame.write(line, column: pane.column - 1, row: row, style: .hint)
            }
        case .below:
            let line = String(repeating: frame.symbols.horizontal, count: pane.width)
            frame.write(line, column: pane.column, row: pane.row, style: .hint)
            // The name interrupts the line.
            let name = friend.map { DisplayText.width(of: $0.details.fullName) } ?? 0
            if name > 0 {
                frame.fill(
                    column: pane.column + ColumnLayout.gutter - 1, row: pane.row,
                    width: min(name, pane.width - ColumnLayout.gutter - 1) + 2, style: .plain)
            }
        case .page: break
        }
    }

    // MARK: Moving

    /// The part at a cell, and the first visible row counted from the first one of the part.
    func part(at position: Position) -> (part: FriendPart, top: Int)? {
        let index = viewport.top + position.row - pane.row - 1
        guard pane.contains(position), position.row > pane.row, rows.indices.contains(index) else { return nil }
        return place(rows[index].part, top: viewport.top)
    }

    /// The part and the first visible row after a movement. A part with more rows than the screen scrolls before the next
    /// one is chosen.
    func place(after movement: Movement) -> (part: FriendPart, top: Int)? {
        guard let chosen, let first = rows.firstIndex(where: { $0.part == chosen }),
            let last = rows.lastIndex(where: { $0.part == chosen })
        else { return nil }
        let (top, height) = (viewport.top, viewport.height)
        switch movement {
        case .next where last >= top + height: return place(chosen, top: top + 1)
        case .previous where first < top: return place(chosen, top: top - 1)
        case .first: return text.parts.first.map { ($0.part, 0) }
        case .last: return text.parts.indices.last.map { (text.parts[$0].part, text.rows(of: $0).count - height) }
        default: break
        }
        let from = movement == .next ? last : max(first, min(top, last))
        let row = min(max(movement.target(from: from, height: height), 0), rows.count - 1)
        guard (first...last).contains(row) else { return place(at: row) }
        return place(chosen, top: min(max(top + row - from, 0), max(last - height + 1, first)))
    }

    /// A part that is chosen by one of its rows, with as little scrolling as possible: the whole part is shown, or that row
    /// when the part has too many.
    private func place(at row: Int) -> (part: FriendPart, top: Int) {
        let part = rows[row].part
        let all = rows.indices.filter { rows[$0].part == part }
        let shown = all.count <= viewport.height ? (all.first ?? row)...(all.last ?? row) : row...row
        return place(part, top: min(max(viewport.top, shown.upperBound - viewport.height + 1), shown.lowerBound))
    }

    /// A part, with one of ``rows`` as the first visible one.
    private func place(_ part: FriendPart, top: Int) -> (part: FriendPart, top: Int) {
        (part, top - (rows.firstIndex { $0.part == part } ?? 0))
    }
}

extension AppView {
    /// The command that chooses another line of the details, found with the layout that they are drawn with.
    package static func chooseDetail(
        _ movement: Movement, in state: AppState, size: Size, isPlain: Bool = false
    ) -> Command? {
        guard let view = detailsView(state, ScreenLayout(state, size: size, isPlain: isPlain)),
            let place = view.place(after: movement)
        else { return nil }
        return .app(.details(.choose(place.part, top: place.top)))
    }

    /// The details on the screen, if there are any.
    static func detailsView(
        _ state: AppState, _ layout: ScreenLayout, _ symbols: Symbols = .unicode
    ) -> DetailsView? {
        guard !layout.isTooSmall, let details = state.details, let pane = layout.detailsPane else { return nil }
        return DetailsView(state, details, pane, layout, symbols)
    }
}
