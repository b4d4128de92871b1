import FriendsViewModels

/// The words of lines that name options, variables and commands, which the view models do not know.
extension MessageLine {
    package var words: String {
        switch self {
        case .text(let text), .content(let text): text
        case .warning(let text): "Warning: \(text)"
        case .advice(let advice): advice.words
        case .summary(let summary): summary.words
        }
    }
}

extension Advice {
    fileprivate var words: String {
        switch self {
        case .provideToken:
            "Put your token in a file that only you can read. Start friends with --token-file FILE, or set"
                + " FRIENDS_TOKEN_FILE."
        case .findDiscardedChanges: "You can get them back in :drafts for 30 days."
        case .findDeclinedDraft: "To drafts keeps it 30 days in :drafts."
        case .openSimilarFriend: "Open shows that friend, and keeps your text in :drafts."
        }
    }
}

extension Failure.Summary {
    /// The first words say what is wrong or what to do, for a narrow status line.
    var words: String {
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
