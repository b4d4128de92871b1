import FriendsModel

extension FriendListViewModel {
    /// How often a load starts anew because the list changed between two of its pages.
    private static let maximumRestarts = 3

    /// How many friends are read from the cache at first: enough for any screen, little enough to be there at once.
    private static let firstCount = 200

    /// Shows the list that was kept the last time and brings it up to date, or else loads it.
    func start() async {
        // In another order the first ones are not known before all are.
        guard await showCached(first: state.order == .standard ? Self.firstCount : nil) else {
            await load()
            return
        }
        let number = loadNumber
        if state.progress != nil { await showCached(first: nil) }
        // The person did not wait.
        guard number == loadNumber else { return }
        state.progress = nil
        if canFollow { follow() } else { await load() }
    }

    /// - Returns: whether there was a kept list.
    @discardableResult
    private func showCached(first limit: Int?) async -> Bool {
        let number = loadNumber
        guard let cached = await cache?.list(first: limit), number == loadNumber else { return false }
        let rows = await ordered(FriendRows(order: state.order).inserting(contentsOf: cached.friends))
        guard number == loadNumber else { return false }
        let isWhole = cached.friends.count >= cached.totalCount
        state.content = .loaded
        state.progress = isWhole ? nil : Progress(loaded: rows.count, total: cached.totalCount)
        loadedAt = cached.time
        state.connection = .reconnecting(asOf: listTime)
        following.snapshot = isWhole ? cached.snapshot : nil
        showRows(rows)
        if isWhole { onRowsChanged() }
        return true
    }

    func reload() async {
        state.status = nil
        (following.source, following.failures, following.reloads) = (.stream, 0, 0)
        if await load(), state.status == nil { state.status = Status(kind: .information, text: "Reloaded") }
    }

    /// Loads the whole list. The newest load wins: an older one is cancelled, and whatever it still brings, an error
    /// too, is not looked at.
    /// - Returns: whether this load brought the list.
    @discardableResult
    func load() async -> Bool {
        loading?.cancel()
        stopFollowing()
        loadNumber += 1
        let number = loadNumber
        var isDone = false
        let task = Task {
            do throws(FriendsClientError) {
                try await loadPages(number)
                isDone = number == loadNumber
            } catch {
                if number == loadNumber { loadFailed(error) }
            }
        }
        loading = task
        await task.value
        return isDone
    }

    private func loadPages(_ number: Int) async throws(FriendsClientError) {
        var first = try await page(after: nil)
        guard number == loadNumber else { return }
        var rows = await FriendRows(order: state.order).inserting(contentsOf: first.friends)
        var unreadableCount = first.unreadableCount
        var page = first
        var restarts = 0
        var isMixed = false
        var seen: Set<FriendPage.Position> = []
        // A server that leads in a circle, or on from an empty page, has sent all that it has.
        while let next = page.next, seen.insert(next).inserted, !page.isEmpty {
            guard number == loadNumber else { return }
            showProgress(rows, of: first.totalCount)
            page = try await self.page(after: next)
            if page.snapshot != first.snapshot, restarts < Self.maximumRestarts {
                // Somebody changed the list meanwhile: pages of two states could miss a friend.
                restarts += 1
                page = try await self.page(after: nil)
                first = page
                seen = []
                (rows, unreadableCount) = (FriendRows(order: state.order), 0)
            }
            isMixed = isMixed || first.snapshot == nil || page.snapshot != first.snapshot
            rows = await ordered(rows.inserting(contentsOf: page.friends))
            unreadableCount += page.unreadableCount
        }
        // On pages of two states, or of states without a name, a friend can be twice.
        if isMixed { rows = await ordered(rows.withoutDoubles()) }
        rows = await ordered(rows)
        guard number == loadNumber else { return }
        loadSucceeded(rows, unreadableCount: unreadableCount, snapshot: first.snapshot)
    }

    /// The rows in the order that is wanted by now.
    private func ordered(_ rows: FriendRows) async -> FriendRows {
        var rows = rows
        while rows.order != state.order { rows = await rows.sorted(by: state.order) }
        return rows
    }

    /// One page, counted as an activity. While the first rows are on the screen and the rest follows, the title says
    /// how far that is, and nothing lies over the rows.
    private func page(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        let client = client
        guard state.progress == nil else { return try await client.friends(after: position) }
        return try await activity.run(Operation.load.progressText) { () throws(FriendsClientError) in
            try await client.friends(after: position)
        }
    }

    /// The first rows are shown at once while the rest is on its way; rows that are there already stay until all of
    /// the new ones are.
    private func showProgress(_ rows: FriendRows, of total: Int?) {
        if state.content != .loaded || state.progress != nil {
            state.progress = Progress(loaded: rows.count, total: total)
            state.content = .loaded
            // A load that began anew has fewer rows for a while than are there already.
            if rows.count > state.rows.count { showRows(rows) }
        }
    }

    /// - Parameter snapshot: the state of the list that the first page is from; following it from there makes up for later
    ///   pages of another one.
    private func loadSucceeded(_ rows: FriendRows, unreadableCount: Int, snapshot: FriendPage.Snapshot?) {
        state.content = .loaded
        state.progress = nil
        state.staleness = nil
        (loadedAt, loadedNumber) = (now(), loadNumber)
        showRows(rows)
        state.unmarkMissingFriends()
        recordWhatWasMade()
        if unreadableCount > 0 {
            state.status = .unreadable(unreadableCount)
        }
        following.snapshot = snapshot
        // The load was asked for after every answer that is shown.
        (following.unconfirmed, following.deletedElsewhere) = (UnconfirmedWrites(), [])
        (following.isInDoubt, following.failures) = (false, 0)
        if !canFollow { state.connection = .none }
        follow()
        cache?.replace(
            with: CachedList(
                friends: rows.friends, totalCount: rows.count, snapshot: snapshot, time: now()))
        onRowsChanged()
    }

    /// Rows that are there stay; only a list that was never loaded shows the failure in their place.
    private func loadFailed(_ error: FriendsClientError) {
        let failure = Failure(error, during: .load)
        state.progress = nil
        switch state.content {
        case .loading, .failed: state.content = .failed(failure)
        case .loaded:
            noteLiveness()
            // That something was saved before must not hide it.
            if state.status?.kind != .problem { state.status = nil }
            state.staleness = Staleness(failure: failure, loadedAt: loadedAt)
            if state.connection != .none, error != .cancelled {
                state.connection = Connection(after: failure, asOf: listTime)
            }
        }
        if error != .cancelled { following.failures += 1 }
        follow()
    }
}

extension FriendPage {
    fileprivate var isEmpty: Bool { friends.isEmpty && unreadableCount == 0 }
}
