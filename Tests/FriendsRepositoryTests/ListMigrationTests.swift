import EngineTestSupport
import Foundation
import FriendsModel
import FriendsRepository
import PostgresTestSupport
import TestSupport
import Testing

/// A list that is moved between databases.
@Suite(.serialized, .onBlockingThreads, .timeLimit(.minutes(10)))
struct ListMigrationTests {
    private func run(_ source: StoredList, _ target: StoredList) throws -> ListMigration.Summary {
        try ListMigration(from: source.archive, to: target.archive).run()
    }

    @Test(arguments: Engine.allCases, Engine.allCases)
    func `a moved list is the same`(from: Engine, to: Engine) async throws {
        let (source, target) = (try await StoredList(from), try await StoredList(to))
        try await source.withRepository { try await $0.fillWithEverything() }
        let contents = try await source.contents
        let summary = try run(source, target)
        #expect(summary.isMoved && summary.position == contents.page.position)
        #expect(summary.friendCount == 22 && summary.deletedCount == 4 && summary.restCount == 6)
        #expect(summary.lineCount == FriendLine.ofEveryKind.count + 4 + 1 + 1)
        #expect(try await source.contents == contents)
        #expect(try await target.contents == contents)
    }

    @Test(arguments: Engine.allCases, Engine.allCases)
    func `a list is moved to where friends were purged`(from: Engine, to: Engine) async throws {
        let (source, target) = (try await StoredList(from), try await StoredList(to))
        try await source.withRepository { _ = try await $0.create(.ada, "ada", rest: nil) }
        try await target.withRepository { repository in
            for _ in 0..<3 {
                _ = try await repository.create(.grace, "grace", rest: nil)
                _ = try await repository.write([.erase(Friend.ID("grace"), ifVersion: nil)], isAtomic: false)
            }
        }
        #expect(try run(source, target).isMoved)
        #expect(try await target.contents == source.contents)
    }

    /// The ids of purged friends are not moved.
    @Test(arguments: Engine.allCases, Engine.allCases)
    func `clients that have missed a purge load the list after a move`(from: Engine, to: Engine) async throws {
        let (source, target) = (try await StoredList(from), try await StoredList(to))
        let (start, end) = try await source.withRepository { repository in
            _ = try await repository.create(.ada, "ada", rest: Data([1]))
            let start = try await repository.position()
            _ = try await repository.write([.erase(Friend.ID("ada"), ifVersion: nil)], isAtomic: false)
            return (start, try await repository.position())
        }
        _ = try run(source, target)
        let (missed, seen) = try await target.withRepository { repository in
            (try await repository.changes(since: start), try await repository.changes(since: end))
        }
        #expect(missed == nil && seen?.deleted == [])
    }

