import Hummingbird

/// A JSON array that is written in pieces, so that a long list is never in memory as a whole.
struct ListBody<Item: Sendable, Document: Encodable & SendableMetatype>: Sendable {
    private let items: [Item]
    private let document: @Sendable (Item) -> Document

    /// - Parameter document: converts an item for encoding.
    init(_ items: [Item], as document: @escaping @Sendable (Item) -> Document) {
        self.items = items
        self.document = document
    }

    /// - Parameter isKnown: whether to compute the length first, which encodes everything twice.
    func responseBody(knowingItsLength isKnown: Bool) throws -> ResponseBody {
        if items.count <= sizeOfPiece { return ResponseBody(byteBuffer: try piece(from: 0)) }
        let length = isKnown ? try starts.reduce(0) { try $0 + piece(from: $1).readableBytes } : nil
        return ResponseBody(contentLength: length) { writer in
            for start in starts { try await writer.write(try piece(from: start)) }
            try await writer.finish(nil)
        }
    }

    /// The number of items in a piece.
    private var sizeOfPiece: Int { 1_000 }

    private var starts: StrideTo<Int> { stride(from: 0, to: items.count, by: sizeOfPiece) }

    private func piece(from start: Int) throws -> ByteBuffer {
        let end = min(start + sizeOfPiece, items.count)
        let json = try JSON.elements(items[start..<end].map(document))
        var buffer = ByteBuffer()
        buffer.reserveCapacity(json.count + 2)
        buffer.writeString(start == 0 ? "[" : ",")
        buffer.writeBytes(json)
        if end == items.count { buffer.writeString("]") }
        return buffer
    }
}
