import EngineTestSupport
import Foundation
import FriendsModel
import FriendsRepository
import Synchronization
import TestSupport
import Testing

/// The lines and the rest of friends: they are wherever the friend is, and nowhere else.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct LineTests {
    static let ada = FriendDetails.ada.with(FriendLine.ofEveryKind)

    /// Stores friends with 0 to 4 lines each.
    static func fill(_ repository: any FriendRepository, count: Int) async throws {
        let writes = (0..<count).map { number in
            let lines = (0..<number % 5).map { FriendLine.line(.tag, "\(number) \($0)", id: "\($0)") }
            let details = FriendDetails(firstName: "Name \(number % 3)", lastName: "Family \(number % 7)")
            return RepositoryWrite.create(details.with(lines), rest: nil, id: Friend.ID("\(number * 37 % 1_000)"))
        }
        _ = try await repository.write(writes, isAtomic: true)
    }

    /// A repository of friends with 0 to 4 lines each.
    func holding(count: Int) async throws -> any FriendRepository {
        let repository = try await Engine.makeRepository()
        try await Self.fill(repository, count: count)
        return repository
    }

    /// The tables agree on the number of lines, and no line is left of a friend that is gone.
    func expectConsistent(_ database: TestDatabase) async throws {
        let strays = try await database.number(
            """
            WITH everyone AS (SELECT id, lines FROM friend UNION ALL SELECT id, lines FROM trash)
            SELECT (SELECT count(*) FROM everyone
                    WHERE lines <> (SELECT count(*) FROM line WHERE friend = everyone.id))
                + (SELECT count(*) FROM line WHERE friend NOT IN (SELECT id FROM everyone))
                + (SELECT count(*) FROM rest WHERE friend NOT IN (SELECT id FROM everyone))
            """)
        #expect(strays == 0)
    }

    @Test(arguments: [1, 2, 3, 7, 59, 60, 61])
    func `pages carry the lines of their friends`(limit: Int) async throws {
        let repository = try await holding(count: 60)
        let all = try await repository.page().friends
        #expect(all.count == 60 && all.map(\.details.lines.count).reduce(0, +) == 120)
        for friend in all {
            let number = friend.details.lines.first?.value.split(separator: " ").first
            #expect(friend.details.lines.allSatisfy { $0.value.hasPrefix("\(number ?? "") ") })
            #expect(friend.details.lines.map(\.id.rawValue) == (0..<friend.details.lines.count).map { "\($0)" })
            #expect(try await repository.friend(id: friend.id) == friend)
        }
        var friends: [Friend] = []
        var position: FriendPosition?
        repeat {
            let page = try await repository.page(after: position, limit: limit)
            friends += page.friends
            position = page.next
        } while position != nil
        #expect(friends == all)
    }

    @Test func `missing lines are an error`() async throws {
        let database = try await TestDatabase()
        let repository = try await database.open()
        try await Self.fill(repository, count: 9)
        try await database.execute("DELETE FROM line WHERE position = 1")
        await #expect(throws: FriendRepositoryError.self) { try await repository.page() }
    }

    @Test func `changes and trash carry lines, also in part`() async throws {
        let database = try await TestDatabase()
        let repository = try await database.open()
        try await Self.fill(repository, count: 30)
        let all = try await repository.page().friends
        let start = HistoryPosition(sequence: 0, history: nil)
        let changes = try #require(try await repository.changes(since: start))
        #expect(Set(changes.changed.map(\.id)) == Set(all.map(\.id)))
        #expect(changes.changed.allSatisfy { all.contains($0) })
        for friend in all { #expect(try await repository.delete(friend.id) == .done) }
        for limit in [nil, 1, 7, 30] {
            let trash = try await repository.trash(limit: limit).trash.friends
            #expect(trash.map(\.friend) == Array(all.reversed().prefix(limit ?? 30)))
        }
        for friend in all {
            guard case .done(let restored) = try await repository.restore(friend.id) else {
                Issue.record("not restored")
                return
            }
            #expect(restored.details == friend.details && restored.version != friend.version)
            #expect(try await repository.friend(id: friend.id) == restored)
        }
        #expect(try await repository.page().friends.map(\.details) == all.map(\.details))
        try await expectConsistent(database)
    }

    @Test func `an update replaces all lines or leaves them alone`() async throws {
        let database = try await TestDatabase()
        let repository = try await database.open()
        let id = Friend.ID("ada")
        _ = try await repository.create(Self.ada, rest: Data([1, 2]), id: id)
        // What a client without lines sends.
        _ = try await repository.update(
            id, with: FriendChanges([.firstName: "A.", .lastName: "L.", .phoneNumber: "12"]))
        let (friend, rest) = try #require(try await repository.whole(id))
        #expect(
            friend.details == FriendDetails(firstName: "A.", lastName: "L.", phoneNumber: "12").with(Self.ada.lines))
        #expect(rest == Data([1, 2]))

        let fewer = Array(Self.ada.lines.reversed().prefix(3))
        _ = try await repository.update(id, with: FriendChanges(lines: fewer))
        #expect(try await repository.friend(id: id)?.details.lines == fewer)
        #expect(
            try await repository.update(id, with: FriendChanges(lines: fewer))
                == .done(try #require(try await repository.friend(id: id))))
        #expect(try await repository.page().position.sequence == 3)
        _ = try await repository.update(id, with: FriendChanges(lines: []))
        #expect(try await repository.friend(id: id)?.details.lines == [])
        try await expectConsistent(database)
    }

    @Test func `lines change neither sort keys nor the order`() async throws {
        let repository = try await holding(count: 20)
        let before = try await repository.page().friends.map(\.id)
        for id in before {
            _ = try await repository.update(id, with: FriendChanges(lines: [.line(.note, "\(id.rawValue)")]))
        }
        #expect(try await repository.page().friends.map(\.id) == before)
    }

    @Test func `a line without an id gets one, and only once`() async throws {
        let repository = try await Engine.makeRepository()
        let id = Friend.ID("ada")
        let sent = FriendDetails.ada.with([
            .line(.tag, "a", id: ""), .line(.tag, "a", id: ""), .line(.tag, "b", id: "chosen"),
        ])
        guard case .created(let ada) = try await repository.create(sent, id: id) else {
            Issue.record("not created")
            return
        }
        #expect(ada.details.lines.map(\.value) == ["a", "a", "b"])
        #expect(Set(ada.details.lines.map(\.id)).count == 3 && ada.details.lines[2].id.rawValue == "chosen")
        #expect(ada.details.lines.allSatisfy { FriendLine.ID(validating: $0.id.rawValue) != nil })
        #expect(try await repository.create(sent, id: id) == .alreadyThere(ada))
        #expect(try await repository.update(id, with: FriendChanges(lines: sent.lines)) == .done(ada))
    }

    @Test func `the rest survives deletion and restoring`() async throws {
        let repository = try await Engine.makeRepository()
        let id = Friend.ID("ada")
        let rest = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
        _ = try await repository.create(Self.ada, rest: rest, id: id)
        #expect(
            try await repository.create(Self.ada, rest: rest, id: id)
                == .alreadyThere(try #require(try await repository.friend(id: id))))
        guard case .taken = try await repository.create(Self.ada, rest: Data([1]), id: id) else {
            Issue.record("another rest is another friend")
            return
        }
        #expect(try await repository.delete(id) == .done)
        #expect(try await repository.whole(id) == nil)
        _ = try await repository.restore(id)
        #expect(try await repository.whole(id)?.rest == rest)

        let version = try await repository.friend(id: id)?.version
        _ = try await repository.update(id, with: FriendChanges(), rest: .replaced(rest))
        #expect(try await repository.friend(id: id)?.version == version)
        _ = try await repository.update(id, with: FriendChanges(), rest: .replaced(nil))
        #expect(try await repository.whole(id)?.rest == nil)
        #expect(try await repository.friend(id: id)?.version != version)
    }

    @Test func `a new friend inherits nothing from a deleted one`() async throws {
        let database = try await TestDatabase()
        let repository = try await database.open()
        let id = Friend.ID("ada")
        _ = try await repository.create(Self.ada, rest: Data([1]), id: id)
        _ = try await repository.delete(id)
        _ = try await repository.create(.grace.with([.line(.tag, "new")]), id: id)
        #expect(try await repository.friend(id: id)?.details.lines == [.line(.tag, "new")])
        #expect(try await repository.whole(id)?.rest == nil)
        try await expectConsistent(database)
    }

    @Test func `purging the trash removes lines and rests`() async throws {
        let time = Mutex(Date(timeIntervalSince1970: 1_000_000))
        let database = try await TestDatabase()
        let repository = try await database.open(now: { time.withLock(\.self) })
        for name in ["old", "new", "listed"] {
            _ = try await repository.create(Self.ada, rest: Data([1]), id: Friend.ID(name))
        }
        _ = try await repository.delete(Friend.ID("old"))
        time.withLock { $0 += 30 * 24 * 60 * 60 - 1 }
        _ = try await repository.delete(Friend.ID("new"))
        time.withLock { $0 += 1 }
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        try await expectConsistent(database)
        #expect(try await repository.trash().trash.friends.map(\.friend.details) == [Self.ada])
        #expect(try await repository.whole(Friend.ID("listed"))?.rest == Data([1]))
    }

    @Test func `a wrong part does not hide that a friend loses its name`() async throws {
        let repository = try await Engine.makeRepository()
        let id = Friend.ID("ada")
        // An earlier version may have stored a line that is not valid today.
        _ = try await repository.create(FriendDetails(firstName: "Ada").with([.line(.website, "no scheme")]), id: id)
        guard case .invalid(let problem) = try await repository.update(id, with: FriendChanges([.firstName: ""])) else {
            Issue.record("not refused")
            return
        }
        #expect(problem.problem == .unidentified)
    }

    @Test func `a change that leaves nothing to know a friend by is refused`() async throws {
        let repository = try await Engine.makeRepository()
        let id = Friend.ID("ada")
        let lines: [FriendLine] = [.line(.tag, "math"), .line(.email, "ada@example.org")]
        _ = try await repository.create(FriendDetails(firstName: "Ada").with(lines), id: id)
        guard case .done(let friend) = try await repository.update(id, with: FriendChanges([.firstName: ""])) else {
            Issue.record("an email is enough")
            return
        }
        for lines in [[], [lines[0]]] {
            guard case .invalid(let problem) = try await repository.update(id, with: FriendChanges(lines: lines)) else {
                Issue.record("not refused")
                return
            }
            #expect(problem.problem == .unidentified)
        }
        #expect(try await repository.friend(id: id) == friend)
    }
}
