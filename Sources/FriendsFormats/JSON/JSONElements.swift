import Foundation

/// Divides JSON into the elements of its array, as it arrives. What is in them is parsed by others.
///
/// Behind an element that has an end and is damaged, the next one is read. Without an end, the next one is looked for at the
/// beginning of a line, indented as the first one: there our exports and other programs begin each friend.
struct JSONElements: Sendable {
    struct Element {
        /// The number of the line at which it begins, counted from 1.
        let row: Int
        /// What `JSONSerialization` makes of it; nil if it is damaged.
        let value: Any?
    }

    /// The maximum size of an element, in bytes: several times that of a friend with the largest texts and rest.
    private static let maximumSize = 32 << 20
    /// The maximum size of a key around the elements with the white space at it, in bytes.
    private static let maximumKeySize = 1 << 16

    private enum Place: Equatable {
        /// Before the first byte.
        case start
        /// In the object with the version and the friends: before a key, or after a value.
        case wrapper
        /// At the value of a key that is not that of the elements.
        case value(isVersion: Bool)
        /// Between elements.
        case elements(Enclosure)
        /// Behind the whole value.
        case end
        /// Behind damage, until the next friend.
        case lost(Enclosure)
    }

    /// What encloses the elements.
    private enum Enclosure {
        /// An array.
        case array
        /// An array in the object with the version.
        case wrappedArray
        /// Nothing: one object, or one on each line.
        case none
    }

    /// Whether the friends are in an object that can have a version.
    private(set) var isVersioned = false
    /// The version of the format, with the row; its value is nil if it is no number. Nil if it was not received.
    private(set) var version: (value: Int?, row: Int)?

    private var place = Place.start
    private var pending: [UInt8] = []
    private var index = 0
    private var row = 1
    /// Whether each element begins a line, so that none goes on beyond the beginning of the next one: as in our exports, or behind
    /// damage.
    private var isLineByLine = false
    /// The blanks before the first byte of a line that were read; nil if other bytes of the line were.
    private var blanks: Int? = 0
    /// The blanks before the first element that begins a line.
    private var indentation: Int?
    /// How far the element at `index` was scanned, and its depth.
    private var scan = Scan()

    private struct Scan {
        var offset = 0
        var depth = 0
        var isInString = false
        var isEscaped = false
    }

    mutating func read(_ chunk: [UInt8]) -> [Element] {
        pending += chunk
        return elements(isAtEnd: false)
    }

    mutating func finish() -> [Element] { elements(isAtEnd: true) }

    private mutating func elements(isAtEnd: Bool) -> [Element] {
        var found: [Element] = []
        while step(&found, isAtEnd: isAtEnd) {}
        pending.removeFirst(index)
        index = 0
        return found
    }

    /// Reads the next part.
    /// - Returns: false if more bytes are needed.
    private mutating func step(_ found: inout [Element], isAtEnd: Bool) -> Bool {
        if case .lost(let enclosure) = place { return findFriend(enclosure) }
        skipSpace()
        guard index < pending.count else {
            if isAtEnd, place != .start, place != .end, place != .elements(.none) {
                found.append(Element(row: row, value: nil))
                place = .end
            }
            return false
        }
        let byte = pending[index]
        switch place {
        case .start: return begin(byte, &found, isAtEnd: isAtEnd)
        case .wrapper: return readMember(byte, &found, isAtEnd: isAtEnd)
        case .value(let isVersion): return readValue(&found, isVersion: isVersion, isAtEnd: isAtEnd)
        case .elements(let enclosure):
            if byte == UInt8(ascii: ",") {
                move(to: index + 1)
            } else if byte == UInt8(ascii: "]"), enclosure != .none {
                move(to: index + 1)
                place = enclosure == .wrappedArray ? .wrapper : .end
            } else {
                if byte == UInt8(ascii: "{") { indentation = indentation ?? blanks }
                return readElement(&found, enclosure, isAtEnd: isAtEnd)
            }
            return true
        case .end:
            fail(&found, .none, at: byte)
            return true
        case .lost: return false
        }
    }

