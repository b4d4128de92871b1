import DatabaseTestSupport
import FriendsDatabase
import FriendsModel
import FriendsSettings
import GRDB
import Glibc
import Logging
import Synchronization
import TestSupport
import Testing

@testable import FriendsSession

@Suite(.timeLimit(.minutes(10)))
struct SessionTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A client that goes away while its connections are open is a fault to the HTTP library.
    private static let kept = Mutex<[Session]>([])

    private func session(
        _ settings: Settings = Settings(), database: String? = nil
    ) throws(SessionError) -> Session {
        try Self.session(settings, in: directory, database: database)
    }

    static func session(
        _ settings: Settings = Settings(), in directory: TemporaryDirectory, database: String? = nil
    ) throws(SessionError) -> Session {
        let session = try Session(settings, databasePath: database ?? directory.database, logger: .silent)
        kept.withLock { $0.append(session) }
        return session
    }

    /// Waits until a closed session has left only the database behind.
    ///
    /// On a busy machine the database takes longer to close than a session waits for it.
    static func waitForDatabaseAlone(
        in directory: TemporaryDirectory, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await eventually(
            "the database alone", sourceLocation: sourceLocation, get: { try names(in: directory.path) },
            until: { $0 == ["friends.sqlite"] })
    }

    @Test func `an embedded session keeps its friends in the database`() async throws {
        let session = try session()
        #expect(!session.isShared && session.serverName == "local" && session.serverID == directory.database)
        try await session.waitForStart()
        for details in [FriendDetails.grace, .ada] {
            _ = try await session.client.add(details, id: Friend.ID(details.firstName))
        }
        #expect(try await session.client.wholeList().friends.map(\.details) == [.grace, .ada])
        session.close()
        try await Self.waitForDatabaseAlone(in: directory)
    }

    @Test func `the later pages of a long list belong to the first`() async throws {
        let session = try session()
        let client = session.client
        _ = try await client.friends(after: nil)
        let numbers = Array(0..<6_000)
        for start in stride(from: 0, to: numbers.count, by: 1_000) {
            let writes = numbers[start..<start + 1_000].map { number in
                FriendWrite.add(.ada.with([.line(.note, "\(number)")]), id: Friend.ID("\(100_000 + number)"))
            }
            _ = try await client.write(writes)
        }
        let first = try await client.friends(after: nil)
        var pages = [first]
        while let next = pages.last?.next { pages.append(try await client.friends(after: next)) }
        #expect(pages.count == 3)
        #expect(pages.allSatisfy { $0.snapshot == first.snapshot && $0.totalCount == numbers.count })
        let notes = pages.flatMap { page in page.friends.map { $0.details.values(of: .note) } }
        #expect(notes == numbers.map { ["\($0)"] })
        let one = try #require(pages.last?.friends.last)
        #expect(try await client.friend(one.id) == one)
        // The server says why a page cannot be read.
        await #expect(throws: FriendsClientError.self) { try await client.friends(after: .init("nowhere")) }
        try await client.delete(one.id, at: one.version)
        let position = try #require(first.next)
        #expect(try await client.friends(after: position).snapshot != first.snapshot)
        session.close()
    }

    @Test func `every change is followed once, in order`() async throws {
        let session = try session()
        let client = session.client
        let start = try #require(try await client.friends(after: nil).snapshot)
        let events = Mutex<[FeedEvent]>([])
        let following = Task { try await client.follow(since: start) { event in events.withLock { $0.append(event) } } }
        var added: [Friend] = []
        for number in 0..<3 { added.append(try await client.add(.ada, id: Friend.ID("\(number)"))) }
        try await eventually("the last one") { events.withLock { $0.last?.changed.last } == added.last }
        try await client.delete(added[0].id, at: added[0].version)
        try await eventually("the deletion") { events.withLock { $0.last?.deleted } == [added[0].id] }
        following.cancel()
        await #expect(throws: FriendsClientError.cancelled) { try await following.ended() }
        session.close()
        // Nobody was told twice.
        let all = events.withLock { $0 }
        #expect(all.first == .connected && all.flatMap(\.changed) == added)
        #expect(all.dropFirst().allSatisfy { !$0.changed.isEmpty || !$0.deleted.isEmpty })
    }

    @Test func `what cannot be followed is refused before the stream is open`() async throws {
        let session = try session()
        let client = session.client
        _ = try await client.friends(after: nil)
        for unknown in ["\"9-00000000\"", "no position"] {
            await #expect(throws: FriendsClientError.snapshotTooOld) {
                try await client.follow(since: FriendPage.Snapshot(unknown)) { Issue.record("\($0)") }
            }
        }
        let following = Task {
            try await client.follow(since: try #require(try await client.friends(after: nil).snapshot)) { _ in }
        }
        following.cancel()
        await #expect(throws: FriendsClientError.cancelled) { try await following.ended() }
        session.close()
    }

    @Test func `a call that waits for another program ends when it is cancelled`() async throws {
        // Without the end of that wait, only cancelling ends the call.
        let repository = try SQLiteRepository(path: directory.database, writeTimeout: 600)
        let client = RepositoryClient(EmbeddedDatabase(repository), .command, .silent)
        let other = try DatabaseQueue.ofAnotherProgram(directory.database)
        try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
        // Cancelled before it begins, while it waits for its turn, and while it waits for the lock.
        try await within(.seconds(45)) {
            for turns in 0..<10 {
                let adding = Task { try await client.add(.ada, id: Friend.ID("\(turns)")) }
                for _ in 0..<turns * 10 { await Task.yield() }
                adding.cancel()
                await #expect(throws: FriendsClientError.cancelled) { try await adding.ended() }
            }
        }
        try await other.writeWithoutTransaction { try $0.rollback() }
        _ = try await client.add(.grace, id: Friend.ID("grace"))
        repository.close()
    }

    @Test func `a database that lost its place says that nothing was written`() async throws {
        let session = try session()
        let ada = try await session.client.add(.ada, id: Friend.ID("ada"))
        #expect(rename(directory.database, directory.database + ".moved") == 0)
        let error = await #expect(throws: FriendsClientError.self) {
            try await session.client.delete(ada.id, at: ada.version)
        }
        guard case .notDone(.failed(status: "", let reason?))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("was moved, deleted or replaced"))
        session.close()
    }

    @Test func `a database that cannot be opened ends the start`() async throws {
        let session = try session(database: directory.path)
        let reason = "The database \(directory.path) cannot be used: Is a directory."
        await #expect(throws: SessionError.start(reason)) { try await session.waitForStart() }
        await #expect(throws: FriendsClientError.unreachable(reason: reason)) {
            try await session.client.wholeList()
        }
        session.close()
    }

    @Test func `a shared session needs the files that the settings name`() throws {
        var settings = Settings()
        settings.server.value = "http://server.example:8080"
        let shared = try session(settings)
        #expect(shared.isShared && shared.serverName == "server.example:8080" && !shared.isTokenExposed)
        settings.tokenFile.value = directory.path + "/token"
        #expect(throws: SessionError.self) { try session(settings) }
        settings.tokenFile.value = nil
        settings.caFile.value = directory.path + "/authorities.pem"
        #expect(throws: SessionError.self) { try session(settings) }
        #expect(try names(in: directory.path) == [])
    }

    @Test func `a token that goes to another machine in the clear is known`() throws {
        let token = directory.path + "/token"
        let descriptor = open(token, O_WRONLY | O_CREAT, 0o600)
        _ = write(descriptor, "secret", 6)
        close(descriptor)
        var settings = Settings()
        settings.tokenFile.value = token
        for (server, isExposed) in [
            ("http://server.example", true), ("http://127.0.0.1:1", false), ("https://server.example", false),
        ] {
            settings.server.value = server
            #expect(try session(settings).isTokenExposed == isExposed)
        }
    }
}

extension FeedEvent {
    fileprivate var changed: [Friend] { if case .changes(let changes) = self { changes.changed } else { [] } }
    fileprivate var deleted: [Friend.ID] { if case .changes(let changes) = self { changes.deleted } else { [] } }
}
