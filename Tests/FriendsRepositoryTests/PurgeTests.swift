import EngineTestSupport
import Foundation
import FriendsModel
import FriendsRepository
import TestSupport
import Testing

/// Friends that are removed for good, from the trash or from the list.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct PurgeTests {
    private static let ada = Friend.ID("ada")
    private static let rest = Data("a card".utf8)

    /// A repository with a friend that has a line and a rest, and the friend.
    private func repository() async throws -> (repository: any FriendRepository, friend: Friend) {
        let repository = try await Engine.makeRepository()
        let details = FriendDetails(firstName: "Ada", lines: [.line(.note, "a note")])
        _ = try await repository.create(details, rest: Self.rest, id: Self.ada)
        return (repository, try #require(try await repository.friend(id: Self.ada)))
    }

    /// The ids of the friends in the trash.
    private func trash(_ repository: any FriendRepository) async throws -> [Friend.ID] {
        try await repository.trash(after: nil, limit: nil, withRests: false).trash.friends.map(\.friend.id)
    }

    /// Nothing of the friend is left: a new friend with the id has no lines and no rest.
    private func expectNothing(of friend: Friend, in repository: any FriendRepository) async throws {
        #expect(try await repository.all().isEmpty)
        #expect(try await trash(repository).isEmpty)
        #expect(try await repository.restore(friend.id) == .notFound)
        _ = try await repository.create(FriendDetails(firstName: "Other"), rest: nil, id: friend.id)
        let other = try #require(try await repository.whole(friend.id))
        #expect(other.friend.details == FriendDetails(firstName: "Other") && other.rest == nil)
    }

    @Test func `a purged friend leaves nothing`() async throws {
        let (repository, friend) = try await repository()
        #expect(try await repository.purge(friend.id, ifVersion: nil) == .notFound, "it is in the list")
        _ = try await repository.delete(friend.id, ifVersion: nil)
        let stale = try await repository.purge(friend.id, ifVersion: [Friend.Version("9")])
        #expect(stale == .versionMismatch(current: friend))
        #expect(try await trash(repository) == [friend.id])
        #expect(try await repository.purge(friend.id, ifVersion: [friend.version]) == .done)
        #expect(try await repository.purge(friend.id, ifVersion: nil) == .notFound)
        try await expectNothing(of: friend, in: repository)
    }

    @Test(arguments: [false, true])
    func `an erased friend was never in the trash`(isAtomic: Bool) async throws {
        let (repository, friend) = try await repository()
        let stale = RepositoryWrite.erase(friend.id, ifVersion: [Friend.Version("9")])
        #expect(
            try await repository.write([stale], isAtomic: isAtomic) == [.deletion(.versionMismatch(current: friend))])
        let erase = RepositoryWrite.erase(friend.id, ifVersion: [friend.version])
        #expect(try await repository.write([erase], isAtomic: isAtomic) == [.deletion(.done)])
        #expect(try await repository.position().sequence == 2, "one change")
        #expect(try await repository.write([erase], isAtomic: isAtomic) == [.deletion(.notFound)])
        try await expectNothing(of: friend, in: repository)
    }

    @Test func `a friend in the trash is not erased but purged`() async throws {
        let (repository, friend) = try await repository()
        _ = try await repository.delete(friend.id, ifVersion: nil)
        #expect(
            try await repository.write([.erase(friend.id, ifVersion: nil)], isAtomic: false) == [.deletion(.notFound)])
        #expect(try await trash(repository) == [friend.id])
        #expect(
            try await repository.write([.purge(friend.id, ifVersion: nil)], isAtomic: true) == [.deletion(.done)])
        try await expectNothing(of: friend, in: repository)
    }

    /// A client that has missed a deletion still learns of it after the purge.
    @Test func `the history knows of friends that are nowhere`() async throws {
        let (repository, friend) = try await repository()
        let start = try await repository.position()
        _ = try await repository.create(FriendDetails(firstName: "B"), rest: nil, id: Friend.ID("b"))
        _ = try await repository.delete(friend.id, ifVersion: nil)
        _ = try await repository.purge(friend.id, ifVersion: nil)
        _ = try await repository.write([.erase(Friend.ID("b"), ifVersion: nil)], isAtomic: false)
        #expect(try await repository.changes(since: start)?.deleted == [friend.id, Friend.ID("b")])
        _ = try await repository.create(FriendDetails(firstName: "Again"), rest: nil, id: friend.id)
        let changes = try #require(try await repository.changes(since: start))
        #expect(changes.deleted == [Friend.ID("b")] && changes.changed.map(\.id) == [friend.id])
        // Once, and not twice.
        _ = try await repository.delete(friend.id, ifVersion: nil)
        #expect(try await repository.changes(since: start)?.deleted == [Friend.ID("b"), friend.id])
    }

    @Test func `after 30 days positions before a purge are too old`() async throws {
        let time = ManualTime()
        let repository = try await Engine.makeRepository(now: { time.now })
        _ = try await repository.create(FriendDetails(firstName: "Ada"), rest: nil, id: Self.ada)
        let start = try await repository.position()
        _ = try await repository.write([.erase(Self.ada, ifVersion: nil)], isAtomic: false)
        let end = try await repository.position()
        time.advance(days: 30, seconds: -1)
        _ = try await repository.create(FriendDetails(firstName: "B"), rest: nil, id: Friend.ID("b"))
        #expect(try await repository.changes(since: start)?.deleted == [Self.ada])
        time.advance(days: 0, seconds: 1)
        _ = try await repository.create(FriendDetails(firstName: "C"), rest: nil, id: Friend.ID("c"))
        #expect(try await repository.changes(since: start) == nil)
        #expect(try await repository.changes(since: end)?.changed.count == 2)
    }
}
