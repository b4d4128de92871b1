import DatabaseTestSupport
import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB
import TestSupport
import Testing

@testable import FriendsDatabase

/// The trash, page by page.
extension LineTests {
    /// The trash, read in pages of `limit` friends. `meanwhile` is called after each page.
    private func pages(
        of repository: SQLiteRepository, limit: Int, withRests hasRests: Bool = false,
        meanwhile: (TrashPage) async throws -> Void = { _ in }
    ) async throws -> [TrashPage] {
        var pages: [TrashPage] = []
        repeat {
            let page = try await repository.trash(after: pages.last?.next, limit: limit, withRests: hasRests)
            pages.append(page)
            try await meanwhile(page)
        } while pages.last?.next != nil && pages.count < 100
        return pages
    }

    private func delete(_ friends: some Sequence<Friend>, in repository: SQLiteRepository) async throws {
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

    @Test(arguments: [false, true])
    func `a trash page is read by the index, with its lines only`(fromBeginning: Bool) async throws {
        let repository = try SQLiteRepository()
        let (page, lines) = try await repository.database.writer.read { db in
            func plan(_ sql: String, _ arguments: StatementArguments) throws -> [String] {
                let rows = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                return rows.map { $0["detail"] }
            }
            let start: StatementArguments = fromBeginning ? [:] : ["sequence": 1, "row": 1]
            return (
                try plan(SQLiteRepository.selectTrash(fromBeginning: fromBeginning), start + ["most": 1]),
                try plan(SQLiteRepository.selectTrashLines(fromBeginning: fromBeginning), start)
            )
        }
        let scan = fromBeginning ? "SCAN" : "SEARCH"
        // No step sorts: rows and lines are read as far as they are needed.
        #expect(page.count == 1 && lines.count == 2)
        for plan in [page, lines] {
            #expect(plan.first?.hasPrefix("\(scan) trash USING INDEX trash_in_history") == true)
        }
        #expect(lines.last?.contains("line USING PRIMARY KEY") == true)
    }

    @Test func `trash pages of long texts and rests fit into a response`() async throws {
        let repository = try SQLiteRepository()
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

    @Test(arguments: ["0.0", "42.7", "999999999999999999.1"])
    func `a position in the trash is its text`(token: String) {
        #expect(TrashPosition(token: token)?.token == token)
    }

    @Test(arguments: [
        "", ".", "1", "1.", ".1", "01.1", "1.+1", "-1.1", "1.1.1", "1. 1", "1000000000000000000.1", "bAAB.ada",
    ])
    func `no other text is a position in the trash`(token: String) {
        #expect(TrashPosition(token: token) == nil)
    }
}
