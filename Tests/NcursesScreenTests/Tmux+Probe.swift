import TerminalTestSupport
import TestSupport
import Testing

extension Tmux {
    /// Ends the probe. What is typed before the shell has the terminal again would be read by the probe.
    func quitProbe() async throws {
        try await press("q")
        try await waitForPrompt()
    }

    /// The screen of the probe with its attributes, without the numbers in which one run differs from the next.
    ///
    /// A frame is painted from the top, and may be seen in parts: the bar in its last row comes last.
    func cells() async throws -> String {
        let cells = try await eventually(
            "a whole frame", get: { try await painting },
            until: { $0.split(separator: "\n").last?.contains("|") == true })
        // The blanks behind a number, after the end of its style, depend on its length.
        return cells.replacing(/(pid|painted) \d+((?:\x1b\[[0-9;]*m)*) */) { "\($0.1) N\($0.2)" }
    }

    /// The rows of the probe, without the one that counts the paints.
    func rows() async throws -> [Substring] {
        try await cells().split(separator: "\n").enumerated().filter { $0.offset != 1 }.map(\.element)
    }

    /// Waits until two probes show the same: what is left of an older frame may look whole.
    func waitForTheCells(of other: Tmux) async throws {
        try await eventually(
            "equal screens", get: { (own: try await cells(), other: try await other.cells()) },
            until: { $0.own == $0.other })
    }
}
