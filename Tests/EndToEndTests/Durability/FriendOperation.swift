/// Something that a client has asked of one friend, and what it heard.
struct FriendOperation: Hashable, Sendable, CustomStringConvertible {
    enum Action: Hashable, Sendable {
        case read
        case create(StoredFriend)
        case change(to: StoredFriend, from: String)
        case delete(at: String)
        /// In a batch, where a deletion that was made before counts as done.
        case deleteInBatch(at: String)
    }

    /// What an answer says.
    struct Outcome: Hashable, Sendable {
        /// False when the server has refused, as the friend is not what the request takes it for.
        let isDone: Bool
        /// The friend as it is then, nil when it is not in the list.
        let friend: StoredFriend?
    }

    let action: Action
    /// Nil when the answer was lost: it was done, or not.
    let outcome: Outcome?
    /// From just before the request was sent until the answer was there, or the server gone.
    let time: ClosedRange<ContinuousClock.Instant>

    var description: String {
        let answer = outcome.map { "\($0.isDone ? "done" : "refused"): \($0.friend?.description ?? "no friend")" }
        return "\(action) → \(answer ?? "lost")"
    }
}

extension FriendOperation {
    /// What the friend can be afterwards when it was `friend` before (nil is no friend): nothing at all when the answer
    /// cannot be explained.
    func results(from friend: StoredFriend?) -> [StoredFriend?] {
        guard let outcome else { return [friend] + effects(on: friend) }
        if friend == nil, case .deleteInBatch = action { return outcome.friend == nil ? [nil] : [] }
        let isExplained =
            if outcome.isDone {
                effects(on: friend).contains { agrees($0, with: outcome.friend) } && !hasKeptItsVersion
            } else {
                agrees(friend, with: outcome.friend) && !isAllowed(on: outcome.friend)
            }
        return isExplained ? [outcome.friend] : []
    }

    /// What becomes of the friend when this is done: nothing when it must be refused.
    private func effects(on friend: StoredFriend?) -> [StoredFriend?] {
        guard isAllowed(on: friend) else { return [] }
        return switch action {
        case .read: [friend]
        case .create(let new), .change(let new, _): [new]
        case .delete, .deleteInBatch: [nil]
        }
    }

    private func isAllowed(on friend: StoredFriend?) -> Bool {
        switch action {
        case .read: friend != nil
        case .create: friend == nil
        case .change(_, let version), .delete(let version), .deleteInBatch(let version):
            friend?.isPerhaps(at: version) ?? false
        }
    }

    private func agrees(_ friend: StoredFriend?, with told: StoredFriend?) -> Bool {
        guard let friend, let told else { return friend == told }
        return friend.matches(told)
    }

    /// Whether the answer tells a changed friend at the version that it had before.
    private var hasKeptItsVersion: Bool {
        guard case .change(_, let version) = action else { return false }
        return outcome?.friend?.version == version
    }
}
