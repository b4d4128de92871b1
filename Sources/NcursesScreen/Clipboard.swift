import FoundationEssentials

/// Why a text was not sent to the clipboard.
package enum CopyError: Error, Equatable {
    /// The terminal does not support it, or would show the bytes.
    case notTaken
    /// Terminals drop longer texts.
    case tooLong
}

/// The clipboard of the terminal (OSC 52). It is never read.
struct Clipboard {
    private enum Passthrough {
        case none, plain
        /// Inside tmux: for tmux itself, and passed through
        /// (Docs/Decisions/0014-clipboard.md).
        case tmux
        /// Inside GNU screen, which passes short pieces through.
        case screen
    }

    /// The maximum length in base64.
    static let limit = 100_000
    /// GNU screen has a buffer of 768 bytes.
    private static let pieceSize = 512

    private let passthrough: Passthrough

    /// - Parameter environment: provides TERM, TMUX and STY.
    init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let isInTmux = !(environment["TMUX"] ?? "").isEmpty
        let isInScreen = !(environment["STY"] ?? "").isEmpty
        passthrough =
            if Self.isWithoutClipboard(term) {
                .none
            } else if isInTmux != isInScreen {
                isInTmux ? .tmux : .screen
            } else {
                // Nested, or at the far end of a connection. GNU screen would show a sequence for tmux.
                term.hasPrefix("tmux") ? .tmux : .plain
            }
    }

    /// Consoles and terminals older than the sequence. Others are assumed to have a clipboard.
    private static func isWithoutClipboard(_ term: String) -> Bool {
        let consoles = ["linux", "ansi", "cons", "sun", "hurd", "fbterm", "jfbterm", "dumb"]
        if consoles.contains(where: term.hasPrefix) { return true }
        return term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true
    }

    /// The sequence that copies a text.
    func bytes(copying text: String) throws(CopyError) -> [UInt8] {
        guard passthrough != .none else { throw .notTaken }
        let encoded = Data(text.utf8).base64EncodedData()
        guard encoded.count <= Self.limit else { throw .tooLong }
        let plain = Array("\u{1B}]52;c;".utf8) + encoded + [0x07]
        return switch passthrough {
        case .none, .plain: plain
        case .tmux: plain + Self.wrappedForTmux(plain)
        case .screen: Self.wrappedForScreen(plain)
        }
    }

    private static func wrappedForTmux(_ bytes: [UInt8]) -> [UInt8] {
        let inner = bytes.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] }
        return Array("\u{1B}Ptmux;".utf8) + inner + Array("\u{1B}\\".utf8)
    }

    private static func wrappedForScreen(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: pieceSize).flatMap { start in
            Array("\u{1B}P".utf8) + bytes[start..<min(start + pieceSize, bytes.count)] + Array("\u{1B}\\".utf8)
        }
    }
}
