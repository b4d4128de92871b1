import EngineTestSupport
import Foundation
import FriendsModel
import FriendsRepository
import TestSupport
import Testing

/// The trash, page by page.
extension LineTests {
    /// The trash, read in pages of `limit` friends. `meanwhile` is called after each page.
    private func pages(
        of repository: any FriendRepository, limit: Int, withRests hasRests: Bool = false,
        meanwhile: (TrashPage) async throws -> Void = { _ in }
    ) async throws -> [TrashPage] {
        var pages: [TrashPage] = []
        repeat {
            // As a client sends it.
            let position = pages.last?.next.flatMap { TrashPosition(token: $0.token) }
            let page = try await repository.trash(after: position, limit: limit, withRests: hasRests)
            pages.append(page)
            try await meanwhile(page)
        } while pages.last?.next != nil && pages.count < 100
        return pages
    }

    private func delete(_ friends: some Sequence<Friend>, in repository: any FriendRepository) async throws {
        _ = try await repository.write(friends.map { .delete($0.id, ifVersion: nil) }, isAtomic: true)
    }

    @Test(arguments: [1, 2, 3, 7, 29, 30, 31, 10_000])
    func `trash pages have every deleted friend once`(limit: Int) async throws {
        let repository = try await holding(count: 30)
        let all = try await repository.page().friends
        // Some deletions are of one friend, others of many.
        for friend in all[..<5] { try await delete([friend], in: repository) }
        try await delete(all[5..<20], in: repository)
        try await delete(all[20...], in: repository)
        let trash = try await repository.trash()
        #expect(trash.trash.friends.map(\.friend) == all.reversed() && trash.next == nil)
        let pages = try await pages(of: repository, limit: limit)
        #expect(pages.flatMap(\.trash.friends) == trash.trash.friends)
        #expect(pages.dropLast().allSatisfy { $0.trash.friends.count == limit } && pages.count == (29 + limit) / limit)
        #expect(pages.allSatisfy { $0.trash.totalCount == 30 && $0.position == trash.position && $0.rests.isEmpty })
        // What is after a position needs no limit.
        let rest = try await repository.trash(after: pages[0].next)
        if pages.count > 1 { #expect(rest.trash.friends == Array(trash.trash.friends[limit...])) }
    }

    @Test(arguments: [1, 3, 4])
    func `no deleted friend that stays is missed between pages`(limit: Int) async throws {
        let repository = try await holding(count: 30)
        let all = try await repository.page().friends
        try await delete(all[..<10], in: repository)
        try await delete(all[10..<25], in: repository)
        var restored: Set<Friend.ID> = []
        let pages = try await pages(of: repository, limit: limit) { page in
            // The last friend of the page leaves the trash, and so does one after it. Another one is deleted.
            let listed = page.trash.friends.map(\.friend.id)
            let waiting = try await repository.trash(after: page.next).trash.friends.map(\.friend.id)
            for id in [listed.last, page.next.flatMap { _ in waiting.dropFirst().first }].compactMap(\.self) {
                _ = try await repository.restore(id)
                restored.insert(id)
            }
            if let friend = try await repository.page().friends.first(where: { !restored.contains($0.id) }) {
                try await delete([friend], in: repository)
            }
        }
        let ids = pages.flatMap { $0.trash.friends.map(\.friend.id) }
        #expect(Set(ids).count == ids.count)
        let deletedFirst = all[..<25].reversed().map(\.id)
        #expect(ids == deletedFirst.filter { ids.contains($0) })
        #expect(Set(deletedFirst).subtracting(ids).isSubset(of: restored) && restored.count > 5)
        #expect(Set(pages.map(\.position.text)).count == pages.count)
    }

    @Test func `trash pages of long texts and rests fit into a response`() async throws {
        let repository = try await Engine.makeRepository()
        let (note, rest) = (String(repeating: "n", count: 3 << 20), Data(count: 3 << 20))
        for number in 1...6 {
            let lines = number > 3 ? [FriendLine.line(.note, note)] : []
            _ = try await repository.create(
                FriendDetails(lastName: "\(number)").with(lines), rest: number == 4 ? nil : rest,
                id: Friend.ID("\(number)"))
            _ = try await repository.delete(Friend.ID("\(number)"))
        }
        for (limit, hasRests, expected) in [
            (5, false, [["6", "5"], ["4", "3", "2", "1"]]), (5, true, [["6", "5"], ["4", "3", "2"], ["1"]]),
            (1, true, [["6"], ["5"], ["4"], ["3"], ["2"], ["1"]]),
        ] {
            let pages = try await pages(of: repository, limit: limit, withRests: hasRests)
            #expect(pages.map { $0.trash.friends.map(\.friend.id.rawValue) } == expected)
            for page in pages {
                let ids = page.trash.friends.map(\.friend.id).filter { hasRests && $0.rawValue != "4" }
                #expect(page.rests == Dictionary(uniqueKeysWithValues: ids.map { ($0, rest) }))
            }
        }
    }

}
