/// What a terminal answers when it is asked about one of its modes (DECRQM).
package struct ModeReport: Hashable, Sendable {
    /// The number of the mode, of those that are written with a question mark.
    package let mode: Int
    /// Whether the terminal knows the mode and lets it be switched on and off.
    package let isSwitchable: Bool

    package init(mode: Int, isSwitchable: Bool) {
        self.mode = mode
        self.isSwitchable = isSwitchable
    }

    /// Reads the parameters of `ESC [ ? mode ; setting $ y`, without the question mark. Nil for what is not of this form.
    init?(parameters: ArraySlice<UInt8>, final: UInt8) {
        guard final == UInt8(ascii: "y"), parameters.last == UInt8(ascii: "$"),
            let numbers = EscapeSequence.numbers(parameters.dropLast()), numbers.count == 2,
            numbers.allSatisfy({ $0.count == 1 })
        else { return nil }
        // 1 is on and 2 is off; 0 is not known, 3 and 4 are what cannot be changed.
        self.init(mode: numbers[0][0], isSwitchable: (1...2).contains(numbers[1][0]))
    }
}
