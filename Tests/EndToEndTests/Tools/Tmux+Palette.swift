import TerminalTestSupport
import Testing

extension Tmux {
    /// Runs a command by its name, from the palette.
    func runCommand(_ name: String) async throws {
        try await press(":")
        try await wait(for: "─ Commands ─")
        try await type(name)
        try await wait(for: "> \(name) ")
        try await press("Enter")
    }
}
