import Foundation
import FriendsCardDAV
import FriendsModel
import FriendsSync
import GRDB
import TestSupport
import Testing

@testable import FriendsStorage

@Suite(.timeLimit(.minutes(10)))
struct SQLiteSyncStateTests {
    private func state(
        _ directory: String, account: String = "phone", address: String = "https://dav.example/ada/",
        list: String = "/home/ada/friends.sqlite"
    ) throws -> SQLiteSyncState {
        try SQLiteSyncState(directory: directory + "/sync", account: account, address: address, list: list)
    }

    private func card(_ name: String, _ friend: String, etag: String? = "\"1\"", mark: String? = nil) -> SyncedCard {
        SyncedCard(
            reference: CardReference(name: name, path: "/ada/\(name)", etag: etag), friend: Friend.ID(friend),
            version: Friend.Version("7"), isOriginal: true, restMark: mark)
    }

    /// The file has after any changes what the value in memory has.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `what was noted is there the next time`(seed: UInt64) async throws {
        try await withTemporaryDirectory { directory in
            var numbers = Numbers(state: seed)
            var expected = SyncOverview()
            var contents: [String: [UInt8]] = [:]
            for _ in 0..<10 {
                let file = try state(directory)
                #expect(try file.overview() == expected)
                for (name, content) in contents { #expect(try file.card(named: name) == content) }
                var changes: [SyncStateChange] = []
                for _ in 0..<4 {
                    // Each friend has one card: a new one replaces it.
                    let number = Int.random(in: 0..<4, using: &numbers)
                    var card = card("\(number).vcf", "friend\(number)", mark: Bool.random(using: &numbers) ? "a" : nil)
                    card.hasMoreHere = Bool.random(using: &numbers)
                    let content = (0..<number * 100).map { _ in UInt8.random(in: 0...255, using: &numbers) }
                    let change: SyncStateChange
                    switch Int.random(in: 0..<10, using: &numbers) {
                    case 0, 1: change = .card(card, content: content)
                    case 2 where expected.cards[card.reference.name] != nil:
                        card.reference = self.card("\(number).vcf", "", etag: nil).reference
                        change = .known(card)
                    case 3:
                        let group = number == 0 ? nil : number == 1 ? [] : content
                        change = .other(
                            OtherCard(self.card("o\(number)", "").reference, problem: nil, group: group))
                    case 4: change = .forget(name: card.reference.name)
                    case 5: change = .waiting(card.friend, reason: "\u{2019}\(number)")
                    case 6: change = .notWaiting(card.friend)
                    case 7, 8:
                        let line = FriendLine(id: .init("l"), kind: .email, label: "work", value: "a@b")
                        let conflict = SyncConflict(
                            place: number == 0 ? .field(.lastName) : .line(line.id), part: "Part", ours: "\u{2019}o",
                            theirs: "t", kept: number == 1 ? nil : line)
                        change =
                            Bool.random(using: &numbers)
                            ? .conflict(card.friend, conflict) : .decided(card.friend, conflict)
                    default:
                        var positions = SyncPositions()
                        positions.list = FriendPage.Snapshot("\(number)")
                        positions.collection = number == 0 ? nil : CollectionPosition("token \(number)")
                        (positions.comparedAt, positions.endedAt) = (1 << 40, number == 1 ? nil : 1 << 41)
                        change = .positions(positions)
                    }
                    changes.append(change)
                    expected.apply(change)
                    if case .card(let card, let content) = change { contents[card.reference.name] = content }
                    if case .forget(let name) = change { contents[name] = nil }
                }
                try file.apply(changes)
            }
            let file = try state(directory)
            try file.apply([.clear])
            #expect(try file.overview() == SyncOverview())
            #expect(try file.card(named: "1.vcf") == nil)
        }
    }

    @Test func `a file of the first version is taken over`() async throws {
        try await withTemporaryDirectory { directory in
            try state(directory).apply([.waiting(Friend.ID("a"), reason: "b")])
            let path = try path(in: directory)
            try await DatabaseQueue(path: path).write { db in
                try db.execute(
                    sql: """
                        DROP TABLE conflict; ALTER TABLE position DROP COLUMN ended; PRAGMA user_version = 1;
                        ALTER TABLE other DROP COLUMN content;
                        """)
            }
            #expect(try overview(directory) == nil)
            let file = try state(directory)
            let conflict = SyncConflict(place: .field(.firstName), part: "P", ours: "o", theirs: "t", kept: nil)
            var positions = SyncPositions()
            positions.endedAt = 7
            try file.apply([.conflict(Friend.ID("a"), conflict), .positions(positions)])
            let overview = try file.overview()
            #expect(overview.waiting == [Friend.ID("a"): "b"] && overview.positions.endedAt == 7)
            #expect(overview.conflicts == [Friend.ID("a"): [conflict]])
        }
    }

