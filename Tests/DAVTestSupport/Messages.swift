import NIOHTTP1

/// A request that a server got.
package struct DAVRequest: Equatable, Sendable {
    package let method: String
    /// The path, as the client has spelled it.
    package let path: String
    package let headers: HTTPHeaders
    package var body: [UInt8] = []

    package var text: String { String(decoding: body, as: UTF8.self) }
    /// The first value of a header; nil without it.
    package func header(_ name: String) -> String? { headers.first(name: name) }
}

/// What a server does when a request has come.
package struct DAVReply: Sendable {
    /// How the bytes of an answer end.
    package enum Ending: Equatable, Sendable {
        case complete
        /// The connection ends after the answer, which has not announced that.
        case completeAndClosed
        /// After this number of bytes of the body. Its length was announced, so that HTTP shows the damage.
        case cut(after: Int)
        /// The same without a length: only the content shows the damage.
        case cutUnseen(after: Int)
        /// No answer at all: the connection is lost.
        case lost
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    package var ending = Ending.complete

    package init(_ status: Int, _ headers: [(name: String, value: String)] = [], _ body: String = "") {
        self.status = status
        self.headers = headers
        self.body = Array(body.utf8)
    }

    package static let lost = DAVReply(0).ending(.lost)

    /// An answer of WebDAV with this document.
    package static func multistatus(_ document: String) -> DAVReply {
        DAVReply(207, [("Content-Type", "application/xml; charset=utf-8")], document)
    }

    package static func multistatus(_ document: [UInt8]) -> DAVReply {
        var reply = multistatus("")
        reply.body = document
        return reply
    }

    /// A refusal with a condition and a sentence, as SabreDAV makes it.
    package static func refusal(_ status: Int, _ condition: String = "", _ sentence: String = "") -> DAVReply {
        DAVReply(
            status, [("Content-Type", "application/xml")],
            "<d:error xmlns:d=\"DAV:\" xmlns:s=\"http://sabredav.org/ns\">\(condition)<s:message>\(sentence)</s:message></d:error>"
        )
    }

    package func ending(_ ending: Ending) -> DAVReply {
        var reply = self
        reply.ending = ending
        return reply
    }

    /// The bytes on the wire, and whether the connection ends with them.
    var message: (bytes: [UInt8], isLast: Bool) {
        var head = "HTTP/1.1 \(status) \(HTTPResponseStatus(statusCode: status).reasonPhrase)\r\n"
        for header in headers { head += "\(header.name): \(header.value)\r\n" }
        switch ending {
        case .lost: return ([], true)
        case .complete, .completeAndClosed:
            // A body would belong to the next answer.
            let isEmpty = status == 204 || status == 304
            let length = isEmpty ? "" : "Content-Length: \(body.count)\r\n"
            return (Array("\(head)\(length)\r\n".utf8) + (isEmpty ? [] : body), ending == .completeAndClosed)
        case .cut(let count):
            return (Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body.prefix(count), true)
        case .cutUnseen(let count): return (Array("\(head)Connection: close\r\n\r\n".utf8) + body.prefix(count), true)
        }
    }
}
