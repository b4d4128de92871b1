/// The result of parsing an escape sequence or control character.
enum EscapeSequence: Equatable {
    /// A key, or nil for an unknown sequence, and its length.
    case key(Key?, length: Int)
    /// A complete sequence that is not a key.
    case event(InputEvent, length: Int)
    /// The introducer of a longer sequence, with its length.
    case begins(Long, length: Int)
    case incomplete

    /// A sequence that is longer than a key.
    enum Long { case paste, string, overlong }

    static let escape: UInt8 = 0x1B
    private static let lengthLimit = 64

    /// Parses the sequences that nearly all terminals send.
    init(_ bytes: ArraySlice<UInt8>) {
        let start = bytes.startIndex
        guard bytes.count > 1 else {
            self = .incomplete
            return
        }
        let second = bytes[start + 1]
        if second == UInt8(ascii: "[") {
            self = Self.controlSequence(bytes)
        } else if second == UInt8(ascii: "O") {
            self = Self.singleShift(bytes)
        } else if Self.isStringStart(bytes.prefix(2)) {
            // The two bytes alone may be a key with Alt.
            self = bytes.count == 2 ? .incomplete : .begins(.string, length: 2)
        } else if second == UInt8(ascii: "\\") {
            self = .key(nil, length: 2)
        } else if second < 0x20 || second == 0x7F {
            let key = Self.controlKey(second)
            self = .key(key.map { Key($0.code, $0.modifiers.union(.alt)) }, length: 2)
        } else {
            self = .key(.alt(Character(Unicode.Scalar(second))), length: 2)
        }
    }

    /// Whether the bytes are the introducer of OSC, DCS, SOS, PM or APC.
    static func isStringStart(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count == 2, bytes.first == escape, let second = bytes.last else { return false }
        return "]PX^_".utf8.contains(second)
    }

    /// Whether the bytes are the introducer of a mouse event or a terminal report.
    static func isPrivateStart(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.elementsEqual("\u{1B}[<".utf8) || bytes.elementsEqual("\u{1B}[?".utf8)
    }

    /// Whether a byte aborts any sequence: ESC, CAN and SUB.
    static func aborts(_ byte: UInt8) -> Bool {
        byte == escape || byte == 0x18 || byte == 0x1A
    }

