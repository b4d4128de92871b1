import FriendsModel

/// Something that is asked of the server, as messages speak of it.
package enum Operation: Equatable, Sendable {
    case load
    case add(FriendDetails)
    case update(FriendDetails)
    case delete(FriendDetails)
    case deleteSeveral(Int)
    case undo([UndoHistory.Step])
    case redo([UndoHistory.Step])
    case loadTrash
    case restore(FriendDetails)

    /// What the loading overlay says.
    package var progressText: String {
        switch self {
        case .load: "Loading friends\u{2026}"
        case .add(let details), .update(let details): "Saving \(details.fullName)\u{2026}"
        case .delete(let details): "Deleting \(details.fullName)\u{2026}"
        case .deleteSeveral(let count): "Deleting \(count.friends)\u{2026}"
        case .undo(let steps): "Undoing the \(steps.text)\u{2026}"
        case .redo(let steps): "Redoing the \(steps.text)\u{2026}"
        case .loadTrash: "Loading deleted friends\u{2026}"
        case .restore(let details): "Restoring \(details.fullName)\u{2026}"
        }
    }
}

/// What is said when an operation failed: the heading says what happened, the lines what was being done, why, and how
/// to go on.
package struct Failure: Equatable, Sendable {
    package let heading: String
    package let lines: [String]
    /// Whether the same thing may work the next time.
    package let canRetry: Bool

    /// - Parameter isInDoubt: whether an attempt before this one may have been done.
    package init(_ error: FriendsClientError, during operation: Operation, isInDoubt: Bool = false) {
        let cause = Cause(error)
        heading = cause.heading ?? operation.heading(error)
        let doubt = isInDoubt || error.mayHaveBeenDone ? operation.doubtLines : []
        lines = [operation.contextText].compactMap(\.self) + cause.lines + operation.adviceLines(error) + doubt
        canRetry = cause.canRetry
    }

    /// The same with more to say first, where it is seen on a small screen as well.
    func beginning(with more: [String]) -> Failure {
        Failure(heading: heading, lines: more + lines, canRetry: canRetry)
    }

    private init(heading: String, lines: [String], canRetry: Bool) {
        self.heading = heading
        self.lines = lines
        self.canRetry = canRetry
    }

    /// The same as an alert.
    package var prompt: Prompt {
        canRetry ? .retryAlert(heading, lines) : .alert(heading, lines)
    }
}

/// Why something failed, whatever was being done.
private struct Cause {
    /// Nil where the operation has its own words.
    var heading: String?
    var lines: [String]
    var canRetry: Bool

    init(_ error: FriendsClientError) {
        switch error {
        case .notSignedIn:
            self.init(lines: [
                "Start friends with --token-file FILE or FRIENDS_TOKEN_FILE, a file with your token that only you can read."
            ])
        case .tokenRefused:
            self.init(lines: [
                "The server does not accept the token of --token-file or FRIENDS_TOKEN_FILE."
                    + " Ask whoever runs it for a new one."
            ])
        case .notFound:
            self.init(lines: [])
        case .rejected(let fields, let reason):
            let reasons = fields.map(\.reason)
            self.init(
                heading: "The server did not accept this.",
                lines: reasons.isEmpty ? [reason ?? "It did not say why."] : reasons)
        case .conflict:
            self.init(heading: "Somebody else has changed this friend meanwhile.", lines: [])
        case .unreachable(let reason):
            self.init(lines: [reason.asSentence], canRetry: true)
        case .timedOut(let wait):
            self.init(
                heading: "The server did not answer in time.", lines: [wait.text], canRetry: true)
        case .connectionLost(let reason):
            self.init(
                heading: "The connection to the server broke.", lines: [reason.asSentence], canRetry: true)
        case .untrusted(let reason):
            self.init(
                heading: "The server could not prove who it is.",
                lines: [reason.asSentence, "Nothing was sent. Ask whoever runs the server for its certificate."])
        case .unreadableAnswer(let reason):
            self.init(
                heading: "The server\u{2019}s answer could not be understood.",
                lines: [reason.asSentence, "Is this address a server of friends?"], canRetry: true)
        case .unavailable(let status, let reason):
            self.init(
                heading: "The server cannot do this now.", lines: [reason ?? "It answered \(status)."],
                canRetry: true)
        case .failed(let status, let reason):
            self.init(lines: (["The server answered \(status)."] + [reason].compactMap(\.self)), canRetry: true)
        case .snapshotTooOld:
            self.init(heading: "The list has changed too much meanwhile.", lines: ["Load it anew."], canRetry: true)
        case .notOffered:
            self.init(heading: "This server cannot do that.", lines: [])
        case .cancelled:
            self.init(heading: "Cancelled.", lines: [], canRetry: true)
        }
    }

