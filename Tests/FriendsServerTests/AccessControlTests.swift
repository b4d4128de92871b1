import FriendsModel
import DatabaseTestSupport
import FriendsWire
import NIOCore
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

extension FriendsServerTests {
    /// A shared server as others meet it: on real connections, byte by byte.
    struct AccessControl {
        private let directory: TemporaryDirectory
        private var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)

        init() throws {
            directory = try TemporaryDirectory()
        }

        private func get(_ target: String, _ fields: String...) -> String {
            let lines = ["GET \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + fields
            return lines.joined(separator: "\r\n") + "\r\n\r\n"
        }

        /// A server with tokens, and the one of ada.
        private func withTokens() throws -> (FriendsServer.Configuration, TokenFile, ada: String) {
            var configuration = configuration
            let file = TokenFile(path: directory.path + "/tokens")
            configuration.tokens = file
            return (configuration, file, try file.add("ada"))
        }

        /// The link to the next page names the last friend of this one, whatever that one is called.
        @Test func aListOfTheLongestNamesIsReadToItsEnd() async throws {
            let name = "a" + String(repeating: "\u{1D167}", count: 999)
            let details = FriendDetails(firstName: name, lastName: name, phoneNumber: "12")
            #expect(FriendDraft(details).problems.isEmpty, "such a friend can be stored")
            let repository = try SQLiteRepository()
            try await repository.add(
                (1...3).map { (Friend.ID(String(repeating: "\($0)", count: 64)), details) })
            try await withSharedServer(configuration, repository) { port in
                var target: String? = "/friends?limit=1"
                var pages = 0
                while let link = target {
                    let answer = try await RawConnection(port: port).exchange(get(link))
                    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
                    pages += 1
                    target = answer.firstMatch(of: /[Ll]ink: <([^>]*)>/).map { String($0.1) }
                }
                #expect(pages == 3)
            }
        }

        // MARK: - Who is let in

        @Test func `a request without a valid token gets 401`() async throws {
            let (configuration, _, ada) = try withTokens()
            try await withSharedServer(configuration, try await SQLiteRepository.holding(.ada)) { port in
                for fields in [[], ["Authorization: Bearer \(ada)x"], ["Authorization: Basic \(ada)"]] {
                    let target = ["GET /friends HTTP/1.1", "Host: localhost", "Connection: close"] + fields
                    let answer = try await RawConnection(port: port)
                        .exchange(target.joined(separator: "\r\n") + "\r\n\r\n")
                    #expect(answer.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
                    #expect(answer.contains("WWW-Authenticate: Bearer realm=\"friends\""))
                    #expect(answer.contains(Interface.problemMediaType))
                    #expect(!answer.contains("Lovelace"))
                }
                let answer = try await RawConnection(port: port)
                    .exchange(get("/friends", "Authorization: bearer \(ada)"))
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(answer.contains("Lovelace"))
            }
        }

        @Test func `every path except the probes needs a token`() async throws {
            let (configuration, _, _) = try withTokens()
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                for path in ["/health", "/ready"] {
                    let answer = try await RawConnection(port: port).exchange(get(path))
                    #expect(!answer.hasPrefix("HTTP/1.1 401 "))
                }
                for path in ["/friends", "/friends/x", "/openapi.yaml", "/nowhere", "/", "/healthy", "/ready/"] {
                    #expect(try await RawConnection(port: port).exchange(get(path)).hasPrefix("HTTP/1.1 401 "))
                }
            }
        }

