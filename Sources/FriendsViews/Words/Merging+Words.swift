import FriendsModel
import FriendsSearch
import FriendsViewModels

extension Merging {
    /// What the friends share.
    var title: String { "Merge \u{B7} same \(reasons.words)" }

    /// How many of the group are here.
    var countText: String { group.count > 2 ? "2 of \(group.count) friends" : "2 friends" }

    /// Which part is selected.
    var placeText: String { "part \(selected + 1) of \(merge.parts.count)" }

    /// What keeps the result from being stored.
    var problemText: String? {
        FriendDraft(merge.preview).wholeProblem.map { "Not possible: \($0.message)" }
    }

    static func resultText(_ line: String) -> String { "Result: \(line)" }

    /// What becomes of the two friends: a text for each column, and one for a screen without columns.
    static let sideTexts = ["Left: stays", "Right: goes to the trash"]
    static let sidesText = "Left stays, right goes to the trash"
}
