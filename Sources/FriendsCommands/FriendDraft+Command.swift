import FriendsModel

extension FriendDetails {
    /// Checks what a server would store of a new friend.
    /// - Parameter name: what messages begin with.
    package func checked(_ name: String = "") throws(CommandFailure) -> FriendDetails {
        try CommandFailure.check(FriendDraft(self).problems, name)
        return FriendDraft(self).trimmed
    }

    /// Checks a change. What was wrong before can stay.
    package func checked(after old: FriendDetails) throws(CommandFailure) {
        let former = FriendDraft(old).problems
        try CommandFailure.check(FriendDraft(self).problems.filter { !former.contains($0) }, "")
    }
}

extension CommandFailure {
    fileprivate static func check(_ problems: [DraftProblem], _ name: String) throws(CommandFailure) {
        guard let first = problems.first else { return }
        throw CommandFailure(
            .wrongUsage, "\(name)\(first.message).", details: problems.dropFirst().map { "\($0.message)." })
    }
}
