import FriendsModel
import FriendsViewModels
import TerminalUI

/// Makes the frames of one program after another, and remembers what of the last one is likely to be in the next: while one
/// goes through the list, all but two rows stand still or move as a whole, and to draw them anew would be a good part of
/// what a key takes.
///
/// What it makes is ``AppView/frame(_:size:keys:symbols:)`` of the state.
package struct FrameMaker: Sendable {
    private let keys: KeyBindings
    private let symbols: Symbols
    /// What every frame begins with.
    private var blank: Frame
    private var columns = Remembered<ColumnInput, ColumnLayout>()
    private var title = Remembered<TitleView.Input, FrameRow>()
    private var header = Remembered<ListView.HeaderInput, FrameRow>()
    private var footer = Remembered<FooterView.Input, FrameRow>()
    private var friends = RememberedFriends()
    /// How much of the help and of a prompt the last frame shows.
    package private(set) var helpExtent = TextExtent.unknown
    package private(set) var promptExtent = TextExtent.unknown

    /// What the columns are laid out by.
    private struct ColumnInput: Equatable {
        let width: Int
        let longest: FriendDetails
    }

    package init(keys: KeyBindings, symbols: Symbols) {
        self.keys = keys
        self.symbols = symbols
        blank = Frame(size: Size(columns: 0, rows: 0), symbols: symbols)
    }

    /// The picture of a state on a screen of that size; any size can be drawn.
    package mutating func frame(_ state: AppState, size: Size) -> Frame {
        if blank.size != size { blank = Frame(size: size, symbols: symbols) }
        (helpExtent, promptExtent) = (.unknown, .unknown)
        var frame = blank
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
        footer.draw(FooterView.Input(state, keys, layout), row: layout.footerRow, in: &frame) { [keys] in
            FooterView.draw($0, keys, layout, in: &$1)
        }
        if let help = state.help { helpExtent = HelpView.draw(help, state, keys, layout, in: &frame) }
        if let palette = state.palette { PaletteView.draw(palette, state, keys, layout, in: &frame) }
        if state.isLoadingShown { OverlayView.drawLoading(state, keys, layout, in: &frame) }
        if let prompt = state.prompts.current, let focus = state.prompts.focus {
            promptExtent = OverlayView.draw(prompt, top: state.prompts.top, focus: focus, layout, in: &frame)
        }
        return frame
    }

    private mutating func drawList(_ state: AppState, _ layout: ScreenLayout, in frame: inout Frame) {
        let rows = ListLayout(state, layout, columnLayout(state, layout))
        if !rows.isStacked {
            let input = ListView.HeaderInput(columns: rows.columns, order: state.list.order, size: layout.size)
            header.draw(input, row: layout.headerRow, in: &frame) { ListView.drawHeader($0, layout, in: &$1) }
        }
        ListView.draw(state, rows, keys, layout, &friends, in: &frame)
    }

    private mutating func columnLayout(_ state: AppState, _ layout: ScreenLayout) -> ColumnLayout {
        columns.output(from: ColumnInput(width: layout.size.columns, longest: state.list.longest)) {
            ColumnLayout(width: $0.width, longest: $0.longest)
        }
    }
}
