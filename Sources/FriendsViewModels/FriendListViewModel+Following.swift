import FriendsModel

/// How the list follows the server's: by a stream of changes, by asking for them from time to time, or not at all.
///
/// The rows are always the list of one snapshot, from a load or from the cache, with all changes up to it made in
/// order, and on top of that the writes of this program that these have not yet brought (``UnconfirmedWrites``). While
/// a load is under way nothing is followed, so that the load is at least as new as what is shown; from its snapshot on
/// the list is followed again.
extension FriendListViewModel {
    /// Where changes are heard from. The first is tried first.
    enum ChangeSource: Equatable, Sendable { case stream, polling, nothing }

    /// How far the list has been followed, and what is still to be shown.
    struct Following {
        var source = ChangeSource.stream
        /// The state of the server's list that the rows are.
        var snapshot: FriendPage.Snapshot?
        /// What was heard of and is not shown yet, in order.
        var waiting: [ListChanges] = []
        var unconfirmed = UnconfirmedWrites()
        /// The friends that others have deleted since the last load: the answer of an addition can come after that.
        var deletedElsewhere: Set<Friend.ID> = []
        /// Whether a write was answered with something of which it cannot be told whether it is newer than the rows.
        var isInDoubt = false
        /// How often the changes could not be had since they last could.
        var failures = 0
        /// How often changes were asked for since a stream last stood.
        var polls = 0
        /// How often the list was loaded because the changes did not tell enough, since they last did.
        var reloads = 0
        var task: Task<Void, Never>?
        /// Shows what waits.
        var showing: Task<Void, Never>?
        /// Tells what is heard by this following of the list from what an earlier one still brings.
        var number = 0
    }

    static let pollingInterval = Duration.seconds(5)
    /// After so many answers to polling it is tried whether a stream that broke again and again works by now.
    static let pollsBeforeStream = 60
    /// While changes come without a pause they are shown so often.
    static let showingInterval = Duration.milliseconds(50)

    /// Whether what others change is shown by itself, and nothing needs to be loaded for it.
    var isFollowing: Bool { state.connection == .live && following.task != nil && !following.isInDoubt }

    /// Follows the list from the snapshot that is shown, if that is possible. After a failure it waits first.
    func follow() {
        stopFollowing()
        guard canFollow else { return }
        let number = following.number
        following.task = Task { [weak self] in await self?.keepFollowing(number) }
    }

    /// The state of the server's list up to which everything was heard of.
    private var lastHeard: FriendPage.Snapshot? { following.waiting.last?.snapshot ?? following.snapshot }

    var canFollow: Bool { following.snapshot != nil && following.source != .nothing }

    /// Stops following. What was not shown yet will be told again.
    func stopFollowing() {
        following.task?.cancel()
        following.showing?.cancel()
        (following.task, following.showing) = (nil, nil)
        following.waiting = []
        following.number += 1
    }

    private func keepFollowing(_ number: Int) async {
        if following.failures > 0 { try? await clock.sleep(for: backOff(following.failures)) }
        while number == following.number, let snapshot = lastHeard {
            do throws(FriendsClientError) {
                switch following.source {
                case .stream:
                    try await listen(since: snapshot, number)
                    await streamEnded(nil, number)
                case .polling: try await poll(since: snapshot, number)
                case .nothing: return
                }
            } catch .notOffered where number == following.number {
                guard useNextSource() else { return }
                continue
            } catch .snapshotTooOld where number == following.number {
                return loadInstead()
            } catch {
                guard number == following.number else { return }
                if following.source == .stream { await streamEnded(error, number) } else { connectionWasLost(error) }
            }
            try? await clock.sleep(for: following.failures > 0 ? backOff(following.failures) : Self.pollingInterval)
        }
    }

    private func listen(since snapshot: FriendPage.Snapshot, _ number: Int) async throws(FriendsClientError) {
        try await client.follow(since: snapshot) { [weak self] event in await self?.hear(event, number) }
    }

    /// Something between here and the server may hold every stream back, or cut it off. Where changes are answered all
    /// the same they are asked for from now on. A server that is away does not answer that either, and is followed by
    /// stream as soon as it is back.
    private func streamEnded(_ error: FriendsClientError?, _ number: Int) async {
        guard number == following.number else { return }
        connectionWasLost(error)
        guard following.failures > 1 || following.polls > 0, let snapshot = lastHeard else { return }
        do throws(FriendsClientError) {
            try await poll(since: snapshot, number)
            if number == following.number { following.source = .polling }
        } catch .snapshotTooOld where number == following.number {
            loadInstead()
        } catch {
            // It is the stream's failure that is told.
        }
    }

    private func poll(since snapshot: FriendPage.Snapshot, _ number: Int) async throws(FriendsClientError) {
        let changes = try await client.changes(since: snapshot)
        hear(.changes(changes), number)
        guard number == following.number else { return }
        following.polls += 1
        if following.polls % Self.pollsBeforeStream == 0 { following.source = .stream }
    }

    private func hear(_ event: FeedEvent, _ number: Int) {
        guard number == following.number else { return }
        connectionStands()
        if event == .connected { following.polls = 0 }
        guard case .changes(let changes) = event else { return }
        following.waiting.append(changes)
        if following.showing == nil { following.showing = Task { await showWaiting(number) } }
    }

    /// - Returns: whether there is another way to hear of changes.
    private func useNextSource() -> Bool {
        switch following.source {
        case .stream:
            following.source = .polling
            return true
        case .polling, .nothing:
            following.source = .nothing
            // What was shown from the cache can only be brought up to date by a load.
            if state.connection == .none { following.task = nil } else { loadInstead() }
            return false
        }
    }

