import FriendsModel
import FriendsViewModels
import TerminalUI

/// The screen for braille displays and screen readers, drawn from the same state as the other views: one thing per line,
/// without frames, columns and looks, and the cursor on the line that keys apply to
/// (Docs/Decisions/0026-plain-screen.md).
struct PlainView {
    let state: AppState
    let keys: KeyBindings
    let layout: ScreenLayout
    let symbols: Symbols

    func draw(in frame: inout Frame) {
        frame.showsCursor = true
        let asked = askedLines
        let firstAsked = layout.statusRow - asked.count
        if firstAsked > layout.titleRow { PlainLine(title).draw(row: layout.titleRow, in: &frame) }
        draw(contentLines, above: firstAsked, in: &frame)
        statusLine.draw(row: layout.statusRow, in: &frame)
        for (offset, line) in asked.enumerated() { line.draw(row: firstAsked + offset, in: &frame) }
        PlainLine(footer).draw(row: layout.footerRow, in: &frame)
        // Before the first answer there is nothing but what is awaited.
        if frame.cursor == nil { frame.cursor = Position(column: 0, row: layout.statusRow) }
    }

    /// Draws the lines from the third row on. If not all have room, the current and the next one are drawn.
    private func draw(_ lines: [PlainLine], above end: Int, in frame: inout Frame) {
        let current = lines.firstIndex(where: \.isCurrent) ?? 0
        let first = max(min(current + 2, lines.count) - (layout.statusRow - layout.firstListRow), 0)
        for (row, line) in zip(layout.firstListRow..<max(end, layout.firstListRow), lines.dropFirst(first)) {
            line.draw(row: row, in: &frame)
        }
    }

    // MARK: The first line and the content

    private var title: String {
        if let help = state.help {
            return help.isTyped || help.filter.text.isEmpty ? "Help" : "Help, /\(help.filter.text)"
        }
        if let form = state.form { return form.title }
        if let merging = state.merging { return mergingTitle(merging) }
        if let page = state.page { return pageTitle(page) }
        return TitleView.line(state)
    }

    private var contentLines: [PlainLine] {
        if let help = state.help { return lines(HelpView.lines(help, state, keys, layout), hasCursor: true) }
        if let form = state.form { return formLines(form) }
        if let merging = state.merging { return mergingLines(merging) }
        if let page = state.page { return pageLines(page) }
        if let details = AppView.detailsView(state, layout, symbols), details.friend != nil { return lines(details) }
        if case .failed(let failure) = state.list.content {
            return lines(of: failure, retryKey: keys.keyName(of: .list(.reload), in: .list))
        }
        if let note = state.listNote(keys) { return lines(note, hasCursor: true) }
        guard state.list.content == .loaded else { return [] }
        let table = state.list.table
        return table.viewport.indexes(of: table.shownCount).map { index in
            friendLine(index, isCurrent: table.selection?.index == index)
        }
    }

    private func lines(_ details: DetailsView) -> [PlainLine] {
        let rows = details.rows[details.viewport.top...]
        let current = state.detailsHaveFocus ? rows.firstIndex { $0.part == details.chosen } : nil
        let texts = rows.indices.map { index in
            let row = rows[index]
            return PlainLine(
                row.label.isEmpty ? row.text : "\(row.label): \(row.text)", isCurrent: index == current)
        }
        return [PlainLine(details.friend?.details.fullName ?? "", isCurrent: current == nil)] + texts
    }

    private func friendLine(_ index: Int, isCurrent: Bool) -> PlainLine {
        let table = state.list.table
        let isPending = state.list.pending.map { $0 == table.shown(index).id } ?? false
        let rest = (table.isMarked(index) ? ", marked" : "") + (isPending ? ", being deleted" : "")
        return PlainLine(line(of: table.shownDetails(index)), rest: rest, isCurrent: isCurrent)
    }

    /// The name of a friend, and the texts of the columns. Here all columns have room.
    private func line(of details: FriendDetails) -> String {
        let name = details.fullName
        let columns = state.list.columns.filter { !FriendColumn.nameColumns.contains($0) }
        return ([name] + columns.map { $0.text(of: details) }.filter { !$0.isEmpty && $0 != name })
            .joined(separator: FriendColumn.separator)
    }

