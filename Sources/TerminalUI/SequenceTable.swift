/// Finds keys by the sequences of the terminal description.
///
/// All bytes are contiguous: a scan of some hundreds of bytes is as fast as a tree.
struct SequenceTable {
    /// The result of a lookup.
    enum Match { case key(Key, length: Int), beginning, none }

    private var bytes: [UInt8] = []
    /// The length of each sequence.
    private var lengths: [UInt8] = []
    private var keys: [Key] = []

    /// The maximum length of a sequence.
    private static let longest = 255

    /// Ignores sequences that are text or a single control character.
    init(_ sequences: [KeyDecoder.Sequence]) {
        for sequence in sequences where (2...Self.longest).contains(sequence.bytes.count) && sequence.bytes[0] < 0x20 {
            bytes += sequence.bytes
            lengths.append(UInt8(sequence.bytes.count))
            keys.append(sequence.key)
        }
    }

    /// The longest key at the start of the bytes; the first of equal ones.
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
