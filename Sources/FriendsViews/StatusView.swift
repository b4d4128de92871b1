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

extension FriendListStore.Staleness {
    /// The reason comes first, for a narrow line; then the age of the rows and the retry key.
    fileprivate func text(_ keys: KeyBindings) -> String {
        let age = loadedAt.map { "list from \(ClockTime.text(secondsSince1970: $0))" } ?? "part of the list"
        let text = "\(failure.summary.words) \u{2013} \(age)"
        guard failure.summary.isMendedByRetry, let key = keys.keyName(of: .list(.reload), in: .list) else {
            return text
        }
        return "\(text). Press \(key) to retry."
    }
}

extension Failure.Summary {
    /// Whether a retry can help.
    fileprivate var isMendedByRetry: Bool {
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

extension StatusMessage.Offer {
    /// The key hint of an offer, if it has a key in the current context.
    fileprivate func text(_ keys: KeyBindings, _ state: AppState) -> String? {
        func key(_ command: Command, onPage: Command) -> String? {
            state.page == nil
                ? keys.keyName(of: command, in: .list) : keys.keyName(of: onPage, in: .page, now: state)
        }
        switch self {
        case .undo: return key(.list(.undo), onPage: .page(.undo)).map { "press \($0) to undo" }
        case .redo: return key(.list(.redo), onPage: .page(.redo)).map { "\($0) to redo" }
        // In the form, and in other places where a letter is text, help has another key than in the list.
        case .help:
            return keys.keyName(of: .app(.showHelp), in: KeyContext(state), now: state).map { "press \($0) for help" }
        case .find:
            if [.columns, .kinds, .form].contains(KeyContext(state)) { return nil }
            let word = state.page == nil ? "find" : "filter"
            return key(.list(.find(.begin)), onPage: .page(.filter(.begin))).map { "press \($0) to \(word)" }
        }
    }
}

extension Tagging {
    /// The words before the field.
    var title: String { change == .add ? "Add tag: " : "Remove tag: " }

    /// What is said behind the text: the problem, or the tag that can be taken.
    var note: (text: String, style: Style)? {
        problem.map { ($0, .problem) } ?? suggestion.map { ($0, .hint) }
    }
}
