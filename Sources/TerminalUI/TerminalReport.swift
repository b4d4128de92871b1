/// A report of the terminal.
package enum TerminalReport: Hashable, Sendable {
    /// Whether a private mode is supported and can be set and reset (DECRPM).
    case mode(Int, isSwitchable: Bool)
    /// Device attributes (DA1). Nearly all terminals answer this query, and in order: earlier queries without an answer by
    /// then get none.
    case attributes

    /// Parses the parameters of `ESC [ ? mode ; setting $ y` and `ESC [ ? number ; … c`, without the question mark. Nil for
    /// other reports.
    init?(parameters: ArraySlice<UInt8>, final: UInt8) {
        switch final {
        case UInt8(ascii: "c"):
            guard EscapeSequence.numbers(parameters) != nil else { return nil }
            self = .attributes
        case UInt8(ascii: "y"):
            guard parameters.last == UInt8(ascii: "$"), let numbers = EscapeSequence.numbers(parameters.dropLast()),
                numbers.count == 2, numbers.allSatisfy({ $0.count == 1 })
            else { return nil }
            // 1 set, 2 reset; 0 is unknown, 3 and 4 are permanent.
            self = .mode(numbers[0][0], isSwitchable: (1...2).contains(numbers[1][0]))
        default: return nil
        }
    }
}
