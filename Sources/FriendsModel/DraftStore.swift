/// Where what is being typed into a form is kept until it is saved, also when the program ends before that.
///
/// A program has one draft of its own. Other drafts are *stored*: a program on the same server left one behind when it
/// ended, or the person left a form without saving, which sets its draft aside for 30 days. A stored draft can be taken
/// over, so that no other program does; what belongs to a program that still runs cannot. What was taken over lies beside
/// this program's own draft until it is decided what becomes of it: whatever is typed meanwhile does not touch it.
package protocol DraftStore: Sendable {
    /// Keeps a draft as this program's own, in the place of what it was before. Returns at once; the newest wins.
    func keep(_ draft: UnsavedDraft)

    /// Drops this program's own draft: it was saved, or nothing of it is left.
    func discard()

    /// Sets a draft aside that was this program's own: the person left its form without saving.
    func setAside(_ draft: UnsavedDraft)

    /// Takes over the newest draft that a program left behind. What was set aside is not offered like that.
    /// - Returns: nil when there is none.
    func takeOver() async -> StoredDraft?

    /// The stored drafts, the newest first.
    func stored() async -> [StoredDraft]

    /// Takes over one of the stored drafts.
    /// - Returns: nil when it is gone, or another program has it.
    func takeOver(_ id: StoredDraft.ID) async -> StoredDraft?

    /// Makes a draft that was taken over this program's own, in the place of what it was before.
    func adopt(_ id: StoredDraft.ID)

    /// Drops a draft that was taken over.
    func discard(_ id: StoredDraft.ID)

    /// Sets a draft aside that was taken over.
    func setAside(_ id: StoredDraft.ID)

    /// Releases a draft that was taken over: it is stored again, as it was.
    func putBack(_ id: StoredDraft.ID)

    /// Returns when all that was asked for is done.
    func settle() async
}

/// What was typed into a form.
package struct UnsavedDraft: Equatable, Sendable {
    /// The id of the friend, also of one that is still to be added.
    package let id: Friend.ID
    /// The friend that is being changed, as it was when its form was opened; nil for a new one.
    package let base: Friend?
    /// The texts as they were typed, valid or not.
    package let details: FriendDetails

    package init(id: Friend.ID, base: Friend?, details: FriendDetails) {
        self.id = id
        self.base = base
        self.details = details
    }
}

/// A draft that no running program has.
package struct StoredDraft: Equatable, Sendable {
    /// What tells it from the others of the same server.
    package struct ID: Hashable, Sendable {
        package let rawValue: String

        package init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    package let id: ID
    package let draft: UnsavedDraft
    /// When it was typed last, in seconds since 1970.
    package let time: Int

    package init(id: ID, draft: UnsavedDraft, time: Int) {
        self.id = id
        self.draft = draft
        self.time = time
    }
}
