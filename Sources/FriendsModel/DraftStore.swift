/// Where what is being typed into a form is kept until it is saved or thrown away, also when the program ends before
/// that.
///
/// A program has one draft of its own. What another program, on the same server, has left behind when it ended can be
/// taken over; what belongs to a program that still runs cannot. What was taken over lies beside this program's own
/// draft until it is decided what becomes of it: whatever is typed meanwhile does not touch it.
package protocol DraftStore: Sendable {
    /// Keeps a draft as this program's own, in the place of what it was before. Returns at once; the newest wins.
    func keep(_ draft: UnsavedDraft)

    /// Drops this program's own draft: it was saved, or the person has thrown it away.
    func discard()

    /// Takes the newest draft that was left behind, so that no other program does.
    /// - Returns: nil when there is none.
    func takeOver() async -> UnsavedDraft?

    /// Makes the draft that was taken over this program's own, in the place of what it was before.
    func adopt()

    /// Drops the draft that was taken over.
    func discardTaken()

    /// Lets go of the draft that was taken over: it is left behind again, as it was.
    func putBack()

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
