import FoundationEssentials
import FriendsModel
import NIOCore
import NIOHTTP1

/// What a server answered: at least a status.
struct Answer: Sendable {
    let status: HTTPResponseStatus
    let headers: HTTPHeaders
    /// The whole body, or why there is none.
    let body: Result<ByteBuffer, AttemptFailure>
    /// Whether the request said who is asking.
    let hadToken: Bool
    /// Whether the reply to an earlier attempt was lost, so that the server may have done before what was asked.
    var followsLostReply = false

    /// The status as people know it, such as "404 Not Found", or the number alone when nobody has words for it.
    var statusLine: String { "\(status.code) \(status.reasonPhrase)".trimmed }

    /// The answer when it is a success. Any 2xx is one.
    func success() throws(FriendsClientError) -> Answer {
        guard (200..<300).contains(status.code) else { throw FriendsClientError(refusal: self) }
        return self
    }

    /// The body as a JSON document.
    /// - Parameter expected: what it should be, for the sentence that says that it is not.
    func decoded<Document: Decodable>(
        as type: Document.Type, expected: String
    ) throws(FriendsClientError) -> Document {
        let body = try body.mapError(\.error).get()
        guard body.readableBytes > 0 else { throw .unreadableAnswer(reason: "it is empty, not \(expected)") }
        do {
            return try body.decodedJSON(as: type)
        } catch DecodingError.dataCorrupted {
            throw .unreadableAnswer(reason: "it is not valid JSON")
        } catch {
            throw .unreadableAnswer(reason: "it is not \(expected)")
        }
    }
}

extension ByteBuffer {
    /// Decodes the bytes where they are: a page can be large, and a copy of it as large again.
    func decodedJSON<Document: Decodable>(as type: Document.Type) throws -> Document {
        try withUnsafeReadableBytes { bytes in
            let data =
                bytes.baseAddress.map {
                    Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: $0), count: bytes.count, deallocator: .none)
                } ?? Data()
            return try JSONDecoder().decode(type, from: data)
        }
    }
}
