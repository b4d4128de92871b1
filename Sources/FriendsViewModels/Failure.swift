import FriendsList
import FriendsModel

/// What is said when an operation failed: the heading says what happened, the lines what was being done, why, and what to
/// do.
package struct Failure: Equatable, Sendable {
    package let heading: String
    package let lines: [MessageLine]
    /// Whether a retry may work.
    package let canRetry: Bool
    /// Why it failed, for the status line.
    package let summary: Summary

    /// Why something failed, in a few words.
    package enum Summary: Equatable, Sendable {
        /// The server cannot be reached or does not answer.
        case offline
        /// The server requires a token, or refuses it.
        case notLoggedIn, tokenRefused
        case serverProblem, serverBusy, untrustedServer, unexpectedReply
        case cancelled
        case other

        /// The first words say what is wrong or what to do, for a narrow status line.
        package var words: String {
            switch self {
            case .offline: "Offline"
            case .notLoggedIn: "Log in: --token-file FILE or FRIENDS_TOKEN_FILE"
            case .tokenRefused: "Token refused by the server"
            case .serverProblem: "Server problem"
            case .serverBusy: "Server busy"
            case .untrustedServer: "Server not trusted"
            case .unexpectedReply: "Unexpected reply"
            case .cancelled: "Reload cancelled"
            case .other: "Reload failed"
            }
        }
    }

    /// The status line without an alert.
    var statusText: String { [.notLoggedIn, .tokenRefused].contains(summary) ? summary.words : heading }

    /// - Parameter mayHaveBeenDone: whether an earlier attempt may have been done.
    package init(_ error: FriendsClientError, during operation: Operation, mayHaveBeenDone: Bool = false) {
        let cause = Cause(error)
        heading = cause.heading ?? operation.heading(error)
        let isUnknown = mayHaveBeenDone || error.mayHaveBeenDone
        let unknown = isUnknown ? operation.unknownOutcomeLines : []
        let context = [operation.contextText(error, mayHaveBeenDone: isUnknown)].compactMap(\.self)
            .map(MessageLine.text)
        lines = context + cause.lines + operation.adviceLines(error) + unknown
        canRetry = cause.canRetry || operation.canRetry(error)
        summary = error.summary
    }

    /// The failure with more lines at the start, where a small screen shows them.
    func beginning(with more: [MessageLine]) -> Failure {
        Failure(heading: heading, lines: more + lines, canRetry: canRetry, summary: summary)
    }

    private init(heading: String, lines: [MessageLine], canRetry: Bool, summary: Summary) {
        self.heading = heading
        self.lines = lines
        self.canRetry = canRetry
        self.summary = summary
    }

    /// An alert with the failure.
    package var prompt: Prompt {
        canRetry ? .retryAlert(heading, lines) : .alert(heading, lines)
    }
}

/// Why an operation failed, whichever it was.
private struct Cause {
    private static let serverProblem = "The server had a problem. Try again later."

    /// Nil where the operation has the heading.
    var heading: String?
    var lines: [MessageLine]
    var canRetry: Bool

