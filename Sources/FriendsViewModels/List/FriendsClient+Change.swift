import FriendsModel

extension FriendsClient {
    /// Gives a friend other details. A server that does not say what it has made of the friend is asked for it: the next
    /// change, undoing this one too, needs the version.
    /// - Returns: the friend as it is now; at the old version where that is not to be known.
    func change(_ old: Friend, to details: FriendDetails) async throws(FriendsClientError) -> Friend {
        let changes = FriendChanges(from: old.details, to: details)
        if let friend = try await update(old.id, with: changes, from: old.version) { return friend }
        // The change was made, whatever becomes of the question. A version at which others have changed one of the
        // same fields is none to go on from: it would let undo overwrite what nobody here has seen.
        if let now = try? await friend(old.id), changes.applied(to: now.details) == now.details { return now }
        return Friend(id: old.id, version: old.version, details: details)
    }
}