    @Test(arguments: Engine.allCases, Engine.allCases)
    func `clients go on after a move`(from: Engine, to: Engine) async throws {
        let (source, target) = (try await StoredList(from), try await StoredList(to))
        let (start, seen, old, half) = try await source.withRepository { repository in
            _ = try await repository.create(.ada, "ada", rest: Data([1]))
            let start = try await repository.position()
            try await repository.fillWithEverything()
            let seen = try #require(try await repository.changes(since: start))
            let old = try #require(try await repository.friend(id: Friend.ID("7")))
            return (start, seen, old, try await repository.trash(after: nil, limit: 2, withRests: false))
        }
        _ = try run(source, target)
        try await target.withRepository { repository in
            let changes = try #require(try await repository.changes(since: start))
            #expect(Set(changes.changed.map(\.id)) == Set(seen.changed.map(\.id)))
            #expect(changes.deleted == seen.deleted && changes.position == seen.position)
            let rest = try await repository.trash(after: half.next, limit: nil, withRests: false)
            #expect(half.trash.friends.count == 2 && rest.trash.friends.count == 2)
            // A write with the version from before is done, and a second one is too late.
            let done = try await repository.update("7", [.lastName: "New"], ifVersion: [old.version])
            guard case .done(let new) = done else { throw Unexpected() }
            #expect(new.version.rawValue == "\(seen.position.sequence + 1)")
            #expect(
                try await repository.update("7", [.lastName: "Late"], ifVersion: [old.version])
                    == .versionMismatch(current: new))
            #expect(try await repository.changes(since: seen.position)?.changed == [new])
            // The newest deletion comes first, also after older ones that were moved.
            _ = try await repository.write(
                ["8", "9"].map { .delete(Friend.ID($0), ifVersion: nil) }, isAtomic: true)
            let trash = try await repository.trash(after: nil, limit: nil, withRests: false).trash
            #expect(trash.friends.map(\.friend.id.rawValue) == ["9", "8", "5", "17", "3", "grace"])
            _ = try await repository.restore(Friend.ID("grace"))
            let (grace, card) = try #require(try await repository.whole(Friend.ID("grace")))
            #expect(grace.details == .grace.with([.line(.tag, "gone")]) && card == StoredList.card)
            #expect(try await repository.page(after: nil, limit: 1, withRests: false).totalCount == 21)
        }
    }

    private struct Unexpected: Error {}

    @Test(arguments: Engine.allCases, Engine.allCases)
    func `a list that was moved can be moved on`(via: Engine, to: Engine) async throws {
        let (source, middle) = (try await StoredList(.sqlite), try await StoredList(via))
        let target = try await StoredList(to)
        try await source.withRepository { try await $0.fillWithEverything() }
        _ = try run(source, middle)
        try await middle.withRepository { repository in
            for id in ["8", "9", "10"] { _ = try await repository.delete(Friend.ID(id), ifVersion: nil) }
            _ = try await repository.create(.wide, "new")
        }
        let contents = try await middle.contents
        #expect(try run(middle, target).deletedCount == 7)
        #expect(try await target.contents == contents)
    }

    @Test(arguments: Engine.allCases, Engine.allCases)
    func `positions that are too old stay too old`(from: Engine, to: Engine) async throws {
        let (source, target) = (try await StoredList(from), try await StoredList(to))
        let past = Date(timeIntervalSince1970: 1_000_000_000)
        let start = try await source.withRepository(now: { past }) { repository in
            try await repository.fillWithEverything()
            return HistoryPosition(sequence: 1, history: try await repository.position().history)
        }
        let newest = try await source.withRepository { repository in
            #expect(try await repository.changes(since: start) == nil)
            return try await repository.position()
        }
        _ = try run(source, target)
        let changes = try await target.withRepository { repository in
            (try await repository.changes(since: start), try await repository.changes(since: newest))
        }
        #expect(changes.0 == nil && changes.1?.changed == [])
    }

    @Test(arguments: Engine.allCases)
    func `an interrupted move leaves nothing, and is repeated`(engine: Engine) async throws {
        let (source, target) = (try await StoredList(.sqlite), try await StoredList(engine))
        try await source.withRepository { try await $0.fill(StoredListLimits.friendCount + 500) }
        let count = Counter()
        let interrupted = ChangingArchive(
            archive: target.archive,
            onInsert: { friends throws(ListMigrationError) in
                count.increase()
                if count.value == 2 { throw .noList(path: "interrupted") }
                return friends
            })
        #expect(throws: ListMigrationError.noList(path: "interrupted")) {
            try ListMigration(from: source.archive, to: interrupted).run()
        }
        #expect(try await target.isEmpty)
        #expect(try run(source, target).friendCount == StoredListLimits.friendCount + 500)
        // Once more, as after a lost answer to the commit.
        let again = try run(source, target)
        #expect(!again.isMoved && again.friendCount == StoredListLimits.friendCount + 500)
    }

    @Test(arguments: Engine.allCases, [false, true])
    func `a target with friends is refused and not changed`(engine: Engine, isInTrash: Bool) async throws {
        let (source, target) = (try await StoredList(.sqlite), try await StoredList(engine))
        try await source.withRepository { try await $0.fill(3) }
        try await target.withRepository { repository in
            _ = try await repository.create(.ada, "ada")
            if isInTrash { _ = try await repository.delete(Friend.ID("ada"), ifVersion: nil) }
        }
        let before = try await target.contents
        // Not even sorted again.
        try target.execute("UPDATE list SET sorting = 'other'")
        #expect(throws: ListMigrationError.notEmpty(path: target.archive.name)) { try run(source, target) }
        #expect(try target.texts("SELECT sorting FROM list") == ["other"])
        try target.execute("UPDATE list SET sorting = '\(SortKey.collation)'")
        #expect(try await target.contents == before)
    }

    @Test(arguments: Engine.allCases)
    func `a target that was written to after the move is refused`(engine: Engine) async throws {
        let (source, target) = (try await StoredList(.sqlite), try await StoredList(engine))
        try await source.withRepository { try await $0.fill(3) }
        _ = try run(source, target)
        try await target.withRepository { _ = try await $0.create(.ada, "ada") }
        #expect(throws: ListMigrationError.notEmpty(path: target.archive.name)) { try run(source, target) }
    }

    /// What a database could do with what it is given.
    enum Difference: CaseIterable {
        case decomposed, version, lineLeftOut, lineOrder, rest, sortKey, friendLeftOut, friendAdded
        case deletionTime, trashPosition, oldest, friendCount
    }

    @Test(arguments: Engine.allCases, Difference.allCases)
    func `every difference is noticed before the commit`(engine: Engine, difference: Difference) async throws {
        let (source, target) = (try await StoredList(.sqlite), try await StoredList(engine))
        try await source.withRepository { repository in
            let lines: [FriendLine] = [.line(.tag, "\u{E9}"), .line(.note, "x")]
            _ = try await repository.create(.ada.with(lines), "ada", rest: Data([1]))
            _ = try await repository.create(.linus, "linus")
            _ = try await repository.create(.grace, "grace")
            _ = try await repository.delete(Friend.ID("grace"), ifVersion: nil)
        }
        let changing = ChangingArchive(
            archive: target.archive,
            onInsert: { friends throws(ListMigrationError) in friends.flatMap { difference.changed($0) } },
            onState: { difference.change(&$0) })
        if difference == .friendCount, engine == .sqlite {
            // The file counts by itself.
            _ = try ListMigration(from: source.archive, to: changing).run()
            return
        }
        #expect(throws: ListMigrationError.different(path: target.archive.name)) {
            try ListMigration(from: source.archive, to: changing).run()
        }
        #expect(try await target.isEmpty)
        #expect(try run(source, target).friendCount == 2)
    }

    @Test(arguments: Engine.allCases, Engine.allCases)
    func `a list that changes in the meantime is not moved`(from: Engine, to: Engine) async throws {
        let (source, target) = (try await StoredList(from), try await StoredList(to))
        try await source.withRepository { try await $0.fill(3) }
        let changing = ChangingArchive(
            archive: target.archive,
            onInsert: { friends throws(ListMigrationError) in
                #expect(throws: Never.self) { try source.execute("UPDATE list SET sequence = sequence + 1") }
                return friends
            })
        #expect(throws: ListMigrationError.changed(path: source.archive.name)) {
            try ListMigration(from: source.archive, to: changing).run()
        }
        #expect(try await target.isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func `a move reads one snapshot`(from: Engine) async throws {
        let (source, target) = (try await StoredList(from), try await StoredList(.sqlite))
        try await source.withRepository { try await $0.fill(3) }
        let before = try await source.contents
        // As if no one looked whether the list has changed.
        let unwatched = ChangingArchive(archive: source.archive, currentPosition: before.page.position)
        let changing = ChangingArchive(
            archive: target.archive,
            onInsert: { friends throws(ListMigrationError) in
                #expect(throws: Never.self) {
                    try source.execute(
                        """
                        INSERT INTO trash (id, firstname, lastname, phonenumber, version, lines, sequence, deleted\
                        \(from == .sqlite ? "" : ", size"))
                        SELECT id, firstname, lastname, phonenumber, version, lines, 2, 9000000000\
                        \(from == .sqlite ? "" : ", size") FROM friend;
                        DELETE FROM friend;
                        """)
                }
                return friends
            })
        let summary = try ListMigration(from: unwatched, to: changing).run()
        #expect(summary.friendCount == 3 && summary.deletedCount == 0)
        #expect(try await target.contents == before)
    }
}

