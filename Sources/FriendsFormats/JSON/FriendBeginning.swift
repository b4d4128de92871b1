/// Recognises where a friend begins behind damage, where quotation marks and brackets say nothing about that: at the beginning of a
/// line there is `{`, indented as the first friend. So our exports and other programs begin each friend.
struct FriendBeginning {
    enum Match: Equatable {
        case at(Int)
        case no
        /// More bytes are needed.
        case unknown
    }

    /// The blanks before the first friend that begins a line; nil if there is none yet.
    var indentation: Int?

    /// The friend that begins behind a byte: behind a line feed.
    func friend(behind position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Match {
        guard bytes[position] == UInt8(ascii: "\n") else { return .no }
        let start = position + 1 + (indentation ?? 0)
        guard bytes[(position + 1)..<min(start, bytes.count)].allSatisfy(JSONInput.isBlank) else { return .no }
        guard start < bytes.count else { return .unknown }
        return bytes[start] == UInt8(ascii: "{") ? .at(start) : .no
    }

    /// The first friend that begins in a range; nil if there is none.
    func firstFriend(in range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        for position in range {
            if case .at(let start) = friend(behind: position, in: bytes), start < range.upperBound { return start }
        }
        return nil
    }

    /// Finds the first friend behind a place. Where more bytes are needed, the search can go on at `end`.
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
}
