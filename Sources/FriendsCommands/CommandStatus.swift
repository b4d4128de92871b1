import FriendsModel

/// The exit status of a command without a screen (Docs/CommandLine.md).
package enum CommandStatus: Int32, CaseIterable, Sendable {
    case done = 0
    /// The server or the database refused or failed, or the output could not be written.
    case refused = 1
    /// No friend matches. (2 is the status of a missing terminal.)
    case nothingFound = 3
    /// Several friends match where one is needed.
    case ambiguous = 4
    /// Someone else changed the friend in the meantime; nothing was overwritten.
    case conflict = 5
    /// No answer from a friends server.
    case unreachable = 6
    /// Invalid arguments, input or settings.
    case wrongUsage = 64

    /// For the help of commands, with the numbers.
    package static let summary = """
        Exit status: 0 done, 1 refused or failed, 3 nothing found, 4 several friends match where one is needed, 5 \
        someone else changed the friend, 6 server unreachable or busy, 64 invalid arguments, input or settings, \
        130 or 143 an import, an export or a synchronisation was interrupted, 141 the reader of the output closed the pipe.
        """
}

extension CommandStatus {
    /// The status of a failed call.
    init(_ error: FriendsClientError) {
        switch error {
        case .notFound: self = .nothingFound
        case .conflict: self = .conflict
        // A full disk is full the next time, too.
        case .unavailable(let status, _) where status.hasPrefix("507"): self = .refused
        case .notRunning, .unreachable, .timedOut, .connectionLost, .untrusted, .unreadableResponse, .unavailable,
            .unexpectedStatus:
            self = .unreachable
        case .notSignedIn, .tokenRefused, .rejected, .failed, .snapshotTooOld, .notOffered, .cancelled: self = .refused
        case .notDone(let error): self.init(error)
        }
    }
}
