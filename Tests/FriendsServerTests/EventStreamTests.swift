import DatabaseTestSupport
import EngineTestSupport
import FoundationEssentials
import FriendsModel
import FriendsRepository
import FriendsWire
import Glibc
import Hummingbird
import NIOCore
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

extension FriendsServerTests {
    /// The changes as they happen, on real connections.
    struct EventStreamTests {
        private func request(_ path: String = "/events", _ fields: String...) -> String {
            "GET \(path) HTTP/1.1\r\n" + (["Host: localhost"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
        }

        private func connected(at position: HistoryPosition) -> String {
            "event: connected\nid: \(position.text)\ndata: {}\n\n"
        }

        /// The last event of a stream, which tells of changes.
        private func changes(in stream: String) throws -> (id: String, changes: ChangesDocument) {
            let match = try #require(
                stream.matches(of: /event: changes\nid: ([^\n]*)\ndata: ([^\n]*)\n\n/).last, "\(stream)")
            return (String(match.1), try JSONDecoder().decode(ChangesDocument.self, from: Data(match.2.utf8)))
        }

        private func isEndOfChanges(_ text: String) -> Bool {
            text.contains("event: changes\n") && text.hasSuffix("\n\n\r\n")
        }

        @Test(.onEveryEngine)
        func `the first event has the position of the list`() async throws {
            let repository = try await TestServer(holding: .ada).repository
            let position = try await repository.position()
            try await withLiveServer(repository) { port in
                let answer = try await RawConnection(port: port).exchange(request()) { $0.hasSuffix("\n\n\r\n") }
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(answer.contains("Content-Type: text/event-stream\r\n"))
                #expect(answer.contains("Cache-Control: no-store\r\n"))
                #expect(answer.contains("X-Accel-Buffering: no\r\n"))
                #expect(answer.contains(connected(at: position)))
            }
        }

        @Test(.onEveryEngine)
        func `every change is sent as it happens`() async throws {
            let repository = try await TestServer(holding: .ada).repository
            try await withLiveServer(repository) { port in
                try await RawConnection(port: port).conversation(request()) { reader in
                    _ = try await reader.read { $0.contains("event: connected") }
                    guard case .created(let grace) = try await repository.create(.grace, id: Friend.ID("Grace")) else {
                        Issue.record("not created")
                        return
                    }
                    let first = try changes(in: try await reader.read(until: isEndOfChanges))
                    let second = try await repository.position()
                    #expect(first.id == second.text)
                    #expect(
                        first.changes == ChangesDocument(changed: [grace], deleted: [], position: second.text))

                    _ = try await repository.delete(Friend.ID("Ada"))
                    let last = try changes(in: try await reader.read(until: isEndOfChanges))
                    let third = try await repository.position()
                    #expect(last.id == third.text)
                    #expect(
                        last.changes
                            == ChangesDocument(changed: [], deleted: [Friend.ID("Ada")], position: third.text))
                }
            }
        }

