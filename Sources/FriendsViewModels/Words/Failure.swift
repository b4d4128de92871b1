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
        case databaseProblem, databaseBusy
        case serverProblem, serverBusy, untrustedServer, unexpectedReply
        case cancelled
        case other

        /// The first words say what is wrong or what to do, for a narrow status line.
        package var words: String {
            switch self {
            case .offline: "Offline"
            case .notLoggedIn: "Log in: --token-file FILE or FRIENDS_TOKEN_FILE"
            case .tokenRefused: "Token refused by the server"
            case .databaseProblem: "Database problem"
            case .databaseBusy: "Database busy"
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
        let words = error.words
        heading = words.heading ?? Headings(operation).heading(error)
        let isUnknown = mayHaveBeenDone || error.mayHaveBeenDone
        let context = [operation.contextText(error, mayHaveBeenDone: isUnknown)].compactMap(\.self)
        lines =
            (context + words.reasons + words.advice).map(MessageLine.text) + operation.adviceLines(error)
            + (isUnknown ? operation.unknownOutcomeLines : [])
        canRetry = error.canRetry || operation.canRetry(error)
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

/// What is said of an operation whose failure has no heading of its own.
private struct Headings {
    private static let again = "Could not complete request, please try again."
    private static let noFriend = "Friend not found."
    private static let noList = "Loading failed, check network connection."
    private static let noServer = "Could not connect to server. Check your network and try again later."

    /// The server wants a token.
    let login: String
    /// What it was about does not exist.
    let missing: String
    /// The server cannot be reached.
    let network: String

    init(_ operation: Operation) {
        (login, missing, network) =
            switch operation {
            case .load: ("Please log in to load your friends.", Self.again, Self.noList)
            case .loadTrash: ("Please log in to see deleted friends.", Self.again, Self.noList)
            case .export: ("Please log in to export friends.", Self.again, Self.noServer)
            case .add: ("Please log in to add friends.", "Failed to add friend. Please try again.", Self.noServer)
            case .update, .updateSeveral:
                ("Please log in to update friends.", "Failed to update friend. Please try again.", Self.noServer)
            case .importSeveral:
                ("Please log in to import friends.", "Failed to import friends. Please try again.", Self.noServer)
            case .delete, .deleteSeveral: ("Please log in to remove friends.", Self.noFriend, Self.noServer)
            case .undo, .redo, .merge: ("Please log in to change friends.", Self.noFriend, Self.noServer)
            case .restore, .restoreSeveral: ("Please log in to restore friends.", Self.noFriend, Self.noServer)
            }
    }

    func heading(_ error: FriendsClientError) -> String {
        switch error {
        case .notDone(let error): heading(error)
        case .notSignedIn, .tokenRefused: login
        case .notFound: missing
        default: network
        }
    }
}

extension Operation {
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
        case (.snapshotTooOld, _): ["Reload it."]
        case (.conflict, .add): [.text(Refusal.hasTakenID.rawValue)]
        case (.conflict, .update): ["It keeps changing. Your text is kept; submit again."]
        case (.conflict, .restore): [.text(Refusal.isInList.rawValue)]
        case (.notFound, .restore): [.text(Refusal.isNotInTrash.rawValue)]
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

    /// Whether a retry of any operation may work.
    fileprivate var canRetry: Bool {
        switch self {
        case .notRunning, .unreachable, .timedOut, .connectionLost, .unreadableResponse, .notDone, .unavailable,
            .failed, .unexpectedStatus, .snapshotTooOld, .cancelled:
            true
        case .notSignedIn, .tokenRefused, .notFound, .rejected, .conflict, .untrusted, .notOffered: false
        }
    }

    fileprivate var summary: Failure.Summary {
        switch self {
        case .notRunning, .unreachable, .timedOut, .connectionLost: .offline
        case .notSignedIn: .notLoggedIn
        case .tokenRefused: .tokenRefused
        case .untrusted: .untrustedServer
        case .unreadableResponse, .unexpectedStatus: .unexpectedReply
        case .notDone(let error): error.summary
        // The embedded server has no status.
        case .unavailable(status: "", _): .databaseBusy
        case .failed(status: "", _): .databaseProblem
        case .unavailable: .serverBusy
        case .failed: .serverProblem
        case .cancelled: .cancelled
        case .notFound, .rejected, .conflict, .snapshotTooOld, .notOffered: .other
        }
    }
}
