import EngineTestSupport
import Foundation
import FriendsModel
import FriendsRepository
import Synchronization
import TestSupport
import Testing

/// What other programs leave, what has expired, and what is too long.
extension LineTests {
    @Test func `lines and rests of a friend that is gone do no harm`() async throws {
        let database = try await TestDatabase()
        let repository = try await database.open()
        try await Self.fill(repository, count: 30)
        let (all, start) = (try await repository.page().friends, try await repository.position())
        let id = Friend.ID("gone")
        _ = try await repository.create(.grace.with([.line(.tag, "stray")]), rest: Data([1]), id: id)
        try await database.execute("DELETE FROM friend WHERE id = 'gone'")
        #expect(try await repository.page().friends == all)
        let next = try await repository.page(limit: 7).next
        #expect(try await repository.page(after: next, limit: 9).friends == Array(all[7..<16]))
        #expect(try await repository.changes(since: start)?.changed == [])
        #expect(try await repository.whole(id) == nil)
        _ = try await repository.create(Self.ada, id: id)
        let (new, rest) = try #require(try await repository.whole(id))
        #expect(new.details == Self.ada && rest == nil)
    }

    @Test(arguments: [30, 31])
    func `an expired friend that the trash still lists is restored`(days: Double) async throws {
        let time = Mutex(Date(timeIntervalSince1970: 1_000_000))
        let database = try await TestDatabase()
        let repository = try await database.open(now: { time.withLock(\.self) })
        let ids = ["alone", "one", "other"].map { Friend.ID($0) }
        for id in ids {
            _ = try await repository.create(Self.ada, rest: Data([7]), id: id)
            _ = try await repository.delete(id)
        }
        time.withLock { $0 += days * 24 * 60 * 60 }
        let listed = try await repository.trash().trash.friends
        #expect(listed.count == 3)
        let results = try await repository.write(
            [.create(.grace, rest: nil, id: Friend.ID("grace")), .restore(ids[1]), .restore(ids[2])], isAtomic: true)
        #expect(results.allSatisfy { $0.isDone })
        for id in ids.dropFirst() {
            let (friend, rest) = try #require(try await repository.whole(id))
            #expect(friend.details == Self.ada)
            #expect(rest == Data([7]))
        }
        // The batch has purged the one that it did not restore.
        #expect(try await repository.restore(ids[0]) == .notFound)
        try await expectConsistent(database)

        _ = try await repository.delete(ids[1])
        time.withLock { $0 += days * 24 * 60 * 60 }
        guard case .done(let friend) = try await repository.restore(ids[1]) else {
            Issue.record("not restored")
            return
        }
        #expect(try await repository.friend(id: ids[1]) == friend)
        #expect(try await repository.whole(ids[1])?.rest == Data([7]))
        #expect(friend.details == Self.ada)
    }

    @Test func `a deletion counts as made before only at its version`() async throws {
        let repository = try await Engine.makeRepository(holding: [.ada])
        let id = Friend.ID("Ada")
        _ = try await repository.delete(id)
        for (versions, result) in [
            (nil, FriendDeletion.done), ([Friend.Version("1")], .done), ([Friend.Version("2")], .notFound),
            ([], .notFound),
        ] as [([Friend.Version]?, FriendDeletion)] {
            let results = try await repository.write([.delete(id, ifVersion: versions)], isAtomic: false)
            #expect(results == [.deletion(result)])
        }
        let results = try await repository.write([.delete(Friend.ID("nobody"), ifVersion: nil)], isAtomic: false)
        #expect(results == [.deletion(.notFound)])
    }

