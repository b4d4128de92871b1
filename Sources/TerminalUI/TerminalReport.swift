/// What a terminal answers to a question.
package enum TerminalReport: Hashable, Sendable {
    /// Whether the terminal knows a mode, of those that are written with a question mark, and lets it be switched on and
    /// off (DECRQM).
    case mode(Int, isSwitchable: Bool)
    /// What the terminal is (DA1). Nearly all answer this one, and in its turn: what was asked before it and has no answer
    /// by then will get none.
    case attributes

    /// Reads the parameters of `ESC [ ? mode ; setting $ y` and `ESC [ ? number ; … c`, without the question mark. Nil for
    /// what is neither.
    init?(parameters: ArraySlice<UInt8>, final: UInt8) {
        switch final {
        case UInt8(ascii: "c"):
            guard EscapeSequence.numbers(parameters) != nil else { return nil }
            self = .attributes
        case UInt8(ascii: "y"):
            guard parameters.last == UInt8(ascii: "$"), let numbers = EscapeSequence.numbers(parameters.dropLast()),
                numbers.count == 2, numbers.allSatisfy({ $0.count == 1 })
            else { return nil }
            // 1 is on and 2 is off; 0 is not known, 3 and 4 are what cannot be changed.
            self = .mode(numbers[0][0], isSwitchable: (1...2).contains(numbers[1][0]))
        default: return nil
        }
    }
}