    private mutating func begin(_ byte: UInt8, _ found: inout [Element], isAtEnd: Bool) -> Bool {
        if byte == UInt8(ascii: "[") {
            move(to: index + 1)
            place = .elements(.array)
            return true
        }
        guard byte == UInt8(ascii: "{") else {
            place = .elements(.none)
            return true
        }
        // The first key tells whether it is a friend. A key that is too long is none of ours.
        let isAtEnd = isAtEnd || isKeyTooLong
        guard let key = text(after: index + 1, isAtEnd: isAtEnd) else { return false }
        if ["version", "friends"].contains(key.value), isWrapperKey(key, isAtEnd: isAtEnd) != false {
            guard isWrapperKey(key, isAtEnd: isAtEnd) != nil else { return false }
            move(to: index + 1)
            isVersioned = true
            place = .wrapper
        } else {
            place = .elements(.none)
        }
        return true
    }

    /// Whether a first key is that of the object around the friends: a friend has a version as well, which is a text. Nil if more
    /// bytes are needed.
    private func isWrapperKey(_ key: (value: String, end: Int), isAtEnd: Bool) -> Bool? {
        guard key.value == "version" else { return true }
        let value = pending[key.end...].first { !Self.isSpace($0) && $0 != UInt8(ascii: ":") }
        guard let value else { return isAtEnd ? false : nil }
        return value != UInt8(ascii: "\"")
    }

