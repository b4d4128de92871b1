/// Something that a person did with the mouse, while the screen has the terminal tell of it.
package struct MouseEvent: Hashable, Sendable {
    package enum Button: Hashable, Sendable { case left, middle, right }

    /// What was done. A wheel turns by steps, and has no release.
    package enum Kind: Hashable, Sendable {
        case press(Button), release(Button)
        /// The pointer has come to another cell with the button held down.
        case drag(Button)
        case wheelUp, wheelDown
    }

    package let kind: Kind
    /// The cell under the pointer. The terminal says it, and it may lie beyond the screen.
    package let position: Position
    /// What was held down meanwhile. With Shift most terminals select text instead, and tell nothing.
    package let modifiers: Key.Modifiers

    package init(_ kind: Kind, at position: Position, _ modifiers: Key.Modifiers = []) {
        self.kind = kind
        self.position = position
        self.modifiers = modifiers
    }
}

extension MouseEvent {
    /// Reads the parameters of what terminals send in mode 1006: `ESC [ < button ; column ; row`, and `M`, or `m` for a
    /// release. Nil for what is not of this form, and for buttons that mean nothing here.
    init?(parameters: ArraySlice<UInt8>, final: UInt8) {
        let isRelease = final == UInt8(ascii: "m")
        guard isRelease || final == UInt8(ascii: "M"), let numbers = EscapeSequence.numbers(parameters),
            numbers.count == 3, numbers.allSatisfy({ $0.count == 1 })
        else { return nil }
        let (code, column, row) = (numbers[0][0], numbers[1][0], numbers[2][0])
        guard column > 0, row > 0, let kind = Self.kind(code, isRelease: isRelease) else { return nil }
        self.init(
            kind, at: Position(column: column - 1, row: row - 1), Key.Modifiers(rawValue: UInt8(code >> 2 & 0b111)))
    }

    /// Bit 5 says that the pointer has moved, bit 6 that it is a wheel. The bits between are the modifiers.
    private static func kind(_ code: Int, isRelease: Bool) -> Kind? {
        let button: Button? =
            switch code & 0b11 {
            case 0: .left
            case 1: .middle
            case 2: .right
            default: nil
            }
        return switch code & ~0b1_1111 | code & 0b11 {
        case 0b000_0000...0b000_0010: button.map { isRelease ? .release($0) : .press($0) }
        case 0b010_0000...0b010_0010 where !isRelease: button.map(Kind.drag)
        case 0b100_0000 where !isRelease: .wheelUp
        case 0b100_0001 where !isRelease: .wheelDown
        default: nil
        }
    }
}
