import FriendsModel
import FriendsRepository

/// A client of a database in this process, without a server between them: what it says is what the client of a server would
/// say (Docs/Decisions/0032-commands.md, 0034-embedded-pages.md).
struct RepositoryClient: FriendsClient {
    let repository: any FriendRepository
    /// The maximum number of friends on a page: the next one is read while a page is written.
    var pageSize = 2_000

    init(_ repository: any FriendRepository) { self.repository = repository }

    // MARK: Reading

    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        try await page(after: position, withRests: false)
    }

    func friendsWithRests(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        try await page(after: position, withRests: true)
    }

    private func page(
        after position: FriendPage.Position?, withRests hasRests: Bool
    ) async throws(FriendsClientError) -> FriendPage {
        let start = position.flatMap { FriendPosition(token: $0.rawValue) }
        let page = try await perform { () throws(FriendRepositoryError) in
            try await repository.page(after: start, limit: pageSize, withRests: hasRests)
        }
        return FriendPage(page)
    }

    func rest(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]? {
        let whole = try await perform { () throws(FriendRepositoryError) in try await repository.whole(id) }
        guard let whole else { throw .notFound }
        return whole.rest.map(Array.init)
    }

    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend {
        let friend = try await perform { () throws(FriendRepositoryError) in try await repository.friend(id: id) }
        guard let friend else { throw .notFound }
        return friend
    }

    func deleted() async throws(FriendsClientError) -> Trash {
        try await perform { () throws(FriendRepositoryError) in
            try await repository.trash(after: nil, limit: nil, withRests: false).trash
        }
    }

    func deletedFriends(
        after position: FriendPage.Position?, withRests hasRests: Bool
    ) async throws(FriendsClientError) -> FriendPage {
        let start = position.flatMap { TrashPosition(token: $0.rawValue) }
        let page = try await perform { () throws(FriendRepositoryError) in
            try await repository.trash(after: start, limit: pageSize, withRests: hasRests)
        }
        return FriendPage(page)
    }

    func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        guard let start = snapshot.position.flatMap({ HistoryPosition($0) }) else { throw .snapshotTooOld }
        let changes = try await perform { () throws(FriendRepositoryError) in
            try await repository.changes(since: start)
        }
        guard let changes else { throw .snapshotTooOld }
        return ListChanges(
            changed: changes.changed, deleted: changes.deleted,
            snapshot: FriendPage.Snapshot(position: changes.position.text))
    }

    func history(of snapshot: FriendPage.Snapshot) -> String? { snapshot.history }

    func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError) {
        // Nobody follows it: a command ends before anything can change.
        throw .notOffered
    }

    func perform<Value: Sendable>(
        _ work: () async throws(FriendRepositoryError) -> Value
    ) async throws(FriendsClientError) -> Value {
        do {
            return try await work()
        } catch {
            throw FriendsClientError(error)
        }
    }
}

extension FriendsClientError {
    /// The error of a database in this process, whose message says what happened and what to do.
    fileprivate init(_ error: FriendRepositoryError) {
        switch error {
        case .cancelled: self = .cancelled
        case .locked, .busy: self = .unavailable(status: "", reason: error.message)
        default: self = .failed(status: "", reason: error.message)
        }
    }
}
