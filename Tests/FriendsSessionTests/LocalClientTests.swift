import FriendsModel
import FriendsSettings
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FriendsSession

/// The client of a command says what that of a server says.
@Suite(.timeLimit(.minutes(3)))
struct LocalClientTests {
    private let directory: TemporaryDirectory
    /// A client that goes away while its connections are open is a fault to the HTTP library.
    private static let kept = Mutex<[Session]>([])

    init() throws { directory = try TemporaryDirectory() }

    private func session(createsDatabase: Bool = true) throws(SessionError) -> Session {
        let directory = directory
        let session = try Session(
            commandWith: Settings(), databasePath: directory.database, createsDatabase: createsDatabase, logger: .silent
        ) { () throws(SessionError) in
            guard mkdir(directory.path + "/run", 0o700) == 0 else { throw .start("no directory") }
            return directory.path + "/run"
        }
        Self.kept.withLock { $0.append(session) }
        return session
    }

    /// Stores friends through a server.
    private func store(_ friends: [Friend]) async throws {
        let session = try SessionTests.session(in: directory)
        _ = try await session.client.friends(after: nil)
        for start in stride(from: 0, to: friends.count, by: 1_000) {
            let writes = friends[start...].prefix(1_000).map { FriendWrite.add($0.details, id: $0.id) }
            _ = try await session.client.write(writes)
        }
        session.close()
    }

    @Test func `reading starts no server`() async throws {
        try await store([.ada, .grace])
        let session = try session()
        #expect(!session.isShared && session.serverName == "local")
        let friends = try await session.client.wholeList().friends
        #expect(friends.map(\.details) == [.grace, .ada])
        #expect(try await session.client.friend(Friend.ID("ada")) == friends[1])
        await #expect(throws: FriendsClientError.notFound) { try await session.client.friend(Friend.ID("none")) }
        #expect(try await session.client.deleted().friends.isEmpty)
        session.close()
        try await SessionTests.waitForDatabaseAlone(in: directory)
    }

    @Test func `reading creates no database`() async throws {
        let empty = try session(createsDatabase: false)
        #expect(try await empty.client.wholeList().friends.isEmpty)
        #expect(try await empty.client.deleted().friends.isEmpty)
        empty.close()
        #expect(try names(in: directory.path) == [])
        try await store([.ada])
        let session = try session(createsDatabase: false)
        #expect(try await session.client.wholeList().friends.map(\.details) == [.ada])
        session.close()
        // A link that leads nowhere is no missing database.
        unlink(directory.database)
        #expect(symlink(directory.path + "/unmounted", directory.database) == 0)
        #expect(throws: SessionError.self) { try self.session(createsDatabase: false) }
    }

    @Test func `all pages of a long list are read`() async throws {
        let friends = [Friend].numbered(4_500)
        try await store(friends)
        let session = try session()
        #expect(try await session.client.wholeList().friends.map(\.id) == friends.map(\.id))
        session.close()
    }

    @Test func `pages of the trash have rests, as those of a server`() async throws {
        let rest = [UInt8](repeating: 7, count: Friend.maximumRestSize)
        let embedded = try SessionTests.session(in: directory)
        var deleted: [Friend] = []
        for number in 0..<9 {
            let friend = try await embedded.client.add(.ada, id: Friend.ID("\(number)"), rest: rest)
            try await embedded.client.delete(friend.id, at: friend.version)
            deleted.insert(friend, at: 0)
        }
        let command = try session()
        var pages: [[FriendPage]] = []
        for client in [embedded.client, command.client] {
            let first = try await client.deletedFriends(after: nil, withRests: true)
            let second = try await client.deletedFriends(after: first.next, withRests: true)
            #expect(first.friends == Array(deleted[..<8]) && second.friends == [deleted[8]] && second.next == nil)
            for page in [first, second] {
                #expect(page.totalCount == 9 && page.rests.values.allSatisfy { $0 == rest })
                #expect(Set(page.rests.keys) == Set(page.friends.map(\.id)))
            }
            let all = try await client.deletedFriends(after: nil, withRests: false)
            #expect(all.friends == deleted && all.rests.isEmpty && all.next == nil)
            pages.append([first, second, all])
        }
        #expect(pages[0].map(\.next) == pages[1].map(\.next))
        #expect(pages[0].map(\.snapshot?.position) == pages[1].map(\.snapshot?.position))
        embedded.close()
        command.close()
        try await SessionTests.waitForDatabaseAlone(in: directory)
    }

    @Test func `a write is seen by the next read`() async throws {
        let session = try session()
        let start = try #require(try await session.client.friends(after: nil).snapshot)
        let ada = try await session.client.add(.ada, id: Friend.ID("ada"))
        #expect(try names(in: directory.path + "/run") == ["socket"])
        let changed = try await session.client.update(
            ada.id, with: FriendChanges([.firstName: "Augusta"]), from: ada.version)
        #expect(try await session.client.friend(ada.id) == changed)
        await #expect(throws: FriendsClientError.conflict(current: changed)) {
            try await session.client.delete(ada.id, at: ada.version)
        }
        _ = try await session.client.write([.add(.grace, id: Friend.ID("grace"))])
        let changes = try await session.client.changes(since: start)
        #expect(changes.changed.map(\.id.rawValue) == ["ada", "grace"])
        try await session.client.delete(ada.id, at: try #require(changed).version)
        let trash = try await session.client.deleted()
        #expect(trash.friends.map(\.friend.details.firstName) == ["Augusta"])
        let restored = try await session.client.restore(ada.id, details: try #require(changed).details)
        #expect(restored.details == changed?.details)
        session.close()
        try await SessionTests.waitForDatabaseAlone(in: directory)
    }

    /// As when two commands import a file at once.
    @Test func `a second addition of a friend says that it was there`() async throws {
        let session = try session()
        let write = FriendWrite.add(.ada, id: Friend.ID("ada"), rest: [1])
        #expect(try await session.client.writeAndFindExisting([write]).existing == [])
        let answer = try await session.client.writeAndFindExisting([write, .add(.grace, id: Friend.ID("grace"))])
        #expect(answer.existing == [Friend.ID("ada")] && answer.results.count == 2)
        #expect(try await session.client.wholeList().friends.count == 2)
        session.close()
    }

    @Test func `the first batches can be sent at once`() async throws {
        let session = try session()
        let batches = (0..<3).map { batch in
            (0..<2).map { FriendWrite.add(.ada, id: Friend.ID("\(batch)-\($0)")) }
        }
        try await withThrowingTaskGroup { group in
            for batch in batches {
                group.addTask {
                    let results = try await session.client.write(batch)
                    #expect(results.count == batch.count)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await session.client.wholeList().friends.count == 6)
        session.close()
    }

    @Test func `a database that cannot be opened is an error of the start`() throws {
        mkdir(directory.database, 0o700)
        let reason = "The database \(directory.database) cannot be used: Is a directory."
        #expect(throws: SessionError.start(reason)) { try session() }
    }
}
