import FriendsFormats
import FriendsModel
import Hummingbird

/// Friends as a table (CSV) that is written in pieces. It has the columns that these friends need.
struct TableBody: Sendable {
    private let friends: [Friend]
    private let columns: CSVColumns
    private let history: String?

    /// The number of friends in a piece.
    private static let sizeOfPiece = 1_000

    /// - Parameter history: the id of the history of the list.
    init(_ friends: [Friend], history: String?) {
        (self.friends, self.history) = (friends, history)
        columns = CSVColumns(of: friends)
    }

    /// - Parameter isKnown: whether to compute the length first, which writes everything twice.
    func responseBody(knowingItsLength isKnown: Bool) -> ResponseBody {
        if friends.count <= Self.sizeOfPiece { return ResponseBody(byteBuffer: piece(from: 0)) }
        let length = isKnown ? starts.reduce(0) { $0 + piece(from: $1).readableBytes } : nil
        return ResponseBody(contentLength: length) { writer in
            for start in starts { try await writer.write(piece(from: start)) }
            try await writer.finish(nil)
        }
    }

    private var starts: StrideTo<Int> { stride(from: 0, to: friends.count, by: Self.sizeOfPiece) }

    private func piece(from start: Int) -> ByteBuffer {
        var text = CSVText(columns, history: history)
        if start == 0 { text.appendHeader() }
        for friend in friends[start..<min(start + Self.sizeOfPiece, friends.count)] {
            text.append(friend)
        }
        return ByteBuffer(bytes: text.take())
    }
}
