import FriendsModel

/// The writes of a series, and what undo needs to take them back.
package struct PlannedWrites: Sendable {
    package var steps: [UndoHistory.Step]
    /// The new rests of friends.
    package var rests: [Friend.ID: [UInt8]] = [:]
    /// The rests of friends that are changed or imported, or come back from the trash with changes. A friend that someone has added
    /// by hand goes to the trash with its rest, and comes back with it.
    package var changedRests: [Friend.ID: RestStep] = [:]
    /// What puts copies into the trash of what the steps replace there, by the friends of the steps. They are made first: undo ends with
    /// the program.
    package var copies: [Friend.ID: FriendWrite] = [:]

    package init(_ steps: [UndoHistory.Step] = []) { self.steps = steps }
}
