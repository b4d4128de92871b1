import FriendsList
import FriendsModel

extension Operation {
    /// What the loading overlay says.
    package var progressText: String {
        switch self {
        case .load: "Loading friends\u{2026}"
        case .add(let details), .update(let details): "Saving \(details.fullName)\u{2026}"
        case .updateSeveral(let count): "Saving \(count.friends)\u{2026}"
        case .delete(let details): "Deleting \(details.fullName)\u{2026}"
        case .deleteSeveral(let count): "Deleting \(count.friends)\u{2026}"
        case .merge(let details): "Merging \(details.fullName)\u{2026}"
        case .undo(let steps): "Undoing the \(steps.text)\u{2026}"
        case .redo(let steps): "Redoing the \(steps.text)\u{2026}"
        case .loadTrash: "Loading deleted friends\u{2026}"
        case .restore(let details): "Restoring \(details.fullName)\u{2026}"
        case .restoreSeveral(let count): "Restoring \(count.friends)\u{2026}"
        case .importSeveral(let count): "Importing \(count.friends)\u{2026}"
        case .export(let count): "Exporting \(count.friends)\u{2026}"
        }
    }
}
