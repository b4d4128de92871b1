import TerminalUI

/// Synchronized output (mode 2026): the terminal shows each frame as a whole, if it supports the mode.
///
/// The terminal is queried once, and nothing waits for the answer (Docs/Decisions/0015-synchronized-frames.md).
struct SynchronizedUpdates {
    private enum Support { case undetermined, supported, unsupported }

    private static let mode = 2026
    private static let begin = Array("\u{1B}[?2026h".utf8)
    private static let end = Array("\u{1B}[?2026l".utf8)
    /// DECRQM, then DA1, which every terminal answers: after that answer no other is pending.
    private static let request = Array("\u{1B}[?2026$p\u{1B}[c".utf8)

    private var support: Support
    /// Whether an answer is pending.
    private(set) var isAwaited = false

    /// - Parameter canBeQueried: whether the terminal ignores unknown sequences.
    init(canBeQueried: Bool) {
        support = canBeQueried ? .undetermined : .unsupported
    }

    /// The sequence that begins an update.
    var beginBytes: [UInt8] { support == .supported ? Self.begin : [] }

    /// The sequence that ends an update.
    var endBytes: [UInt8] { support == .supported ? Self.end : [] }

    /// The query, until it is answered.
    mutating func query() -> [UInt8] {
        isAwaited = support == .undetermined
        return isAwaited ? Self.request : []
    }

    /// Receives a report. Unrequested reports are ignored.
    mutating func receive(_ report: TerminalReport) {
        guard isAwaited else { return }
        switch report {
        case .mode(Self.mode, let isSwitchable): support = isSwitchable ? .supported : .unsupported
        case .mode: break
        case .attributes:
            isAwaited = false
            if support == .undetermined { support = .unsupported }
        }
    }
}
