/// Keeps the unsaved text of a form until it is saved, also when the program ends before that.
///
/// A program has one draft of its own. The other drafts are *stored*: a program on the same server ended with one, or the
/// user left a form without saving, which sets the draft aside for 30 days. A stored draft can be taken over, which locks
/// it for other programs; the draft of a running program cannot. A draft that was taken over stays separate from the own
/// one until it is adopted, discarded, set aside or put back.
package protocol DraftStore: Sendable {
    /// Replaces this program's own draft. Returns at once; the newest wins.
    func keep(_ draft: UnsavedDraft)

    /// Deletes this program's own draft: it was saved or is unchanged.
    func discard()

    /// Sets this program's own draft aside: the user left the form without saving.
    func setAside(_ draft: UnsavedDraft)

    /// Takes over the newest draft of a program that has ended. A draft that was set aside does not count.
    /// - Returns: nil without such a draft.
    func takeOver() async -> StoredDraft?

    /// The stored drafts, the newest first.
    func stored() async -> [StoredDraft]

    /// Takes over one of the stored drafts.
    /// - Returns: nil if it is gone, or another program has it.
    func takeOver(_ id: StoredDraft.ID) async -> StoredDraft?

    /// Replaces this program's own draft with one that was taken over.
    func adopt(_ id: StoredDraft.ID)

    /// Deletes a draft that was taken over.
    func discard(_ id: StoredDraft.ID)

    /// Sets a draft aside that was taken over, for another 30 days.
    func setAside(_ id: StoredDraft.ID)

    /// Releases a draft that was taken over, unchanged.
    func putBack(_ id: StoredDraft.ID)

    /// Returns when all earlier calls are done.
    func flush() async
}

/// The unsaved text of a form.
package struct UnsavedDraft: Equatable, Sendable {
    /// The id of the friend, also of one that is still to be added.
    package let id: Friend.ID
    /// The friend as it was when its form was opened; nil for a new one.
    package let base: Friend?
    /// The texts, valid or not.
    package let details: FriendDetails

    package init(id: Friend.ID, base: Friend?, details: FriendDetails) {
        self.id = id
        self.base = base
        self.details = details
    }
}

/// A draft that no running program has.
package struct StoredDraft: Equatable, Sendable {
    /// The name of the draft, unique on its server.
    package struct ID: Hashable, Sendable {
        package let rawValue: String

        package init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    package let id: ID
    package let draft: UnsavedDraft
    /// The time of the last edit, in seconds since 1970.
    package let time: Int

    package init(id: ID, draft: UnsavedDraft, time: Int) {
        self.id = id
        self.draft = draft
        self.time = time
    }
}
