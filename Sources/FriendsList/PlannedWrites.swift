import FriendsModel

/// The writes of a series, and what undo needs to take them back.
package struct PlannedWrites: Sendable {
    package var steps: [UndoHistory.Step]
    /// The new rests of friends.
    package var rests: [Friend.ID: [UInt8]] = [:]
    /// The rests of friends that are changed, or come back from the trash with changes. Undo deletes another added friend, and
    /// redo brings it back with its rest.
    package var changedRests: [Friend.ID: RestStep] = [:]

    package init(_ steps: [UndoHistory.Step] = []) { self.steps = steps }
}