        @Test func `a revoked token is rejected at once`() async throws {
            let (configuration, file, ada) = try withTokens()
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                let request = get("/friends", "Authorization: Bearer \(ada)")
                #expect(try await RawConnection(port: port).exchange(request).hasPrefix("HTTP/1.1 200 "))
                try file.remove("ada")
                #expect(try await RawConnection(port: port).exchange(request).hasPrefix("HTTP/1.1 401 "))
            }
        }

        /// - Parameter isQuiet: whether a heartbeat is all that there would be to write.
        @Test(arguments: [false, true])
        func `revoking a token ends its streams`(isQuiet: Bool) async throws {
            let (configuration, file, ada) = try withTokens()
            let accessControl = try configuration.accessControl(
                at: try configuration.address(), connections: configuration.connectionLimiter(), logger: .silent)
            let repository = try SQLiteRepository()
            try await withLiveServer(
                repository, accessControl: accessControl, heartbeat: isQuiet ? .milliseconds(20) : nil
            ) { port in
                let request = get("/events", "Authorization: Bearer \(ada)")
                try await RawConnection(port: port).conversation(request) { reader in
                    _ = try await reader.read { $0.contains("event: connected") }
                    try file.remove("ada")
                    if !isQuiet { _ = try await repository.create(.grace, id: Friend.ID("grace")) }
                    let end = try await reader.read { _ in false }
                    #expect(end.hasSuffix("0\r\n\r\n"))
                    #expect(!end.contains("Hopper"))
                }
            }
        }

        @Test func `the first token protects a running server`() async throws {
            var configuration = configuration
            let file = TokenFile(path: directory.path + "/tokens")
            configuration.tokens = file
            configuration.tokensMayBeMissing = true
            let repository = try SQLiteRepository()
            try await withSharedServer(configuration, repository) { port in
                try await RawConnection(port: port).conversation(get("/events")) { reader in
                    _ = try await reader.read { $0.contains("event: connected") }
                    #expect(try await RawConnection(port: port).exchange(get("/friends")).hasPrefix("HTTP/1.1 200 "))
                    let ada = try file.add("ada")
                    #expect(try await RawConnection(port: port).exchange(get("/friends")).hasPrefix("HTTP/1.1 401 "))
                    let answer = try await RawConnection(port: port)
                        .exchange(get("/friends", "Authorization: Bearer \(ada)"))
                    #expect(answer.hasPrefix("HTTP/1.1 200 "))
                    _ = try await repository.create(.grace, id: Friend.ID("grace"))
                    #expect(try await !reader.read { _ in false }.contains("Hopper"))
                }
            }
        }

        @Test func `other machines need a token from the start`() async throws {
            var configuration = FriendsServer.Configuration(host: "0.0.0.0", port: 0)
            configuration.tokens = TokenFile(path: directory.path + "/tokens")
            configuration.tokensMayBeMissing = true
            #expect(throws: FriendsServerError.tokensNeeded("0.0.0.0")) { try configuration.address() }
        }

        @Test(arguments: ["text/csv", "text/vcard"], ["Host: localhost\r\n", ""])
        func `HTTP 1.0 gets no chunks, and needs no Host`(type: String, host: String) async throws {
            try await withSharedServer(configuration, try await SQLiteRepository.holding(.ada)) { port in
                let request = "GET /friends HTTP/1.0\r\n\(host)Accept: \(type)\r\n\r\n"
                let answer = try await RawConnection(port: port).exchange(request)
                #expect(answer.hasPrefix("HTTP/1.0 200 OK\r\n"))
                #expect(!answer.lowercased().contains("transfer-encoding"))
                #expect(answer.contains("Lovelace"))
                #expect(!answer.hasSuffix("0\r\n\r\n"))
            }
        }

        @Test(arguments: ["0.0.0.0", "::"])
        func `other machines need a token`(host: String) async throws {
            let repository = try SQLiteRepository()
            await #expect(throws: FriendsServerError.tokensNeeded(host)) {
                try await FriendsServer.serve(.init(host: host, port: 0), repository: repository, logger: .silent) {
                    _, _ in Issue.record("It listens.")
                }
            }
        }

        @Test func `with tokens other machines can connect`() async throws {
            var (configuration, _, ada) = try withTokens()
            configuration.host = "0.0.0.0"
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                let answer = try await RawConnection(port: port)
                    .exchange(get("/friends", "Authorization: Bearer \(ada)"))
                #expect(answer.hasPrefix("HTTP/1.1 200 "))
            }
        }

        @Test func `a missing token file prevents the start`() async throws {
            var configuration = configuration
            let path = directory.path + "/nothing"
            configuration.tokens = TokenFile(path: path)
            let absent = configuration
            let repository = try SQLiteRepository()
            let error = TokenFileError.unreadable(path: path, errno: 2)
            await #expect(throws: FriendsServerError.tokensUnusable(error)) {
                try await FriendsServer.serve(absent, repository: repository, logger: .silent) { _, _ in }
            }
        }

        @Test func `web pages of other hosts and origins are rejected`() async throws {
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                let rebound = "GET /friends HTTP/1.1\r\nHost: evil.example:\(port)\r\nConnection: close\r\n\r\n"
                let misdirected = try await RawConnection(port: port).exchange(rebound)
                #expect(misdirected.hasPrefix("HTTP/1.1 421 Misdirected Request\r\n"))
                #expect(misdirected.contains(Interface.problemMediaType))
                let proxied =
                    "GET http://evil.example/friends HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
                #expect(try await RawConnection(port: port).exchange(proxied).hasPrefix("HTTP/1.1 421 "))
                let target = "GET http://localhost/friends HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                #expect(try await RawConnection(port: port).exchange(target).hasPrefix("HTTP/1.1 200 "))
                let foreign = try await RawConnection(port: port)
                    .exchange(get("/friends", "Origin: https://evil.example"))
                #expect(foreign.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
            }
        }

        // MARK: - How much

        @Test(arguments: [
            ("GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", "414 "),
            ("GET /?\(String(repeating: "a", count: 500_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", "414 "),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nA: \(String(repeating: "a", count: 17_000))\r\n\r\n", "431 "),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nA: \(String(repeating: "a", count: 500_000))\r\n\r\n", "431 "),
            ("GET / HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "A: b\r\n", count: 101))\r\n", "431 "),
            ("GET / HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "A: b\r\n", count: 5_000))\r\n", "431 "),
            ("GET / HTTP/1.1\r\n\r\n", "400 "), ("CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", "400 "),
        ])
        func `a head that is too large or invalid is rejected`(request: String, status: String) async throws {
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                let answer = try await RawConnection(port: port).exchange(request) { $0.hasSuffix("}") }
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(answer)")
                #expect(answer.contains(Interface.problemMediaType))
            }
        }

        @Test func `a client above its rate gets 429`() async throws {
            var configuration = configuration
            configuration.limits.requestsPerSecond = 1
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                let health = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
                let answer = try await RawConnection(port: port).exchange(String(repeating: health, count: 40))
                let statuses = answer.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
                // What came after the refusal is not looked at: the connection closes.
                // A slow machine allows more than the burst.
                #expect(statuses.last == "429" && statuses.dropLast().allSatisfy { $0 == "200" })
                #expect((5..<40).contains(statuses.count))
                #expect(answer.contains("Retry-After: 1\r\n"))
            }
        }

        @Test func `the body of a rejected request is not awaited`() async throws {
            let (configuration, _, _) = try withTokens()
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                let half = "POST /friends HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"
                let answer = try await RawConnection(port: port).exchange(half)
                #expect(answer.hasPrefix("HTTP/1.1 401 "))
                #expect(answer.contains("Connection: close"))
            }
        }

        // MARK: - For how long

        @Test(arguments: [
            "", "GET /friends HT", "POST /friends HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{",
        ])
        func `a request that never ends loses its connection`(beginning: String) async throws {
            var configuration = configuration
            configuration.limits.firstRequestTimeout = .milliseconds(50)
            configuration.limits.bodyTimeout = .milliseconds(50)
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                // Without a deadline this would wait until the limit of the suite; how it ends is the system's matter.
                let answer = try? await RawConnection(port: port).exchange(beginning)
                #expect(answer?.hasPrefix("HTTP/1.1 2") != true)
            }
        }

        @Test func `a client that does not read loses its connection`() async throws {
            var configuration = configuration
            configuration.limits.writeTimeout = .milliseconds(50)
            try await withSharedServer(configuration, try await SQLiteRepository.holding(count: 1_000)) { port in
                // The server has read all of it, and its answers are more than the buffers of both ends hold.
                let request = "GET /friends HTTP/1.1\r\nHost: localhost\r\n\r\n"
                let requests = String(repeating: request, count: 300)
                try await within(.seconds(120)) { try await RawConnection(port: port).sendUntilClosed(requests) }
            }
        }

        @Test func `clients are served while others hold connections`() async throws {
            var configuration = configuration
            configuration.limits.connections = 16
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                try await withThrowingTaskGroup { group in
                    for number in 0..<40 {
                        let beginning =
                            number.isMultiple(of: 2)
                            ? "GET /friends HT"
                            : "POST /friends HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"
                        let connection = try await RawConnection(port: port)
                        group.addTask { _ = try? await connection.exchange(beginning) }
                    }
                    let answer = try await RawConnection(port: port).exchange(get("/health"))
                    #expect(answer.hasPrefix("HTTP/1.1 200 "))
                    group.cancelAll()
                }
            }
        }
    }
}
