import FriendsModel
import FriendsSync

/// The texts about synchronisations.
enum SyncWords {
    static let here = "here"
    static let there = "on the server"
    static let nothingChanged = "nothing changed"
    static let again = "Synchronise again to go on."

    static func verb(_ kind: SyncAccount.Kind, isDryRun: Bool) -> String {
        switch kind {
        case .added: isDryRun ? "Would add" : "Added"
        case .changed: isDryRun ? "Would change" : "Changed"
        case .deleted: isDryRun ? "Would delete" : "Deleted"
        }
    }

    static func both(_ count: Int) -> String {
        count.counted(one: "Both have 1 friend.", other: "Both have \(count) friends.")
    }

    static func more(_ count: Int) -> String { count.counted(one: "And 1 more.", other: "And \(count) more.") }

    static func conflict(_ conflict: SyncAccount.Conflict) -> String {
        let (part, ours, theirs) = (conflict.conflict.part, conflict.conflict.ours, conflict.conflict.theirs)
        let change = "\(conflict.name): \(part) was changed on both sides."
        if ours.isEmpty { return "\(change) It was removed here; \u{201C}\(theirs)\u{201D} of the server stays." }
        if theirs.isEmpty { return "\(change) It was removed on the server; \u{201C}\(ours)\u{201D} stays." }
        return "\(change) \u{201C}\(theirs)\u{201D} of the server stays, and \u{201C}\(ours)\u{201D} became a line."
    }

    static func shortened(_ names: [String]) -> String {
        let list = self.names(names)
        return names.count.counted(
            one: "The server did not store everything of 1 card, which stays here: \(list).",
            other: "The server did not store everything of \(names.count) cards, which stays here: \(list).")
    }

    /// Cards that are no friends, by their names on the server.
    static func leftAlone(_ cards: [SyncAccount.Problem]) -> String {
        let list = names(cards.map(\.name))
        return cards.count.counted(
            one: "1 card on the server is no friend, and stays as it is: \(list).",
            other: "\(cards.count) cards on the server are no friends, and stay as they are: \(list).")
    }

    private static func names(_ names: [String]) -> String {
        names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", \u{2026}" : "")
    }

    static let noBook =
        "The server has no address book at the address of the account. See it with 'friends account list'."

    static func groups(_ count: Int) -> String {
        count.counted(
            one: "The name of 1 group on the server is a tag.",
            other: "The names of \(count) groups on the server are tags.")
    }

    static func waiting(_ count: Int) -> String {
        count.counted(one: "1 change was not sent yet.", other: "\(count) changes were not sent yet.")
    }

    static func state(_ error: SyncStateError) -> String {
        "What was synchronised before cannot be read or noted: \(error.reason.asSentence)"
    }

    static func manyDeletions(_ side: SyncError.Side, _ count: Int, of total: Int) -> String {
        let what = ManyDeletions(isHere: side == .here, count: count, total: total)
        return "\(what.text) If that is meant, use 'friends sync --allow-deletions'."
    }
}

extension CommandFailure {
    package static let noAccounts = Self(
        .wrongUsage,
        "There is no account. Use 'friends account add', with your email address or the address of the server.")

    package static func noAccount(_ name: String, among names: [String]) -> Self {
        Self(.wrongUsage, "There is no account \(name). There is \(names.joined(separator: ", ")).")
    }

    package static let isSynchronising = Self(
        .unreachable, "Another program is synchronising this account. Try again when it has ended.")

    package static func accountExists(_ name: String) -> Self {
        Self(.wrongUsage, "There is already an account \(name). Choose another --name.")
    }

    package static func bookHasAccount(_ name: String) -> Self {
        Self(.wrongUsage, "Account \(name) has this address book already.")
    }

    package static let noBook = Self(
        .nothingFound, "The server has no address book of this user. Make one with --create NAME, or give its address.")

    /// - Parameter books: those that there are.
    package static func noSuchBook(_ name: String, among books: [String]) -> Self {
        Self(.nothingFound, "The server has no address book \(name), but:", details: books)
    }

    /// Several address books, of which one is to be named.
    package static func severalBooks(_ books: [String]) -> Self {
        Self(.ambiguous, "The server has several address books. Name one with --book:", details: books)
    }
}
