import Foundation
import FriendsModel
import FriendsWire
import Glibc
import NIOCore
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

extension FriendsServerTests {
    /// How much of a shared server one client may have, as clients meet it.
    struct Limits {
        private let directory: TemporaryDirectory
        private var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)

        init() throws {
            directory = try TemporaryDirectory()
            // A busy machine needs its time for the next response, and the first one must not have ended by then.
            configuration.limits.writeTimeout = .minutes(10)
        }

        private func get(_ target: String, _ fields: String...) -> String {
            (["GET \(target) HTTP/1.1", "Host: localhost"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
        }

        private func exchange(_ request: String, _ port: Int) async throws -> String {
            try await RawConnection(port: port).exchange(request)
        }

        /// Holds `count` event streams open while `work` runs.
        private func withStreams(
            _ count: Int, on port: Int, _ field: String = "A: b",
            _ work: @escaping @Sendable () async throws -> Void
        ) async throws {
            guard count > 0 else { return try await work() }
            try await RawConnection(port: port).conversation(get("/events", field)) { reader in
                _ = try await reader.read { $0.contains("event: connected") }
                try await withStreams(count - 1, on: port, field, work)
            }
        }

        /// Holds a connection open for each target, which has read the beginning of the response, while `work` runs. A busy machine
        /// can be late with a response: it is asked for again, as a client would.
        private func withUnread(
            _ targets: [String], on port: Int, _ work: @escaping @Sendable () async throws -> Void
        ) async throws {
            guard let target = targets.first else { return try await work() }
            try await eventually("the response to \(target)") {
                var isHeld = false
                let connection = try await RawConnection(port: port, receiveBuffer: 4_096)
                try await connection.conversation(get(target)) { reader in
                    guard try await reader.read(until: { $0.count > 12 }).hasPrefix("HTTP/1.1 200") else { return }
                    isHeld = true
                    try await withUnread(Array(targets.dropFirst()), on: port, work)
                }
                return isHeld
            }
        }

        /// 10,001 friends with more text than the buffers of a connection hold, in many pieces.
        private func makeLargeRepository() throws -> SQLiteRepository {
            let note = FriendLine(
                id: FriendLine.ID("1"), kind: .note, value: String(repeating: "x", count: 2_000))
            return try SQLiteRepository(
                friends: (0..<10_001).map { number in
                    (id: Friend.ID("\(number)"), details: FriendDetails(firstName: "Ada", lines: [note]))
                })
        }

        @Test func `clients that do not read get few whole lists`() async throws {
            try await withSharedServer(configuration, try makeLargeRepository()) { port in
                try await withUnread(Array(repeating: "/friends", count: 4), on: port) {
                    let refused = try await exchange(get("/friends", "Connection: close"), port)
                    #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("Retry-After: 1\r\n"))
                    let page = try await exchange(get("/friends?limit=1", "Connection: close"), port)
                    #expect(page.hasPrefix("HTTP/1.1 200 "))
                }
            }
        }

        @Test func `clients that do not read get few large responses`() async throws {
            var configuration = configuration
            configuration.limits.largeResponsesPerClient = 2
            configuration.limits.spools.directory = directory.path
            let repository = try makeLargeRepository()
            let position = try await repository.position().text
            try await withSharedServer(configuration, repository) { [directory] port in
                let large = ["/friends?limit=10000", "/friends?limit=10000&include=rest"]
                try await withUnread(large, on: port) {
                    #expect(SpoolTests.openFiles(in: directory.path) == 2)
                    for target in large + ["/friends?limit=500"] {
                        let refused = try await exchange(get(target, "Connection: close"), port)
                        #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("Retry-After: 1\r\n"))
                    }
                    for target in ["/friends?limit=10", "/friends?since=\(position)"] {
                        let short = try await exchange(get(target, "Connection: close"), port)
                        #expect(short.hasPrefix("HTTP/1.1 200 "))
                    }
                }
                try await eventually { SpoolTests.openFiles(in: directory.path) == 0 }
                let free = try await exchange(get(large[0], "Connection: close"), port)
                #expect(free.hasPrefix("HTTP/1.1 200 "))
            }
        }

        @Test(arguments: [false, true])
        func `busy connections leave health and other tokens room`(isServerFull: Bool) async throws {
            var configuration = configuration
            configuration.limits.connections = isServerFull ? 3 : 100
            configuration.limits.connectionsPerClient = isServerFull ? 100 : 3
            let file = TokenFile(path: directory.path + "/tokens")
            configuration.tokens = file
            let ada = "Authorization: Bearer \(try file.add("ada"))"
            let grace = "Authorization: Bearer \(try file.add("grace"))"
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                try await withStreams(3, on: port, ada) {
                    let answer = try await exchange(get("/health", "Connection: close"), port)
                    #expect(answer.hasPrefix("HTTP/1.1 200 "))
                    let refused = try await exchange(get("/friends", ada), port)
                    #expect(refused.hasPrefix("HTTP/1.1 503 "))
                    #expect(refused.contains("Retry-After: 5\r\n"))
                    #expect(refused.contains(Interface.problemMediaType))
                    #expect(refused.contains("Connection: close"))
                    let other = try await exchange(get("/friends", grace, "Connection: close"), port)
                    #expect(other.hasPrefix(isServerFull ? "HTTP/1.1 503 " : "HTTP/1.1 200 "))
                }
                // The room is theirs again, as soon as the server has heard that the streams were closed.
                try await eventually {
                    try await exchange(get("/friends", ada, "Connection: close"), port).hasPrefix("HTTP/1.1 200 ")
                }
            }
        }

        @Test func `an address that is at its limit is answered`() async throws {
            var configuration = configuration
            configuration.limits.connectionsPerClient = 2
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                try await withStreams(2, on: port) {
                    #expect(try await exchange(get("/friends"), port).hasPrefix("HTTP/1.1 503 "))
                    // It is there for one answer, and no limit can be passed by staying.
                    let answers = try await exchange(get("/health") + get("/events"), port)
                    #expect(answers.split(separator: "HTTP/1.1 ").map { $0.prefix(3) } == ["200"])
                }
            }
        }