extension ListMigrationTests.Difference {
    fileprivate func changed(_ stored: StoredFriend) -> [StoredFriend] {
        var result = stored
        switch (self, stored.friend.id.rawValue, stored.place) {
        case (.decomposed, "ada", _): result.change { $0.lines[0].value = "e\u{301}" }
        case (.lineLeftOut, "ada", _): result.change { $0.lines.removeLast() }
        case (.lineOrder, "ada", _): result.change { $0.lines.reverse() }
        case (.version, "ada", _):
            result.friend = Friend(
                id: stored.friend.id, version: Friend.Version("77"), details: stored.friend.details)
        case (.rest, "ada", _): result.rest = nil
        case (.sortKey, "ada", _): result.place = .list(SortKey(bytes: [1]))
        case (.friendLeftOut, "linus", _): return []
        case (.friendAdded, "linus", _):
            result.friend = Friend(id: Friend.ID("zoe"), version: stored.friend.version, details: .wide)
            return [stored, result]
        case (.deletionTime, _, .trash(let position, let time)):
            result.place = .trash(position, deletedAt: time + 1)
        case (.trashPosition, _, .trash(let position, let time)):
            result.place = .trash(
                TrashPosition(sequence: position.sequence, row: position.row + 1), deletedAt: time)
        default: break
        }
        return [result]
    }

    fileprivate func change(_ state: inout StoredListState) {
        if self == .oldest { state.oldest += 1 }
        if self == .friendCount { state.friendCount += 1 }
    }
}

extension StoredFriend {
    fileprivate mutating func change(_ change: (inout FriendDetails) -> Void) {
        friend = friend.changed(change, version: friend.version.rawValue)
    }
}
