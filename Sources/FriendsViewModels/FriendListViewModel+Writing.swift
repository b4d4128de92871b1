import FriendsModel

extension FriendListViewModel {
    func deleteSelected() async {
        guard let friend = state.selectedFriend, !state.isWriting else { return }
        await write(.delete(friend.details), pending: friend.id) { client, isRepeated throws(FriendsClientError) in
            do throws(FriendsClientError) {
                try await client.delete(friend.id, at: friend.version)
            } catch .notFound where isRepeated {
                // The first attempt did it, and only its answer was lost.
            }
        } succeeded: { list in
            list.state.deleted.append(friend)
            list.showWritten(nil, id: friend.id, replacing: friend.version)
            list.state.status = Status(
                kind: .success, text: "Deleted \(friend.details.shortName) \u{2013} press u to undo")
        } doubtful: { list in
            // Bringing back a friend that was not deleted after all changes nothing.
            list.state.deleted.append(friend)
        }
    }

    /// Brings the friend that was deleted last back, under its own id.
    func undo() async {
        guard !state.isWriting else { return }
        guard let friend = state.deleted.last else {
            state.status = Status(kind: .information, text: "Nothing to undo")
            return
        }
        await write(.restore(friend.details), pending: nil) { client, _ throws(FriendsClientError) in
            try await client.add(friend.details, id: friend.id)
        } succeeded: { list, restored in
            list.state.deleted.removeLast()
            list.putIn(restored, replacing: nil)
            list.state.status = Status(kind: .success, text: "Brought back \(restored.details.shortName)")
        } refused: { list in
            // It can never be brought back like this, and must not stand before the others.
            list.state.deleted.removeLast()
        }
    }

    /// Takes over a friend that the form has saved, and brings the list up to date.
    /// - Parameter base: the version that was changed; nil for a new friend.
    package func friendWasSaved(_ friend: Friend, replacing base: Friend.Version?) async {
        putIn(friend, replacing: base)
        state.status = Status(kind: .success, text: "Saved \(friend.details.shortName)")
        await loadUnlessFollowing()
    }

    /// Says that a write was given up, here or in the form.
    func writeWasCancelled() {
        state.status = Status(kind: .problem, text: "Cancelled \u{2013} it may have happened all the same")
    }

    /// Returns when no write is under way.
    func writesEnded() async {
        guard state.isWriting else { return }
        await withCheckedContinuation { writeWaiters.append($0) }
    }

    private func endWriting() {
        state.isWriting = false
        for waiter in writeWaiters { waiter.resume() }
        writeWaiters = []
    }

    /// Puts a friend into the rows before the server's list is there, and selects it.
    private func putIn(_ friend: Friend, replacing base: Friend.Version?) {
        state.content = .loaded
        showWritten(friend, id: friend.id, replacing: base)
        state.select(friend.id)
    }

    /// One write at a time: the first wins, and what is asked for until it ends is ignored.
    ///
    /// The list is brought up to date after a success, and loaded anew when the server says that the friend is gone or
    /// another one now.
    private func write<Value: Sendable>(
        _ operation: Operation, pending: Friend.ID?,
        _ call: @escaping @MainActor (any FriendsClient, _ isRepeated: Bool) async throws(FriendsClientError) -> Value,
        succeeded: (FriendListViewModel, Value) -> Void,
        refused: (FriendListViewModel) -> Void = { _ in }, doubtful: (FriendListViewModel) -> Void = { _ in }
    ) async {
        state.isWriting = true
        state.status = nil
        state.pending = pending
        let client = client
        let result = await calls.run(operation) { isRepeated throws(FriendsClientError) in
            try await call(client, isRepeated)
        }
        state.pending = nil
        endWriting()
        switch result {
        case .success(let value):
            succeeded(self, value)
            await loadUnlessFollowing()
        case .failure(let error):
            if error.mayHaveBeenDone { doubtful(self) }
            switch error {
            case .conflict, .rejected:
                refused(self)
                await load()
            case .notFound: await load()
            case .cancelled: writeWasCancelled()
            case .notSignedIn, .unreachable, .timedOut, .untrusted, .unreadableAnswer, .failed,
                .snapshotTooOld, .notOffered:
                break
            }
        }
    }

    private func write(
        _ operation: Operation, pending: Friend.ID?,
        _ call: @escaping @MainActor (any FriendsClient, _ isRepeated: Bool) async throws(FriendsClientError) -> Void,
        succeeded: (FriendListViewModel) -> Void, doubtful: (FriendListViewModel) -> Void
    ) async {
        await write(operation, pending: pending, call, succeeded: { list, _ in succeeded(list) }, doubtful: doubtful)
    }
}

extension FriendDetails {
    /// The full name, short enough to leave room for what is said about it in one line.
    fileprivate var shortName: String {
        fullName.count > 40 ? fullName.prefix(39) + "\u{2026}" : fullName
    }
}
