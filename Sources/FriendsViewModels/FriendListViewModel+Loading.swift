import FriendsModel

extension FriendListViewModel {
    /// How often a load starts anew because the list changed between two of its pages.
    private static let maximumRestarts = 3

    func reload() async {
        state.status = nil
        if await load(), state.status == nil { state.status = Status(kind: .information, text: "Reloaded") }
    }

    /// Loads the whole list. The newest load wins: an older one is cancelled, and whatever it still brings, an error
    /// too, is not looked at.
    /// - Returns: whether this load brought the list.
    @discardableResult
    func load() async -> Bool {
        loading?.cancel()
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
        var rows = await FriendRows().inserting(contentsOf: first.friends)
        var unreadableCount = first.unreadableCount
        var page = first
        var restarts = 0
        var seen: Set<FriendPage.Position> = []
        // A server that sends us in a circle has sent all that it has.
        while let next = page.next, seen.insert(next).inserted {
            guard number == loadNumber else { return }
            showProgress(rows, of: first.totalCount)
            page = try await self.page(after: next)
            if page.snapshot != first.snapshot, restarts < Self.maximumRestarts {
                // Somebody changed the list meanwhile: pages of two states could miss a friend.
                restarts += 1
                page = try await self.page(after: nil)
                first = page
                seen = []
                (rows, unreadableCount) = (FriendRows(), 0)
            }
            rows = await rows.inserting(contentsOf: page.friends)
            unreadableCount += page.unreadableCount
        }
        guard number == loadNumber else { return }
        loadSucceeded(rows, unreadableCount: unreadableCount)
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
            if rows.count > state.rows.count { state.show(rows) }
        }
    }

    private func loadSucceeded(_ rows: FriendRows, unreadableCount: Int) {
        state.content = .loaded
        state.progress = nil
        state.staleness = nil
        loadedAt = now()
        state.show(rows)
        if unreadableCount > 0 {
            let entries = unreadableCount == 1 ? "1 entry" : "\(unreadableCount) entries"
            state.status = Status(kind: .problem, text: "\(entries) could not be read")
        }
    }

    /// Rows that are there stay; only a list that was never loaded shows the failure in their place.
    private func loadFailed(_ error: FriendsClientError) {
        let failure = Failure(error, during: .load)
        state.progress = nil
        switch state.content {
        case .loading, .failed: state.content = .failed(failure)
        case .loaded: state.staleness = Staleness(failure: failure, loadedAt: loadedAt)
        }
    }
}
