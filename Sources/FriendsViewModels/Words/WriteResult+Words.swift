import FriendsList
import FriendsModel

extension WriteResult {
    /// The maximum number of friends that a message names; more are counted.
    private static let maximumNames = 20

    /// The names of the friends whose change was made, for the messages.
    var madeNames: String {
        let names = made.prefix(Self.maximumNames).map { $0.change.friendName }.joined(separator: ", ")
        let more = made.count - Self.maximumNames
        return more > 0 ? "\(names), and \(more) more" : names
    }

    /// What has not become of the rest, for the status line; nil when there is no rest.
    var restText: String? {
        let parts = [
            refusedCount == 0 ? nil : "\(refusedCount) refused",
            unresolved.isEmpty ? nil : "\(unresolved.count) unconfirmed",
            leftCount == 0 ? nil : "\(leftCount) left",
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// What to report of a series of which not all was made.
    func failurePrompt(during operation: Operation) -> Prompt {
        let count = made.count + refusedCount + unresolved.count + leftCount
        guard let stop, stop != .cancelled else {
            let heading = refusedCount.counted(
                one: "1 of \(count) was not done.", other: "\(refusedCount) of \(count) were not done.")
            return .alert(heading, refusedNames)
        }
        let failure = Failure(stop, during: operation, mayHaveBeenDone: !unresolved.isEmpty)
        // The two writes of a merge are one thing to the user, unless one of them was made.
        if operation.isMerge, made.isEmpty { return failure.beginning(with: refusedNames).prompt }
        let left = "\(made.count) of \(count) done, \(leftCount + unresolved.count) left."
        return failure.beginning(with: [.text(left)] + refusedNames).prompt
    }

    /// The maximum number of refused friends that are named; more are counted.
    private static let maximumRefusedNames = 6

    /// Who was refused, and why.
    private var refusedNames: [MessageLine] {
        var lines: [MessageLine] = refused.prefix(Self.maximumRefusedNames).map { refusal in
            "\(refusal.change.friendName): \(refusal.error.refusalText(of: refusal.change))"
        }
        let more = refusedCount - Self.maximumRefusedNames
        if more > 0 { lines.append("And \(more) more.") }
        return lines
    }
}

extension Operation {
    fileprivate var isMerge: Bool {
        switch self {
        case .merge: true
        case .redo(let steps), .undo(let steps): steps.isMerge
        default: false
        }
    }
}

extension UndoHistory.Step {
    /// The short name of the friend that is changed.
    fileprivate var friendName: String { (result ?? original)?.details.shortName ?? "" }
}

extension FriendsClientError {
    fileprivate func refusalText(of change: UndoHistory.Step) -> String {
        let write: FriendWrite =
            if case .restoredWithChanges(let friend, _) = change {
                .restore(friend.id, details: friend.details)
            } else {
                change.write(rest: nil)
            }
        if let refusal = refusal(of: write) { return refusal.rawValue }
        if case .rejected = self { return words.reasons[0] }
        return "It failed."
    }
}
