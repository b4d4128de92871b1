import Hummingbird

/// A list on its way out: a JSON array that is written piece by piece, so that a long one is never in memory as a whole.
struct ListBody<Item: Sendable, Document: Encodable & SendableMetatype>: Sendable {
    private let items: [Item]
    private let document: @Sendable (Item) -> Document

    /// - Parameter document: what an item is as JSON.
    init(_ items: [Item], as document: @escaping @Sendable (Item) -> Document) {
        self.items = items
        self.document = document
    }

    /// - Parameter isKnown: whether the length must be known before the first byte is written, which costs encoding
    ///   everything an additional time.
    func responseBody(knowingItsLength isKnown: Bool) throws -> ResponseBody {
        if items.count <= sizeOfPiece { return ResponseBody(byteBuffer: try piece(from: 0)) }
        let length = isKnown ? try starts.reduce(0) { try $0 + piece(from: $1).readableBytes } : nil
        return ResponseBody(contentLength: length) { writer in
            for start in starts { try await writer.write(try piece(from: start)) }
            try await writer.finish(nil)
        }
    }

    /// How many items one piece has.
    private var sizeOfPiece: Int { 1_000 }

    private var starts: StrideTo<Int> { stride(from: 0, to: items.count, by: sizeOfPiece) }

    private func piece(from start: Int) throws -> ByteBuffer {
        let end = min(start + sizeOfPiece, items.count)
        let json = try JSON.encoder.encode(items[start..<end].map(document))
        var buffer = ByteBuffer()
        buffer.reserveCapacity(json.count + 1)
        // Each piece is an array of its own; without its brackets it is a part of the whole one.
        buffer.writeString(start == 0 ? "[" : ",")
        buffer.writeBytes(json.dropFirst().dropLast())
        if end == items.count { buffer.writeString("]") }
        return buffer
    }
}
