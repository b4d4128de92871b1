import FriendsDatabase
import FriendsModel
import FriendsServer
import FriendsSettings
import Glibc
import TestSupport
import Testing

@testable import FriendsSession

/// The client of a database in this process says what the client of a server says.
@Suite(.timeLimit(.minutes(10)))
struct RepositoryClientTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func session(createsDatabase: Bool = true) throws(SessionError) -> Session {
        try Session(
            commandWith: Settings(), databasePath: directory.database, createsDatabase: createsDatabase, logger: .silent
        )
    }

    /// Stores friends as the screen does.
    private func store(_ friends: [Friend]) async throws {
        let session = try SessionTests.session(in: directory)
        _ = try await session.client.friends(after: nil)
        for start in stride(from: 0, to: friends.count, by: 1_000) {
            let writes = friends[start...].prefix(1_000).map { FriendWrite.add($0.details, id: $0.id) }
            _ = try await session.client.write(writes)
        }
        session.close()
    }

    @Test func `a command has the list of the screen`() async throws {
        try await store([.ada, .grace])
        let session = try session()
        #expect(!session.isShared && session.serverName == "local")
        let friends = try await session.client.wholeList().friends
        #expect(friends.map(\.details) == [.grace, .ada])
        #expect(try await session.client.friend(Friend.ID("ada")) == friends[1])
        await #expect(throws: FriendsClientError.notFound) { try await session.client.friend(Friend.ID("none")) }
        #expect(try await session.client.deleted().friends.isEmpty)
        _ = try await session.client.add(.grace, id: Friend.ID("other"))
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
        let rest = [UInt8](repeating: 7, count: 1 << 20)
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

    // MARK: Beside a server

    private static let texts = ["Ada", "  Grace ", "", "x\u{7}", String(repeating: "long", count: 30)]

    private static func details(_ numbers: inout Numbers) -> FriendDetails {
        func text() -> String { texts.randomElement(using: &numbers) ?? "" }
        let kinds: [LineKind] = [.email, .note, .tag, LineKind(key: "unknown")]
        let lines = (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
            FriendLine(
                id: FriendLine.ID(["1", "2", "3", ""].randomElement(using: &numbers) ?? ""),
                kind: kinds.randomElement(using: &numbers) ?? .note, value: text())
        }
        return FriendDetails(firstName: text(), lastName: text(), phoneNumber: "+1 555", lines: lines)
    }

    /// A write of one of a few friends, which can be there, in the trash, or nowhere.
    private static func write(_ numbers: inout Numbers, _ friends: [Friend], besides: inout Set<Friend.ID>)
        -> FriendWrite?
    {
        let id = Friend.ID(["a", "b", "c", "d"].randomElement(using: &numbers) ?? "")
        guard besides.insert(id).inserted else { return nil }
        let current = friends.first { $0.id == id }
        let isCurrent = numbers.next() % 4 > 0
        let version = isCurrent ? current?.version ?? Friend.Version("1") : Friend.Version("0")
        let rest: [UInt8]? = [nil, [], [1], [2, 3]].randomElement(using: &numbers) ?? nil
        let new = details(&numbers)
        let changes = FriendChanges(from: current?.details ?? FriendDetails(), to: new)
        return switch Int.random(in: 0..<8, using: &numbers) {
        case 0: .add(current.flatMap { isCurrent ? $0.details : nil } ?? new, id: id, rest: rest)
        case 5: .addToTrash(new, id: id, rest: rest)
        case 1: .update(id, changes, rest: rest, from: version)
        case 2: .delete(id, at: version)
        case 3: .updateAndDelete(id, changes, rest: rest, from: version)
        case 6: .erase(id, at: version)
        case 7: .purge(id, at: [nil, version].randomElement(using: &numbers) ?? nil)
        default: .restore(id, details: new)
        }
    }

    /// A result without what only a server says.
    private static func text(_ result: Result<Friend?, FriendsClientError>) -> String {
        switch result {
        case .success(let friend): friend.map { "\($0.id.rawValue) \($0.details)" } ?? "nobody"
        case .failure(.rejected(let parts, _)): "rejected \(parts.map(\.part))"
        case .failure(.conflict(let current)): "conflict \(current.map { "\($0.details)" } ?? "")"
        case .failure(let error): "\(error)"
        }
    }

    /// Random writes, alone, in batches and together, have the same results, and leave the same list and trash.
    @Test func `it writes as the client of a server writes`() async throws {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let server = Task {
            defer { listening.finish() }
            var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)
            configuration.limits.requestsPerSecond = 0
            try await FriendsServer.serve(configuration, repository: try SQLiteRepository(), logger: .silent) {
                listening.yield($1)
            }
        }
        defer { server.cancel() }
        var settings = Settings()
        settings.server.value = "http://127.0.0.1:\(try #require(await ports.first { _ in true }))"
        // However slow the machine is.
        (settings.readTimeout.value, settings.requestTimeout.value) = (.seconds(600), .seconds(600))
        let (shared, command) = (try SessionTests.session(settings, in: directory), try session())
        let clients = [shared.client, command.client]
        for client in clients { _ = try await client.friends(after: nil) }
        var numbers = Numbers(state: 7)
        for round in 0..<150 {
            let lists = try await (clients[0].wholeList().friends, clients[1].wholeList().friends)
            #expect(lists.0 == lists.1, "round \(round)")
            var ids: Set<Friend.ID> = []
            let writes = (0..<3).compactMap { _ in Self.write(&numbers, lists.0, besides: &ids) }
            let isAtomic = numbers.next() % 3 == 0
            let isSingle = numbers.next() % 3 == 0
            var results: [[String]] = []
            for client in clients {
                if isSingle, let write = writes.first {
                    do throws(FriendsClientError) {
                        results.append([Self.text(.success(try await client.make(write)))])
                    } catch {
                        results.append([Self.text(.failure(error))])
                    }
                } else if isAtomic {
                    results.append(try await client.writeAll(writes).map(Self.text))
                } else {
                    let answer = try await client.writeAndFindExisting(writes)
                    results.append(answer.results.map(Self.text) + answer.existing.map(\.rawValue).sorted())
                }
            }
            #expect(results[0] == results[1], "round \(round): \(writes)")
            let pages = try await (
                clients[0].friendsWithRests(after: nil), clients[1].friendsWithRests(after: nil)
            )
            #expect(pages.0.rests == pages.1.rests, "round \(round)")
            let trash = try await (
                clients[0].deletedFriends(after: nil, withRests: true),
                clients[1].deletedFriends(after: nil, withRests: true)
            )
            #expect(trash.0.friends == trash.1.friends && trash.0.rests == trash.1.rests, "round \(round)")
        }
        command.close()
    }
}
