import FoundationEssentials

/// Why a text was not sent to the clipboard.
package enum CopyError: Error, Equatable {
    /// The terminal is one that cannot do it, or would show the bytes.
    case notTaken
    /// Terminals drop what is longer.
    case tooLong
}

/// The way to the clipboard of the machine that the terminal is on: OSC 52. It is only ever written, never read.
struct Clipboard {
    private enum Way {
        case none, plain
        /// Inside tmux: both what tmux itself may take and what it may pass on
        /// (Docs/Decisions/0014-clipboard.md).
        case tmux
        /// Inside GNU screen, which passes pieces on and nothing longer.
        case screen
    }

    /// So much is sent at most, in base64.
    static let limit = 100_000
    /// GNU screen has room for 768 bytes.
    private static let pieceSize = 512

    private let way: Way

    /// - Parameter environment: TERM, TMUX and STY are looked at.
    init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let isInTmux = !(environment["TMUX"] ?? "").isEmpty
        let isInScreen = !(environment["STY"] ?? "").isEmpty
        way =
            if Self.isWithoutClipboard(term) {
                .none
            } else if isInTmux != isInScreen {
                isInTmux ? .tmux : .screen
            } else {
                // One in the other, or one at the far end of a connection. What is for tmux alone, screen would show.
                term.hasPrefix("tmux") ? .tmux : .plain
            }
    }

    /// Terminals older than the sequence, and consoles. What is not known here is taken to have a clipboard.
    private static func isWithoutClipboard(_ term: String) -> Bool {
        let consoles = ["linux", "ansi", "cons", "sun", "hurd", "fbterm", "jfbterm", "dumb"]
        if consoles.contains(where: term.hasPrefix) { return true }
        return term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true
    }

    /// What puts a text on the clipboard.
    func bytes(copying text: String) throws(CopyError) -> [UInt8] {
        guard way != .none else { throw .notTaken }
        let encoded = Data(text.utf8).base64EncodedData()
        guard encoded.count <= Self.limit else { throw .tooLong }
        let plain = Array("\u{1B}]52;c;".utf8) + encoded + [0x07]
        return switch way {
        case .none, .plain: plain
        case .tmux: plain + Self.passedOnByTmux(plain)
        case .screen: Self.passedOnByScreen(plain)
        }
    }

    private static func passedOnByTmux(_ bytes: [UInt8]) -> [UInt8] {
        let inner = bytes.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] }
        return Array("\u{1B}Ptmux;".utf8) + inner + Array("\u{1B}\\".utf8)
    }

    private static func passedOnByScreen(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: pieceSize).flatMap { start in
            Array("\u{1B}P".utf8) + bytes[start..<min(start + pieceSize, bytes.count)] + Array("\u{1B}\\".utf8)
        }
    }
}
