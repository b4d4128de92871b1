import FoundationEssentials
import FriendsModel
import FriendsWire
import HTTPTransport
import NIOCore

extension Response {
    /// The response when it is a success.
    func success() throws(FriendsClientError) -> Response {
        guard isSuccess else { throw FriendsClientError(refusal: self) }
        return self
    }

    /// Decodes the body as JSON. A body with another media type is not decoded: it comes from a network or a proxy.
    /// - Parameter expected: the noun phrase for the error text.
    func decoded<Document: Decodable>(
        as type: Document.Type, expected: String
    ) throws(FriendsClientError) -> Document {
        if let mediaType = foreignMediaType {
            let name = mediaType == "text/html" ? "a web page" : mediaType
            throw .unreadableResponse(reason: "the reply is \(name), not \(expected)")
        }
        let body = try body.mapError(\.error).get()
        guard body.readableBytes > 0 else { throw .unreadableResponse(reason: "the reply is empty, not \(expected)") }
        do {
            return try body.decodedJSON(as: type)
        } catch DecodingError.dataCorrupted {
            throw .unreadableResponse(reason: "the reply is not valid JSON")
        } catch {
            throw .unreadableResponse(reason: "the reply is not \(expected)")
        }
    }

    /// The media type of the body if it is not JSON; nil without a media type.
    private var foreignMediaType: String? {
        headers["Content-Type"].lazy
            .map { String($0.prefix { $0 != ";" }).trimmed.lowercased() }
            .first { $0 != Interface.jsonMediaType && !$0.hasSuffix("+json") }
    }

    /// Whether the body has another media type than JSON: a page of a network or a proxy.
    var isForeign: Bool { foreignMediaType != nil }

    /// Whether the body was received and is empty. An empty web page does not count.
    var isEmpty: Bool { foreignMediaType == nil && (try? body.get())?.readableBytes == 0 }

    /// Whether a refusal comes from a friends server: a JSON object, or an empty body. The error page of a proxy says
    /// nothing about a friend.
    var isGenuineRefusal: Bool {
        guard foreignMediaType == nil, let body = try? body.get() else { return false }
        return isEmpty || (try? body.decodedJSON(as: AnyObject.self)) != nil
    }

    /// The error for a refusal that is not genuine.
    var foreignRefusal: FriendsClientError {
        .unreadableResponse(reason: "\(statusLine) did not come from a server of friends")
    }

    private struct AnyObject: Decodable {
        private enum CodingKeys: CodingKey {}

        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: CodingKeys.self)
        }
    }
}

extension ByteBuffer {
    /// Decodes the bytes in place: a page can be large.
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
