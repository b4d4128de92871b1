import FriendsModel

/// The friends as the server has them: loads the list, follows the server's changes, shows the writes of this program,
/// caches the list, and tracks the connection.
///
/// What a person has selected, and what is said about the list, belongs to its owner.
@MainActor
package final class FriendListStore {
    package private(set) var state = State() { didSet { onChange() } }
    /// Called after every change of ``state``.
    package var onChange: @MainActor () -> Void = {}
    /// Called when all of an event can be seen in ``state`` and ``rows``.
    package var onEvent: @MainActor (Event) -> Void = { _ in }

    private let client: any FriendsClient
    let isShared: Bool
    private let cache: (any ListCache)?
    private let calls: any CallDelegate
    private let clock: any Clock<Duration>
    private let backOff: BackOff
    /// The time now, in seconds since 1970.
    private let now: @MainActor () -> Int
    let replica: ListReplica
    private(set) lazy var follower = ListFollower(
        client: client, clock: clock, backOff: backOff,
        onEvent: { [weak self] in self?.receive($0) }, show: { [weak self] in await self?.show($0) ?? false })

    /// When the rows were last known to be the server's list, in seconds since 1970.
    private var loadedAt: Int?
    /// Incremented by every load: only the newest one counts.
    private var loadGeneration = 0
    private var loading: Task<Void, Never>?
    /// The number of consecutive loads because changes were missing.
    private var reloads = 0
    /// Waits to load the list because changes are missing.
    private var reloading: Task<Void, Never>?

    /// The number of friends that are read from the cache first: quickly read, and more than a person sees at once.
    private static let firstCount = 200
    /// The time for the cache at the end of the program.
    private static let flushTimeout = Duration.milliseconds(300)

    /// - Parameters:
    ///   - isShared: whether others use the server as well.
    ///   - cache: keeps the list between runs, if any.
    ///   - order: the first order of the list.
    ///   - calls: follows the loads for which someone waits.
    ///   - random: a random number from 0 up to 1.
    package init(
        client: any FriendsClient, isShared: Bool, cache: (any ListCache)?, order: FriendOrder,
        calls: any CallDelegate, clock: any Clock<Duration>, random: @escaping @MainActor () -> Double,
        now: @escaping @MainActor () -> Int
    ) {
        self.client = client
        self.isShared = isShared
        self.cache = cache
        self.calls = calls
        self.clock = clock
        self.now = now
        backOff = BackOff(random: random)
        replica = ListReplica(order: order)
    }

    // MARK: Loading

    /// Shows the cached list and updates it, or else loads the list.
    package func start() async {
        // In another order the first ones are not known before all are.
        guard await showCached(first: replica.order == .standard ? Self.firstCount : nil) else {
            await load()
            return
        }
        let generation = loadGeneration
        if state.progress != nil { await showCached(first: nil) }
        // The user has reloaded in the meantime.
        guard generation == loadGeneration else { return }
        state.progress = nil
        if canFollow { follow() } else { await load() }
    }

    /// - Returns: whether there was a cached list.
    @discardableResult
    private func showCached(first limit: Int?) async -> Bool {
        let generation = loadGeneration
        guard let cached = await cache?.list(first: limit), generation == loadGeneration else { return false }
        let rows = await FriendRows(order: replica.order).inserting(contentsOf: cached.friends)
            .sorted(by: { replica.order })
        guard generation == loadGeneration else { return false }
        let isWhole = cached.friends.count >= cached.totalCount
        state.content = .loaded
        state.progress = isWhole ? nil : Progress(loaded: rows.count, total: cached.totalCount)
        loadedAt = cached.time
        state.connection = .reconnecting(asOf: listTime)
        replica.show(rows, of: isWhole ? cached.snapshot : nil)
        if isWhole { onEvent(.restored) }
        return true
    }

    /// Loads the list because someone asks for it.
    /// - Returns: whether this load brought the list.
    package func reload() async -> Bool {
        follower.reset()
        reloads = 0
        return await load()
    }

    /// Loads the whole list. The newest load wins: an older one is cancelled, and its results and errors are ignored.
    /// - Returns: whether this load brought the list.
    @discardableResult
    package func load() async -> Bool { await load(page: page(after:)) }

    /// - Parameter page: asks the server for a page.
    @discardableResult
    private func load(
        page: @escaping @MainActor (FriendPage.Position?) async throws(FriendsClientError) -> FriendPage
    ) async -> Bool {
        loading?.cancel()
        stopFollowing()
        loadGeneration += 1
        let generation = loadGeneration
        var isDone = false
        let task = Task {
            let loader = ListLoader(page: page, order: { [replica] in replica.order }, onProgress: showProgress)
            do throws(FriendsClientError) {
                let list = try await loader.load()
                guard generation == loadGeneration else { return }
                loadSucceeded(list)
                isDone = true
            } catch {
                if generation == loadGeneration { loadFailed(error) }
            }
        }
        loading = task
        await task.value
        return isDone
    }

    /// Brings the list up to date after a write, unless the changes will do that by themselves.
    package func loadUnlessFollowing() async {
        let isFollowing = state.connection == .live && follower.isFollowing && !replica.needsLoad
        if !isFollowing { await load() }
    }

    /// One page, for which someone waits. While the first rows are there and the rest follows, ``State/progress`` says how far
    /// that is, and nobody waits.
    private func page(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        let client = client
        guard state.progress == nil else { return try await client.friends(after: position) }
        return try await calls.run(.load) { (_) throws(FriendsClientError) in try await client.friends(after: position)
        }
    }

    /// The first rows are shown at once while the rest is on its way; rows that are there already stay until all of
    /// the new ones are.
    private func showProgress(_ rows: FriendRows, of total: Int?) {
        guard state.content != .loaded || state.progress != nil else { return }
        state.progress = Progress(loaded: rows.count, total: total)
        state.content = .loaded
        // A load that restarted has fewer rows than are shown, for a while.
        if rows.count > self.rows.count { replica.show(rows, of: nil) }
    }

    private func loadSucceeded(_ list: ListLoader.LoadedList) {
        loadedAt = now()
        state.content = .loaded
        state.progress = nil
        state.staleness = nil
        replica.show(list, load: loadGeneration)
        follower.loadSucceeded()
        if !canFollow { state.connection = .none }
        follow()
        cache?.replace(
            with: CachedList(
                friends: list.rows.friends, totalCount: list.rows.count, snapshot: list.snapshot, time: now()))
        onEvent(.loaded(unreadableCount: list.unreadableCount))
    }

    /// Rows that are there stay; only a list that was never loaded shows the failure in their place.
    private func loadFailed(_ error: FriendsClientError) {
        state.progress = nil
        switch state.content {
        case .loading, .failed: state.content = .failed(error)
        case .loaded:
            noteLiveness()
            let isFirst = state.staleness == nil
            state.staleness = Staleness(error: error, loadedAt: loadedAt)
            if state.connection != .none, error != .cancelled {
                state.connection = Connection(after: error, asOf: listTime)
            }
            if isFirst { onEvent(.failed) }
        }
        if error != .cancelled { follower.loadFailed() }
        follow()
        if !canFollow, error != .cancelled { retryLoad() }
    }

    /// Loads a list that cannot be followed again, after the back-off. Nobody waits for it.
    private func retryLoad() {
        reloading = Task { [weak self, client] in
            guard let self else { return }
            try? await clock.sleep(for: backOff.delay(attempt: follower.failures))
            guard !Task.isCancelled else { return }
            await load { (position) throws(FriendsClientError) in try await client.friends(after: position) }
        }
    }

    // MARK: Following

    /// The id of the history of the rows; nil if the server has none, or for a part of the list.
    package var history: String? { replica.snapshot.flatMap { client.history(of: $0) } }

    private var canFollow: Bool { replica.snapshot != nil && follower.source != .nothing }

    /// Follows the list from the snapshot that is shown, if that is possible.
    private func follow() {
        stopFollowing()
        if canFollow, let snapshot = replica.snapshot { follower.follow(since: snapshot) }
    }

    private func stopFollowing() {
        follower.stop()
        reloading?.cancel()
        reloading = nil
    }

    private func receive(_ event: ListFollower.Event) {
        switch event {
        case .alive: connectionStands()
        case .lost(let error): connectionWasLost(error)
        case .outdated: loadInstead()
        // What was shown from the cache can only be brought up to date by a load.
        case .notOffered: if state.connection != .none { loadInstead() }
        }
    }

    /// Loads because the changes are not enough. When that happens again and again, it waits ever longer.
    private func loadInstead() {
        stopFollowing()
        reloading = Task { [weak self] in
            guard let self else { return }
            if reloads > 0 {
                state.connection = .reconnecting(asOf: listTime)
                try? await clock.sleep(for: backOff.delay(attempt: reloads))
            }
            guard !Task.isCancelled else { return }
            reloads += 1
            await load()
        }
    }

    private func show(_ batch: [ListChanges]) async -> Bool {
        let before = replica.snapshot
        switch await replica.apply(batch) {
        case .shown(let all, let new):
            reloads = 0
            if let before, before != all.snapshot { cache?.apply(all, to: before, at: loadedAt ?? now()) }
            onEvent(.changed(new))
            return true
        case .unclear:
            loadInstead()
            return false
        case .cancelled: return false
        }
    }

    // MARK: The connection

    /// The server was heard. Nothing else says until when the list is up to date: a machine that sleeps notices only
    /// when it wakes up that the connection is gone.
    private func connectionStands() {
        loadedAt = now()
        if state.connection != .live { state.connection = .live }
        if state.staleness != nil { state.staleness = nil }
    }

    private func connectionWasLost(_ error: FriendsClientError?) {
        let wasReconnecting: Bool
        switch state.connection {
        case .live, .none:
            wasReconnecting = false
            noteLiveness()
            state.connection = .reconnecting(asOf: listTime)
        case .reconnecting, .offline, .notLoggedIn:
            wasReconnecting = true
        }
        guard let error else { return }
        // One failure can be a moment's; who is not let in will not be the next time either.
        guard wasReconnecting || error.isAboutLogin else { return }
        state.connection = Connection(after: error, asOf: listTime)
        let isFirst = state.staleness == nil
        state.staleness = Staleness(error: error, loadedAt: loadedAt)
        if isFirst { onEvent(.failed) }
    }

    private var listTime: ListTime { ListTime(loadedAt ?? 0, now: now()) }

    /// Notes on this machine until when the list was the server's. While nothing changes nothing else does.
    private func noteLiveness() {
        guard state.connection == .live else { return }
        // An embedded server is a part of this program: it does not go away unnoticed, and it sends no heartbeats.
        if !isShared { loadedAt = now() }
        guard let loadedAt, let snapshot = replica.snapshot else { return }
        cache?.apply(ListChanges(changed: [], deleted: [], snapshot: snapshot), to: snapshot, at: loadedAt)
    }

    /// Leaves the cache with the time until which the list was the server's.
    package func flush() async {
        noteLiveness()
        await cache?.flush(atMost: Self.flushTimeout, clock: clock)
    }

    // MARK: Our own writes

    /// Shows a friend that something else than the writer has written.
    /// - Parameter version: the version that the write has replaced; nil if there was no such friend.
    package func show(_ friend: Friend, replacing version: Friend.Version?) {
        show(ListReplica.Write(id: friend.id, result: friend, base: version))
    }

    /// Shows the result of a write, unless the changes have already brought something newer.
    func show(_ write: ListReplica.Write) {
        if write.result != nil { state.content = .loaded }
        replica.show(write)
        onEvent(.written)
    }

    /// Shows the results of several writes.
    func show(_ writes: [ListReplica.Write]) async {
        await replica.show(writes, load: loadGeneration)
        onEvent(.written)
    }
}