    private func formLines(_ form: FriendForm) -> [PlainLine] {
        var lines: [PlainLine] = []
        for field in FriendField.allCases {
            lines.append(
                PlainLine("\(field.label): ", input: form.inputs[field], isCurrent: form.focus == .field(field)))
            if let note = FormNotes.text(at: .field(field), of: form) { lines += self.lines(wrapping: note.text) }
        }
        if let note = FormNotes.text(at: .whole, of: form) { lines += self.lines(wrapping: note.text) }
        lines += form.lines.flatMap { lineLines($0, form) }
        if let menu = form.kindMenu { return kindLines(menu) }
        if let notice = form.notice { lines += self.lines(wrapping: notice) }
        return lines + [
            PlainLine("Add line", isCurrent: form.focus == .addLine),
            PlainLine("Submit", rest: form.canSubmit ? "" : ", disabled", isCurrent: form.focus == .submit),
            PlainLine("Cancel", isCurrent: form.focus == .cancel),
        ]
    }

    /// A line of the friend: its label, its value, and each further row of it.
    private func lineLines(_ line: FormLine, _ form: FriendForm) -> [PlainLine] {
        let isFocused = form.focus.part == .line(line.id)
        let name = line.kind.label
        var lines: [PlainLine] = []
        if line.isRemoved {
            lines = [
                PlainLine(
                    "\(name): \(line.value.text.replacing("\n", with: " "))", rest: ", removed", isCurrent: isFocused)
            ]
        } else {
            let completion = form.focus == .line(line.id, .label) ? form.labelCompletion : nil
            lines.append(
                PlainLine(
                    "\(name) label: ", input: line.label, rest: completion.map { "; \($0)" } ?? "",
                    isCurrent: form.focus == .line(line.id, .label)))
            let wrapped = WrappedInput(line.value, width: .max)
            for index in wrapped.rows.indices {
                let isCurrent = form.focus == .line(line.id, .value) && wrapped.cursorRow == index
                lines.append(PlainLine(index == 0 ? "\(name): " : "", input: wrapped.row(index), isCurrent: isCurrent))
            }
        }
        if let note = FormNotes.text(at: .line(line.id), of: form) { lines += self.lines(wrapping: note.text) }
        return lines
    }

    private func kindLines(_ menu: FriendForm.KindMenu) -> [PlainLine] {
        [PlainLine(FormLineRows.menuTitle)]
            + LineKind.all.map { PlainLine($0.label, rest: ", \($0.letter)", isCurrent: $0 == menu.selected) }
    }

