import FriendsList
import FriendsModel

extension FriendFormViewModel {
    /// How often a submission is sent again, merged with what it met, when that changes again and again.
    private static let maximumMerges = 5

    /// What has become of an attempt to save.
    private enum Outcome {
        case saved(Friend, step: UndoHistory.Step?, isMerged: Bool)
        /// Both sides have changed a part, each to something else.
        case undecided
        case deletedElsewhere
    }

    func submit() async {
        state.isSending = true
        state.rejections = [:]
        state.followNames()
        let completion = await submission(addingAgain: false)
        state.isSending = false
        if case .saved? = completion {} else { dropTypedAhead() }
        if let completion { await onCompletion(completion) }
    }

    /// Saves the form, with retries as long as the user wants.
    /// - Parameter addingAgain: whether a friend that was deleted elsewhere is to be added again.
    /// - Returns: nil when nothing has happened that others need to know.
    private func submission(addingAgain: Bool) async -> Completion? {
        let operation = state.mode.operation(state.mine, addingAgain: addingAgain)
        let outcome = await calls.run(operation) { [weak self] _ throws(FriendsClientError) in
            guard let self else { throw .cancelled }
            return try await save(addingAgain: addingAgain)
        }
        switch outcome.result {
        case .success(.saved(let friend, let step, let isMerged)):
            return .saved(friend, step: step, isMerged: isMerged)
        case .success(.undecided):
            state.askForChoices()
            return .outdated
        case .success(.deletedElsewhere):
            switch await desk.ask(.deletedElsewhere(state.mine)) {
            case .addAgain: return await submission(addingAgain: true)
            case .discard: return .discard
            default: return .outdated
            }
        case .failure(.rejected(let parts, _)):
            state.reject(parts, sent: state.sentLines)
            // The friend may have been brought back before.
            return addingAgain ? .outdated : nil
        case .failure(.conflict), .failure(.notFound): return .outdated
        case .failure(.cancelled): return .cancelled
        case .failure: return nil
        }
    }

    /// Sends the form to the server, merged with changes of others in the meantime.
    private func save(addingAgain: Bool) async throws(FriendsClientError) -> Outcome {
        for _ in 0..<Self.maximumMerges {
            let outcome: Outcome?
            switch state.mode {
            case .add(let id): outcome = try await add(id)
            case .update(let friend) where state.isDeletedElsewhere:
                guard addingAgain else { return .deletedElsewhere }
                outcome = try await restore(friend)
            case .update(let friend): outcome = try await update(friend)
            }
            if let outcome { return outcome }
        }
        throw .conflict(current: nil)
    }

    /// - Returns: nil when there is a friend with that id; it is known then.
    private func add(_ id: Friend.ID) async throws(FriendsClientError) -> Outcome? {
        let details = state.mine
        state.sentLines = details.lines
        do {
            let friend = try await desk.client.add(details, id: id)
            return .saved(friend, step: .added(friend), isMerged: false)
        } catch {
            let attempt = Friend(id: id, version: Friend.Version(""), details: details)
            try await learn(from: error, attempt: .added(attempt))
            return nil
        }
    }

    /// Brings the deleted friend back as it was, with all that the server keeps of it; what was typed is a change of it.
    /// - Returns: nil: the friend is there now, or gone again, and that is known.
    private func restore(_ friend: Friend) async throws(FriendsClientError) -> Outcome? {
        state.sentLines = friend.details.lines
        do {
            let restored = try await desk.client.restore(friend.id, details: friend.details)
            friendChanged(restored)
            // If the change fails, the friend stays in the list, and the person can undo that.
            state.unanswered.append(.restored(restored))
        } catch {
            let attempt = Friend(id: friend.id, version: Friend.Version(""), details: friend.details)
            try await learn(from: error, attempt: .restored(attempt))
        }
        return nil
    }

    /// - Returns: nil when the friend is another one now, or is gone; that is known then.
    private func update(_ friend: Friend) async throws(FriendsClientError) -> Outcome? {
        let merge = state.merge
        guard merge.conflicts.isEmpty else { return .undecided }
        guard merge.details != friend.details else {
            // Both have typed the same, or it was us, by an attempt whose answer was lost.
            return .saved(friend, step: state.unanswered.made(friend), isMerged: false)
        }
        let isMerged = merge.details != state.mine
        // Before it is sent: the list can tell of it before its answer does.
        let unanswered = storedUnanswered
        state.sentLines = merge.details.lines
        do {
            let updated = try await desk.client.change(friend, to: merge.details)
            // After a lost response, the friend may come with later changes by others.
            let step = UnansweredAttempts.step(from: friend, to: updated, sent: merge.details, after: unanswered)
            let others = UnansweredAttempts.changes(from: merge.details, to: updated.details, on: friend.details)
            return .saved(updated, step: step, isMerged: isMerged || others != friend.details)
        } catch {
            let attempt = friend.with(merge.details)
            try await learn(from: error, attempt: .updated(from: friend, to: attempt))
            return nil
        }
    }

    /// Takes from an error what the friend is now, so that the next attempt continues from there.
    /// - Throws: the error, when it does not say.
    private func learn(from error: FriendsClientError, attempt: UndoHistory.Step) async throws(FriendsClientError) {
        switch (error, attempt) {
        case (.conflict(let current?), _): found(current)
        case (.conflict(nil), .added(let friend)), (.conflict(nil), .updated(_, let friend)),
            (.conflict(nil), .restored(let friend)), (.conflict(nil), .restoredWithChanges(_, let friend)):
            do {
                found(try await desk.client.friend(friend.id))
            } catch .notFound {
                friendDeleted()
            }
        case (.notFound, .updated): friendDeleted()
        default:
            if error.mayHaveBeenDone {
                state.unanswered.append(attempt)
                resolveWrites()
                // The list shows it, so there is no failure to report.
                if error != .cancelled, savedUnanswered != nil { return }
            }
            throw error
        }
    }

    /// Continues from a friend in an unexpected state.
    ///
    /// A new friend's id is known to this form alone: it was added by an attempt whose answer was lost. When it is not
    /// any more what that attempt has sent, the user decides every field that differs.
    private func found(_ current: Friend) {
        if case .add = state.mode { state.mode = .update(current) }
        friendChanged(current)
    }
}

extension FriendForm.Mode {
    fileprivate func operation(_ details: FriendDetails, addingAgain: Bool) -> Operation {
        switch self {
        case .update where !addingAgain: .update(details)
        case .add, .update: .add(details)
        }
    }
}
