/// A line of the status line, of a prompt or of the messages.
///
/// Some lines name options, variables or commands, which the view models do not know: the views have their words.
package enum MessageLine: Equatable, Sendable, ExpressibleByStringInterpolation {
    case text(String)
    /// Text of a record or a friend, perhaps in several rows. The views draw it so that no row of it looks like another line.
    case content(String)
    /// What of a record is not shown, was changed or left out.
    case warning(String)
    case advice(Advice)
    /// Why something failed, in a few words.
    case summary(Failure.Summary)

    package init(stringLiteral value: String) { self = .text(value) }
}

/// What the user can do next, outside of the prompt.
package enum Advice: Equatable, Sendable {
    /// Start the program with a token.
    case provideToken
    /// Look for discarded changes among the drafts.
    case findDiscardedChanges
    /// Look for a declined draft among the drafts.
    case findDeclinedDraft
    /// Open the friend that a new one looks like; the text is kept among the drafts.
    case openSimilarFriend
}
