import DAVTestSupport
import Foundation
import FriendsCardDAV
import FriendsDatabase
import FriendsModel
import FriendsStorage
import FriendsSync
import TestSupport
import Testing

@testable import FriendsSession
@testable import FriendsSettings

/// The synchronisation with an account, as the command and the screen use it.
@Suite(.timeLimit(.minutes(10)))
struct AccountSyncTests {
    private let directory: TemporaryDirectory
    private let list: any FriendsClient

    init() throws {
        directory = try TemporaryDirectory()
        list = RepositoryClient(EmbeddedDatabase(try SQLiteRepository()), .command, .silent)
    }

    /// How often the program that prints the password ran.
    private var readCount: Int {
        let text = (try? String(contentsOfFile: directory.path + "/reads", encoding: .utf8)) ?? ""
        return text.count { $0 == "\n" }
    }

    private func withSync(
        _ body: (FakeDAVServer, AccountSync) async throws -> Void
    ) async throws {
        let server = try await FakeDAVServer.start(cards: ["ada.vcf": cardText("ada")])
        let result: Result<Void, any Error>
        do {
            let script = "echo >>\(directory.path)/reads; echo secret"
            let account = AccountSetting(
                name: "phone", url: try server.book.description,
                signIn: .password(user: "ada", .command(["sh", "-c", script])), isInsecure: false, caFile: nil)
            let sync = AccountSync(
                account, client: list, listID: "list", directory: directory.path + "/sync", logger: .silent)
            result = .success(try await body(server, sync))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        try result.get()
    }

    @Test func `the password is read once, as long as the server accepts it`() async throws {
        try await withSync { server, sync in
            let first = try await sync.run()
            #expect(first.here.count == 1)
            #expect(try await sync.run().here.isEmpty)
            #expect(readCount == 1)
            server.willAnswer { _ in DAVReply(401) }
            await #expect(throws: AccountSync.Problem.sync(.collection(.notSignedIn))) { try await sync.run() }
            #expect(readCount == 2)
            await #expect(throws: AccountSync.Problem.sync(.collection(.notSignedIn))) { try await sync.run() }
            #expect(readCount == 3)
            server.willAnswer { _ in nil }
            #expect(try await sync.run().pairCount == 1)
            #expect(try await sync.run().pairCount == 1)
            #expect(readCount == 4)
            // What was not answered says nothing about the password.
            server.willAnswer { _ in DAVReply(503) }
            await #expect(throws: AccountSync.Problem.sync(.collection(.busy(nil)))) { try await sync.run() }
            server.willAnswer { _ in nil }
            #expect(try await sync.run().pairCount == 1)
            #expect(readCount == 4)
        }
    }

    @Test func `a new password is used at once`() async throws {
        try await withSync { server, sync in
            _ = try await sync.run()
            let refused = Counter()
            server.willAnswer { _ in
                refused.increase()
                return refused.value == 1 ? DAVReply(401) : nil
            }
            #expect(try await sync.run().pairCount == 1)
            #expect(readCount == 2)
        }
    }

    @Test func `what waits is known without the server`() async throws {
        try await withSync { server, sync in
            _ = try await list.add(FriendDetails(firstName: "Bob"), id: Friend.ID("bob"))
            #expect(await sync.waitingCount() == nil)
            _ = try await sync.run()
            #expect(await sync.waitingCount() == 0)
            server.willAnswer { _ in DAVReply(503) }
            _ = try await list.add(FriendDetails(firstName: "Eve"), id: Friend.ID("eve"))
            #expect(await sync.waitingCount() == 1)
            server.willAnswer { _ in nil }
            #expect(try await sync.run().there.count == 1)
            #expect(await sync.waitingCount() == 0)
        }
    }

    @Test func `one program at a time`() async throws {
        try await withSync { _, sync in
            _ = try await sync.run()
            let other = try SQLiteSyncState(
                directory: directory.path + "/sync", account: "phone", address: sync.account.url, list: "list")
            await #expect(throws: AccountSync.Problem.isInUse) { try await sync.run() }
            withExtendedLifetime(other) {}
        }
    }

    @Test func `a password that cannot be read is named`() async throws {
        let account = AccountSetting(
            name: "phone", url: "https://a.example/", signIn: .password(user: "ada", .file("/none")), isInsecure: false,
            caFile: nil)
        let sync = AccountSync(account, client: list, listID: "list", directory: directory.path, logger: .silent)
        let problem = AccountSecret.Problem(account: "phone", source: .passwordFile("/none"), reason: .missing)
        await #expect(throws: AccountSync.Problem.secret(problem)) { try await sync.run() }
    }
}
