/// Finds a key by the bytes that a terminal's description gives for it.
struct SequenceTable {
    /// What the bytes at hand are.
    enum Match { case key(Key, length: Int), beginning, none }

    private struct Node {
        var key: Key?
        /// Where each byte leads. There are few; to look a byte up by its hash would take longer than to go through them.
        var next: [(byte: UInt8, node: Int)] = []

        func next(_ byte: UInt8) -> Int? {
            for (candidate, node) in next where candidate == byte { return node }
            return nil
        }
    }

    private var nodes = [Node()]

    /// Sequences that could be taken for text or for a single control key are left out.
    init(_ sequences: [KeyDecoder.Sequence]) {
        for sequence in sequences where sequence.bytes.count > 1 && sequence.bytes[0] < 0x20 {
            var node = 0
            for byte in sequence.bytes {
                if let next = nodes[node].next(byte) {
                    node = next
                } else {
                    nodes.append(Node())
                    nodes[node].next.append((byte, nodes.count - 1))
                    node = nodes.count - 1
                }
            }
            if nodes[node].key == nil { nodes[node].key = sequence.key }
        }
    }

    /// The longest key at the beginning of the bytes.
    func match(_ bytes: ArraySlice<UInt8>) -> Match {
        var node = 0
        var found = Match.none
        for (offset, byte) in bytes.enumerated() {
            guard let next = nodes[node].next(byte) else { return found }
            node = next
            if let key = nodes[node].key { found = .key(key, length: offset + 1) }
        }
        if case .key = found { return found }
        return node == 0 ? .none : .beginning
    }
}
