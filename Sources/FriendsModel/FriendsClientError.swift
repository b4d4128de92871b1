/// Why a call to the server of friends failed: one case for each thing that a person can act on.
///
/// Texts inside come from outside and are shown only through the sanitiser.
package enum FriendsClientError: Error, Equatable, Sendable {
    /// The server wants to know who is asking.
    case notSignedIn
    /// The server does not accept this token, perhaps no longer.
    case tokenRefused
    /// The friend, or the list, is not there (any more).
    case notFound
    /// The server refused the values, field by field as far as it said so; `reason` is its own sentence.
    case rejected([RejectedField], reason: String?)
    /// Somebody else has changed the friend meanwhile; nothing was written.
    case conflict(current: Friend?)
    /// No connection: refused, no such host, no route. `reason` says which.
    case unreachable(reason: String)
    /// A limit of time passed.
    case timedOut(Wait)
    /// The server could not prove who it is; `reason` says what was wrong.
    case untrusted(reason: String)
    /// The connection stood and broke before the whole answer was here; `reason` says where.
    case connectionLost(reason: String)
    /// The answer is not what a server of friends answers: malformed, too large.
    case unreadableAnswer(reason: String)
    /// The server is there and would not do it now: it is busy, has no room, or was asked for too much. Nothing was
    /// written; `status` and `reason` as below.
    case unavailable(status: String, reason: String?)
    /// The server failed (5xx); `status` is its own code, `reason` its own sentence.
    case failed(status: String, reason: String?)
    /// A status that a server of friends has no use for, such as a redirect; `status` and `reason` as above.
    case unexpectedStatus(status: String, reason: String?)
    /// The answer to a write said nothing of it, for the reason inside. The server was asked for the friend, and has not
    /// done what was asked.
    indirect case notDone(FriendsClientError)
    /// The server does not know any more what has changed since then, or it has another list now.
    case snapshotTooOld
    /// The server has no such thing, as other kinds of server have not.
    case notOffered
    /// The call was given up by this program.
    case cancelled

    /// What was waited for when the time was over.
    package enum Wait: Equatable, Sendable {
        /// A connection.
        case connection
        /// The next piece of the answer.
        case nextPiece
        /// The end of the whole call.
        case wholeCall
    }

    /// A field that the server would not take, with its reason.
    package struct RejectedField: Equatable, Sendable {
        package let field: FriendField
        package let reason: String

        package init(field: FriendField, reason: String) {
            self.field = field
            self.reason = reason
        }
    }
}
