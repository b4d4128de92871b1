import EngineTestSupport
import FriendsModel
import FriendsRepository
import TestSupport
import Testing

/// Reading page by page in one transaction.
@Suite(.onEveryEngine, .timeLimit(.minutes(10)))
struct SnapshotTests {
    /// The ids of the list and of the trash, which are read in pages of seven.
    private struct Pages: Equatable {
        var list: [Friend.ID] = []
        var trash: [Friend.ID] = []
        var positions: Set<HistoryPosition> = []
        var counts: Set<Int?> = []

        /// - Parameter afterFirst: called after the first page.
        init(_ snapshot: any RepositorySnapshot, afterFirst: () throws -> Void = {}) throws {
            var page = try snapshot.page(after: nil, limit: 7, withRests: false)
            try afterFirst()
            while true {
                list += page.friends.map(\.id)
                positions.insert(page.position)
                counts.insert(page.totalCount)
                guard let next = page.next else { break }
                page = try snapshot.page(after: next, limit: 7, withRests: false)
            }
            var next: TrashPosition?
            repeat {
                let page = try snapshot.trash(after: next, limit: 7, withRests: false)
                trash += page.trash.friends.map(\.friend.id)
                positions.insert(page.position)
                next = page.next
            } while next != nil
        }
    }

    @Test func `the pages of a snapshot are of one moment`() async throws {
        let repository = try await Engine.makeRepository(count: 40)
        for number in 20..<30 { try await repository.delete(Friend.ID("\(number)")) }
        let list = try await repository.page()
        let trash = try await repository.trash()
        let (hasBegun, hasChanged) = (Gate(), Gate())
        let reading = Task {
            try await repository.withSnapshot { snapshot in
                try Pages(snapshot) {
                    hasBegun.open()
                    try hasChanged.waitBlocking()
                }
            }
        }
        defer { hasChanged.open() }
        try await hasBegun.wait()
        // One goes, one comes, one moves.
        try await repository.delete(Friend.ID("5"))
        try await repository.create(.ada, id: Friend.ID("new"))
        try await repository.update(Friend.ID("6"), with: FriendChanges([.lastName: "A"]))
        _ = try await repository.restore(Friend.ID("25"))
        hasChanged.open()
        let pages = try await reading.ended()
        #expect(pages.list == list.friends.map(\.id) && pages.trash == trash.trash.friends.map(\.friend.id))
        #expect(pages.positions == [list.position] && pages.counts == [30])
        let later = try await repository.withSnapshot { try Pages($0) }
        #expect(later.list == (try await repository.page().friends.map(\.id)))
        #expect(later.list != pages.list && later.trash != pages.trash)
    }

    @Test func `a long read delays no other operation`() async throws {
        let repository = try await Engine.makeRepository(count: 3)
        let (hasBegun, isOver) = (Gate(), Gate())
        let reading = Task {
            try await repository.withSnapshot { _ in
                hasBegun.open()
                try isOver.waitBlocking()
            }
        }
        defer { isOver.open() }
        try await hasBegun.wait()
        #expect(try await repository.page().friends.count == 3)
        try await repository.create(.ada, id: Friend.ID("new"))
        #expect(try await repository.page().friends.count == 4)
        isOver.open()
        try await reading.ended()
    }
}