    @Test func `groups in a file of the second version are read again`() async throws {
        try await withTemporaryDirectory { directory in
            let (group, strange) = (card("g.vcf", "").reference, card("s.vcf", "").reference)
            try state(directory).apply([
                .other(OtherCard(group, problem: nil)), .other(OtherCard(strange, problem: "p")),
            ])
            let path = try path(in: directory)
            try await DatabaseQueue(path: path).write { db in
                try db.execute(sql: "ALTER TABLE other DROP COLUMN content; PRAGMA user_version = 2")
            }
            let others = try state(directory).overview().others
            #expect(others["g.vcf"]?.reference.etag == nil && others["s.vcf"]?.reference == strange)
        }
    }

    private func path(in directory: String) throws -> String {
        let name = try #require(
            FileManager.default.contentsOfDirectory(atPath: directory + "/sync").first { $0.hasSuffix(".sqlite") })
        return directory + "/sync/" + name
    }

    private func overview(_ directory: String) throws -> SyncOverview? {
        try SQLiteSyncState.overview(
            directory: directory + "/sync", account: "phone", address: "https://dav.example/ada/",
            list: "/home/ada/friends.sqlite")
    }

    @Test func `it can be read, and a conflict decided, while a program has it`() async throws {
        try await withTemporaryDirectory { directory in
            #expect(try overview(directory) == nil)
            let file = try state(directory)
            let conflicts = ["1", "2"].map {
                SyncConflict(place: .field(.firstName), part: "P", ours: $0, theirs: "t", kept: nil)
            }
            try file.apply(conflicts.map { .conflict(Friend.ID("a"), $0) })
            #expect(try overview(directory)?.conflicts == [Friend.ID("a"): conflicts])
            try SQLiteSyncState.decide(
                conflicts[0], of: Friend.ID("a"), directory: directory + "/sync", account: "phone",
                address: "https://dav.example/ada/", list: "/home/ada/friends.sqlite")
            #expect(try overview(directory)?.conflicts == [Friend.ID("a"): [conflicts[1]]])
            #expect(try file.overview() == overview(directory))
        }
    }

    @Test func `only its owner can read it`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try state(directory)
            try file.apply([.waiting(Friend.ID("a"), reason: "b")])
            let names = try FileManager.default.contentsOfDirectory(atPath: directory + "/sync")
            #expect(!names.isEmpty)
            for name in names { #expect(permissions(of: directory + "/sync/" + name) == 0o600) }
        }
    }

    @Test func `one program has it at a time`() async throws {
        try await withTemporaryDirectory { directory in
            let first = try state(directory)
            #expect(throws: SQLiteSyncState.Problem.isInUse) { try state(directory) }
            // Others are not affected.
            _ = try state(directory, account: "work")
            _ = try state(directory, list: "/home/ada/other.sqlite")
            _ = try state(directory, address: "https://dav.example/bob/")
            try withExtendedLifetime(first) { try first.apply([]) }
        }
    }

    @Test func `each list and each address book has its own`() async throws {
        try await withTemporaryDirectory { directory in
            try state(directory).apply([.waiting(Friend.ID("a"), reason: "b")])
            #expect(try state(directory, list: "other").overview().waiting.isEmpty)
            #expect(try state(directory, address: "other").overview().waiting.isEmpty)
            #expect(try state(directory, account: "work").overview().waiting.isEmpty)
            #expect(try state(directory).overview().waiting == [Friend.ID("a"): "b"])
        }
    }

    @Test func `an account is forgotten with all of its lists, and no other one`() async throws {
        try await withTemporaryDirectory { directory in
            for account in ["a", "a-b", "a.b"] {
                for list in ["one", "two"] {
                    try state(directory, account: account, list: list).apply([.waiting(Friend.ID("a"), reason: "b")])
                }
            }
            SQLiteSyncState.remove(directory: directory + "/sync", account: "a")
            for list in ["one", "two"] {
                #expect(try state(directory, account: "a", list: list).overview().waiting.isEmpty)
                for account in ["a-b", "a.b"] {
                    #expect(try !state(directory, account: account, list: list).overview().waiting.isEmpty)
                }
            }
        }
    }

    @Test(arguments: ["no database", ""])
    func `a file of another program is left alone`(content: String) async throws {
        try await withTemporaryDirectory { directory in
            _ = try state(directory)
            let path = try path(in: directory)
            if content.isEmpty {
                unlink(path)
                let other = try DatabaseQueue(path: path)
                try await other.write { db in try db.execute(sql: "CREATE TABLE other (a)") }
            } else {
                try Data(content.utf8).write(to: URL(filePath: path))
            }
            #expect(throws: SQLiteSyncState.Problem.self) { try state(directory) }
            if !content.isEmpty { #expect(try Data(contentsOf: URL(filePath: path)) == Data(content.utf8)) }
        }
    }
}