        @Test func `probes are counted by themselves`() async throws {
            var configuration = configuration
            configuration.limits.requestsPerSecond = 1
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                let flood = try await exchange(String(repeating: get("/friends"), count: 9), port)
                #expect(flood.contains("HTTP/1.1 429 "))
                for path in ["/health", "/ready"] {
                    let answer = try await exchange(get(path, "Connection: close"), port)
                    #expect(!answer.hasPrefix("HTTP/1.1 429 "))
                }
            }
        }

        @Test func `each client behind a trusted proxy has its own limits`() async throws {
            var configuration = configuration
            configuration.proxies = try #require(TrustedProxies(["127.0.0.1"]))
            configuration.limits.requestsPerSecond = 1
            configuration.limits.connectionsPerClient = 1
            configuration.limits.streamsPerClient = 1
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                try await withStreams(1, on: port, "X-Forwarded-For: 192.0.2.1") {
                    // The proxy has more connections than a client may have.
                    let stream = try await exchange(get("/events", "X-Forwarded-For: 192.0.2.1"), port)
                    #expect(stream.hasPrefix("HTTP/1.1 429 "))
                    for client in ["192.0.2.1", "192.0.2.2"] {
                        let request = get("/friends", "X-Forwarded-For: \(client)")
                        let answer = try await exchange(String(repeating: request, count: 9), port)
                        let answers = answer.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
                        #expect(answers.first == "200")
                        #expect(answers.last == "429")
                    }
                }
            }
        }

        @Test func `without a trusted proxy no client sets its address`() async throws {
            var configuration = configuration
            configuration.limits.requestsPerSecond = 1
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                let requests = (1...9).map { get("/friends", "X-Forwarded-For: 192.0.2.\($0)") }
                let answer = try await exchange(requests.joined(), port)
                #expect(answer.contains("HTTP/1.1 429 "))
            }
        }

        @Test func `only some large bodies are read at once`() async throws {
            var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)
            configuration.limits.largeBodies = 1
            // Only the test ends the wait for the rest of a body.
            configuration.limits.bodyTimeout = .minutes(10)
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                func head(_ length: Int) -> String {
                    """
                    POST /friends HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                    Content-Length: \(length)\r\n\r\n
                    """
                }
                let json = FriendDetails.ada.json()
                let padding = String(repeating: " ", count: RequestBodyMiddleware.threshold)
                let large = head(padding.utf8.count + json.utf8.count) + padding
                let isRefused = Gate()
                // Whichever of the two the server reads first, it has no room for the other one until that one is complete.
                let answers = try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 1...2 {
                        group.addTask {
                            try await RawConnection(port: port).exchange(
                                large + json.prefix(20), then: String(json.dropFirst(20)), after: isRefused
                            ) { $0.hasSuffix("}") }
                        }
                    }
                    let refused = try #require(await group.next())
                    let small = try await RawConnection(port: port).exchange(head(json.utf8.count) + json) {
                        $0.hasSuffix("}")
                    }
                    #expect(small.hasPrefix("HTTP/1.1 201 "))
                    isRefused.open()
                    return [refused, try #require(await group.next())]
                }
                #expect(answers[0].hasPrefix("HTTP/1.1 503 ") && answers[0].lowercased().contains("retry-after: 1"))
                #expect(answers[1].hasPrefix("HTTP/1.1 201 "))
                let next = try await RawConnection(port: port).exchange(large + json) { $0.hasSuffix("}") }
                #expect(next.hasPrefix("HTTP/1.1 201 "))
            }
        }

        @Test(arguments: [
            (RequestBodyMiddleware.doubleThreshold, true), (RequestBodyMiddleware.doubleThreshold + 1, false),
        ])
        func `a body of more than half of the maximum counts twice`(size: Int, isTaken: Bool) async throws {
            var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)
            configuration.limits.largeBodiesPerClient = 1
            configuration.limits.bodyTimeout = .minutes(10)
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                let json = FriendDetails.ada.json()
                let head = """
                    POST /friends HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                    Content-Length: \(size)\r\n\r\n
                    """
                let body = json + String(repeating: " ", count: size - json.utf8.count)
                let answer = try await RawConnection(port: port).exchange(head + body) { $0.hasSuffix("}") }
                #expect(answer.hasPrefix(isTaken ? "HTTP/1.1 201 " : "HTTP/1.1 503 "))
            }
        }

        @Test func `large bodies have threads of their own`() async throws {
            let name: @Sendable () -> String = {
                (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
            }
            #expect(try await BodyThreads.run(size: RequestBodyMiddleware.threshold, name).hasPrefix("TP-#"))
            #expect(try await !BodyThreads.run(size: 100, name).hasPrefix("TP-#"))
        }

        @Test func `a valid token is not delayed by its address`() async throws {
            var configuration = configuration
            configuration.limits.requestsPerSecond = 1
            let file = TokenFile(path: directory.path + "/tokens")
            configuration.tokens = file
            let ada = "Authorization: Bearer \(try file.add("ada"))"
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                let guess = get("/friends", "Authorization: Bearer guess", "Connection: close")
                try await eventually { try await exchange(guess, port).hasPrefix("HTTP/1.1 429 ") }
                let answer = try await exchange(get("/friends", ada, "Connection: close"), port)
                #expect(answer.hasPrefix("HTTP/1.1 200 "))
            }
        }

        @Test func `two Authorization fields are none`() async throws {
            var configuration = configuration
            let file = TokenFile(path: directory.path + "/tokens")
            configuration.tokens = file
            let ada = "Authorization: Bearer \(try file.add("ada"))"
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                for other in [ada, "Authorization: Bearer x", "Authorization: Basic x", "authorization:"] {
                    for fields in [[ada, other], [other, ada]] {
                        let answer = try await exchange(
                            get("/friends", fields[0], fields[1], "Connection: close"), port)
                        #expect(answer.hasPrefix("HTTP/1.1 401 "))
                    }
                }
            }
        }
    }
}
