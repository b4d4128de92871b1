import FriendsModel
import FriendsWire
import Hummingbird

/// A list of friends on its way out: a JSON array that is written piece by piece, so that a long one is never in
/// memory as a whole.
struct FriendListBody: Sendable {
    /// How many friends one piece has.
    static let pieceSize = 1_000

    let friends: [Friend]

    /// - Parameter isKnown: whether the length must be known before the first byte is written, which costs encoding
    ///   everything an additional time.
    func responseBody(knowingItsLength isKnown: Bool) throws -> ResponseBody {
        if friends.count <= Self.pieceSize { return ResponseBody(byteBuffer: try piece(from: 0)) }
        let length = isKnown ? try starts.reduce(0) { try $0 + piece(from: $1).readableBytes } : nil
        return ResponseBody(contentLength: length) { writer in
            for start in starts { try await writer.write(try piece(from: start)) }
            try await writer.finish(nil)
        }
    }

    private var starts: StrideTo<Int> { stride(from: 0, to: friends.count, by: Self.pieceSize) }

    private func piece(from start: Int) throws -> ByteBuffer {
        let end = min(start + Self.pieceSize, friends.count)
        let json = try JSON.encoder.encode(friends[start..<end].map { FriendDocument($0) })
        var buffer = ByteBuffer()
        buffer.reserveCapacity(json.count + 1)
        // Each piece is an array of its own; without its brackets it is a part of the whole one.
        buffer.writeString(start == 0 ? "[" : ",")
        buffer.writeBytes(json.dropFirst().dropLast())
        if end == friends.count { buffer.writeString("]") }
        return buffer
    }
}
