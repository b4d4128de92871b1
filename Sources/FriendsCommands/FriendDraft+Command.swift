import FriendsModel

extension FriendDetails {
    /// Checks what a server would store of a new friend.
    /// - Parameter name: what messages begin with.
    package func checked(_ name: String = "") throws(CommandFailure) -> FriendDetails {
        if let failure = CommandFailure.invalid(FriendDraft(self).problems, name) { throw failure }
        return FriendDraft(self).trimmed
    }

    /// Checks a change. What was wrong before can stay.
    package func checked(after old: FriendDetails) throws(CommandFailure) {
        let former = FriendDraft(old).problems
        let problems = FriendDraft(self).problems.filter { !former.contains($0) }
        if let failure = CommandFailure.invalid(problems, "") { throw failure }
    }
}
