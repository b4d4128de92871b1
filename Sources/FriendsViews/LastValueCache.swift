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
