import FriendsModel

/// Loads the whole list, page by page.
@MainActor
struct ListLoader {
    /// The list as one load has brought it.
    struct LoadedList {
        let rows: FriendRows
        let unreadableCount: Int
        /// The state of the list that the first page is from. Following it from there makes up for later pages of
        /// another state.
        let snapshot: FriendPage.Snapshot?
    }

    /// How often a load starts again because the list changed between two of its pages.
    private static let maximumRestarts = 3

    /// Asks the server for a page.
    let page: @MainActor (FriendPage.Position?) async throws(FriendsClientError) -> FriendPage
    /// What the rows are to be sorted by, which can change during the load.
    let order: @MainActor () -> FriendOrder
    /// Called with the rows so far, when more are to come, and the number that the server says there are.
    let onProgress: @MainActor (FriendRows, _ total: Int?) -> Void

    /// - Throws: ``FriendsClientError/cancelled`` when the task is cancelled between two pages.
    func load() async throws(FriendsClientError) -> LoadedList {
        var first = try await page(nil)
        try checkCancellation()
        var rows = await FriendRows(order: order()).inserting(contentsOf: first.friends)
        var unreadableCount = first.unreadableCount
        var page = first
        var restarts = 0
        var isMixed = false
        var seen: Set<FriendPage.Position> = []
        // A server that leads in a circle, or on from an empty page, has sent all that it has.
        while let next = page.next, seen.insert(next).inserted, !page.isEmpty {
            try checkCancellation()
            onProgress(rows, first.totalCount)
            page = try await self.page(next)
            if page.snapshot != first.snapshot, restarts < Self.maximumRestarts {
                // Someone changed the list in the meantime: pages of two states could miss a friend.
                restarts += 1
                page = try await self.page(nil)
                first = page
                seen = []
                (rows, unreadableCount) = (FriendRows(order: order()), 0)
            }
            isMixed = isMixed || first.snapshot == nil || page.snapshot != first.snapshot
            rows = await rows.inserting(contentsOf: page.friends).sorted(by: order)
            unreadableCount += page.unreadableCount
        }
        // On pages of two states, or of states without a name, a friend can be twice.
        if isMixed { rows = await rows.withoutDoubles() }
        rows = await rows.sorted(by: order)
        try checkCancellation()
        return LoadedList(rows: rows, unreadableCount: unreadableCount, snapshot: first.snapshot)
    }

    private func checkCancellation() throws(FriendsClientError) {
        if Task.isCancelled { throw .cancelled }
    }
}

extension FriendPage {
    fileprivate var isEmpty: Bool { friends.isEmpty && unreadableCount == 0 }
}
