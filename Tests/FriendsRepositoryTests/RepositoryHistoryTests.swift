import Foundation
import FriendsModel
import FriendsRepository
import Synchronization
import TestSupport
import Testing

/// Batches, the trash, the history, and writes at the same time.
@Suite(.timeLimit(.minutes(5)))
struct RepositoryHistoryTests {
    private static func named(_ name: String) -> FriendDetails { FriendDetails(firstName: name) }

    @Test(arguments: Engine.allCases, [false, true])
    func `a batch is one change`(engine: Engine, isAtomic: Bool) async throws {
        try await engine.withRepository { repository in
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
    }

    @Test(arguments: Engine.allCases)
    func `trash pages have every deleted friend once, the newest first`(engine: Engine) async throws {
        try await engine.withRepository { repository in
            try await repository.fill(30)
            let all = try await repository.all()
            for friend in all[..<5] { _ = try await repository.delete(friend.id, ifVersion: nil) }
            _ = try await repository.write(all[5...].map { .delete($0.id, ifVersion: nil) }, isAtomic: true)
            for limit in [1, 7, 29, 30, 31] {
                var friends: [Friend] = []
                var position: TrashPosition?
                repeat {
                    let page = try await repository.trash(after: position, limit: limit, withRests: false)
                    #expect(page.trash.totalCount == 30)
                    friends += page.trash.friends.map(\.friend)
                    position = page.next.flatMap { TrashPosition(token: $0.token) }
                } while position != nil
                #expect(friends == all.reversed())
            }
        }
    }

    @Test(arguments: Engine.allCases)
    func `after 30 days the trash is purged, and older positions with it`(engine: Engine) async throws {
        let clock = Time(Date(timeIntervalSince1970: 1_000_000_000))
        try await engine.withRepository(now: { clock.date }) { repository in
            _ = try await repository.create(Self.named("Ada"), "ada", rest: Data([1]))
            let start = try await repository.position()
            _ = try await repository.delete(Friend.ID("ada"), ifVersion: nil)
            clock.advance(by: 30 * 24 * 60 * 60 - 1)
            _ = try await repository.create(Self.named("B"), "b")
            #expect(try await repository.changes(since: start)?.deleted == [Friend.ID("ada")])
            clock.advance(by: 1)
            _ = try await repository.create(Self.named("C"), "c")
            #expect(try await repository.trash(after: nil, limit: nil, withRests: false).trash.friends.isEmpty)
            #expect(try await repository.changes(since: start) == nil)
            #expect(try await repository.restore(Friend.ID("ada")) == .notFound)
            #expect(try await repository.whole(Friend.ID("ada")) == nil)
        }
    }

    /// A client that only ever asks for changes has what a client has that loads the whole list.
    @Test(arguments: Engine.allCases)
    func `the changes in their order make the list`(engine: Engine) async throws {
        try await engine.withRepository { repository in
            var position = try await repository.position()
            var friends: [Friend.ID: Friend] = [:]
            // The last round is one of those that take the changes.
            for round in 0...60 {
                let id = "\(Int.random(in: 0..<12))"
                switch Int.random(in: 0..<4) {
                case 0: _ = try await repository.create(Self.named("Name \(round)"), id)
                case 1: _ = try await repository.update(id, [.lastName: "Name \(round)"])
                case 2: _ = try await repository.delete(Friend.ID(id), ifVersion: nil)
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
    }

    @Test(arguments: Engine.allCases)
    func `no change is lost among writes at the same time`(engine: Engine) async throws {
        try await engine.withRepository { repository in
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

/// A clock that a test advances.
private final class Time: Sendable {
    private let value: Mutex<Date>

    init(_ date: Date) { value = Mutex(date) }

    var date: Date { value.withLock { $0 } }

    func advance(by seconds: Double) { value.withLock { $0 += seconds } }
}
