import FriendsModel
import FriendsSearch

/// What the list is narrowed to.
package struct FriendFilter: Equatable, Sendable {
    /// What was typed.
    package internal(set) var input: TextInput
    /// Whether keys go to the text.
    package internal(set) var isTyping = true
    /// What the text asks for.
    package private(set) var query = FriendQuery("")
    /// The friend that was selected when the typing began, to which clearing the field leads back, and the first row on
    /// the screen then.
    let origin: Friend.ID?
    let originTop: Int
    /// The friend to select if it is a match: the one selected before, or the one that the user has moved to since.
    var wanted: Friend.ID?

    init(origin: Friend.ID?, top: Int) {
        input = TextInput()
        self.origin = origin
        originTop = top
        wanted = origin
    }

    mutating func renewQuery() {
        query = FriendQuery(input.text)
    }
}
