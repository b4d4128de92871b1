import EngineTestSupport
import Foundation
import FriendsModel
import FriendsRepository
import TestSupport
import Testing

/// The list and single writes.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct RepositoryTests {
    private static let ada = FriendDetails(firstName: "Ada", lastName: "Lovelace", phoneNumber: "+44 1")
    private static let grace = FriendDetails(firstName: "Grace", lastName: "Hopper", phoneNumber: "+1 2")

    @Test func `the list is sorted by last, then by first name`() async throws {
        let repository = try await Engine.makeRepository()
        for (number, name) in [("b", "Zed"), ("a", "zed"), ("C", "abel"), ("c", "Abe")].enumerated() {
            _ = try await repository.create(FriendDetails(firstName: name.0, lastName: name.1), "\(number)")
        }
        #expect(try await repository.all().map(\.details.firstName) == ["c", "C", "a", "b"])
        _ = try await repository.update("3", [.lastName: "Zzz"])
        #expect(try await repository.all().map(\.details.firstName) == ["C", "a", "b", "c"])
    }

    @Test func `pages have each friend once`() async throws {
        let repository = try await Engine.makeRepository()
        try await repository.fill(50)
        let all = try await repository.all()
        #expect(Set(all.map(\.id)).count == 50)
        for limit in [1, 2, 7, 49, 50, 51, 10_000] {
            var friends: [Friend] = []
            var position: FriendPosition?
            repeat {
                let page = try await repository.page(after: position, limit: limit, withRests: false)
                #expect(page.totalCount == 50 && page.friends.count <= limit)
                friends += page.friends
                position = page.next.flatMap { FriendPosition(token: $0.token) }
            } while position != nil
            #expect(friends == all)
        }
    }

    @Test func `a page can start after a deleted friend`() async throws {
        let repository = try await Engine.makeRepository()
        try await repository.fill(10)
        let all = try await repository.all()
        let first = try await repository.page(after: nil, limit: 4, withRests: false)
        _ = try await repository.delete(first.friends[3].id, ifVersion: nil)
        let second = try await repository.page(after: first.next, limit: 4, withRests: false)
        #expect(second.friends == Array(all[4..<8]) && second.position != first.position)
    }

    /// The keys of such names are longer than an index of PostgreSQL holds.
    @Test func `names that differ at their ends have their places`() async throws {
        let repository = try await Engine.makeRepository()
        // Random letters, which no index can compress.
        let long = String((0..<900).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
        for number in [3, 1, 2, 0] {
            _ = try await repository.create(
                FriendDetails(firstName: long, lastName: "\(long)\(number)"), "\(number)")
        }
        var ids: [String] = []
        var position: FriendPosition?
        repeat {
            let page = try await repository.page(after: position, limit: 1, withRests: false)
            ids += page.friends.map(\.id.rawValue)
            position = page.next
        } while position != nil
        #expect(ids == ["0", "1", "2", "3"])
    }

    @Test func `every change has a number of its own`() async throws {
        let repository = try await Engine.makeRepository()
        _ = try await repository.create(Self.ada, "ada")
        #expect(try await repository.friend(id: Friend.ID("ada"))?.version == Friend.Version("1"))
        _ = try await repository.update("ada", [.phoneNumber: "12"])
        #expect(try await repository.friend(id: Friend.ID("ada"))?.version == Friend.Version("2"))
        #expect(try await repository.delete(Friend.ID("ada"), ifVersion: nil) == .done)
        _ = try await repository.create(Self.ada, "ada")
        #expect(try await repository.friend(id: Friend.ID("ada"))?.version == Friend.Version("4"))
        #expect(try await repository.position().sequence == 4)
    }

    @Test func `creating again writes nothing`() async throws {
        let repository = try await Engine.makeRepository()
        guard case .created(let ada) = try await repository.create(Self.ada, "ada", rest: Data([1])) else {
            Issue.record("not created")
            return
        }
        #expect(try await repository.create(Self.ada, "ada") == .alreadyThere(ada))
        #expect(try await repository.create(Self.ada, "ada", rest: Data([1])) == .alreadyThere(ada))
        #expect(try await repository.create(Self.ada, "ada", rest: Data([2])) == .taken(by: ada))
        #expect(try await repository.create(Self.grace, "ada") == .taken(by: ada))
        #expect(try await repository.update("ada", [.firstName: "Ada"]) == .done(ada))
        #expect(try await repository.update("ada", [:]) == .done(ada))
        #expect(try await repository.position().sequence == 1)
        #expect(try await repository.all() == [ada])
    }

    @Test func `another version is never overwritten`() async throws {
        let repository = try await Engine.makeRepository()
        _ = try await repository.create(Self.ada, "ada")
        let ada = try #require(try await repository.friend(id: Friend.ID("ada")))
        for versions in [[], [Friend.Version("0")], [Friend.Version("11"), Friend.Version("")]] {
            #expect(
                try await repository.update("ada", [.firstName: "Eve"], ifVersion: versions)
                    == .versionMismatch(current: ada))
            #expect(
                try await repository.delete(ada.id, ifVersion: versions) == .versionMismatch(current: ada))
        }
        #expect(try await repository.all() == [ada])
        #expect(try await repository.delete(ada.id, ifVersion: [Friend.Version("7"), ada.version]) == .done)
        let nobody = Friend.ID("nobody")
        #expect(try await repository.friend(id: nobody) == nil)
        #expect(try await repository.whole(nobody) == nil)
        #expect(try await repository.update("nobody", [.firstName: "x"]) == .notFound)
        #expect(try await repository.delete(nobody, ifVersion: nil) == .notFound)
        #expect(try await repository.restore(nobody) == .notFound)
    }

    @Test func `lines and rests stay with their friend`() async throws {
        let repository = try await Engine.makeRepository()
        let lines = [
            FriendLine(id: FriendLine.ID("l1"), kind: .email, label: "work", value: "ada@example.org"),
            FriendLine(id: FriendLine.ID("l2"), kind: .note, label: "", value: "two\nlines, “quoted” 🙂\\ \u{1F}"),
        ]
        var details = Self.ada
        details.lines = lines
        let rest = Data([0, 1, 255])
        _ = try await repository.create(details, "ada", rest: rest)
        _ = try await repository.create(Self.grace, "grace")
        #expect(try await repository.friend(id: Friend.ID("ada"))?.details == details)
        #expect(try await repository.whole(Friend.ID("ada"))?.rest == rest)
        let page = try await repository.page(after: nil, limit: 10, withRests: true)
        #expect(page.friends.map(\.details.lines) == [[], lines] && page.rests == [Friend.ID("ada"): rest])
        // They go to the trash with the friend, and come back.
        _ = try await repository.delete(Friend.ID("ada"), ifVersion: nil)
        let trash = try await repository.trash(after: nil, limit: 10, withRests: true)
        #expect(trash.trash.friends.map(\.friend.details) == [details] && trash.rests == page.rests)
        _ = try await repository.restore(Friend.ID("ada"))
        #expect(try await repository.whole(Friend.ID("ada"))?.rest == rest)
        #expect(try await repository.friend(id: Friend.ID("ada"))?.details == details)
        // A new friend with the same id has nothing of the earlier one.
        _ = try await repository.delete(Friend.ID("ada"), ifVersion: nil)
        _ = try await repository.create(Self.ada, "ada")
        #expect(try await repository.friend(id: Friend.ID("ada"))?.details == Self.ada)
        #expect(try await repository.whole(Friend.ID("ada"))?.rest == nil)
        let changes = FriendChanges([:], lines: lines)
        _ = try await repository.update(
            Friend.ID("ada"), with: changes, rest: .replaced(rest), ifVersion: nil)
        #expect(try await repository.whole(Friend.ID("ada"))?.friend.details.lines == lines)
        #expect(try await repository.whole(Friend.ID("ada"))?.rest == rest)
    }

    @Test func `pages of long texts and rests fit into a response`() async throws {
        let repository = try await Engine.makeRepository()
        let (note, rest) = (String(repeating: "n", count: 3 << 20), Data(count: 3 << 20))
        for number in 1...6 {
            var details = FriendDetails(lastName: "\(number)")
            if number > 3 {
                details.lines = [FriendLine(id: FriendLine.ID("n"), kind: .note, label: "", value: note)]
            }
            _ = try await repository.create(details, "\(number)", rest: number == 4 ? nil : rest)
        }
        for (limit, hasRests, expected) in [
            (5, false, [["1", "2", "3", "4", "5"], ["6"]]), (5, true, [["1", "2"], ["3", "4", "5"], ["6"]]),
        ] {
            var pages: [[String]] = []
            var position: FriendPosition?
            repeat {
                let page = try await repository.page(after: position, limit: limit, withRests: hasRests)
                pages.append(page.friends.map(\.id.rawValue))
                position = page.next
            } while position != nil
            #expect(pages == expected)
        }
    }
}
