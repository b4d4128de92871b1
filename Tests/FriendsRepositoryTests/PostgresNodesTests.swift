import EngineTestSupport
import Foundation
import FriendsModel
import FriendsPostgreSQL
import FriendsRepository
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

/// Several servers on one database of PostgreSQL.
@Suite(.timeLimit(.minutes(10)))
struct PostgresNodesTests {
    private static func named(_ name: String) -> FriendDetails { FriendDetails(firstName: name) }

    /// The other one looks in an hour, so only the notification can wake it, or soon, so that it needs none.
    @Test(arguments: [Duration.seconds(3_600), .milliseconds(10)])
    func `a change on one node wakes the followers of another`(lookInterval: Duration) async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server) { one in
            try await Engine.withNode(of: database, on: server, lookInterval: lookInterval) { two in
                let start = try await two.position()
                let subscription = two.subscribe()
                defer { subscription.end() }
                let seen = Mutex<[String]>([])
                let follower = Task {
                    var position = start
                    for await _ in subscription.wakes {
                        guard let changes = try await two.changes(since: position) else { break }
                        seen.withLock { $0 += changes.changed.map(\.details.firstName) }
                        position = changes.position
                    }
                }
                for name in ["a", "b", "c"] { _ = try await one.create(Self.named(name), name) }
                try await eventually("all changes") { seen.withLock { $0 == ["a", "b", "c"] } }
                subscription.end()
                try await follower.value
            }
        }
    }

    /// As a network can lose one: the change comes without a notification.
    @Test func `a change without a notification wakes followers`() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server, lookInterval: .milliseconds(10)) { node in
            let subscription = node.subscribe()
            defer { subscription.end() }
            let wakeCount = Counter()
            let follower = Task { for await _ in subscription.wakes { wakeCount.increase() } }
            // The first ones come at the start, when the node looks for the first time.
            try await eventually("the first look") { wakeCount.value >= 1 }
            for _ in 1...5 {
                let before = wakeCount.value
                try await server.administer("UPDATE list SET sequence = sequence + 1", database: database)
                try await eventually("a wake for the change") { wakeCount.value > before }
            }
            subscription.end()
            await follower.value
        }
    }

    @Test func `nodes that start together make one database`() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        let histories = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    try await Engine.withNode(of: database, on: server) { try await $0.position().history }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(histories.count == 1)
    }

    @Test func `no change is lost among writes on two nodes`() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server) { one in
            try await Engine.withNode(of: database, on: server) { two in
                _ = try await one.create(Self.named("0"), "counter")
                try await withThrowingTaskGroup { group in
                    for writer in 0..<8 {
                        let node = writer.isMultiple(of: 2) ? one : two
                        group.addTask {
                            for _ in 0..<5 { try await RepositoryHistoryTests.count(up: "counter", in: node) }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await two.friend(id: Friend.ID("counter"))?.details.firstName == "40")
                #expect(try await one.position().sequence == 41)
            }
        }
    }

    @Test func `a server purges the trash when it starts`() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        let start = try await Engine.withNode(of: database, on: server) { node in
            _ = try await node.create(Self.named("Ada"), "ada")
            let start = try await node.position()
            _ = try await node.delete(Friend.ID("ada"), ifVersion: nil)
            return start
        }
        for (days, count) in [(29.0, 1), (31, 0), (31, 0)] {
            let now = Date() + days * 24 * 60 * 60
            try await Engine.withNode(of: database, on: server, now: { now }) { node in
                let trash = try await node.trash(after: nil, limit: nil, withRests: false).trash
                #expect(trash.friends.count == count)
                #expect(try await node.changes(since: start)?.deleted.count == (count == 0 ? nil : 1))
                #expect(try await node.position().sequence == (count == 0 ? 3 : 2))
            }
        }
    }

    /// As Docs/Operating.md describes it.
    @Test func `after a restored dump clients read the whole list`() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server) { node in
            _ = try await node.create(Self.named("Ada"), "ada")
            let old = try await node.position()
            let ahead = HistoryPosition(sequence: old.sequence + 2, history: old.history)
            #expect(try await node.changes(since: ahead) == nil)
            try await server.administer(
                """
                UPDATE list SET history = substring(md5(gen_random_uuid()::text) FROM 1 FOR 8),
                    sequence = sequence + 1000000, oldest = sequence + 1000000
                """, database: database)
            for name in ["b", "c", "d"] { _ = try await node.create(Self.named(name), name) }
            for position in [old, ahead] {
                #expect(try await node.changes(since: position) == nil)
                let unnamed = HistoryPosition(sequence: position.sequence, history: nil)
                #expect(try await node.changes(since: unnamed) == nil)
            }
            let new = try await node.position()
            #expect(new.history != old.history && new.sequence == 1_000_004)
            #expect(HistoryPosition(new.text) == new)
        }
    }

    @Test func `another collation is refused`() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server, collation: "one") { _ in }
        let error = await #expect(throws: FriendRepositoryError.self) {
            try await Engine.withNode(of: database, on: server, collation: "two") { _ in }
        }
        guard case .otherCollation(_, stored: "one", own: "two") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a list is sorted again in one transaction`() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server, collation: "old") { old in
            try await old.fill(2_500)
            let list = try await old.all()
            try await server.administer(
                "UPDATE friend SET sortkey = decode(md5(id), 'hex')", database: database)
            #expect(try await old.all() != list)
            let position = try await old.position()
            try await Engine.withNode(of: database, on: server, collation: "new", sortsAgain: true) { new in
                #expect(try await new.all() == list)
                #expect(try await new.position().sequence == position.sequence + 1)
                _ = try await new.create(Self.named("Ada"), "ada")
            }
            // A server that runs on stores no sort keys of its own.
            let error = FriendRepositoryError.otherCollation(
                path: "\(try server.address(of: database))", stored: "new", own: "old")
            await #expect(throws: error) { try await old.create(Self.named("B"), "b") }
            await #expect(throws: error) { try await old.checkWrites(timeout: longestWait) }
        }
        // Once is enough.
        try await Engine.withNode(of: database, on: server, collation: "new", sortsAgain: true) { node in
            let position = try await node.position()
            #expect(position.sequence == 3)
        }
    }

    @Test(arguments: ["UPDATE migration SET number = 99", "DROP TABLE migration", "DROP TABLE rest"])
    func `a newer or foreign database is not used`(statement: String) async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server) { _ in }
        try await server.administer(statement, database: database)
        let error = await #expect(throws: FriendRepositoryError.self) {
            try await Engine.withNode(of: database, on: server) { _ in }
        }
        switch error {
        case .newerVersion: #expect(statement.hasPrefix("UPDATE"))
        case .notADatabaseOfFriends: #expect(statement.hasPrefix("DROP"))
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test func `a server that runs on after a migration writes nothing`() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server) { node in
            _ = try await node.create(Self.named("Ada"), "ada")
            try await server.administer("UPDATE migration SET number = number + 1", database: database)
            let error = FriendRepositoryError.newerVersion(path: "\(try server.address(of: database))")
            await #expect(throws: error) { try await node.create(Self.named("B"), "b") }
            await #expect(throws: error) { try await node.checkWrites(timeout: longestWait) }
            #expect(try await node.all().map(\.id.rawValue) == ["ada"])
        }
    }

    @Test func `a start behind or ahead of what is known is refused`() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server) { node in
            _ = try await node.create(Self.named("Ada"), "ada")
            let now = try await node.position()
            for oldest in [0, 1, 7] {
                // The last one is an error of who has restored a dump.
                try await server.administer("UPDATE list SET oldest = \(oldest)", database: database)
                for sequence in [0, 1, 2] as [Int64] {
                    let start = HistoryPosition(sequence: sequence, history: now.history)
                    let isKnown = oldest <= sequence && sequence <= now.sequence
                    #expect((try await node.followingPosition(from: start) != nil) == isKnown)
                    #expect((try await node.changes(since: start) != nil) == isKnown)
                }
            }
        }
    }

    /// A text with U+0000, which no client can send.
    @Test func `a write that fails is no failure of others in its group`() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server) { node in
            let results = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let name = number == 7 ? "\0" : "Name"
                        return (try? await node.create(Self.named(name), "\(number)")) != nil
                    }
                }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(results.count { $0 } == 19)
            let page = try await node.page(after: nil, limit: nil, withRests: false)
            #expect(page.friends.count == 19 && page.totalCount == 19 && page.position.sequence == 19)
        }
    }
}
