import EngineTestSupport
import FriendsModel
import FriendsRepository
import TestSupport
import Testing

/// One list that several programs have open.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct SharedListTests {
    private struct NoChange: Error {}

    /// Waits as a stream does, until there is something behind `position`.
    private func nextChanges(
        of repository: any FriendRepository, behind position: HistoryPosition,
        _ wakes: inout AsyncStream<ChangeFeed.Wake>.Iterator
    ) async throws -> HistoryChanges {
        while await wakes.next() != nil {
            let changes = try #require(try await repository.changes(since: position))
            if changes.position != position { return changes }
        }
        throw NoChange()
    }

    @Test func `a program receives the writes of another one`() async throws {
        let database = try await TestDatabase()
        let (one, other) = (try await database.open(), try await database.open())
        let subscription = other.subscribe()
        var wakes = subscription.wakes.makeAsyncIterator()
        var position = try await other.position()
        for number in 0..<20 {
            let id = Friend.ID("\(number)")
            try await one.create(.ada, id: id)
            let changes = try await nextChanges(of: other, behind: position, &wakes)
            #expect(changes.changed.map(\.id) == [id])
            position = changes.position
        }
        try await one.delete(Friend.ID("7"))
        #expect(try await nextChanges(of: other, behind: position, &wakes).deleted == [Friend.ID("7")])
        subscription.end()
    }

    @Test func `the writes of several programs are all kept`() async throws {
        let database = try await TestDatabase()
        var repositories: [any FriendRepository] = []
        for _ in 0..<3 { repositories.append(try await database.open()) }
        try await withThrowingTaskGroup { group in
            for (number, repository) in repositories.enumerated() {
                group.addTask {
                    for friend in 0..<20 { try await repository.create(.ada, id: Friend.ID("\(number)-\(friend)")) }
                }
            }
            try await group.waitForAll()
        }
        for repository in repositories {
            let page = try await repository.page()
            #expect(page.friends.count == 60 && page.totalCount == 60 && page.position.sequence == 60)
            #expect(Set(page.friends.map(\.version.rawValue)) == Set((1...60).map(String.init)))
        }
    }

    @Test func `a check fails while another program writes`() async throws {
        let database = try await TestDatabase()
        let repository = try await database.open()
        try await repository.create(.ada, id: Friend.ID("ada"))
        let position = try await repository.position()
        try await database.whileLocked {
            // The timeout of the check is its own, not the timeout of a write, which would end the test.
            let error = await #expect(throws: FriendRepositoryError.self) {
                try await repository.checkWrites(timeout: .milliseconds(50))
            }
            switch error {
            case .locked, .busy: break
            default: Issue.record("\(String(describing: error))")
            }
            // Readers do not wait.
            let page = try await repository.page()
            #expect(page.friends.count == 1)
        }
        try await repository.checkWrites(timeout: .seconds(60))
        #expect(try await repository.position() == position)
    }

    @Test func `closing a repository ends its subscriptions`() async throws {
        let repository = try await Engine.makeRepository()
        let before = repository.subscribe()
        await Engine.close(repository)
        for await _ in before.wakes {}
        for await _ in repository.subscribe().wakes { Issue.record("a wake after the end") }
    }
}
