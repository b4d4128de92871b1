import FriendsModel

extension FriendListViewModel {
    /// Takes the last change back, or makes the one again that was taken back last. The server refuses when somebody
    /// else has changed the friend since; such a step is forgotten, as it can never be made any more.
    func perform(_ direction: UndoHistory.Direction) async {
        guard !state.isWriting else { return }
        guard let steps = state.history.next(direction), let step = steps.first else {
            state.status = Status(kind: .information, text: direction.nothingText)
            return
        }
        // A marked friend comes back with its mark, also when it was the only one.
        guard steps.count == 1, state.history.nextPlace(direction) == nil else {
            return await perform(steps, direction)
        }
        await write(step.change(for: direction), as: direction.operation([step])) { result in
            state.history.move(step, direction, result: result)
            state.status = Status(kind: .success, text: direction.successText([step]), offer: direction.reverse)
        } refused: {
            state.history.drop(step, direction)
        } doubtful: {
            // A deletion that may have been made again must not be forgotten with the next change. Bringing back a friend
            // that was not deleted after all changes nothing.
            if direction == .redo, case .deleted = step { state.history.move(step, .redo, result: nil) }
        }
    }

    /// Takes note of steps that may have been made: what of them the list shows, now or later, can be undone.
    func watch(_ steps: [UndoHistory.Step]) {
        watchedSteps.append(steps)
        recordWhatWasMade()
    }

    /// Puts the steps into the history that turn out to have been made. A friend that has become another one than both
    /// before and after a step has been changed by somebody else, or by us and known: the step is forgotten.
    func recordWhatWasMade() {
        guard !watchedSteps.isEmpty else { return }
        watchedSteps = watchedSteps.compactMap { steps in
            var known = state.history.done
            var found: [UndoHistory.Step] = []
            let left = steps.filter { step in
                guard let made = step.result, let index = state.rows.index(of: made.id) else { return true }
                let row = state.rows[index]
                guard row.version != step.original?.version else { return true }
                let isKnown = known.contains { $0.result == row }
                if row.details == made.details, !isKnown {
                    found.append(step.resulting(in: row))
                    known.append(step.resulting(in: row))
                }
                return false
            }
            state.history.record(found)
            return left.isEmpty ? nil : left
        }
    }
}

extension UndoHistory.Direction {
    fileprivate var nothingText: String {
        switch self {
        case .undo: "Nothing to undo"
        case .redo: "Nothing to redo"
        }
    }

    func operation(_ steps: [UndoHistory.Step]) -> Operation {
        switch self {
        case .undo: .undo(steps)
        case .redo: .redo(steps)
        }
    }

    func successText(_ steps: [UndoHistory.Step]) -> String {
        switch self {
        case .undo: "Undid \(steps.text)"
        case .redo: "Redid \(steps.text)"
        }
    }

    /// What takes that back.
    var reverse: FriendListViewModel.Status.Offer {
        switch self {
        case .undo: .redo
        case .redo: .undo
        }
    }
}

extension UndoHistory.Step {
    /// Makes the change on the server. A refusal that comes without the friend as it is now does not tell whose change is
    /// in the way: the friend is asked for, as what is in the way can be an earlier attempt at the same step.
    /// - Parameter isRepeated: whether it may have been made already, by a call whose outcome is not known.
    /// - Returns: the friend as it is now; nil when it was deleted.
    func make(on client: any FriendsClient, isRepeated: Bool) async throws(FriendsClientError) -> Friend? {
        do {
            switch self {
            case .added(let friend), .restored(let friend):
                return try await client.restore(friend.id, details: friend.details)
            case .updated(let old, let new): return try await client.change(old, to: new.details)
            case .deleted(let friend): try await client.delete(friend.id, at: friend.version)
            }
            return nil
        } catch .conflict(let current) {
            return try await outcome(current, on: client, isRepeated: isRepeated)
        } catch .notFound where result == nil && isRepeated {
            // The first attempt did it, and only its answer was lost.
            return nil
        }
    }

    /// What there is to say when something is in the way of the step.
    private func outcome(
        _ current: Friend?, on client: any FriendsClient, isRepeated: Bool
    ) async throws(FriendsClientError) -> Friend? {
        let now: Friend
        do {
            if let current { now = current } else { now = try await client.friend(id) }
        } catch .notFound where result == nil && isRepeated {
            return nil
        }
        // It is as the step would leave it: an earlier attempt did it, and only its answer was lost.
        guard let result, now.details == result.details else { throw .conflict(current: now) }
        return now
    }
}
