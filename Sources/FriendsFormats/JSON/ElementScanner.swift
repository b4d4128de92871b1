/// Finds the end of a JSON value: it counts the brackets that are not in texts. It continues where the received bytes ended.
struct ElementScanner {
    private var offset = 0
    private var depth = 0
    private var isInText = false
    private var isEscaped = false

    /// The end of the value; nil if it was not received.
    /// - Parameters:
    ///   - start: where the value begins in `bytes`.
    ///   - next: finds the beginning of a friend, at which the value ends in any case; nil if the value is only its brackets.
    ///   - isWhole: whether no more bytes follow.
    mutating func end(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int, before next: FriendBeginning?, isWhole: Bool
    ) -> Int? {
        while start + offset < bytes.count {
            let position = start + offset
            let friend = next?.friend(behind: position, in: bytes) ?? .no
            if friend == .unknown, !isWhole { return nil }
            if let end = end(at: position, bytes[position]) { return end }
            if case .at(let beginning) = friend { return beginning }
            offset += 1
        }
        return nil
    }

    /// The end of the value, if its last byte or the one behind it is at a place.
    private mutating func end(at position: Int, _ byte: UInt8) -> Int? {
        if isInText {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInText = false
            }
            return nil
        }
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            // The end of the array ends a number in it.
            if depth == 0 { return position }
            depth -= 1
            if depth == 0 { return position + 1 }
        case UInt8(ascii: ","): if depth == 0 { return position }
        default: break
        }
        return nil
    }
}
