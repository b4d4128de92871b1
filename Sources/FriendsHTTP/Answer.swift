import FoundationEssentials
import FriendsModel
import FriendsWire
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
    /// What became of an earlier attempt whose reply was lost, so that the server may have done before what was asked.
    var lostReply: FriendsClientError?

    /// The status as people know it, such as "404 Not Found", or the number alone when nobody has words for it.
    var statusLine: String { "\(status.code) \(status.reasonPhrase)".trimmed }

    var isSuccess: Bool { (200..<300).contains(status.code) }

    /// The answer when it is a success.
    func success() throws(FriendsClientError) -> Answer {
        guard isSuccess else { throw FriendsClientError(refusal: self) }
        return self
    }

    /// The body as a JSON document. Networks and proxies answer with pages of their own, so that what is labelled as
    /// anything else is not looked at.
    /// - Parameter expected: what it should be, for the sentence that says that it is not.
    func decoded<Document: Decodable>(
        as type: Document.Type, expected: String
    ) throws(FriendsClientError) -> Document {
        if let mediaType = foreignMediaType {
            let name = mediaType == "text/html" ? "a web page" : mediaType
            throw .unreadableAnswer(reason: "the reply is \(name), not \(expected)")
        }
        let body = try body.mapError(\.error).get()
        guard body.readableBytes > 0 else { throw .unreadableAnswer(reason: "the reply is empty, not \(expected)") }
        do {
            return try body.decodedJSON(as: type)
        } catch DecodingError.dataCorrupted {
            throw .unreadableAnswer(reason: "the reply is not valid JSON")
        } catch {
            throw .unreadableAnswer(reason: "the reply is not \(expected)")
        }
    }

    /// The media type of the body when it is not JSON. A body without one is judged by what is in it.
    private var foreignMediaType: String? {
        headers["Content-Type"].lazy
            .map { String($0.prefix { $0 != ";" }).trimmed.lowercased() }
            .first { $0 != Interface.jsonMediaType && !$0.hasSuffix("+json") }
    }

    /// Whether the body is labelled as something else than JSON: a page of a network or a proxy.
    var isForeign: Bool { foreignMediaType != nil }

    /// Whether the whole body has come, and there is nothing in it: an empty page is a page.
    var isEmpty: Bool { foreignMediaType == nil && (try? body.get())?.readableBytes == 0 }

    /// Whether a refusal is what a server of friends answers: a JSON object, or nothing. An error page of something in
    /// between says nothing about a friend.
    var isGenuineRefusal: Bool {
        guard foreignMediaType == nil, let body = try? body.get() else { return false }
        return isEmpty || (try? body.decodedJSON(as: AnyObject.self)) != nil
    }

    /// The error for a write that the server was found not to have done. After a lost reply an earlier attempt may still be
    /// under way, and it is not known what becomes of that one.
    func notDone(_ reason: FriendsClientError) -> FriendsClientError { lostReply ?? .notDone(reason) }

    /// The error for a refusal that is not a genuine one.
    var foreignRefusal: FriendsClientError {
        .unreadableAnswer(reason: "\(statusLine) did not come from a server of friends")
    }

    private struct AnyObject: Decodable {
        private enum CodingKeys: CodingKey {}

        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: CodingKeys.self)
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
