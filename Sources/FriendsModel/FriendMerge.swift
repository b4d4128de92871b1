/// A friend that was changed in two places, merged field by field and line by line. Texts are the same when their bytes
/// are.
package struct FriendMerge: Equatable, Sendable {
    /// The result of both edits; in the parts of ``conflicts``, what we have.
    package private(set) var details: FriendDetails
    /// The parts that both have changed, each to something else: the fields, then the lines.
    package private(set) var conflicts: [FriendPart] = []

    /// - Parameter base: what both have begun from.
    package init(base: FriendDetails, mine: FriendDetails, theirs: FriendDetails) {
        details = mine
        for field in FriendField.allCases where !mine[field].isIdentical(to: theirs[field]) {
            if mine[field].isIdentical(to: base[field]) {
                details[field] = theirs[field]
            } else if !theirs[field].isIdentical(to: base[field]) {
                conflicts.append(.field(field))
            }
        }
        let lines = LineMerge(base: base.lines, mine: mine.lines, theirs: theirs.lines)
        details.lines = lines.lines
        conflicts += lines.conflicts.map(FriendPart.line)
    }
}
