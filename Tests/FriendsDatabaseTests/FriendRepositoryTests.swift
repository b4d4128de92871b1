import DatabaseTestSupport
import FriendsModel
import FriendsRepository
import GRDB
import TestSupport
import Testing

@testable import FriendsDatabase

/// The operations, on real databases in memory.
@Suite(.timeLimit(.minutes(3)))
struct FriendRepositoryTests {
    @Test func theListIsSortedByLastThenFirstNameWithoutCase() async throws {
        let repository = try SQLiteRepository()
        for (number, name) in [("b", "Zed"), ("a", "zed"), ("C", "abel"), ("c", "Abe")].enumerated() {
            let details = FriendDetails(firstName: name.0, lastName: name.1, phoneNumber: "12")
            _ = try await repository.create(details, id: Friend.ID("\(number)"))
        }
        #expect(try await repository.page().friends.map(\.details.firstName) == ["c", "C", "a", "b"])
    }

    @Test(arguments: [1, 2, 3, 7, 49, 50, 51, 10_000])
    func pagesCoverEachFriendOnceAndMatchTheWholeList(limit: Int) async throws {
        let repository = try await SQLiteRepository.holding(count: 50)
        var friends: [Friend] = []
        var position: FriendPosition?
        repeat {
            let page = try await repository.page(after: position, limit: limit)
            #expect(page.totalCount == 50)
            #expect(page.friends.count <= limit)
            friends += page.friends
            position = page.next
        } while position != nil
        #expect(try await repository.page().friends == friends)
        #expect(Set(friends.map(\.id)).count == 50)
    }

    @Test func `a page can start after a deleted friend`() async throws {
        let repository = try await SQLiteRepository.holding(count: 10)
        let all = try await repository.page().friends
        let first = try await repository.page(limit: 4)
        _ = try await repository.delete(first.friends[3].id)
        let second = try await repository.page(after: first.next, limit: 4)
        #expect(second.friends == Array(all[4..<8]))
        #expect(second.position.sequence != first.position.sequence)
    }

    @Test(arguments: [false, true])
    func `a page is read by the index`(fromBeginning: Bool) async throws {
        let repository = try SQLiteRepository()
        let plan = try await repository.database.writer.read { db in
            let sql = "EXPLAIN QUERY PLAN " + SQLiteRepository.selectPage(fromBeginning: fromBeginning)
            let arguments: StatementArguments = fromBeginning ? ["most": 1] : ["most": 1, "sortkey": "", "id": ""]
            return try Row.fetchAll(db, sql: sql, arguments: arguments).map { row -> String in row["detail"] }
        }
        #expect(plan.count == 1)
        #expect(plan.first?.contains("friend USING INDEX friend_in_order") == true)
    }

    @Test func `every change has its own sequence number`() async throws {
        let repository = try SQLiteRepository()
        let id = Friend.ID("ada")
        _ = try await repository.create(.ada, id: id)
        #expect(try await repository.friend(id: id)?.version == Friend.Version("1"))
        _ = try await repository.update(id, with: FriendChanges([.phoneNumber: "12"]))
        #expect(try await repository.friend(id: id)?.version == Friend.Version("2"))
        _ = try await repository.delete(id)
        _ = try await repository.create(.ada, id: id)
        #expect(try await repository.friend(id: id)?.version == Friend.Version("4"))
        #expect(try await repository.page().position.sequence == 4)
    }

    @Test func `creating twice is idempotent`() async throws {
        let repository = try await SQLiteRepository.holding(.ada)
        let ada = try #require(try await repository.friend(id: Friend.ID("Ada")))
        #expect(try await repository.create(.ada, id: ada.id) == .alreadyThere(ada))
        #expect(try await repository.create(.grace, id: ada.id) == .taken(by: ada))
        #expect(try await repository.page().position.sequence == 1)
        #expect(try await repository.page().friends == [ada])
    }

    @Test func changesThatChangeNothingKeepTheVersion() async throws {
        let repository = try await SQLiteRepository.holding(.ada)
        let ada = try #require(try await repository.friend(id: Friend.ID("Ada")))
        let same = FriendChanges([.firstName: "Ada"])
        #expect(try await repository.update(ada.id, with: same) == .done(ada))
        #expect(try await repository.update(ada.id, with: FriendChanges()) == .done(ada))
        #expect(try await repository.page().position.sequence == 1)
    }

    @Test func aChangedFriendMovesToItsNewPlace() async throws {
        let repository = try await SQLiteRepository.holding(.ada, .grace)
        _ = try await repository.update(Friend.ID("Ada"), with: FriendChanges([.lastName: "Byron"]))
        #expect(try await repository.page().friends.map(\.details.lastName) == ["Byron", "Hopper"])
    }

    @Test func aWrongVersionIsNeverOverwritten() async throws {
        let repository = try await SQLiteRepository.holding(.ada)
        let ada = try #require(try await repository.friend(id: Friend.ID("Ada")))
        let changes = FriendChanges([.firstName: "Eve"])
        for versions in [[], [Friend.Version("0")], [Friend.Version("11"), Friend.Version("")]] {
            #expect(
                try await repository.update(ada.id, with: changes, ifVersion: versions)
                    == .versionMismatch(current: ada))
            #expect(try await repository.delete(ada.id, ifVersion: versions) == .versionMismatch(current: ada))
        }
        #expect(try await repository.page().friends == [ada])
        #expect(try await repository.delete(ada.id, ifVersion: [Friend.Version("7"), ada.version]) == .done)
    }

    @Test func `a missing friend is not found`() async throws {
        let repository = try SQLiteRepository()
        let id = Friend.ID("nobody")
        #expect(try await repository.friend(id: id) == nil)
        #expect(try await repository.update(id, with: FriendChanges([.firstName: "x"])) == .notFound)
        #expect(try await repository.delete(id) == .notFound)
        #expect(try await repository.page().position.sequence == 0)
    }

    @Test func `many friends are inserted in one transaction`() async throws {
        let repository = try await SQLiteRepository.holding(count: 20)
        #expect(try await repository.page().totalCount == 20)
        await #expect(throws: FriendRepositoryError.self) {
            try await repository.insert(contentsOf: [(Friend.ID("new"), .ada), (Friend.ID("3"), .ada)])
        }
        let page = try await repository.page()
        #expect(page.totalCount == 20)
        #expect(page.friends.count == 20)
        #expect(page.position.sequence == 1)
    }

    @Test(arguments: [
        ("", [UInt8]()), ("a", []), ("ada", [1, 2, 3]), ("~", [0]), ("a.b", [0xFB, 0xFF]),
        ("x", Array(repeating: 0xFF, count: 70_000)),
    ])
    func `a position is parsed from its token`(id: String, key: [UInt8]) {
        let position = FriendPosition(sortKey: SortKey(bytes: key), id: Friend.ID(id))
        #expect(FriendPosition(token: position.token) == (id.isEmpty ? nil : position))
        #expect(
            position.token.utf8.allSatisfy {
                Character(Unicode.Scalar($0)).isLetter || "0123456789-_.~".utf8.contains($0)
            })
    }

    @Test(arguments: [
        "", ".", "x", "AAAA", "AAAA.", "AAAA...", "AAAA.a/b", "AAAA.a b", "AAAA.é", "AAA=.a", "AAAB\n.a", "A.a", "AB.a",
        "AAB.a", "AA+A.a", "AA/A.a", "!!!!.a", "AAAA.\(String(repeating: "a", count: 65))",
    ])
    func `an invalid token is no position`(token: String) {
        #expect(FriendPosition(token: token) == nil)
    }
}
