import FriendsModel

/// Something that is asked of the server, as a person speaks of it.
package enum Operation: Equatable, Sendable {
    case load
    case add(FriendDetails)
    case update(FriendDetails)
    case updateSeveral(Int)
    case delete(FriendDetails)
    case deleteSeveral(Int)
    case merge(FriendDetails)
    case undo([UndoHistory.Step])
    case redo([UndoHistory.Step])
    case loadTrash
    case restore(FriendDetails)
    case restoreSeveral(Int)
    case importSeveral(Int)
    /// Reads friends to export them.
    case export(Int)
}
