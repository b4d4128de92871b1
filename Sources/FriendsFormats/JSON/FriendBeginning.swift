import FriendsModel

/// Recognises where a friend begins after damaged input, where quotation marks and brackets say nothing about that.
///
/// - At the beginning of a line there is `{`, indented as the first friend: so our exports and other programs begin each friend.
/// - Within a line, `{` comes behind `},` or `[`, and a key that only friends have is the first one or follows the id. In JSON
///   without damage no text has that in it: the quotation mark before the key would end the text, and no letter follows that.
struct FriendBeginning {
    enum Match: Equatable {
        case at(Int)
        case no
        /// More bytes are needed.
        case unknown
    }

    /// The blanks before the first friend that begins a line; nil until such a friend is read.
    var indentation: Int?

    /// The keys that lines do not have.
    private static let keys = Set(FriendObject.exportKeys).subtracting(["id"])

    /// The friend that begins behind a byte: behind a line feed, or behind the end of an object or the beginning of an array.
    func friend(behind position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Match {
        var cursor = Cursor(bytes: bytes, position: position + 1)
        switch bytes[position] {
        case UInt8(ascii: "\n"):
            for _ in 0..<(indentation ?? 0) {
                guard cursor.skip(where: JSONInput.isBlank) else { return cursor.mismatch }
            }
            let start = cursor.position
            return cursor.skip(UInt8(ascii: "{")) ? .at(start) : cursor.mismatch
        case UInt8(ascii: "}"):
            cursor.skipBlanks()
            guard cursor.skip(UInt8(ascii: ",")) else { return cursor.mismatch }
        case UInt8(ascii: "["): break
        default: return .no
        }
        cursor.skipBlanks()
        let start = cursor.position
        return cursor.skip(UInt8(ascii: "{")) && Self.hasKeyOfFriend(&cursor) ? .at(start) : cursor.mismatch
    }

    /// The first friend that begins in a range; nil if no friend does.
    func firstFriend(in range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        for position in range {
            if case .at(let start) = friend(behind: position, in: bytes), start < range.upperBound { return start }
        }
        return nil
    }

    /// Finds the first friend behind a place. Where more bytes are needed, the search can continue at `end`.
    func search(
        from start: Int, in bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool
    ) -> (friend: Int?, end: Int) {
        for position in start..<bytes.count {
            switch friend(behind: position, in: bytes) {
            case .at(let friend): return (friend, friend)
            case .unknown where !isWhole: return (nil, position)
            case .no, .unknown: continue
            }
        }
        return (nil, bytes.count)
    }

    private static func hasKeyOfFriend(_ cursor: inout Cursor) -> Bool {
        cursor.skipBlanks()
        guard var key = cursor.text() else { return false }
        if key == "id" {
            guard cursor.skipMark(":"), cursor.text() != nil, cursor.skipMark(","), let second = cursor.text()
            else { return false }
            key = second
        }
        return keys.contains(key)
    }

    private struct Cursor {
        let bytes: UnsafeBufferPointer<UInt8>
        var position: Int
        /// The most blanks in a row, and the most bytes of a text: more than a program writes there.
        private static let maximumLength = 200

        /// What is known after a part was not found.
        var mismatch: Match { position < bytes.count ? .no : .unknown }

        mutating func skip(where isPart: (UInt8) -> Bool) -> Bool {
            guard position < bytes.count, isPart(bytes[position]) else { return false }
            position += 1
            return true
        }

        mutating func skip(_ byte: UInt8) -> Bool { skip { $0 == byte } }

        mutating func skipBlanks() {
            let end = position + Self.maximumLength
            while position < end, skip(where: JSONInput.isBlank) {}
        }

        /// Skips a mark with the blanks around it.
        mutating func skipMark(_ mark: Unicode.Scalar) -> Bool {
            skipBlanks()
            guard skip(UInt8(ascii: mark)) else { return false }
            skipBlanks()
            return true
        }

        /// Reads a text in quotation marks; nil for anything else, or a long text.
        mutating func text() -> String? {
            guard skip(UInt8(ascii: "\"")) else { return nil }
            let start = position
            let end = start + Self.maximumLength
            while position < end, skip(where: { $0 != UInt8(ascii: "\"") }) {}
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            return skip(UInt8(ascii: "\"")) ? text : nil
        }
    }
}
