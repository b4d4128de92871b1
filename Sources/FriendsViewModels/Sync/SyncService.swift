import FriendsModel

/// Synchronises the list with address books on other servers. Its texts are untrusted.
package protocol SyncService: Sendable {
    /// The names of the accounts, each with one address book.
    var accounts: [String] { get }

    /// Has an element when a server that was away may be there again. It is read once.
    var networkChanges: AsyncStream<Void> { get }

    /// Synchronises with one account.
    /// - Parameters:
    ///   - confirmed: the many deletions to which a person has agreed.
    ///   - progress: receives how far it is.
    func synchronise(
        with account: String, deleting confirmed: ManyDeletions?,
        progress: @escaping @Sendable (SyncViewModel.Progress) -> Void
    ) async -> SyncOutcome

    /// What the synchronisations with an account have left.
    func report(of account: String) async -> SyncReport

    /// Notes that both values of a conflict stay.
    /// - Returns: whether that could be noted.
    func keepBoth(_ conflict: SyncReport.Conflict, of account: String) async -> Bool
}

/// How a synchronisation with one account has ended.
package struct SyncOutcome: Equatable, Sendable {
    package enum End: Equatable, Sendable {
        /// Both sides have the same, apart from what is waiting.
        case done
        /// The server was not reached, or has no time, for a reason in a sentence. The next attempt can succeed.
        case offline(String)
        /// It did not begin, for a reason in a sentence: another program is synchronising the account, or the list is not there.
        case postponed(String)
        /// There is no password, or the server does not accept it. Another attempt could ask a person for it again, or lock the
        /// account, so that a person has to want it. The text is a sentence.
        case notSignedIn(String)
        case manyDeletions(ManyDeletions)
        /// It needs a person. The text is a sentence.
        case stopped(String)
    }

    package var end: End
    /// The number of friends whose change the server does not have; nil if it is not known.
    package var waitingCount: Int?
    /// The number of conflicts about which nobody has decided on the page; nil if it is not known.
    package var conflictCount: Int?
    /// What a person has to look at of single friends, in sentences.
    package var findings: [String]

    package init(_ end: End, waitingCount: Int? = nil, conflictCount: Int? = nil, findings: [String] = []) {
        (self.end, self.waitingCount, self.conflictCount, self.findings) = (end, waitingCount, conflictCount, findings)
    }
}

/// What the synchronisations with one account have left. Its texts are untrusted.
package struct SyncReport: Equatable, Sendable {
    package struct Conflict: Equatable, Sendable {
        package let friend: Friend.ID
        package let conflict: SyncConflict

        package init(friend: Friend.ID, conflict: SyncConflict) {
            (self.friend, self.conflict) = (friend, conflict)
        }
    }

    /// A friend whose change the server does not have, and why.
    package struct Refusal: Equatable, Sendable {
        package let friend: Friend.ID
        package let reason: String

        package init(friend: Friend.ID, reason: String) { (self.friend, self.reason) = (friend, reason) }
    }

    /// A friend of whom the server has not stored everything.
    package struct Shortened: Equatable, Sendable {
        package let friend: Friend.ID
        /// The version that was sent.
        package let version: Friend.Version
        /// What the server has stored of it; nil if that is not known.
        package let stored: FriendDetails?

        package init(friend: Friend.ID, version: Friend.Version, stored: FriendDetails?) {
            (self.friend, self.version, self.stored) = (friend, version, stored)
        }
    }

    /// A card on the server that is no friend, and why.
    package struct Card: Equatable, Sendable {
        package let name: String
        package let reason: String

        package init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }
    }

    /// The address of the address book.
    package var address: String
    /// When a synchronisation was last complete, in seconds since 1970.
    package var endedAt: Int?
    /// The number of friends on both sides.
    package var pairCount = 0
    /// The number of groups on the server.
    package var groupCount = 0
    package var conflicts: [Conflict] = []
    package var refusals: [Refusal] = []
    package var shortened: [Shortened] = []
    package var leftAlone: [Card] = []
    /// Why the rest is not known, in a sentence.
    package var problem: String?

    package init(address: String) { self.address = address }
}