        @Test(
            .onEveryEngine,
            arguments: [
                ("/events?since=1", [String]()), ("/events", ["Last-Event-ID: 1"]),
                ("/events?since=2", ["Last-Event-ID: 1"]),
            ])
        func `a stream resumes where it was cut off`(path: String, fields: [String]) async throws {
            let repository = try await TestServer(holding: .ada, .grace, .wide).repository
            let position = try await repository.position()
            try await withLiveServer(repository) { port in
                let text = "GET \(path) HTTP/1.1\r\n" + (["Host: x"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
                let answer = try await RawConnection(port: port).exchange(text, until: isEndOfChanges)
                #expect(answer.contains(connected(at: HistoryPosition(sequence: 1, history: position.history))))
                #expect(try changes(in: answer).id == position.text)
                #expect(try changes(in: answer).changes.changed.friends.map(\.id.rawValue) == ["Grace", "王"])
            }
        }

        @Test(
            .onEveryEngine,
            arguments: [("4", 410), ("3-00000000", 410), ("x", 400), ("-1", 400), ("01", 400), ("3-", 400)])
        func `an invalid position is refused before the stream`(text: String, status: Int) async throws {
            let server = try await TestServer(holding: .ada, .grace, .wide)
            let since = try await server.ask(.get, "/events?since=\(text)")
            let resumed = try await server.ask(.get, "/events", headers: [.lastEventID: text])
            #expect(try since.problem.status == status)
            #expect(try resumed.problem.status == status)
        }

        @Test(.onEveryEngine)
        func `an invalid since is rejected beside a Last-Event-ID`() async throws {
            let server = try await TestServer(holding: .ada)
            let answer = try await server.ask(.get, "/events?since=x", headers: [.lastEventID: "1"])
            #expect(try answer.problem.status == 400)
            #expect(try answer.problem.errors?.map(\.parameter) == ["since"])
        }

        @Test(.onEveryEngine)
        func `a subscriber without changes gets a reset`() async throws {
            let database = try await TestDatabase()
            try await withLiveServer(try await database.open()) { port in
                try await RawConnection(port: port).conversation(request()) { reader in
                    _ = try await reader.read { $0.contains("event: connected") }
                    try await database.execute("UPDATE list SET sequence = sequence + 10001")
                    let end = try await reader.read { _ in false }
                    #expect(end.contains("event: reset\ndata: {}\n\n"))
                    #expect(end.hasSuffix("\r\n0\r\n\r\n"))
                }
            }
        }

        @Test(.onEveryEngine)
        func `a start with too many changes gets a reset`() async throws {
            let repository = try await Engine.makeRepository(count: 10_001)
            try await withLiveServer(repository) { port in
                let answer = try await RawConnection(port: port).exchange(request("/events?since=0")) { _ in false }
                #expect(answer.contains("event: connected\nid: 0"))
                #expect(answer.contains("event: reset\ndata: {}\n\n"))
            }
        }

        @Test(.onEveryEngine)
        func `a quiet stream sends heartbeats`() async throws {
            let repository = try await TestServer(holding: .ada).repository
            try await withLiveServer(repository, heartbeat: .milliseconds(20)) { port in
                let beats = "\r\n:\n\n\r\n"
                let answer = try await RawConnection(port: port).exchange(request()) {
                    $0.ranges(of: beats).count > 2
                }
                #expect(!answer.contains("event: changes"))
            }
        }

        @Test func aChangeIsNotLostBehindAHeartbeat() async throws {
            let repository = try await SQLiteRepository.holding(.ada)
            let subscription = repository.database.feed.subscribe()
            let position = try await repository.position()
            var wakes = subscription.wakes.makeAsyncIterator()
            _ = await wakes.next()
            _ = try await repository.create(.grace, id: Friend.ID("Grace"))
            subscription.sendHeartbeat()
            #expect(await wakes.next() == .heartbeat)
            #expect(try await repository.changes(since: position)?.changed.map(\.details) == [.grace])
        }

        @Test func `a stream ends when its client goes away`() async throws {
            let repository = try await SQLiteRepository.holding(.ada)
            let request = request()
            try await withLiveServer(repository) { port in
                try await RawConnection(port: port).conversation(request) { reader in
                    _ = try await reader.read { $0.contains("event: connected") }
                    #expect(repository.database.feed.subscriberCount == 1)
                }
                try await eventually { repository.database.feed.subscriberCount == 0 }
            }
        }

        @Test func `HEAD leaves no stream behind`() async throws {
            let repository = try await SQLiteRepository.holding(.ada)
            let answer = try await TestServer(repository).ask(.head, "/events")
            #expect(answer.status == .ok)
            #expect(repository.database.feed.subscriberCount == 0)
        }

        @Test func `a signal ends streams at once and cleanly`() async throws {
            let repository = try await SQLiteRepository.holding(.ada)
            var patient = FriendsServer.Configuration(host: "127.0.0.1", port: 0)
            // The stream ends by itself: a connection that is closed gets no last chunk.
            patient.limits.streamEndTimeout = .minutes(10)
            let configuration = patient
            try await withRunningServer { listening in
                try await FriendsServer.serve(configuration, repository: repository, logger: .silent) {
                    listening($1)
                }
            } during: { port, running in
                try await RawConnection(port: port).conversation(request()) { reader in
                    _ = try await reader.read { $0.contains("event: connected") }
                    kill(getpid(), SIGTERM)
                    let end = try await reader.read { _ in false }
                    #expect(end.hasSuffix("0\r\n\r\n"))
                    try await running.ended()
                }
            }
            #expect(repository.database.feed.subscriberCount == 0)
        }

        @Test func `a client that does not read does not delay the end`() async throws {
            let repository = try SQLiteRepository()
            // Without the limits of the whole server, only the timeout of the stream closes the connection.
            try await withRunningServer { listening in
                try await Application(
                    router: FriendsServer.buildRouter(repository),
                    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
                    onServerRunning: { listening($0.localAddress?.port ?? 0) }, logger: .silent
                ).runService()
            } during: { port, running in
                try await RawConnection(port: port).conversation(request()) { reader in
                    _ = try await reader.read { $0.contains("event: connected") }
                    // More than all the buffers between the two take.
                    let long = String(repeating: "王", count: 300)
                    try await repository.add(
                        (0..<9_000).map {
                            (Friend.ID("\($0)"), FriendDetails(firstName: long, lastName: long, phoneNumber: "12"))
                        })
                    kill(getpid(), SIGTERM)
                    try await running.ended()
                }
            }
        }
    }
}
