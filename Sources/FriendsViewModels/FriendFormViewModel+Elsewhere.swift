import FriendsModel

extension FriendFormViewModel {
    /// Takes note of what somebody else has made of the friend.
    func friendChanged(_ current: Friend) {
        if !state.isChanged { rebase(onto: current) }
    }

    /// Takes note that somebody else has deleted the friend: what was typed can be added anew.
    func friendDeleted() {
        if let friend = state.friend { state.mode = .add(friend.id) }
    }
}
