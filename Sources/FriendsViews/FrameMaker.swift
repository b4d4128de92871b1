import FriendsModel
import FriendsViewModels
import TerminalUI

/// Makes the frames of one program after another, and remembers what of the last one is likely to be in the next: the
/// title, the names of the columns and the footer stand still while one goes through the list, and to draw them anew
/// would be a good part of what a key takes.
///
/// What it makes is ``AppView/frame(_:size:keys:symbols:)`` of the state.
package struct FrameMaker: Sendable {
    private let keys: KeyBindings
    private let symbols: Symbols
    private var columns: (input: ColumnInput, layout: ColumnLayout)?
    private var title = RememberedRow<TitleView.Input>()
    private var header = RememberedRow<ListView.HeaderInput>()
    private var footer = RememberedRow<FooterView.Input>()

    /// What the columns are laid out by.
    private struct ColumnInput: Equatable {
        let width: Int
        let longest: FriendDetails
    }

    package init(keys: KeyBindings, symbols: Symbols) {
        self.keys = keys
        self.symbols = symbols
    }

    /// The picture of a state on a screen of that size; any size can be drawn.
    package mutating func frame(_ state: AppState, size: Size) -> Frame {
        var frame = Frame(size: size, symbols: symbols)
        let layout = ScreenLayout(size: size)
        guard !layout.isTooSmall else {
            AppView.drawTooSmall(in: &frame)
            return frame
        }
        if let page = state.page {
            PageView.draw(page, state, keys, layout, in: &frame)
        } else {
            title.draw(TitleView.Input(state, layout), row: layout.titleRow, in: &frame) {
                TitleView.draw($0, layout, in: &$1)
            }
            drawList(state, layout, in: &frame)
        }
        StatusView.draw(state, keys, layout, in: &frame)
        footer.draw(FooterView.Input(state, keys, layout), row: layout.footerRow, in: &frame) {
            FooterView.draw($0, keys, layout, in: &$1)
        }
        if state.help != nil { HelpView.draw(state, keys, layout, in: &frame) }
        if let palette = state.palette { PaletteView.draw(palette, state, keys, layout, in: &frame) }
        if state.isLoadingShown { OverlayView.drawLoading(state, keys, layout, in: &frame) }
        if let prompt = state.prompts.current, let focus = state.prompts.focus {
            OverlayView.draw(prompt, focus: focus, layout, in: &frame)
        }
        return frame
    }

    private mutating func drawList(_ state: AppState, _ layout: ScreenLayout, in frame: inout Frame) {
        let rows = ListLayout(state, layout, columnLayout(state, layout))
        if !rows.isStacked {
            let input = ListView.HeaderInput(columns: rows.columns, order: state.list.order, size: layout.size)
            header.draw(input, row: layout.headerRow, in: &frame) { ListView.drawHeader($0, layout, in: &$1) }
        }
        ListView.draw(state, rows, keys, layout, in: &frame)
    }

    private mutating func columnLayout(_ state: AppState, _ layout: ScreenLayout) -> ColumnLayout {
        let input = ColumnInput(width: layout.size.columns, longest: state.list.rows.longest)
        if let columns, columns.input == input { return columns.layout }
        let made = ColumnLayout(width: input.width, longest: input.longest)
        columns = (input, made)
        return made
    }
}

/// A row of the screen, as it was drawn the last time, and what it was drawn from.
private struct RememberedRow<Input: Equatable & Sendable>: Sendable {
    private var last: (input: Input, row: FrameRow)?

    /// Draws a row, which is still blank: as the last time, when it is drawn from the same.
    mutating func draw(_ input: Input, row: Int, in frame: inout Frame, _ draw: (Input, inout Frame) -> Void) {
        if let last, last.input == input, frame.setRow(row, to: last.row) { return }
        draw(input, &frame)
        last = (input, frame.rows[row])
    }
}
