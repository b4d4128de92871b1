import FriendsModel

extension FriendListViewModel {
    /// Deletes what is marked, or else the selected friend.
    func delete() async {
        if state.hasMarks { await deleteMarked() } else { await deleteSelected() }
    }

    private func deleteSelected() async {
        guard let friend = state.selectedFriend, !state.isWriting else { return }
        let step = UndoHistory.Step.deleted(friend)
        await write(step, as: .delete(friend.details)) { _ in
            state.history.record(step)
            state.status = Status(kind: .success, text: "Deleted \(friend.details.shortName)", offer: .undo)
        } doubtful: {
            // Bringing back a friend that was not deleted after all changes nothing.
            state.history.record(step)
        }
    }

    /// Takes over a friend that the form has saved, and brings the list up to date.
    /// - Parameters:
    ///   - step: what saving has changed; nil when it was nothing.
    ///   - isMerged: whether the friend has something that was changed elsewhere and not to be seen in the form.
    package func friendWasSaved(_ friend: Friend, step: UndoHistory.Step?, isMerged: Bool) async {
        if let step { state.history.record(step) }
        let merged = isMerged ? ", merged with a change made elsewhere" : ""
        await show(friend, by: step) {
            state.status = Status(kind: .success, text: "Saved \(friend.details.shortName)\(merged)")
        }
    }

    /// Says that a write was given up, here or in the form.
    func writeWasCancelled() {
        state.status = Status(kind: .problem, text: "Cancelled \u{2013} it may have been done anyway")
    }

    /// Returns when no write is under way.
    func writesEnded() async {
        // Another one may have begun before this is told that one has ended.
        while state.isWriting { await withCheckedContinuation { writeWaiters.append($0) } }
    }

    func endWriting() {
        state.isWriting = false
        for waiter in writeWaiters { waiter.resume() }
        writeWaiters = []
    }

    /// Puts a friend into the rows before the server's list is there, and selects it.
    /// - Parameter step: what was written; nil when it was nothing.
    private func show(_ friend: Friend, by step: UndoHistory.Step?, report: () -> Void) async {
        if let step {
            store.show(.init(id: friend.id, result: friend, base: step.original?.version))
        } else {
            store.compare(friend)
        }
        let isShown = state.rows.index(of: friend.id) != nil
        state.select(friend.id)
        report()
        let selection = state.selection
        await store.loadUnlessFollowing()
        // Where only a load could tell what the friend is now, it was not there to be selected before. What the person
        // has selected meanwhile stays selected.
        if !isShown, selection == nil || state.selection?.id == selection?.id { state.select(friend.id) }
    }

    /// One write at a time: the first wins, and what is asked for until it ends is ignored.
    ///
    /// The list is brought up to date after a success, and loaded anew when the server says that the friend is gone or
    /// another one now.
    /// - Parameter change: what is written, whatever it is called in messages.
    func write(
        _ change: UndoHistory.Step, as operation: Operation, succeeded: (Friend?) -> Void,
        refused: () -> Void = {}, doubtful: () -> Void = {}
    ) async {
        state.isWriting = true
        state.status = nil
        if case .deleted(let friend) = change { state.pending = friend.id }
        let client = client
        let wasDoubtful = doubtfulChange == change
        let outcome = await calls.run(operation, isRepeated: wasDoubtful) { isRepeated throws(FriendsClientError) in
            try await change.make(on: client, isRepeated: isRepeated)
        }
        state.pending = nil
        if wasDoubtful { doubtfulChange = nil }
        endWriting()
        switch outcome.result {
        case .success(let friend):
            if let friend {
                await show(friend, by: change) { succeeded(friend) }
            } else {
                if let original = change.original {
                    state.marks.ids.remove(original.id)
                    store.show(.init(id: original.id, result: nil, base: original.version))
                }
                succeeded(nil)
                await store.loadUnlessFollowing()
            }
        case .failure(let error):
            if outcome.mayHaveBeenDone {
                doubtfulChange = change
                doubtful()
            }
            switch error {
            case .conflict, .rejected, .notFound:
                refused()
                await store.load()
            case .cancelled: writeWasCancelled()
            case .notSignedIn, .tokenRefused, .unreachable, .timedOut, .untrusted, .connectionLost, .unreadableAnswer,
                .notDone, .unavailable, .failed, .unexpectedStatus, .snapshotTooOld, .notOffered:
                break
            }
        }
    }
}