    init(_ error: FriendsClientError) {
        switch error {
        case .notSignedIn:
            self.init(lines: [
                "Put your token in a file that only you can read. Start friends with --token-file FILE, or set FRIENDS_TOKEN_FILE."
            ])
        case .tokenRefused(let origin):
            let refused = "The server refused \(origin.map { "the token in \($0)" } ?? "your token")."
            self.init(lines: [.text(refused), "Ask the operator of the server for a new one."])
        case .notFound:
            self.init(lines: [])
        case .rejected(let parts, let reason):
            let reasons = parts.map(\.reason)
            self.init(
                heading: "The server rejected this.",
                lines: (reasons.isEmpty ? [reason ?? "It did not say why."] : reasons).map(MessageLine.text))
        case .conflict:
            self.init(heading: "Someone else changed this friend in the meantime.", lines: [])
        case .notRunning(let server):
            self.init(
                heading: "The server isn\u{2019}t running.", lines: [.text("There is no server at \(server).")],
                canRetry: true)
        case .unreachable(let reason):
            self.init(lines: [.text(reason.asSentence)], canRetry: true)
        case .timedOut(let wait):
            self.init(
                heading: "The server did not answer in time.", lines: [.text(wait.text)], canRetry: true)
        case .connectionLost(let reason):
            self.init(
                heading: "The connection to the server broke.", lines: [.text(reason.asSentence)], canRetry: true)
        case .untrusted(let reason):
            self.init(
                heading: "The identity of the server could not be verified.",
                lines: [
                    .text(reason.asSentence), "Nothing was sent. Ask the operator of the server for its certificate.",
                ])
        case .unreadableResponse(let reason):
            self.init(
                heading: "The server\u{2019}s reply could not be understood.",
                lines: [.text(reason.asSentence), "Is this the address of a friends server?"], canRetry: true)
        case .notDone(.failed(status: "", let reason)):
            let cause = Cause(.failed(status: "", reason: reason))
            self.init(heading: cause.heading, lines: cause.lines + ["Nothing was changed."], canRetry: true)
        case .notDone(let error):
            let cause = Cause(error)
            self.init(
                heading: cause.heading, lines: cause.lines + ["Nothing was changed on the server."], canRetry: true)
        case .unavailable(let status, let reason):
            let reason = reason?.asSentence ?? "It answered \(status)."
            // Only 429 is no fault of the server.
            let isProblem = status.hasPrefix("5")
            let busy = status.isEmpty ? "The database is busy." : "The server is busy or unavailable."
            self.init(
                heading: isProblem ? Self.serverProblem : busy,
                lines: (isProblem ? [busy, reason] : [reason]).map(MessageLine.text), canRetry: true)
        case .failed(let status, let reason):
            self.init(
                heading: status.isEmpty ? "The database had a problem." : Self.serverProblem,
                lines: Self.answer(status, reason), canRetry: true)
        case .unexpectedStatus(let status, let reason):
            self.init(
                heading: "The server answered with an unexpected status.",
                lines: Self.answer(status, reason) + ["Check the server and its address."],
                canRetry: true)
        case .snapshotTooOld:
            self.init(heading: "The list has changed too much.", lines: ["Reload it."], canRetry: true)
        case .notOffered:
            self.init(heading: "This server can\u{2019}t do that.", lines: [])
        case .cancelled:
            self.init(heading: "Cancelled.", lines: [], canRetry: true)
        }
    }

    /// The status line of the answer, and its reason unless that repeats the status line.
    private static func answer(_ status: String, _ reason: String?) -> [MessageLine] {
        // The embedded server answers with a reason alone.
        if status.isEmpty, let reason { return [.text(reason.asSentence)] }
        let answer = MessageLine.text("It answered \(status).")
        guard let reason, !status.hasSuffix(reason) else { return [answer] }
        return [answer, .text(reason.asSentence)]
    }

    init(heading: String? = nil, lines: [MessageLine], canRetry: Bool = false) {
        self.heading = heading
        self.lines = lines
        self.canRetry = canRetry
    }
}

extension Operation {
    /// The heading for a cause without one.
    fileprivate func heading(_ error: FriendsClientError) -> String {
        switch (error, self) {
        case (.notDone(let error), _): heading(error)
        case (.notSignedIn, .load), (.tokenRefused, .load): "Please log in to load your friends."
        case (.notSignedIn, .add), (.tokenRefused, .add): "Please log in to add friends."
        case (.notSignedIn, .update), (.tokenRefused, .update), (.notSignedIn, .updateSeveral),
            (.tokenRefused, .updateSeveral):
            "Please log in to update friends."
        case (.notSignedIn, .delete), (.tokenRefused, .delete), (.notSignedIn, .deleteSeveral),
            (.tokenRefused, .deleteSeveral):
            "Please log in to remove friends."
        case (.notSignedIn, .undo), (.notSignedIn, .redo), (.tokenRefused, .undo), (.tokenRefused, .redo),
            (.notSignedIn, .merge), (.tokenRefused, .merge):
            "Please log in to change friends."
        case (.notSignedIn, .loadTrash), (.tokenRefused, .loadTrash): "Please log in to see deleted friends."
        case (.notSignedIn, .restore), (.tokenRefused, .restore), (.notSignedIn, .restoreSeveral),
            (.tokenRefused, .restoreSeveral):
            "Please log in to restore friends."
        case (.notSignedIn, .importSeveral), (.tokenRefused, .importSeveral): "Please log in to import friends."
        case (.notSignedIn, .export), (.tokenRefused, .export): "Please log in to export friends."
        case (.notFound, .load), (.notFound, .loadTrash), (.notFound, .export):
            "Could not complete request, please try again."
        case (.notFound, .add): "Failed to add friend. Please try again."
        case (.notFound, .update), (.notFound, .updateSeveral): "Failed to update friend. Please try again."
        case (.notFound, .importSeveral): "Failed to import friends. Please try again."
        case (.notFound, .delete), (.notFound, .deleteSeveral), (.notFound, .undo), (.notFound, .redo),
            (.notFound, .merge), (.notFound, .restore), (.notFound, .restoreSeveral):
            "Friend not found."
        case (_, .load), (_, .loadTrash): "Loading failed, check network connection."
        case (_, .add), (_, .update), (_, .updateSeveral), (_, .delete), (_, .deleteSeveral), (_, .undo), (_, .redo),
            (_, .merge), (_, .restore), (_, .restoreSeveral), (_, .importSeveral), (_, .export):
            "Could not connect to server. Check your network and try again later."
        }
    }

