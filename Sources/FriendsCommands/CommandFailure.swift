import FriendsModel

/// Why a command did not do what was asked: its exit status, and what standard error says.
package struct CommandFailure: Error, Equatable, Sendable {
    package let status: CommandStatus
    /// What is wrong and what to do, on one line.
    package let message: String
    /// Further lines, such as the friends that match.
    package let details: [String]

    package init(_ status: CommandStatus, _ message: String, details: [String] = []) {
        (self.status, self.message, self.details) = (status, message, details)
    }

    /// The failure of a call to the server.
    package init(_ error: FriendsClientError) {
        let words = error.commandWords
        let sentences = [words.heading].compactMap(\.self) + words.reasons.map(\.asSentence) + words.advice
        self.init(CommandStatus(error), sentences.joined(separator: " "))
    }

    /// The failure of a write, whose message begins with the name of the friend.
    package init(_ error: FriendsClientError, of write: FriendWrite, _ details: FriendDetails) {
        let failure = CommandFailure(error)
        let refusal = error.refusal(of: write)
        let message = refusal == .changed ? nil : refusal?.rawValue
        self.init(failure.status, "\(details.fullName): \(message ?? failure.message)")
    }
}

extension FriendsClientError {
    /// The words for a person at a command line.
    fileprivate var commandWords: FailureWords {
        var words = words
        switch self {
        case .notDone(.failed(status: "", let reason?)): return FailureWords(reasons: [reason.asSentence])
        case .notDone(let error): return error.commandWords.ofNothingDone
        case .notSignedIn: words.heading = "The server needs your token."
        case .notFound: words.heading = "There is no such friend."
        case .conflict: words.advice = ["Nothing was overwritten. Look at it and try again, or use --force."]
        case .notRunning(let server):
            return FailureWords(
                heading: "The server at \(server) isn\u{2019}t running.", advice: ["Check the address of the server."])
        // The embedded server says in sentences what to do.
        case .unreachable(let reason) where !reason.hasSuffix("."):
            words.advice = ["Check the address of the server, and whether it is running."]
        case .timedOut: words.advice = ["Try again, or check the server."]
        case .untrusted: words.advice.append("Name it with --ca-file.")
        case .snapshotTooOld: words.advice = ["Try again."]
        case .unavailable(let status, nil) where !status.hasPrefix("5"): words.advice = ["Try again."]
        // What the server says needs no heading.
        case .rejected(let parts, let reason) where !parts.isEmpty || reason != nil: words.heading = nil
        case .unavailable(_, let reason?), .failed(_, let reason?): return FailureWords(reasons: [reason.asSentence])
        case .tokenRefused, .rejected, .unreachable, .connectionLost, .unreadableResponse, .unavailable, .failed,
            .unexpectedStatus, .notOffered, .cancelled:
            break
        }
        return words
    }
}
