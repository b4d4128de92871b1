/// Why the screen cannot be opened.
package enum ScreenError: Error, Equatable {
    /// Standard input or standard output is a file or a pipe.
    case notATerminal
    /// TERM is not set.
    case noTerminalType
    /// The terminal type is unknown.
    case unknownTerminal(String)
    /// The terminal type has no cursor addressing.
    case dumbTerminal(String)
    /// A system call failed.
    case system(operation: String, code: Int32)

    /// What is wrong and what to do, as one line without control characters and the program name.
    package var line: String {
        switch self {
        case .notATerminal:
            "Standard input and standard output must be a terminal, not a file or a pipe."
        case .noTerminalType:
            "TERM is not set. Try: TERM=xterm-256color"
        case .unknownTerminal(let name):
            "Unknown terminal type \u{201C}\(Self.printable(name))\u{201D}. Try: TERM=xterm-256color"
        case .dumbTerminal(let name):
            "The terminal \u{201C}\(Self.printable(name))\u{201D} cannot show a full screen. Try: TERM=xterm-256color"
        case .system(let operation, let code):
            "The terminal cannot be used: \(operation) failed with error \(code)."
        }
    }

    /// TERM comes from outside and may contain anything.
    private static func printable(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(60).map { (" "..."~").contains($0) ? $0 : "?" }))
    }
}
