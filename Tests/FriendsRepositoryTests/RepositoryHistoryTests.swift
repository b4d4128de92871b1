import EngineTestSupport
import Foundation
import FriendsModel
import FriendsRepository
import TestSupport
import Testing

/// Batches, the trash, the history, and writes at the same time.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct RepositoryHistoryTests {
    private static func named(_ name: String) -> FriendDetails { FriendDetails(firstName: name) }

    @Test(arguments: [false, true])
    func `a batch is one change`(isAtomic: Bool) async throws {
        let repository = try await Engine.makeRepository()
        _ = try await repository.create(Self.named("Ada"), "ada")
        let ada = try #require(try await repository.friend(id: Friend.ID("ada")))
        let results = try await repository.write(
            [
                .create(Self.named("Grace"), rest: nil, id: Friend.ID("grace")),
                .create(Self.named("Ada"), rest: nil, id: Friend.ID("ada")),
                .update(Friend.ID("nobody"), FriendChanges([.firstName: "x"]), rest: .unchanged, ifVersion: nil),
                .delete(Friend.ID("ada"), ifVersion: [ada.version]),
            ], isAtomic: isAtomic)
        #expect(results[1] == .creation(.alreadyThere(ada)) && results[2] == .update(.notFound))
        if isAtomic {
            #expect(results[0] == .undone && results[3] == .undone)
            #expect(try await repository.all() == [ada])
            #expect(try await repository.position().sequence == 1)
        } else {
            #expect(results[3] == .deletion(.done))
            #expect(try await repository.all().map(\.version) == [Friend.Version("2")])
            let again = try await repository.write(
                [.delete(Friend.ID("ada"), ifVersion: [ada.version])], isAtomic: true)
            #expect(again == [.deletion(.done)], "it is in the trash at that version")
        }
        #expect(try await repository.page(after: nil, limit: 1, withRests: false).totalCount == 1)
    }

    @Test func `after 30 days the trash and older positions are purged`() async throws {
        let time = ManualTime()
        let repository = try await Engine.makeRepository(now: { time.now })
        _ = try await repository.create(Self.named("Ada"), "ada", rest: Data([1]))
        let start = try await repository.position()
        _ = try await repository.delete(Friend.ID("ada"), ifVersion: nil)
        time.advance(days: 30, seconds: -1)
        _ = try await repository.create(Self.named("B"), "b")
        #expect(try await repository.changes(since: start)?.deleted == [Friend.ID("ada")])
        time.advance(days: 0, seconds: 1)
        _ = try await repository.create(Self.named("C"), "c")
        #expect(try await repository.trash(after: nil, limit: nil, withRests: false).trash.friends.isEmpty)
        #expect(try await repository.changes(since: start) == nil)
        #expect(try await repository.restore(Friend.ID("ada")) == .notFound)
        #expect(try await repository.whole(Friend.ID("ada")) == nil)
    }

    @Test func `opening the database purges the trash`() async throws {
        let time = ManualTime()
        let database = try await TestDatabase()
        let first = try await database.open { time.now }
        try await first.create(.ada, id: Friend.ID("Ada"))
        try await first.delete(Friend.ID("Ada"))
        let before = try await first.position()
        time.advance(days: 30)
        let second = try await database.open { time.now }
        let page = try await second.trash()
        #expect(page.trash.friends.isEmpty)
        // The trash is another now, and has another name.
        #expect(page.position.sequence == before.sequence + 1)
        #expect(try await second.changes(since: HistoryPosition(sequence: 1, history: nil)) == nil)
        #expect(try await database.open { time.now }.position() == page.position)
    }

    @Test func `every database has its own history`() async throws {
        let one = try await Engine.makeRepository().position()
        let other = try await Engine.makeRepository().position()
        #expect(one.sequence == 0)
        #expect(one.history?.utf8.count == 8)
        #expect(one != other)
    }

    @Test func `a follower that missed too much loads the list`() async throws {
        let database = try await TestDatabase()
        let repository = try await database.open()
        try await repository.create(.ada, id: Friend.ID("ada"))
        try await database.execute("UPDATE list SET sequence = 10001")
        #expect(try await repository.changes(since: HistoryPosition(sequence: 1, history: nil)) != nil)
        #expect(try await repository.changes(since: HistoryPosition(sequence: 0, history: nil)) == nil)
    }

    @Test(arguments: [10_000, 10_001])
    func `changes of more than 10,000 friends are not listed`(count: Int) async throws {
        let repository = try await Engine.makeRepository(count: count)
        let changes = try await repository.changes(since: HistoryPosition(sequence: 0, history: nil))
        #expect(changes?.changed.count == (count == 10_000 ? 10_000 : nil))
    }

    @Test(arguments: [10_000, 10_001])
    func `changes of more than 10,000 deletions are not listed`(count: Int) async throws {
        let repository = try await Engine.makeRepository(count: count)
        let start = try await repository.position()
        let deletions = (0..<count).map { RepositoryWrite.delete(Friend.ID("\($0)"), ifVersion: nil) }
        _ = try await repository.write(deletions, isAtomic: true)
        let changes = try await repository.changes(since: start)
        #expect(changes?.deleted.count == (count == 10_000 ? 10_000 : nil))
    }

    /// A client that only ever asks for changes has what a client has that loads the whole list.
    @Test func `the changes in their order make the list`() async throws {
        let repository = try await Engine.makeRepository()
        var position = try await repository.position()
        var friends: [Friend.ID: Friend] = [:]
        // The last round is one of those that take the changes.
        for round in 0...198 {
            let id = "\(Int.random(in: 0..<12))"
            switch Int.random(in: 0..<6) {
            case 0: _ = try await repository.create(Self.named("Name \(round)"), id)
            case 1: _ = try await repository.update(id, [.lastName: "Name \(round)"])
            case 2: _ = try await repository.delete(Friend.ID(id), ifVersion: nil)
            case 3: _ = try await repository.purge(Friend.ID(id), ifVersion: nil)
            case 4: _ = try await repository.write([.erase(Friend.ID(id), ifVersion: nil)], isAtomic: false)
            default: _ = try await repository.restore(Friend.ID(id))
            }
            guard round % 3 == 0 else { continue }
            let changes = try #require(try await repository.changes(since: position))
            for friend in changes.changed { friends[friend.id] = friend }
            for id in changes.deleted { friends[id] = nil }
            position = changes.position
            let all = try await repository.all()
            #expect(Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) }) == friends)
        }
        #expect(try await repository.followingPosition(from: nil) == position)
        let history = position.history
        for wrong in [
            HistoryPosition(sequence: position.sequence + 1, history: history),
            HistoryPosition(sequence: 1, history: "00000000"),
        ] {
            #expect(try await repository.changes(since: wrong) == nil)
            #expect(try await repository.followingPosition(from: wrong) == nil)
        }
    }

    @Test func `no change is lost among writes at the same time`() async throws {
        let repository = try await Engine.makeRepository()
        _ = try await repository.create(Self.named("0"), "counter")
        try await withThrowingTaskGroup { group in
            for writer in 0..<16 {
                group.addTask {
                    for step in 0..<8 {
                        _ = try await repository.create(Self.named("\(writer) \(step)"), "\(writer)-\(step)")
                        try await Self.count(up: "counter", in: repository)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await repository.friend(id: Friend.ID("counter"))?.details.firstName == "128")
        let page = try await repository.page(after: nil, limit: nil, withRests: false)
        #expect(page.totalCount == 129 && page.friends.count == 129 && page.position.sequence == 257)
        #expect(Set(page.friends.map(\.version.rawValue)).count == 129, "each write has its own number")
    }

    /// Adds one to the number that is a friend's name, as clients change friends.
    static func count(up id: String, in repository: any FriendRepository) async throws {
        while true {
            let friend = try #require(try await repository.friend(id: Friend.ID(id)))
            let number = (Int(friend.details.firstName) ?? 0) + 1
            let result = try await repository.update(id, [.firstName: "\(number)"], ifVersion: [friend.version])
            if case .done = result { return }
        }
    }
}
