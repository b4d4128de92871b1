/// Finds a key by the bytes that a terminal's description gives for it.
///
/// All bytes lie one behind the other: there are some hundreds of them, and to go through them all takes no longer than to
/// follow a tree.
struct SequenceTable {
    /// What the bytes at hand are.
    enum Match { case key(Key, length: Int), beginning, none }

    private var bytes: [UInt8] = []
    /// How many of them belong to each key.
    private var lengths: [UInt8] = []
    private var keys: [Key] = []

    /// No key sends so much.
    private static let longest = 255

    /// Sequences that could be taken for text or for a single control key are left out.
    init(_ sequences: [KeyDecoder.Sequence]) {
        for sequence in sequences where (2...Self.longest).contains(sequence.bytes.count) && sequence.bytes[0] < 0x20 {
            bytes += sequence.bytes
            lengths.append(UInt8(sequence.bytes.count))
            keys.append(sequence.key)
        }
    }

    /// The longest key at the beginning of the bytes. Of keys with the same bytes it is the first.
    func match(_ input: ArraySlice<UInt8>) -> Match {
        var found: (key: Int, length: Int)?
        var isBeginning = false
        var start = 0
        for key in lengths.indices {
            let length = Int(lengths[key])
            var common = 0
            while common < min(length, input.count), bytes[start + common] == input[input.startIndex + common] {
                common += 1
            }
            if common == length {
                if length > found?.length ?? 0 { found = (key, length) }
            } else if common == input.count {
                isBeginning = true
            }
            start += length
        }
        if let found { return .key(keys[found.key], length: found.length) }
        return isBeginning && !input.isEmpty ? .beginning : .none
    }
}
