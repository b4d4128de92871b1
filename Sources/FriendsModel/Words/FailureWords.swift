/// What is said of a failed call, on the screen and by the commands, in sentences: what happened, why, and what to do.
///
/// The reasons can have untrusted text.
package struct FailureWords: Equatable, Sendable {
    /// What happened; nil where that depends on what was being done.
    package var heading: String?
    /// Why; for a rejection in the server's words.
    package var reasons: [String]
    /// What to do after any operation.
    package var advice: [String]

    package init(heading: String? = nil, reasons: [String] = [], advice: [String] = []) {
        (self.heading, self.reasons, self.advice) = (heading, reasons, advice)
    }

    /// What happened and why, without a full stop.
    package var text: String {
        let text = ([heading].compactMap(\.self) + reasons).joined(separator: " ")
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// The same of a call that was read to have changed nothing.
    package var ofNothingDone: FailureWords {
        FailureWords(heading: heading, reasons: reasons, advice: advice + ["Nothing was changed on the server."])
    }
}

extension FriendsClientError {
    private static let busy = "The server is busy or unavailable."
    private static let serverProblem = "The server had a problem. Try again later."

    /// The words for the error.
    package var words: FailureWords {
        switch self {
        case .notSignedIn:
            FailureWords(advice: [
                "Put your token in a file that only you can read. Start friends with --token-file FILE, or set FRIENDS_TOKEN_FILE."
            ])
        case .tokenRefused(let origin):
            FailureWords(
                reasons: [origin.map { "The server refused the token in \($0)." } ?? "The server refused your token."],
                advice: ["Ask the operator of the server for a new one."])
        case .notFound: FailureWords()
        case .rejected(let parts, let reason):
            FailureWords(
                heading: "The server rejected this.",
                reasons: parts.isEmpty ? [reason ?? "It did not say why."] : parts.map(\.reason))
        case .conflict: FailureWords(heading: Refusal.changed.rawValue)
        case .notRunning(let server):
            FailureWords(heading: "The server isn\u{2019}t running.", reasons: ["There is no server at \(server)."])
        case .unreachable(let reason): FailureWords(reasons: [reason.asSentence])
        case .timedOut(let timeout):
            FailureWords(heading: "The server did not answer in time.", reasons: [timeout.text])
        case .connectionLost(let reason):
            FailureWords(heading: "The connection to the server broke.", reasons: [reason.asSentence])
        case .untrusted(let reason):
            FailureWords(
                heading: "The identity of the server could not be verified.", reasons: [reason.asSentence],
                advice: ["Nothing was sent. Ask the operator of the server for its certificate."])
        case .unreadableResponse(let reason):
            FailureWords(
                heading: "The server\u{2019}s reply could not be understood.", reasons: [reason.asSentence],
                advice: ["Is this the address of a friends server?"])
        // The database in this process: its message says what to do.
        case .unavailable(status: "", let reason?):
            FailureWords(heading: "The database is busy.", reasons: [reason.asSentence])
        case .failed(status: "", let reason?):
            FailureWords(heading: "The database had a problem.", reasons: [reason.asSentence])
        case .notDone(.failed(status: "", let reason?)):
            FailureWords(
                heading: "The database had a problem.", reasons: [reason.asSentence], advice: ["Nothing was changed."])
        case .notDone(let error): error.words.ofNothingDone
        // Only 429 is no fault of the server.
        case .unavailable(let status, let reason) where status.hasPrefix("5"):
            FailureWords(
                heading: Self.serverProblem, reasons: [Self.busy, reason?.asSentence ?? Self.answer(status)])
        case .unavailable(let status, let reason):
            FailureWords(heading: Self.busy, reasons: [reason?.asSentence ?? Self.answer(status)])
        case .failed(let status, let reason):
            FailureWords(heading: Self.serverProblem, reasons: Self.answer(status, reason))
        case .unexpectedStatus(let status, let reason):
            FailureWords(
                heading: "The server answered with an unexpected status.", reasons: Self.answer(status, reason),
                advice: ["Check the server and its address."])
        case .snapshotTooOld: FailureWords(heading: "The list has changed too much.")
        case .notOffered: FailureWords(heading: "This server can\u{2019}t do that.")
        case .cancelled: FailureWords(heading: "Cancelled.")
        }
    }

    private static func answer(_ status: String) -> String { "It answered \(status)." }

    /// The status line of the answer, and its reason unless that repeats the status line.
    private static func answer(_ status: String, _ reason: String?) -> [String] {
        guard let reason, !status.hasSuffix(reason) else { return [answer(status)] }
        return [answer(status), reason.asSentence]
    }
}

extension FriendsClientError.Timeout {
    fileprivate var text: String {
        switch self {
        case .connect: "The connection timed out."
        case .read: "It stopped responding."
        case .request: "The whole request took too long."
        }
    }
}

/// Why a write of a friend was refused, beside others that were made.
package enum Refusal: String, Sendable {
    case changed = "Someone else changed this friend in the meantime."
    case deleted = "Someone else deleted this friend in the meantime."
    case isInList = "It is already in the list, with other details."
    case isNotInTrash = "It is no longer in the trash."
    case hasTakenID = "Another friend has the same id, with other details."
}

extension FriendsClientError {
    /// Why the server has refused a write; nil if ``words`` say it.
    package func refusal(of write: FriendWrite) -> Refusal? {
        switch (self, write) {
        case (.conflict, .add), (.conflict, .addToTrash): .hasTakenID
        case (.conflict, .restore): .isInList
        case (.conflict, .update), (.conflict, .delete), (.conflict, .erase), (.conflict, .purge),
            (.conflict, .updateAndDelete):
            .changed
        case (.notFound, .restore): .isNotInTrash
        case (.notFound, _): .deleted
        default: nil
        }
    }
}

extension String {
    /// The text with a capital letter, unless it starts with a name or an address, and a full stop if it has no mark.
    package var asSentence: String {
        let isWord = prefix { !$0.isWhitespace }.allSatisfy(\.isLetter)
        let text = isWord ? prefix(1).uppercased() + dropFirst() : self
        return text.last.map(".?!".contains) == true ? text : text + "."
    }
}
