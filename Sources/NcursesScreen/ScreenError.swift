/// Why the screen cannot be opened.
package enum ScreenError: Error, Equatable {
    /// Standard input or standard output is a file or a pipe.
    case notATerminal
    /// TERM is not set.
    case noTerminalType
    /// Nothing is known here about terminals of this name.
    case unknownTerminal(String)
    /// The cursor of terminals of this name cannot be moved about.
    case dumbTerminal(String)
    /// The system refused something that the screen needs.
    case system(operation: String, code: Int32)

    /// One line for people, without control characters and without the name of the program: what is wrong, and what helps.
    package var line: String {
        switch self {
        case .notATerminal:
            "Standard input and standard output must be a terminal, not a file or a pipe."
        case .noTerminalType:
            "TERM is not set. Try: TERM=xterm-256color"
        case .unknownTerminal(let name):
            "Unknown terminal type '\(Self.printable(name))'. Try: TERM=xterm-256color"
        case .dumbTerminal(let name):
            "The terminal '\(Self.printable(name))' cannot show a full screen. Try: TERM=xterm-256color"
        case .system(let operation, let code):
            "The terminal cannot be used: \(operation) failed with error \(code)."
        }
    }

    /// TERM is set by somebody else, and may hold anything.
    private static func printable(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(60).map { (" "..."~").contains($0) ? $0 : "?" }))
    }
}
