import TerminalUI

/// A cache of one value: the last input and its output.
struct LastValueCache<Input: Equatable & Sendable, Output: Sendable>: Sendable {
    private var last: (input: Input, output: Output)?

    /// Returns the cached output if the input has not changed, else a new one.
    mutating func output(from input: Input, _ make: (Input) -> Output) -> Output {
        if let last, last.input == input { return last.output }
        let output = make(input)
        last = (input, output)
        return output
    }
}

extension LastValueCache where Output == FrameRow {
    /// Draws a blank row, from the cache if the input has not changed.
    mutating func draw(_ input: Input, row: Int, in frame: inout Frame, _ draw: (Input, inout Frame) -> Void) {
        let drawn = output(from: input) {
            draw($0, &frame)
            return frame.rows[row]
        }
        frame.setRow(row, to: drawn)
    }
}
