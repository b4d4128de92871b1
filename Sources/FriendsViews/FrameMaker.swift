import FriendsViewModels
import TerminalUI

/// Makes frames. It keeps the blank frame and the layout of the columns between them; no drawn cell of one frame gets into
/// another one.
///
/// The result is always equal to ``AppView/frame(_:size:keys:symbols:)``.
package struct FrameMaker: Sendable {
    private let keys: KeyBindings
    private let symbols: Symbols
    private let isPlain: Bool
    /// The empty frame that every frame starts from.
    private var blank: Frame
    private var columns = LastValueCache<ColumnLayout.Input, ColumnLayout>()

    /// - Parameter isPlain: whether ``PlainView`` draws the frames.
    package init(keys: KeyBindings, symbols: Symbols, isPlain: Bool = false) {
        self.keys = keys
        self.symbols = symbols
        self.isPlain = isPlain
        blank = Frame(size: Size(columns: 0, rows: 0), symbols: symbols)
    }

    /// Draws a state at any screen size.
    package mutating func frame(_ state: AppState, size: Size) -> Frame {
        if blank.size != size { blank = Frame(size: size, symbols: symbols) }
        var frame = blank
        let layout = ScreenLayout(state, size: size, isPlain: isPlain)
        if layout.isTooSmall {
            AppView.drawTooSmall(in: &frame)
        } else if isPlain {
            PlainView(state: state, keys: keys, layout: layout, symbols: symbols).draw(in: &frame)
        } else {
            draw(state, layout, in: &frame)
        }
        return frame
    }

    private mutating func draw(_ state: AppState, _ layout: ScreenLayout, in frame: inout Frame) {
        if let merging = state.merging {
            MergeView.draw(merging, state, layout, in: &frame)
        } else if let page = state.page {
            PageView.draw(page, state, keys, layout, in: &frame)
        } else {
            TitleView.draw(state, layout, in: &frame)
            drawList(state, layout, in: &frame)
        }
        StatusView.draw(state, keys, layout, in: &frame)
        FooterView.draw(state, keys, layout, in: &frame)
        if let chooser = state.list.columnChooser, state.page == nil {
            ChooserView.draw(chooser, columnLayout(state, layout), layout, in: &frame)
        }
        if let field = state.pathField, state.page == nil || field.isOverPreview, state.form == nil {
            OverlayView.dimBackdrop(layout, in: &frame)
            PathFieldView.draw(field, layout, in: &frame)
        }
        if let help = state.help { HelpView.draw(help, state, keys, layout, in: &frame) }
        if let palette = state.palette {
            OverlayView.dimBackdrop(layout, in: &frame)
            PaletteView.draw(palette, state, keys, layout, in: &frame)
        }
        if state.isLoadingShown {
            OverlayView.dimBackdrop(layout, in: &frame)
            OverlayView.drawLoading(state, keys, layout, in: &frame)
        }
        if let prompt = state.prompts.current, let focus = state.prompts.focus {
            OverlayView.dimBackdrop(layout, in: &frame)
            OverlayView.draw(prompt, top: state.prompts.top, focus: focus, layout, in: &frame)
        }
    }

    private mutating func drawList(_ state: AppState, _ layout: ScreenLayout, in frame: inout Frame) {
        if let details = state.details, let pane = layout.detailsPane {
            DetailsView(state, details, pane, layout, symbols).draw(in: &frame)
            if layout.details == .page { return }
        }
        let rows = ListLayout(state, layout, columnLayout(state, layout))
        if !rows.isStacked { ListView.drawHeader(rows.columns, state.list.order, layout, in: &frame) }
        ListView.draw(state, rows, keys, layout, in: &frame)
    }

    private mutating func columnLayout(_ state: AppState, _ layout: ScreenLayout) -> ColumnLayout {
        columns.output(from: ColumnLayout.Input(state, layout)) { ColumnLayout($0) }
    }
}
