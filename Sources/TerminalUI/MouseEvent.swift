/// A mouse event.
package struct MouseEvent: Hashable, Sendable {
    package enum Button: Hashable, Sendable { case left, middle, right }

    /// The kind of event. Wheel steps have no release.
    package enum Kind: Hashable, Sendable {
        case press(Button), release(Button)
        /// The pointer has moved to another cell with a button down.
        case drag(Button)
        case wheelUp, wheelDown
    }

    package let kind: Kind
    /// The cell under the pointer, as reported. It may be outside the screen.
    package let position: Position
    /// The modifiers. With Shift, most terminals select text and report nothing.
    package let modifiers: Key.Modifiers

    package init(_ kind: Kind, at position: Position, _ modifiers: Key.Modifiers = []) {
        self.kind = kind
        self.position = position
        self.modifiers = modifiers
    }
}

extension MouseEvent {
    /// Parses the parameters of an SGR mouse report (mode 1006): `ESC [ < button ; column ; row`, then `M`, or `m` for a
    /// release. Nil for other reports and buttons.
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

    /// Bit 5 is motion, bit 6 is the wheel, and the bits between are modifiers.
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
