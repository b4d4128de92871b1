import Foundation
import FriendsDatabase
import FriendsHTTP
import FriendsModel
import FriendsServer
import HTTPTransport
import Logging
import TestSupport
import Testing

/// The client and the server of this project, with a network between them that loses replies.
@Suite(.timeLimit(.minutes(10)))
struct RealServerTests {
    @Test(arguments: [0, 1, 2])
    func `a write is done once however many responses are lost`(lost: Int) async throws {
        try await withProxy { proxy, client in
            try await expect([], in: client)

            proxy.loseReplies(lost)
            let added = try await client.add(.ada, id: Friend.ada.id)
            #expect(added.details == .ada)
            try await expect([added], in: client)

            proxy.loseReplies(lost)
            let changes = FriendChanges([.phoneNumber: "+44 1"])
            let updated = try await client.update(added.id, with: changes, from: added.version)
            #expect(updated?.details == changes.applied(to: .ada))
            try await expect([try #require(updated)], in: client)

            proxy.loseReplies(lost)
            try await client.delete(added.id, at: try #require(updated).version)
            try await expect([], in: client)

            proxy.loseReplies(lost)
            let restored = try await client.restore(added.id, details: changes.applied(to: .ada))
            #expect(restored.details == updated?.details)
            try await expect([restored], in: client)

            proxy.loseReplies(lost)
            let friend = try await client.friend(added.id)
            #expect(friend == restored)
        }
    }

    @Test func `a deleted friend is in the trash until it is restored`() async throws {
        try await withProxy { proxy, client in
            #expect(try await client.deleted() == Trash(friends: [], totalCount: 0))
            let before = Int(Date().timeIntervalSince1970)
            let ada = try await client.add(.ada, id: Friend.ada.id)
            let details = FriendDetails(firstName: "Hà", lastName: "Nguyễn 王", phoneNumber: "+84 24")
            let nguyen = try await client.add(details, id: Friend.ID("n"))
            try await client.delete(ada.id, at: ada.version)
            try await client.delete(nguyen.id, at: nguyen.version)
            proxy.loseReplies(1)
            let trash = try await client.deleted()
            let after = Int(Date().timeIntervalSince1970)
            #expect(trash.friends.map(\.friend) == [nguyen, ada])
            #expect(trash.friends.allSatisfy { (before...after).contains($0.deletedAt) })
            #expect(trash.totalCount == 2 && trash.unreadableCount == 0)

            let restored = try await client.restore(ada.id, details: ada.details)
            #expect(try await client.deleted().friends.map(\.friend) == [nguyen])
            try await expect([restored], in: client)
        }
    }

    @Test func `following shows that the server keeps ids`() async throws {
        try await withProxy { proxy, client in
            // As after a start from a kept list: nothing is loaded.
            _ = try await client.changes(since: FriendPage.Snapshot("\"0\""))
            proxy.loseReplies(1)
            let added = try await client.add(.ada, id: Friend.ada.id)
            #expect(added.details == .ada)
        }
    }

    @Test func `a conflict is not mistaken for a lost response`() async throws {
        try await withProxy { proxy, client in
            _ = try await client.friends(after: nil)
            let ada = try await client.add(.ada, id: Friend.ada.id)
            let other = FriendChanges([.firstName: "Augusta"])
            let updated = try await client.update(ada.id, with: other, from: ada.version)
            let changed = try #require(updated)
            proxy.loseReplies(1)
            let mine = FriendChanges([.firstName: "Ada K."])
            await #expect(throws: FriendsClientError.conflict(current: changed)) {
                try await client.update(ada.id, with: mine, from: ada.version)
            }
            await #expect(throws: FriendsClientError.conflict(current: changed)) {
                try await client.delete(ada.id, at: ada.version)
            }
            try await expect([changed], in: client)
        }
    }

    @Test func `following over broken connections is complete`() async throws {
        try await withProxy { proxy, client in
            let start = try #require(try await client.friends(after: nil).snapshot)
            let (events, continuation) = AsyncStream<FeedEvent>.makeStream()
            var heard = events.filter { $0 != .alive }.makeAsyncIterator()

            let first = Task { try await client.follow(since: start) { continuation.yield($0) } }
            #expect(await heard.next() == .connected)
            let ada = try await client.add(.ada, id: Friend.ada.id)
            guard case .changes(let addition) = await heard.next() else {
                Issue.record("The addition was not heard of")
                return
            }
            #expect(addition.changed == [ada])
            proxy.breakConnections()
            await #expect(throws: RetryTests.cutOff) { try await first.ended() }

            // This happens while nobody follows.
            let changes = FriendChanges([.phoneNumber: "+44 1"])
            let update = try await client.update(ada.id, with: changes, from: ada.version)
            let updated = try #require(update)
            let second = Task { try await client.follow(since: addition.snapshot) { continuation.yield($0) } }
            #expect(await heard.next() == .connected)
            guard case .changes(let change) = await heard.next() else {
                Issue.record("The change was not heard of")
                return
            }
            #expect(change.changed == [updated])

            try await client.delete(ada.id, at: updated.version)
            guard case .changes(let deletion) = await heard.next() else {
                Issue.record("The deletion was not heard of")
                return
            }
            #expect(deletion.deleted == [ada.id])
            let page = try await client.friends(after: nil)
            #expect(page.snapshot == deletion.snapshot)
            let all = try await client.changes(since: start)
            #expect(all == ListChanges(changed: [], deleted: [], snapshot: deletion.snapshot) || all == deletion)
            second.cancel()
            await #expect(throws: FriendsClientError.cancelled) { try await second.ended() }
        }
    }

    @Test(arguments: ["\"99-00000000\"", "\"0-00000000\""])
    func `a snapshot of another history is too old`(text: String) async throws {
        try await withProxy { _, client in
            let snapshot = FriendPage.Snapshot(text)
            await #expect(throws: FriendsClientError.snapshotTooOld) { try await client.changes(since: snapshot) }
            await #expect(throws: FriendsClientError.snapshotTooOld) {
                try await client.follow(since: snapshot) { _ in }
            }
        }
    }

    func expect(
        _ friends: [Friend], in client: HTTPFriendsClient, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let page = try await client.friends(after: nil)
        #expect(page.friends == friends, sourceLocation: sourceLocation)
    }

    func withProxy(_ body: (LossyProxy, HTTPFriendsClient) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let repository = try SQLiteRepository(path: "\(directory)/friends.sqlite")
            let (ports, listening) = AsyncStream.makeStream(of: Int.self)
            let server = Task {
                defer { listening.finish() }
                try await FriendsServer.serve(
                    .init(host: "127.0.0.1", port: 0), repository: repository, logger: .silent
                ) { listening.yield($1) }
            }
            let port = try #require(await ports.first { _ in true })
            let proxy = try await LossyProxy.start(to: port)
            // A reply is lost by the proxy alone, however slow the machine is.
            let limits = ClientLimits(
                connectTimeout: .seconds(600), readTimeout: .seconds(600), requestTimeout: .seconds(600))
            try await HTTPFriendsClient.with(.loopback(proxy.port), limits: limits) { try await body(proxy, $0) }
            try await proxy.stop()
            server.cancel()
            _ = try? await server.ended()
            repository.close()
        }
    }
}
