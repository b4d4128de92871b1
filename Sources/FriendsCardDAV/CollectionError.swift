import FriendsDAV
import FriendsModel

/// Why a call to a collection failed. The texts inside are untrusted.
package enum CollectionError: Error, Equatable, Sendable {
    /// No complete answer came. After a write, its outcome is unknown.
    case noAnswer(FriendsClientError)
    /// The server does not accept the user and the password, or requires them.
    case notSignedIn
    /// The server is busy, or limits the number of requests.
    case busy(Duration?)
    /// The server has no space left.
    case full(reason: String)
    /// The card or the collection does not exist.
    case notFound
    /// The card is not the expected one any more.
    case changed
    /// The server refused the request for the reason that it gives, or its status.
    case refused(reason: String)
    /// The answer cannot be used, as `reason` says.
    case unreadable(reason: String)
    /// This program cancelled the call.
    case cancelled

    package init(_ error: DAVError) {
        switch error {
        case .noAnswer(.cancelled): self = .cancelled
        case .noAnswer(let error): self = .noAnswer(error)
        case .notSignedIn: self = .notSignedIn
        case .elsewhere(let place): self = .refused(reason: "the server refers to \(place)")
        case .unreadable(let reason): self = .unreadable(reason: reason)
        case .refused(let refusal): self.init(refusal)
        }
    }

    private init(_ refusal: DAVError.Refusal) {
        let reason = refusal.reason ?? refusal.statusLine
        switch refusal.status {
        case 404, 410: self = .notFound
        case 412: self = .changed
        case 429, 503: self = .busy(refusal.delay)
        case 507: self = .full(reason: reason)
        default: self = .refused(reason: reason)
        }
    }

    /// Whether other requests would fail as well.
    package var isForAll: Bool {
        switch self {
        case .noAnswer, .notSignedIn, .busy, .full, .cancelled: true
        case .notFound, .changed, .refused, .unreadable: false
        }
    }
}
