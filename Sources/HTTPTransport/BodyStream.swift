import AsyncHTTPClient
import FriendsModel
import NIOCore

/// The body of an open response, as it arrives.
///
/// Releasing it, or cancelling the task that waits for the next part, closes the connection.
package struct BodyStream {
    private let transport: Transport
    private var parts: HTTPClientResponse.Body.AsyncIterator

    init(_ body: HTTPClientResponse.Body, from transport: Transport) {
        self.transport = transport
        parts = body.makeAsyncIterator()
    }

    /// The next bytes, however the server has split them; nil when it has ended the body. A cancelled stream may end like
    /// that, too.
    package mutating func next() async throws(FriendsClientError) -> ByteBuffer? {
        do {
            return try await parts.next()
        } catch {
            throw transport.failure(error, afterHead: true).error
        }
    }
}