    /// The key of a control character.
    static func controlKey(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x00: .control(" ")
        case 0x08, 0x7F: Key(.backspace)
        case 0x09: Key(.tab)
        case 0x0A, 0x0D: Key(.enter)
        case escape: Key(.escape)
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x1C...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
        default: nil
        }
    }

    // MARK: ESC O

    private static func singleShift(_ bytes: ArraySlice<UInt8>) -> EscapeSequence {
        var modifier = 0
        for index in bytes.indices.dropFirst(2) {
            let byte = bytes[index]
            let length = index - bytes.startIndex + 1
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): modifier = Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: ";"): continue
            case 0x40...0x7E: return .key(singleShiftKey(byte, modifiers(modifier)), length: length)
            case _ where aborts(byte): return .key(nil, length: byte == escape ? length - 1 : length)
            default: return .key(nil, length: length)
            }
            if length > lengthLimit { return .begins(.overlong, length: length) }
        }
        return .incomplete
    }

    private static func singleShiftKey(_ final: UInt8, _ modifiers: Key.Modifiers?) -> Key? {
        guard let modifiers else { return nil }
        switch final {
        case UInt8(ascii: "M"): return Key(.enter, modifiers)
        case UInt8(ascii: "I"): return Key(.tab, modifiers)
        case UInt8(ascii: "a")...UInt8(ascii: "d"): return letterKey(final - 0x20, .control)
        // The keypad in application mode.
        case UInt8(ascii: "j")...UInt8(ascii: "y"): return .character(Character(Unicode.Scalar(final - 0x40)))
        case UInt8(ascii: "X"): return .character("=")
        default: return letterKey(final, modifiers)
        }
    }

    // MARK: ESC [

    private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> EscapeSequence {
        let start = bytes.startIndex
        for index in bytes.indices.dropFirst(2) {
            let byte = bytes[index]
            let length = index - start + 1
            if aborts(byte) { return .key(nil, length: byte == escape ? length - 1 : length) }
            if (0x40...0x7E).contains(byte) {
                return controlSequence(bytes, parameters: bytes[(start + 2)..<index], final: byte, length: length)
            }
            if length > lengthLimit { return .begins(.overlong, length: length) }
        }
        return .incomplete
    }

    private static func controlSequence(
        _ bytes: ArraySlice<UInt8>, parameters: ArraySlice<UInt8>, final: UInt8, length: Int
    ) -> EscapeSequence {
        if parameters.isEmpty {
            // Two sequences continue after their final byte: function keys of the Linux console, and X10 mouse events.
            if final == UInt8(ascii: "[") {
                guard let letter = bytes.dropFirst(length).first else { return .incomplete }
                let isFunctionKey = (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(letter)
                return .key(isFunctionKey ? Key(.function(Int(letter) - 0x40)) : nil, length: length + 1)
            }
            if final == UInt8(ascii: "M") {
                return bytes.count < length + 3 ? .incomplete : .key(nil, length: length + 3)
            }
        }
        if parameters.isEmpty, (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(final) {
            return .key(letterKey(final - 0x20, .shift), length: length)
        }
        if let event = privateEvent(parameters, final: final) { return .event(event, length: length) }
        guard let numbers = numbers(parameters) else { return .key(nil, length: length) }
        if final == UInt8(ascii: "~"), numbers.first?.first == 200 { return .begins(.paste, length: length) }
        return .key(key(numbers, final: final), length: length)
    }

    /// A mouse event or a terminal report.
    private static func privateEvent(_ parameters: ArraySlice<UInt8>, final: UInt8) -> InputEvent? {
        switch parameters.first {
        case UInt8(ascii: "<"): MouseEvent(parameters: parameters.dropFirst(), final: final).map(InputEvent.mouse)
        case UInt8(ascii: "?"): TerminalReport(parameters: parameters.dropFirst(), final: final).map(InputEvent.report)
        default: nil
        }
    }

    /// Parses parameters such as `1;5` and `97:65;2:1`.
    static func numbers(_ parameters: ArraySlice<UInt8>) -> [[Int]]? {
        var result: [[Int]] = [[0]]
        for byte in parameters {
            let last = result.count - 1
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let part = result[last].count - 1
                result[last][part] = min(result[last][part] * 10 + Int(byte) - 0x30, 0x10_FFFF + 1)
            case UInt8(ascii: ";"): result.append([0])
            case UInt8(ascii: ":"): result[last].append(0)
            default: return nil
            }
        }
        return result
    }

    private static func key(_ numbers: [[Int]], final: UInt8) -> Key? {
        let first = numbers[0][0]
        let second = numbers.count > 1 ? numbers[1] : [0]
        // Key releases are ignored.
        guard !(second.count > 1 && second[1] == 3), let modifiers = modifiers(second[0]) else { return nil }
        switch final {
        case UInt8(ascii: "~"):
            if first == 27, numbers.count > 2 { return characterKey([numbers[2][0]], modifiers) }
            return numberedKey(first).map { Key($0, modifiers) }
        case UInt8(ascii: "u"): return characterKey(numbers[0], modifiers)
        case UInt8(ascii: "Z"): return Key(.tab, modifiers.union(.shift))
        default: return first <= 1 ? letterKey(final, modifiers) : nil
        }
    }

    /// The modifiers of a parameter; nil with Super, Hyper or Meta.
    private static func modifiers(_ number: Int) -> Key.Modifiers? {
        guard number > 1 else { return [] }
        let bits = number - 1
        return bits & 0b0011_1000 == 0 ? Key.Modifiers(rawValue: UInt8(bits & 0b111)) : nil
    }

    private static func letterKey(_ letter: UInt8, _ modifiers: Key.Modifiers) -> Key? {
        switch letter {
        case UInt8(ascii: "A"): Key(.up, modifiers)
        case UInt8(ascii: "B"): Key(.down, modifiers)
        case UInt8(ascii: "C"): Key(.right, modifiers)
        case UInt8(ascii: "D"): Key(.left, modifiers)
        case UInt8(ascii: "H"): Key(.home, modifiers)
        case UInt8(ascii: "F"): Key(.end, modifiers)
        case UInt8(ascii: "P")...UInt8(ascii: "S"): Key(.function(Int(letter) - 0x4F), modifiers)
        default: nil
        }
    }

    private static func numberedKey(_ number: Int) -> Key.Code? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23, 24: .function(number - 12)
        default: nil
        }
    }

    /// A key by its code point and, if reported, its shifted code point.
    private static func characterKey(_ codes: [Int], _ modifiers: Key.Modifiers) -> Key? {
        switch codes[0] {
        case 8, 127: return Key(.backspace, modifiers)
        case 9: return Key(.tab, modifiers)
        case 13, 57414: return Key(.enter, modifiers)
        case 27: return Key(.escape, modifiers)
        // Control characters, and the private codes of keys without text.
        case 0..<0x20, 0x80...0x9F, 0xE000...0xF8FF: return nil
        default: break
        }
        guard let scalar = Unicode.Scalar(UInt32(codes[0])) else { return nil }
        let character = Character(scalar)
        guard modifiers == .shift else { return Key(.character(character), modifiers) }
        let shifted = codes.count > 1 ? Unicode.Scalar(UInt32(codes[1])).map { Character($0) } : nil
        return .character(shifted ?? character.uppercased().first ?? character)
    }
}
