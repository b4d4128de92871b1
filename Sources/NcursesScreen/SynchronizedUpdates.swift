import TerminalUI

/// Frames that a terminal shows as a whole, when it is one that knows how (mode 2026): none is seen half painted.
///
/// The terminal is asked once. Without an answer nothing is done differently, and nothing waits for it
/// (Docs/Decisions/0015-synchronized-frames.md).
struct SynchronizedUpdates {
    private enum Knowledge { case open, known, unknown }

    private static let mode = 2026
    private static let begin = Array("\u{1B}[?2026h".utf8)
    private static let end = Array("\u{1B}[?2026l".utf8)
    /// Behind the question stands one that every terminal answers: with that answer none is on its way any more.
    private static let request = Array("\u{1B}[?2026$p\u{1B}[c".utf8)

    private var knowledge: Knowledge
    /// Whether an answer can still come.
    private(set) var isAwaited = false

    /// - Parameter canBeAsked: whether the terminal passes over sequences that it does not know.
    init(canBeAsked: Bool) {
        knowledge = canBeAsked ? .open : .unknown
    }

    /// What begins an update.
    var beginBytes: [UInt8] { knowledge == .known ? Self.begin : [] }

    /// What ends an update that was begun.
    var endBytes: [UInt8] { knowledge == .known ? Self.end : [] }

    /// What is sent when the screen is taken: the question, until it was answered.
    mutating func question() -> [UInt8] {
        isAwaited = knowledge == .open
        return isAwaited ? Self.request : []
    }

    /// Takes an answer. One that was not asked for says nothing.
    mutating func hear(_ report: TerminalReport) {
        guard isAwaited else { return }
        switch report {
        case .mode(Self.mode, let isSwitchable): knowledge = isSwitchable ? .known : .unknown
        case .mode: break
        case .attributes:
            isAwaited = false
            if knowledge == .open { knowledge = .unknown }
        }
    }
}
