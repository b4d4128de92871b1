import FriendsModel

/// A friend that was changed in two places, put together field by field. Texts are the same when their bytes are.
package struct FriendMerge: Equatable, Sendable {
    /// What both have made of it; in the fields of ``conflicts``, what we have.
    package private(set) var details: FriendDetails
    /// The fields that both have given another text.
    package private(set) var conflicts: [FriendField] = []

    /// - Parameter base: what both have begun from.
    package init(base: FriendDetails, mine: FriendDetails, theirs: FriendDetails) {
        details = mine
        for field in FriendField.allCases where !mine[field].isIdentical(to: theirs[field]) {
            if mine[field].isIdentical(to: base[field]) {
                details[field] = theirs[field]
            } else if !theirs[field].isIdentical(to: base[field]) {
                conflicts.append(field)
            }
        }
        if mine.lines == base.lines { details.lines = theirs.lines }
    }
}