    /// Reads a key of the wrapper, and its value unless it is the array.
    private mutating func readMember(_ byte: UInt8, _ found: inout [Element], isAtEnd: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: ","):
            move(to: index + 1)
            return true
        case UInt8(ascii: "}"):
            move(to: index + 1)
            place = .end
            return true
        case UInt8(ascii: "\""):
            let isMissing = isAtEnd || isKeyTooLong
            guard let key = text(after: index, isAtEnd: false),
                let colon = pending[key.end...].firstIndex(where: { !Self.isSpace($0) }),
                let value = pending[(colon + 1)...].firstIndex(where: { !Self.isSpace($0) })
            else {
                if isMissing { fail(&found, .wrappedArray) }
                return isMissing
            }
            guard pending[colon] == UInt8(ascii: ":"), value - index <= Self.maximumKeySize else { break }
            if key.value == "friends", pending[value] == UInt8(ascii: "[") {
                guard isAtEnd || pending.count > value + 2 else { return false }
                let isExport = pending[(value + 1)...].starts(with: [UInt8(ascii: "\n"), UInt8(ascii: "{")])
                isLineByLine = isExport && row == 1
                move(to: value + 1)
                place = .elements(.wrappedArray)
                return true
            }
            if key.value != "version" { found.append(Element(row: row, value: nil)) }
            move(to: value)
            place = .value(isVersion: key.value == "version")
            return true
        default: break
        }
        fail(&found, .wrappedArray, at: byte)
        return true
    }

    /// Whether what is waited for is longer than a key of ours.
    private var isKeyTooLong: Bool { pending.count - index > Self.maximumKeySize }

    private mutating func readValue(_ found: inout [Element], isVersion: Bool, isAtEnd: Bool) -> Bool {
        guard let end = endOfElement() else {
            guard isAtEnd || pending.count - index > Self.maximumSize else { return false }
            fail(&found, .wrappedArray)
            return true
        }
        // Behind damage, a member of a friend can be here.
        if isVersion, version == nil {
            let text = String(decoding: pending[index..<end], as: UTF8.self)
            version = (Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), row)
        }
        scan = Scan()
        move(to: end)
        place = .wrapper
        return true
    }

    // MARK: - Elements

    private mutating func readElement(_ found: inout [Element], _ enclosure: Enclosure, isAtEnd: Bool) -> Bool {
        if let end = endOfElement() {
            guard
                let value = try? JSONSerialization.jsonObject(
                    with: Data(pending[index..<end]), options: .fragmentsAllowed)
            else {
                if end == index || hasFriend(before: end) {
                    fail(&found, enclosure)
                    return true
                }
                found.append(Element(row: row, value: nil))
                move(to: end)
                scan = Scan()
                return true
            }
            found.append(Element(row: row, value: value))
            move(to: end)
            scan = Scan()
            return true
        }
        guard isAtEnd || pending.count - index > Self.maximumSize else { return false }
        fail(&found, enclosure)
        return true
    }

    /// Scans the element at `index`, from where it was scanned last.
    private mutating func endOfElement() -> Int? {
        var scan = scan
        defer { self.scan = scan }
        let indentation = indentation ?? 0
        return pending.withUnsafeBufferPointer { bytes in
            while index + scan.offset < bytes.count {
                let position = index + scan.offset
                let byte = bytes[position]
                if isLineByLine, scan.offset > indentation, Self.isFriend(at: position, in: bytes, indentation) {
                    return position
                }
                if scan.isInString {
                    if scan.isEscaped {
                        scan.isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        scan.isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        scan.isInString = false
                    }
                } else {
                    switch byte {
                    case UInt8(ascii: "\""): scan.isInString = true
                    case UInt8(ascii: "{"), UInt8(ascii: "["): scan.depth += 1
                    case UInt8(ascii: "}"), UInt8(ascii: "]"):
                        // The end of the array ends a number in it.
                        if scan.depth == 0 { return position }
                        scan.depth -= 1
                        if scan.depth == 0 { return position + 1 }
                    case UInt8(ascii: ","): if scan.depth == 0 { return position }
                    default: break
                    }
                }
                scan.offset += 1
            }
            return nil
        }
    }

    // MARK: - Damage

    /// - Parameter byte: the next byte, which can begin the next friend.
    private mutating func fail(_ found: inout [Element], _ enclosure: Enclosure, at byte: UInt8 = 0) {
        found.append(Element(row: row, value: nil))
        scan = Scan()
        isLineByLine = true
        place = byte == UInt8(ascii: "{") ? .elements(enclosure) : .lost(enclosure)
    }

    /// Whether there is an object at the beginning of a line, behind the blanks that are before the first friend.
    private static func isFriend(at position: Int, in bytes: UnsafeBufferPointer<UInt8>, _ indentation: Int) -> Bool {
        bytes[position] == UInt8(ascii: "{") && position > indentation
            && bytes[position - indentation - 1] == UInt8(ascii: "\n")
            && bytes[(position - indentation)..<position].allSatisfy(isBlank)
    }

    /// Whether the element at `index` goes on beyond the beginning of the next friend.
    private func hasFriend(before end: Int) -> Bool {
        let indentation = indentation ?? 0
        return pending.withUnsafeBufferPointer { bytes in
            let start = index + indentation + 1
            return start < end && (start..<end).contains { Self.isFriend(at: $0, in: bytes, indentation) }
        }
    }

    /// Finds the next line that begins with an object.
    private mutating func findFriend(_ enclosure: Enclosure) -> Bool {
        let indentation = indentation ?? 0
        while let end = pending[index...].firstIndex(of: UInt8(ascii: "\n")) {
            let position = end + 1 + indentation
            guard position < pending.count else {
                // The next byte was not received.
                move(to: end)
                return false
            }
            if pending.withUnsafeBufferPointer({ Self.isFriend(at: position, in: $0, indentation) }) {
                move(to: position)
                place = .elements(enclosure)
                return true
            }
            move(to: end + 1)
        }
        move(to: pending.count)
        return false
    }

    // MARK: - Bytes

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }

    private mutating func skipSpace() {
        let end = pending[index...].firstIndex { !Self.isSpace($0) } ?? pending.count
        move(to: end)
    }

    private mutating func move(to end: Int) {
        for byte in pending[index..<end] {
            if byte == UInt8(ascii: "\n") {
                row += 1
                blanks = 0
            } else {
                blanks = Self.isBlank(byte) ? blanks.map { $0 + 1 } : nil
            }
        }
        index = end
    }

    /// The first text at a position or after it, and its end; nil if it was not received.
    private func text(after position: Int, isAtEnd: Bool) -> (value: String, end: Int)? {
        let missing: (value: String, end: Int)? = isAtEnd ? ("", pending.count) : nil
        guard let start = pending[min(position, pending.count)...].firstIndex(where: { !Self.isSpace($0) }) else {
            return missing
        }
        guard pending[start] == UInt8(ascii: "\"") else { return ("", start) }
        guard let end = pending[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")) else { return missing }
        return (String(decoding: pending[(start + 1)..<end], as: UTF8.self), end + 1)
    }
}
