/// Synchronises the list with address books on other servers. Its texts are untrusted.
package protocol SyncService: Sendable {
    /// The names of the accounts, each with one address book.
    var accounts: [String] { get }

    /// Synchronises with one account.
    /// - Parameter progress: receives how far it is.
    func synchronise(
        with account: String, progress: @escaping @Sendable (SyncViewModel.Progress) -> Void
    ) async -> SyncOutcome
}

/// How a synchronisation with one account has ended.
package struct SyncOutcome: Equatable, Sendable {
    package enum End: Equatable, Sendable {
        /// Both sides have the same, apart from what is waiting.
        case done
        /// The server was not reached, or has no time. The next attempt can succeed.
        case offline
        /// It did not begin: another program is synchronising the account, or the list is not there.
        case postponed
        /// It needs a person. The text is a sentence.
        case stopped(String)

        package var isStopped: Bool {
            if case .stopped = self { return true }
            return false
        }
    }

    package var end: End
    /// The number of friends whose change the server does not have; nil if it is not known.
    package var waitingCount: Int?
    /// What a person has to look at, in sentences.
    package var findings: [String]

    package init(_ end: End, waitingCount: Int? = nil, findings: [String] = []) {
        (self.end, self.waitingCount, self.findings) = (end, waitingCount, findings)
    }
}