    @Test func `a friend goes to the trash with changes and rest`() async throws {
        let repository = try await Engine.makeRepository(holding: [.ada])
        let id = Friend.ID("Ada")
        let changes = FriendChanges([.lastName: "King"], lines: [.line(.note, "old")])
        func write(_ changes: FriendChanges, _ version: String) async throws -> RepositoryWriteResult? {
            let rest = RestChange.replaced(Data([7]))
            return try await repository.write(
                [.updateAndDelete(id, changes, rest: rest, ifVersion: [Friend.Version(version)])], isAtomic: true
            ).first
        }
        let start = try await repository.position()
        guard case .deletion(.versionMismatch) = try await write(changes, "9") else {
            Issue.record("written at another version")
            return
        }
        #expect(try await write(changes, "1") == .deletion(.done))
        #expect(try await write(changes, "1") == .deletion(.done), "sent again")
        #expect(try await write(FriendChanges([.lastName: "Byron"]), "1") == .deletion(.notFound))
        let page = try await repository.trash(after: nil, limit: nil, withRests: true)
        #expect(page.trash.friends.map(\.friend.details.lastName) == ["King"])
        #expect(page.trash.friends.first?.friend.details.lines == changes.lines && page.rests[id] == Data([7]))
        // One change of the list, of which followers hear that the friend is gone.
        let told = try await repository.changes(since: start)
        #expect(told?.deleted == [id] && told?.changed == [] && told?.position.sequence == start.sequence + 1)
    }

    @Test func `a friend is created in the trash`() async throws {
        let repository = try await Engine.makeRepository(holding: [.ada])
        let id = Friend.ID("copy")
        func write(_ name: String, _ rest: Data?, _ id: Friend.ID = id) async throws -> RepositoryWriteResult? {
            let details = FriendDetails(firstName: name, lines: [.line(.note, "old")])
            return try await repository.write([.createInTrash(details, rest: rest, id: id)], isAtomic: false).first
        }
        let start = try await repository.position()
        #expect(try await write("Eve", Data([7])) == .deletion(.done))
        #expect(try await write("Eve", Data([7])) == .deletion(.done), "sent again")
        // One change of the list, which never has the friend.
        let told = try await repository.changes(since: start)
        #expect(told?.changed == [] && told?.position.sequence == start.sequence + 1)
        #expect(try await repository.page().totalCount == 1)
        let page = try await repository.trash(after: nil, limit: nil, withRests: true)
        #expect(page.trash.friends.map(\.friend.details.firstName) == ["Eve"] && page.rests[id] == Data([7]))
        #expect(page.trash.friends.first?.friend.details.lines.map(\.value) == ["old"])
        // As a creation would, it takes the place of another one in the trash.
        #expect(try await write("Eva", nil) == .deletion(.done))
        let again = try await repository.trash(after: nil, limit: nil, withRests: true)
        #expect(again.trash.friends.map(\.friend.details.firstName) == ["Eva"] && again.rests.isEmpty)
        guard case .creation(.taken(let ada)) = try await write("Eve", nil, Friend.ID("Ada")) else {
            Issue.record("in the list and in the trash")
            return
        }
        #expect(ada.details.firstName == "Ada")
        guard case .restoration(.done(let friend)) = try await repository.write([.restore(id)], isAtomic: false).first
        else {
            Issue.record("not restored")
            return
        }
        #expect(friend.details.firstName == "Eva")
    }

    @Test func `pages, changes and trash of long texts fit into a response`() async throws {
        let repository = try await Engine.makeRepository()
        let note = String(repeating: "n", count: 3 << 20)
        for number in 1...6 {
            let details = FriendDetails(lastName: "\(number)").with([.line(.note, note)])
            _ = try await repository.create(details, id: Friend.ID("\(number)"))
        }
        var pages: [[String]] = []
        var position: FriendPosition?
        repeat {
            let page = try await repository.page(after: position, limit: 5)
            pages.append(page.friends.map(\.id.rawValue))
            position = page.next
        } while position != nil && pages.count < 9
        #expect(pages == [["1", "2"], ["3", "4"], ["5", "6"]])
        #expect(try await repository.page().friends.count == 6)
        #expect(try await repository.changes(since: HistoryPosition(sequence: 0, history: nil)) == nil)
        #expect(try await repository.changes(since: HistoryPosition(sequence: 1, history: nil))?.changed.count == 5)
        for number in 1...6 { _ = try await repository.delete(Friend.ID("\(number)")) }
        let trash = try await repository.trash(limit: 5).trash
        #expect(trash.friends.map(\.friend.id.rawValue) == ["6", "5"])
        #expect(trash.totalCount == 6)
        #expect(try await repository.trash().trash.friends.count == 6)
    }
}
