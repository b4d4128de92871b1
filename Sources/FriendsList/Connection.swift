import FriendsModel

/// Whether the changes of others are received.
package enum Connection: Equatable, Sendable {
    /// The server has no way to tell, or the list was never there: it is as old as its last load.
    case none
    /// Every change is shown as it happens.
    case live
    /// The connection was lost, or is still to be made.
    case reconnecting(asOf: ListTime)
    /// It could not be made again; it is tried from time to time.
    case offline(asOf: ListTime)
    /// The server is there, and does not let this program in.
    case notLoggedIn(asOf: ListTime)

    /// What an error leaves of a connection.
    init(after error: FriendsClientError, asOf time: ListTime) {
        switch error {
        case .notSignedIn, .tokenRefused: self = .notLoggedIn(asOf: time)
        case .notRunning, .unreachable, .timedOut, .connectionLost, .untrusted: self = .offline(asOf: time)
        case .notDone(let error): self.init(after: error, asOf: time)
        case .unreadableResponse, .unexpectedStatus, .unavailable, .failed, .cancelled, .notFound, .rejected, .conflict,
            .snapshotTooOld, .notOffered:
            self = .reconnecting(asOf: time)
        }
    }
}

extension FriendsClientError {
    /// Whether the server does not let this program in.
    var isAboutLogin: Bool {
        switch self {
        case .notSignedIn, .tokenRefused: true
        case .notDone(let error): error.isAboutLogin
        default: false
        }
    }
}

/// When the list was last known to be the server's.
package struct ListTime: Equatable, Sendable {
    package let secondsSince1970: Int
    /// Whether the time of day is enough to name it: it is less than 12 hours ago.
    package let isRecent: Bool

    package init(secondsSince1970: Int, isRecent: Bool) {
        self.secondsSince1970 = secondsSince1970
        self.isRecent = isRecent
    }

    init(_ time: Int, now: Int) {
        self.init(secondsSince1970: time, isRecent: (0..<12 * 3_600).contains(now - time))
    }
}