    init(heading: String? = nil, lines: [String], canRetry: Bool = false) {
        self.heading = heading
        self.lines = lines
        self.canRetry = canRetry
    }
}

extension Operation {
    /// What is said when the cause has no heading of its own.
    fileprivate func heading(_ error: FriendsClientError) -> String {
        switch (error, self) {
        case (.notSignedIn, .load), (.tokenRefused, .load): "Please log in to load your friends."
        case (.notSignedIn, .add), (.tokenRefused, .add): "Please log in to add friends."
        case (.notSignedIn, .update), (.tokenRefused, .update): "Please log in to update friends."
        case (.notSignedIn, .delete), (.tokenRefused, .delete), (.notSignedIn, .deleteSeveral),
            (.tokenRefused, .deleteSeveral):
            "Please log in to remove friends."
        case (.notSignedIn, .undo), (.notSignedIn, .redo), (.tokenRefused, .undo), (.tokenRefused, .redo):
            "Please log in to change friends."
        case (.notSignedIn, .loadTrash), (.tokenRefused, .loadTrash): "Please log in to see deleted friends."
        case (.notSignedIn, .restore), (.tokenRefused, .restore): "Please log in to restore friends."
        case (.notFound, .load), (.notFound, .loadTrash): "Could not complete request, please try again."
        case (.notFound, .add): "Failed to add friend. Please try again."
        case (.notFound, .update): "Failed to update friend. Please try again."
        case (.notFound, .delete), (.notFound, .deleteSeveral), (.notFound, .undo), (.notFound, .redo),
            (.notFound, .restore):
            "Friend not found."
        case (_, .load), (_, .loadTrash): "Loading failed, check network connection."
        case (_, .add), (_, .update), (_, .delete), (_, .deleteSeveral), (_, .undo), (_, .redo), (_, .restore):
            "Could not connect to server. Check your network and try again later."
        }
    }

    /// What was being done.
    fileprivate var contextText: String? {
        switch self {
        case .load, .loadTrash: nil
        case .add(let details): "Could not add \(details.fullName)."
        case .update: "Failed to update information."
        case .delete(let details): "Could not remove \(details.fullName)."
        case .deleteSeveral(let count): "Could not remove all of \(count.friends)."
        case .undo(let steps): "Could not undo the \(steps.text)."
        case .redo(let steps): "Could not redo the \(steps.text)."
        case .restore(let details): "Could not restore \(details.fullName)."
        }
    }
}

extension Operation {
    /// How to go on, where that depends on what was being done.
    fileprivate func adviceLines(_ error: FriendsClientError) -> [String] {
        switch (error, self) {
        case (.timedOut, .load), (.timedOut, .loadTrash), (.timedOut(.connection), _):
            ["Try again, or look whether the server is all right."]
        case (.connectionLost, .load), (.connectionLost, .loadTrash): ["Is the server all right, and this its address?"]
        case (.notFound, .update):
            ["Somebody has deleted this friend. Add it again with what you typed, or let it go?"]
        case (.notFound, .undo), (.notFound, .redo): ["Somebody has deleted this friend. The step is forgotten."]
        case (.conflict, .undo), (.conflict, .redo): ["It stays as it is now. The step is forgotten."]
        case (.conflict, .add): ["There is another friend with the same id."]
        case (.conflict, .update): ["It changes again and again. What you typed is kept: submit once more."]
        case (.conflict, .restore): ["It is in the list already, with other details."]
        case (.notFound, .restore): ["It is not among the deleted friends any more."]
        case (.notOffered, .loadTrash): ["It keeps no deleted friends."]
        case (.conflict, .delete): ["Look at it again before you remove it."]
        default: []
        }
    }

    /// What is said when it is not known whether something was written.
    fileprivate var doubtLines: [String] {
        switch self {
        case .load, .loadTrash: []
        case .add, .update, .delete, .deleteSeveral, .undo, .redo, .restore:
            ["It may have happened all the same: Retry finds out."]
        }
    }
}

extension FriendsClientError.Wait {
    fileprivate var text: String {
        switch self {
        case .connection: "No connection was made."
        case .nextPiece: "It went silent."
        case .wholeCall: "The answer took too long."
        }
    }
}

extension String {
    /// The text with a capital at its beginning, unless that is a name or an address, and a full stop at its end.
    fileprivate var asSentence: String {
        let isWord = prefix { !$0.isWhitespace }.allSatisfy(\.isLetter)
        let text = isWord ? prefix(1).uppercased() + dropFirst() : self
        return text.hasSuffix(".") ? text : text + "."
    }
}
