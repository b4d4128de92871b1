/// Why a call to the server failed: one case for each thing that the user can act on.
///
/// The texts inside are untrusted, and shown only through the sanitiser.
package enum FriendsClientError: Error, Equatable, Sendable {
    /// The server requires a token.
    case notSignedIn
    /// The server does not accept the token; `origin` is its file and where that is named, if the client knows.
    case tokenRefused(origin: String?)
    /// The friend or the list does not exist.
    case notFound
    /// The server rejected the values, perhaps with a reason for each part; `reason` is its own sentence.
    case rejected([RejectedPart], reason: String?)
    /// Someone else changed the friend in the meantime; nothing was written.
    case conflict(current: Friend?)
    /// The machine of the server refuses connections at this address and port: no server runs there.
    case notRunning(server: String)
    /// No connection: unknown host or no route, as `reason` says.
    case unreachable(reason: String)
    /// A timeout passed.
    case timedOut(Timeout)
    /// The certificate of the server is not trusted, for this reason.
    case untrusted(reason: String)
    /// The connection broke before the end of the response; `reason` says where.
    case connectionLost(reason: String)
    /// The response does not come from a friends server: malformed or too large.
    case unreadableResponse(reason: String)
    /// The server is busy, has no space left, or limits the rate. Nothing was written; `status` and `reason` as below.
    case unavailable(status: String, reason: String?)
    /// The server failed (5xx); `status` is its code, `reason` its own sentence.
    case failed(status: String, reason: String?)
    /// A status that no friends server sends, such as a redirect; `status` and `reason` as above.
    case unexpectedStatus(status: String, reason: String?)
    /// The outcome of a write was unknown, for the reason inside; then the friend was read, and the write was not done.
    indirect case notDone(FriendsClientError)
    /// The server no longer has the changes since that snapshot, or it has another list.
    case snapshotTooOld
    /// The server does not support the call.
    case notOffered
    /// This program cancelled the call.
    case cancelled

    /// Which timeout passed.
    package enum Timeout: Equatable, Sendable {
        /// The time to connect.
        case connect
        /// The time until the next data of a response.
        case read
        /// The deadline of the request.
        case request
    }

    /// A part of the friend that the server rejected, with its reason.
    package struct RejectedPart: Equatable, Sendable {
        /// A part of the friend as it was sent.
        package enum Part: Hashable, Sendable {
            case field(FriendField)
            /// The line at this index.
            case line(Int)
            /// The friend as a whole.
            case whole
        }

        package let part: Part
        package let reason: String

        package init(part: Part, reason: String) {
            self.part = part
            self.reason = reason
        }
    }
}
