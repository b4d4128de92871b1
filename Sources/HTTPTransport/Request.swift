import NIOCore
import NIOHTTP1

/// A request, without the address of the server.
package struct Request: Sendable {
    package let method: HTTPMethod
    /// The path below the address of the server, percent-encoded. It is logged.
    package let path: String
    /// Empty, or a question mark and the parameters, percent-encoded. It is not logged.
    package var query = ""
    /// Without `Host`, `User-Agent` and `Authorization`, which the transport adds.
    package var headers = HTTPHeaders()
    package var body: ByteBuffer?
    /// Whether it changes nothing on the server.
    package let isRead: Bool
    /// Whether the request is idempotent, so that it can be retried after a lost response.
    package var isRepeatable: Bool
    /// Whether a success may be as large as the limit of the client, like a list; other responses are small.
    package var isForMany: Bool

    /// A request that is repeatable, and may have a large response, if it is a read.
    /// - Parameter isRead: whether it changes nothing on the server; nil for what the method says: `GET` and `HEAD` do not.
    package init(_ method: HTTPMethod, _ path: String, isRead: Bool? = nil) {
        self.method = method
        self.path = path
        let isRead = isRead ?? (method == .GET || method == .HEAD)
        self.isRead = isRead
        isRepeatable = isRead
        isForMany = isRead
    }
}
