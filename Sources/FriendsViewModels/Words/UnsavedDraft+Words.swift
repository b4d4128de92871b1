import FriendsModel

extension UnsavedDraft {
    /// What the user was doing.
    package var title: String {
        if let base { return "Editing \(base.details.fullName)" }
        return name.isEmpty ? "Adding a friend" : "Adding \(name)"
    }

    /// What it is, for the question at the start.
    var unsavedTitle: String {
        if let base { return "Unsaved changes: \(base.details.fullName)" }
        return name.isEmpty ? "Unsaved friend" : "Unsaved friend: \(name)"
    }

    private var name: String { details.fullName.trimmed }
}
