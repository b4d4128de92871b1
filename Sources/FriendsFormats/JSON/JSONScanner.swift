/// Checks a JSON text (RFC 8259) in one pass, without its values. Foundation's decoder also accepts invalid JSON, such as
/// `[01,]`, and takes the first of two members of one name.
package struct JSONScanner {
    /// Why a text is refused.
    package enum Flaw: Error, Equatable {
        case notJSON
        /// Two members of an object have one name: other programs could read the other one.
        case repeatedName(pointer: String)
        case tooManyMembers(pointer: String)
    }

    /// The members that an object may have, known ones and others.
    package static let maximumMembers = 100
    /// The depth that Foundation's decoder accepts.
    private static let maximumDepth = 512

    /// An object or array around the current position.
    private struct Container {
        let isObject: Bool
        /// The names so far, of an object.
        var names: Set<[UInt8]> = []
        /// The name of the current member.
        var name: [UInt8] = []
        /// The index of the current element, of an array.
        var index = 0
    }

    private let bytes: [UInt8]
    private let maximumMembers: Int
    private var position = 0
    private var containers: [Container] = []

    private init(_ bytes: [UInt8], maximumMembers: Int) {
        (self.bytes, self.maximumMembers) = (bytes, maximumMembers)
    }

    /// - Parameter bytes: valid UTF-8.
    package static func check(_ bytes: [UInt8]) throws(Flaw) { try check(bytes, maximumMembers: maximumMembers) }

    private static func check(_ bytes: [UInt8], maximumMembers: Int) throws(Flaw) {
        var scanner = Self(bytes, maximumMembers: maximumMembers)
        repeat { try scanner.skipValue() } while try scanner.hasNext()
    }

    /// The JSON pointer (RFC 6901) to the second of two members of one name; nil if there are none.
    /// - Parameter text: a text that may be no JSON.
    package static func repeatedName(in text: [UInt8]) -> String? {
        do throws(Flaw) {
            try check(text, maximumMembers: .max)
        } catch .repeatedName(let pointer) {
            return pointer
        } catch {}
        return nil
    }

    // MARK: - Structure

    /// Skips a value that is not a container, or goes into containers until there is one, or an empty container.
    private mutating func skipValue() throws(Flaw) {
        while true {
            skipSpace()
            switch next {
            case UInt8(ascii: "{"):
                try enter(Container(isObject: true))
                if take("}") { return leave() }
                try skipName()
            case UInt8(ascii: "["):
                try enter(Container(isObject: false))
                if take("]") { return leave() }
            case UInt8(ascii: "\""): return _ = try string()
            case UInt8(ascii: "t"): return try skip("true")
            case UInt8(ascii: "f"): return try skip("false")
            case UInt8(ascii: "n"): return try skip("null")
            default: return try skipNumber()
            }
        }
    }

    /// Leaves the containers that end here.
    /// - Returns: whether another value follows.
    private mutating func hasNext() throws(Flaw) -> Bool {
        while let container = containers.last {
            skipSpace()
            if take(",") {
                if container.isObject { try skipName() } else { containers[containers.count - 1].index += 1 }
                return true
            }
            guard take(container.isObject ? "}" : "]") else { throw .notJSON }
            leave()
        }
        skipSpace()
        guard position == bytes.count else { throw .notJSON }
        return false
    }

    private mutating func enter(_ container: Container) throws(Flaw) {
        guard containers.count < Self.maximumDepth else { throw .notJSON }
        position += 1
        containers.append(container)
        skipSpace()
    }

    private mutating func leave() { containers.removeLast() }

    /// Skips the name of a member, and the colon.
    private mutating func skipName() throws(Flaw) {
        skipSpace()
        let name = try string()
        skipSpace()
        guard take(":") else { throw .notJSON }
        let last = containers.count - 1
        guard containers[last].names.count < maximumMembers else {
            throw .tooManyMembers(pointer: pointer(to: containers.dropLast()))
        }
        containers[last].name = name
        guard containers[last].names.insert(name).inserted else {
            throw .repeatedName(pointer: pointer(to: containers[...]))
        }
    }

    /// The JSON pointer (RFC 6901) to the current value in the containers.
    private func pointer(to containers: ArraySlice<Container>) -> String {
        containers.reduce(into: "") { pointer, container in
            let part = container.isObject ? String(decoding: container.name, as: UTF8.self) : "\(container.index)"
            pointer += "/" + part.replacing("~", with: "~0").replacing("/", with: "~1")
        }
    }

    // MARK: - Values

    /// The text of a string, without its escapes.
    private mutating func string() throws(Flaw) -> [UInt8] {
        guard take("\"") else { throw .notJSON }
        let start = position
        while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
        var text = Array(bytes[start..<position])
        while let byte = next, byte >= 0x20 {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return text
            case UInt8(ascii: "\\"): try appendEscaped(to: &text)
            default: text.append(byte)
            }
        }
        throw .notJSON
    }

    private mutating func appendEscaped(to text: inout [UInt8]) throws(Flaw) {
        guard let byte = next else { throw .notJSON }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var units = [try codeUnit()]
            if UTF16.isLeadSurrogate(units[0]), bytes[position...].starts(with: "\\u".utf8) {
                position += 2
                units.append(try codeUnit())
            }
            text += Array(String(decoding: units, as: UTF16.self).utf8)
        default: throw .notJSON
        }
    }

    /// The four hexadecimal digits of an escape.
    private mutating func codeUnit() throws(Flaw) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw .notJSON }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    private mutating func skipNumber() throws(Flaw) {
        _ = take("-")
        if !take("0") { try skipDigits() }
        if take(".") { try skipDigits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(Flaw) {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw .notJSON }
    }

    private mutating func skip(_ word: StaticString) throws(Flaw) {
        for byte in "\(word)".utf8 {
            guard next == byte else { throw .notJSON }
            position += 1
        }
    }

    // MARK: - Bytes

    /// Nil at the end.
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }
}