    /// Loads because the changes do not tell enough. A server that says so again and again is asked ever less often.
    private func loadInstead() {
        stopFollowing()
        let number = following.number
        following.task = Task { [weak self] in
            guard let self else { return }
            if following.reloads > 0 {
                state.connection = .reconnecting(asOf: listTime)
                try? await clock.sleep(for: backOff(following.reloads))
            }
            guard number == following.number else { return }
            following.reloads += 1
            await load()
        }
    }

    // MARK: Showing changes

    private func showWaiting(_ number: Int) async {
        while number == following.number, !following.waiting.isEmpty {
            guard await show(following.waiting, number) else { break }
            // What comes in a burst is shown in a few steps, not in a thousand.
            try? await clock.sleep(for: Self.showingInterval)
        }
        if number == following.number { following.showing = nil }
    }

    /// Makes the changes in the rows, and notes how far the rows are now.
    /// - Returns: false when it came to nothing: only a load can tell, or another one follows the list by now.
    private func show(_ batch: [ListChanges], _ number: Int) async -> Bool {
        while true {
            let rowsNumber = rowsNumber
            var unconfirmed = following.unconfirmed
            let news = batch.compactMap { unconfirmed.news(in: $0) }
            guard let all = ListChanges(merging: batch), news.count == batch.count,
                let changes = ListChanges(merging: news)
            else {
                loadInstead()
                return false
            }
            if changes.changed.count + changes.deleted.count > FriendRows.few {
                let rows = await state.rows.applying(changes)
                guard number == following.number else { return false }
                // A write of our own was answered meanwhile, or the order is another one: these rows have not got it.
                guard rowsNumber == self.rowsNumber else { continue }
                showRows(rows)
            } else if !changes.isEmpty {
                changeRows { $0.apply(changes) }
            }
            following.unconfirmed = unconfirmed
            following.waiting.removeFirst(batch.count)
            following.reloads = 0
            if let snapshot = following.snapshot, snapshot != all.snapshot {
                cache?.apply(all, to: snapshot, at: loadedAt ?? now())
            }
            following.snapshot = all.snapshot
            following.deletedElsewhere.formUnion(changes.deleted)
            if !state.marks.ids.isEmpty { state.marks.ids.subtract(changes.deleted) }
            recordWhatWasMade()
            if !changes.isEmpty { onRowsChanged() }
            return true
        }
    }

    // MARK: Writes of our own

    /// Shows what a write has made of a friend, unless the changes have already told of something newer.
    /// - Parameters:
    ///   - friend: nil when it was deleted.
    ///   - base: the version that the write has replaced; nil when there was no such friend.
    func showWritten(_ friend: Friend?, id: Friend.ID, replacing base: Friend.Version?) {
        let row = state.rows.index(of: id).map { state.rows[$0] }
        guard isNews(friend, id: id, replacing: base, in: row) else { return }
        changeRows { rows in
            if let friend { rows.upsert(friend) } else { rows.remove(id) }
        }
    }

    /// Shows what several writes have made of their friends, as ``showWritten(_:id:replacing:)`` does for one.
    func showWritten(_ writes: [(change: UndoHistory.Step, result: Friend?)]) async {
        let rows = state.rows.friends(with: Set(writes.map(\.change.id)))
        let loads = loadNumber
        var news = writes.filter { write in
            let id = write.change.id
            return isNews(write.result, id: id, replacing: write.change.original?.version, in: rows[id])
        }
        guard !news.isEmpty else { return }
        // Whoever works on changes that were heard of begins anew, with these writes among those that are awaited.
        rowsNumber += 1
        for attempt in 1...Self.maximumAttempts {
            let number = rowsNumber
            let changed = news.compactMap(\.result)
            let deleted = news.filter { $0.result == nil }.map(\.change.id)
            if attempt == Self.maximumAttempts {
                changeRows { $0.apply(changed: changed, deleted: deleted) }
                return
            }
            let new = await state.rows.applying(changed: changed, deleted: deleted)
            if number == rowsNumber { return showRows(new) }
            // A load that began after the answers has brought them, or what has become of them since.
            guard loads >= loadedNumber else { return }
            // What the changes have told of since is newer: another version, or that a friend is gone again.
            let now = state.rows.friends(with: Set(news.map(\.change.id)))
            news.removeAll { write in
                let id = write.change.id
                return now[id]?.version != rows[id]?.version
                    || write.result != nil && following.deletedElsewhere.contains(id)
            }
        }
    }

    /// So often rows are made anew while keys are answered. Where they change all the time, it is done at once then.
    static var maximumAttempts: Int { 3 }

    /// Takes note of what a write has made of a friend.
    /// - Returns: whether the rows have to be changed for it.
    private func isNews(
        _ friend: Friend?, id: Friend.ID, replacing base: Friend.Version?, in row: Friend?
    ) -> Bool {
        // The deletion that was told of was ours: it is no reason to doubt that the friend is back when it is undone.
        if friend == nil { following.deletedElsewhere.remove(id) }
        guard row?.version != friend?.version || row?.details != friend?.details else { return false }
        // A server that does not say what it has made of the friend has left the version as it was.
        guard friend?.version != base else { return true }
        if row?.version == base, !following.deletedElsewhere.contains(id) {
            following.unconfirmed.add(id, friend?.version, replacing: base)
        } else if following.snapshot != nil {
            following.isInDoubt = true
            return false
        }
        return true
    }

    /// A friend was seen on the server that may be newer or older than its row: only a load can tell.
    func sawFriend(_ friend: Friend) {
        if state.rows.index(of: friend.id).map({ state.rows[$0] }) != friend { following.isInDoubt = true }
    }

    /// Brings the list up to date after a write, unless the changes will do that by themselves.
    func loadUnlessFollowing() async {
        if !isFollowing { await load() }
    }
}
