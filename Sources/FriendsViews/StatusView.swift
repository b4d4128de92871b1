import FriendsList
import FriendsViewModels
import TerminalUI

/// The line above the footer: the find field, else the last status, the age of the rows, or the filter. A page shows the
/// status only: the others are about rows that are not visible.
enum StatusView {
    static func draw(
        _ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        let width = layout.size.columns - 2
        // A status during a prompt is about the prompt, and the find field has no focus then.
        let isSaying = state.prompts.current != nil && state.status != nil
        if state.page == nil, !isSaying, let filter = state.list.table.filter, filter.isTyping {
            return InputLine.draw(
                "/", filter.input, column: 1, row: layout.statusRow, width: width, in: &frame)
        }
        if state.page == nil, !isSaying, let tagging = state.tagging {
            return drawTagging(tagging, layout, in: &frame)
        }
        guard let (text, style) = message(state, keys, width: width, frame.symbols) else { return }
        frame.write(text, column: 1, row: layout.statusRow, width: width, style: style)
    }

    /// The field with the suggested tag, or the problem, behind the text.
    private static func drawTagging(_ tagging: Tagging, _ layout: ScreenLayout, in frame: inout Frame) {
        let width = layout.size.columns - 2
        let room = width - DisplayText.width(of: tagging.title)
        let fieldWidth = min(VisibleInput.width(of: tagging.input), tagging.note == nil ? room : room / 2)
        InputLine.draw(
            tagging.title, tagging.input, column: 1, row: layout.statusRow, width: width - room + fieldWidth,
            in: &frame)
        guard let note = tagging.note else { return }
        frame.write(
            frame.symbols.text(note.text), column: 1 + width - room + fieldWidth + 1, row: layout.statusRow,
            width: room - fieldWidth - 1, style: note.style)
    }

    /// The last status, else the age of the rows, shortened to a width.
    static func message(
        _ state: AppState, _ keys: KeyBindings, width: Int, _ symbols: Symbols
    ) -> (text: String, style: Style)? {
        if let status = state.status {
            let offer = status.offer?.text(keys, state).map { " \u{2013} \($0)" } ?? ""
            let text = symbols.text(DisplayText.signingShortened(status.text) + offer)
            return (shortened(text, width, symbols), status.kind.style)
        }
        guard state.page == nil, let staleness = state.list.staleness else { return nil }
        return (shortened(symbols.text(staleness.text(keys)), width, symbols), .problem)
    }

    /// Shortens a long text by sentences, else by words, with a separate ellipsis: "Loading failed" must not become
    /// "Loading\u{2026}". A full stop in the first half is more likely part of a "Dr." than the end of a sentence. The
    /// messages show the whole text.
    private static func shortened(_ text: String, _ width: Int, _ symbols: Symbols) -> String {
        guard DisplayText.width(of: text) > width else { return text }
        let words = DisplayText.wrap(text, columns: width - 2).first ?? ""
        let end = words.ranges(of: ". ").last.map { words.index(after: $0.lowerBound) }.flatMap { end in
            DisplayText.width(of: String(words[..<end])) > width / 2 ? end : nil
        }
        return "\(words[..<(end ?? words.endIndex)]) \(symbols.ellipsis)"
    }
}

extension Failure.Summary {
    /// Whether a retry can help.
    var isMendedByRetry: Bool {
        switch self {
        case .offline, .databaseProblem, .databaseBusy, .serverProblem, .serverBusy, .untrustedServer, .unexpectedReply,
            .other:
            true
        case .notLoggedIn, .tokenRefused, .cancelled: false
        }
    }
}

extension StatusMessage.Kind {
    fileprivate var style: Style {
        switch self {
        case .success: .success
        case .information: .hint
        case .problem: .problem
        }
    }
}
