import TerminalTestSupport
import Testing

extension Tmux {
    /// Does something with the mouse, as the terminal tells of it.
    /// - Parameters:
    ///   - button: the number in the terminal's code: 0 for the left button, 32 more when it is dragged, 64 and 65 for
    ///     the wheel.
    ///   - row: counted from 0, as the lines of ``Screen`` are.
    func mouse(_ button: Int, column: Int, row: Int, isRelease: Bool = false) async throws {
        let text = "\u{1B}[<\(button);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")"
        try await sendBytes(Array(text.utf8))
    }

    /// Presses and releases the left button, on the first cell of a text on the screen.
    func click(_ text: String) async throws {
        try await click(text, times: 1)
    }

    /// Clicks twice at once, however slow the machine is.
    func doubleClick(_ text: String) async throws {
        try await click(text, times: 2)
    }

    private func click(_ text: String, times: Int) async throws {
        let lines = try await wait(for: text).lines
        for (row, line) in lines.enumerated() {
            guard let range = line.range(of: text) else { continue }
            let column = line.distance(from: line.startIndex, to: range.lowerBound)
            let place = "\u{1B}[<0;\(column + 1);\(row + 1)"
            return try await sendBytes(Array(String(repeating: "\(place)M\(place)m", count: times).utf8))
        }
    }
}
