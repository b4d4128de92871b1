import FriendsModel
import NIOCore
import NIOHTTP1

/// The response of a server: a status, headers and perhaps a body.
package struct Response: Sendable {
    package let status: HTTPResponseStatus
    package let headers: HTTPHeaders
    /// The whole body, or why it is missing.
    package let body: Result<ByteBuffer, AttemptFailure>
    /// The origin of the authorization of the request; nil without one, or if it is unknown.
    package let authorizationOrigin: String?
    /// The error of an earlier attempt whose response was lost: the server may have done the request already.
    package var lostResponse: FriendsClientError?

    package init(
        status: HTTPResponseStatus, headers: HTTPHeaders, body: Result<ByteBuffer, AttemptFailure>,
        authorizationOrigin: String?, lostResponse: FriendsClientError? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.authorizationOrigin = authorizationOrigin
        self.lostResponse = lostResponse
    }

    /// The status with its reason phrase, such as "404 Not Found", or the number alone.
    package var statusLine: String { "\(status.code) \(status.reasonPhrase)".trimmed }

    package var isSuccess: Bool { (200..<300).contains(status.code) }

    /// The error for a write that the server has not done. After a lost response, an earlier attempt may still be in
    /// progress, and its outcome is unknown.
    package func notDone(_ reason: FriendsClientError) -> FriendsClientError { lostResponse ?? .notDone(reason) }
}