    private func pageTitle(_ page: PageViewModel.State) -> String {
        let count = page.content == .loaded ? page.countText(room: layout.size.columns) : nil
        let filter = page.table.filter.flatMap { $0.isTyped ? nil : "/" + $0.input.text }
        let parts = [page.title, count?.replacing(TitleView.separator, with: ", "), filter]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private func pageLines(_ page: PageViewModel.State) -> [PlainLine] {
        switch page.content {
        case .loading: return []
        case .failed(let failure):
            return lines(of: failure, retryKey: failure.canRetry ? keys.keyName(of: .page(.reload), in: .page) : nil)
        case .loaded: break
        }
        if page.table.entries.count == 0 { return lines(page.emptyTexts, hasCursor: true) }
        return page.table.viewport.indexes(of: page.table.entries.count).map { index in
            PlainLine(
                line(page, at: index), rest: page.table.isMarked(index) ? ", marked" : "",
                isCurrent: page.table.selected == index)
        }
    }

    /// An entry with its time behind it.
    private func line(_ page: PageViewModel.State, at index: Int) -> String {
        let text = page.listing.plainText(at: index, now: page.time, isShort: !layout.hasFormInRow)
        return page.kind.page.isOurOwn ? symbols.text(text) : text
    }

    private func lines(of failure: Failure, retryKey: String?) -> [PlainLine] {
        let lines = ListView.lines(
            of: failure, retryKey: retryKey, keys, width: layout.size.columns,
            height: layout.statusRow - layout.firstListRow, symbols)
        return self.lines(lines.map(\.text), hasCursor: true)
    }

    // MARK: What is asked and said, above the key hints

    /// The prompt with its answers, or the sort menu.
    private var askedLines: [PlainLine] {
        if let prompt = state.prompts.current {
            let text = OverlayView.text(of: prompt, layout)
            let viewport = OverlayView.viewport(of: text, top: state.prompts.top, layout)
            let shown = text[viewport.top...].prefix(viewport.height).map(\.0)
            // Without a choice the cursor is at the text.
            guard prompt.answers.count > 1 else { return lines(shown, hasCursor: true) + [PlainLine("OK")] }
            return lines(shown)
                + prompt.answers.map { PlainLine($0.rawValue, isCurrent: $0 == state.prompts.focus) }
        }
        if let chooser = state.list.columnChooser, KeyContext(state) == .columns {
            return lines(["Columns"])
                + ChooserBox(chooser, layout).indexes.map { index in
                    let column = chooser.entries[index]
                    return PlainLine(
                        column.title, rest: (chooser.isShown(column) ? ", shown" : ", hidden") + ", \(column.letter)",
                        isCurrent: index == chooser.selected)
                }
        }
        guard KeyContext(state) == .order else { return [] }
        let columns = FooterView.items(state, keys, layout).filter { !$0.isEssential }
        return lines(["Sort by"] + columns.map(\.text), hasCursor: true)
    }

    /// The input field, else what is awaited, else the last message.
    private var statusLine: PlainLine {
        switch KeyContext(state) {
        case .palette:
            if let palette = state.palette { return inputLine("Command: ", palette.input, result: result(of: palette)) }
        case .find:
            if let filter = state.list.table.filter {
                let table = state.list.table
                let result = result(table.selection?.index, of: table.shownCount) { line(of: table.shownDetails($0)) }
                return inputLine("Find: ", filter.input, result: result)
            }
        case .tag:
            if let tagging = state.tagging {
                return inputLine(tagging.title, tagging.input, result: tagging.note?.text ?? "new tag")
            }
        case .path:
            if let field = state.pathField {
                return inputLine(
                    "\(field.title), \(field.sign.lowercased())", field.input, result: symbols.text(field.note.text))
            }
        case .pageFilter:
            if let page = state.page, let filter = page.table.filter {
                let table = page.table
                let result = result(table.selected, of: table.entries.count) { line(page, at: $0) }
                return inputLine("Filter: ", filter.input, result: result)
            }
        case .helpFilter:
            if let help = state.help { return PlainLine("Filter: ", input: help.filter, isCurrent: true) }
        case .everywhere, .list, .order, .columns, .details, .form, .kinds, .prompt, .help, .page, .merge: break
        }
        if state.isLoadingShown {
            let cancel = OverlayView.cancelKey(state, keys).map { " \($0) Cancel" } ?? ""
            return PlainLine(symbols.text(state.activity.shownTitle), rest: cancel)
        }
        return PlainLine(StatusView.message(state, keys, width: layout.size.columns, symbols)?.text ?? "")
    }

    /// An input field with what Enter would select behind it, so that nobody has to look for it elsewhere.
    private func inputLine(_ label: String, _ input: TextInput, result: String) -> PlainLine {
        PlainLine(label, input: input, rest: "; " + result, isCurrent: true)
    }

    private func result(of palette: PaletteViewModel.State) -> String {
        if let problem = palette.problem { return symbols.text(problem) }
        return result(palette.selectedEntry.map { _ in palette.selected }, of: palette.matches.count) { index in
            let entry = palette.matches[index]
            return symbols.text(([entry.name, entry.title] + entry.keys).joined(separator: ", "))
        }
    }

    private func result(_ index: Int?, of count: Int, text: (Int) -> String) -> String {
        index.map { "\($0 + 1) of \(count): \(text($0))" } ?? "no matches"
    }

    private var footer: String {
        let hints = FooterView.items(state, keys, layout).filter { $0.isEssential || $0.showsMore }
        return hints.map(\.text).joined(separator: ", ")
    }

    // MARK: Lines

    private func lines(_ texts: [String], hasCursor: Bool = false) -> [PlainLine] {
        texts.enumerated().map { PlainLine(symbols.text($1), isCurrent: hasCursor && $0 == 0) }
    }

    private func lines(wrapping text: String) -> [PlainLine] {
        lines(DisplayText.wrap(DisplayText.signingShortened(text), columns: layout.size.columns))
    }
}