    /// What was being done.
    fileprivate func contextText(_ error: FriendsClientError, mayHaveBeenDone: Bool) -> String? {
        switch self {
        case .add(let details) where error.isNotRunning && !mayHaveBeenDone,
            .update(let details) where error.isNotRunning && !mayHaveBeenDone:
            "Not saved: \(details.fullName)."
        case .load, .loadTrash: nil
        case .add(let details): "Could not add \(details.fullName)."
        case .update: "Failed to update information."
        case .updateSeveral(let count): "Could not update all of \(count.friends)."
        case .delete(let details): "Could not remove \(details.fullName)."
        case .deleteSeveral(let count): "Could not remove all of \(count.friends)."
        case .merge(let details): "Could not merge \(details.fullName)."
        case .undo(let steps): "Could not undo the \(steps.text)."
        case .redo(let steps): "Could not redo the \(steps.text)."
        case .restore(let details): "Could not restore \(details.fullName)."
        case .restoreSeveral(let count): "Could not restore all of \(count.friends)."
        case .importSeveral(let count): "Could not import all of \(count.friends)."
        case .export: "Nothing was exported."
        }
    }
}

extension Operation {
    /// Whether the heading offers a retry.
    fileprivate func canRetry(_ error: FriendsClientError) -> Bool {
        switch (error, self) {
        case (.notFound, .load), (.notFound, .loadTrash), (.notFound, .add), (.notFound, .update): true
        default: false
        }
    }

    /// What to do, where that depends on the operation.
    fileprivate func adviceLines(_ error: FriendsClientError) -> [MessageLine] {
        switch (error, self) {
        case (.timedOut, .load), (.timedOut, .loadTrash), (.timedOut(.connect), _):
            ["Try again, or check the server."]
        case (.connectionLost, .load), (.connectionLost, .loadTrash): ["Check the server and its address."]
        case (.notFound, .undo), (.notFound, .redo):
            ["Someone deleted this friend. This step was dropped from the undo history."]
        case (.conflict, .undo), (.conflict, .redo):
            ["It stays as it is now. This step was dropped from the undo history."]
        case (.conflict, .add): ["Another friend has the same id."]
        case (.conflict, .update): ["It keeps changing. Your text is kept; submit again."]
        case (.conflict, .restore): ["It is already in the list with other details."]
        case (.notFound, .restore): ["It is no longer in the trash."]
        case (.notOffered, .loadTrash): ["It has no trash."]
        case (.conflict, .delete): ["Check it again before you delete it."]
        default: []
        }
    }

    /// What is said when the outcome of a write is unknown.
    fileprivate var unknownOutcomeLines: [MessageLine] {
        switch self {
        case .load, .loadTrash, .export: []
        case .add, .update, .updateSeveral, .importSeveral: ["It may have been saved anyway. Retry to find out."]
        case .delete, .deleteSeveral: ["It may have been deleted anyway. Retry to find out."]
        case .merge: ["They may have been merged anyway. Retry to find out."]
        case .restore, .restoreSeveral: ["It may have been restored anyway. Retry to find out."]
        case .undo, .redo: ["It may have been done anyway. Retry to find out."]
        }
    }
}

extension FriendsClientError {
    fileprivate var isNotRunning: Bool { if case .notRunning = self { true } else { false } }

    fileprivate var summary: Failure.Summary {
        switch self {
        case .notRunning, .unreachable, .timedOut, .connectionLost: .offline
        case .notSignedIn: .notLoggedIn
        case .tokenRefused: .tokenRefused
        case .untrusted: .untrustedServer
        case .unreadableResponse, .unexpectedStatus: .unexpectedReply
        case .notDone(let error): error.summary
        case .unavailable: .serverBusy
        case .failed: .serverProblem
        case .cancelled: .cancelled
        case .notFound, .rejected, .conflict, .snapshotTooOld, .notOffered: .other
        }
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

extension String {
    /// The text with a capital letter, unless it starts with a name or an address, and a full stop if it has no mark.
    fileprivate var asSentence: String {
        let isWord = prefix { !$0.isWhitespace }.allSatisfy(\.isLetter)
        let text = isWord ? prefix(1).uppercased() + dropFirst() : self
        return text.last.map(".?!".contains) == true ? text : text + "."
    }
}
