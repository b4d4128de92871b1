import FriendsModel
import DatabaseTestSupport
import FriendsWire
import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

/// The server on real connections. One after the other: a signal goes to all servers of the process.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct FriendsServerTests {
    private let health = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalEndsTheSharedServerWithinFiveSeconds(signal: CInt) async throws {
        #expect(FriendsServer.shutdownTimeout < .seconds(5))
        let repository = try SQLiteRepository()
        var limits = ServerLimits()
        // Only the timeout of the shutdown ends the half request before the test gives up.
        limits.firstRequestTimeout = .minutes(10)
        limits.bodyTimeout = .minutes(10)
        var patient = FriendsServer.Configuration(host: "127.0.0.1", port: 0)
        patient.limits = limits
        let configuration = patient
        try await withRunningServer { listening in
            try await FriendsServer.serve(configuration, repository: repository, logger: .silent) {
                #expect($0 == "127.0.0.1")
                listening($1)
            }
        } during: { port, running in
            let half = "POST /friends HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"
            try await RawConnection(port: port).keptOpen(health, answerEndingWith: "}") {
                // A request that stays half is cut off, which takes the server all the time it gives itself.
                try await RawConnection(port: port).keptOpen(signal == SIGTERM ? half : "", answerEndingWith: "") {
                    kill(getpid(), signal)
                    try await running.ended()
                }
            }
        }
    }

    @Test func `a port in use is reported`() async throws {
        let repository = try SQLiteRepository()
        try await withRunningServer { listening in
            try await FriendsServer.serve(.init(host: "127.0.0.1", port: 0), repository: repository, logger: .silent) {
                listening($1)
            }
        } during: { port, _ in
            await #expect(throws: FriendsServerError.addressInUse("127.0.0.1:\(port)")) {
                try await FriendsServer.serve(
                    .init(host: "127.0.0.1", port: port), repository: repository, logger: .silent
                ) { _, _ in }
            }
        }
    }

    @Test func `an unknown host is reported`() async throws {
        let directory = try TemporaryDirectory()
        let repository = try SQLiteRepository()
        var elsewhere = FriendsServer.Configuration(host: "192.0.2.1", port: 0)
        elsewhere.tokens = TokenFile(path: directory.path + "/tokens")
        _ = try elsewhere.tokens?.add("ada")
        let configuration = elsewhere
        await #expect(throws: FriendsServerError.noSuchAddress("192.0.2.1:0")) {
            try await FriendsServer.serve(configuration, repository: repository, logger: .silent) { _, _ in }
        }
        await #expect(throws: FriendsServerError.noSuchAddress("nohost.invalid:0")) {
            try await FriendsServer.serve(
                .init(host: "nohost.invalid", port: 0), repository: repository, logger: .silent
            ) { _, _ in }
        }
    }

    @Test func `a chunked body above the limit is refused`() async throws {
        try await withLiveServer(try SQLiteRepository()) { port in
            let piece = "8000\r\n" + String(repeating: " ", count: 0x8000) + "\r\n"
            let request = """
                POST /friends HTTP/1.1\r\nHost: friends\r\nContent-Type: application/json\r\n\
                Transfer-Encoding: chunked\r\n\r\n
                """
            let answer = try await within(.seconds(30)) {
                try await RawConnection(port: port)
                    .exchange(
                        request + String(repeating: piece, count: Interface.maximumRequestBody / 0x8000) + "1\r\n \r\n"
                    ) { $0.hasSuffix("}") }
            }
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.contains(Interface.problemMediaType))
        }
    }

    @Test(arguments: ["\(Interface.maximumRequestBody + 1)", "9000000000000000000"])
    func `a Content-Length above the limit is refused at once`(length: String) async throws {
        try await withLiveServer(try SQLiteRepository()) { port in
            let request = "POST /friends HTTP/1.1\r\nHost: friends\r\nContent-Length: \(length)\r\n\r\n"
            let answer = try await RawConnection(port: port).exchange(request) { $0.hasSuffix("}") }
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.lowercased().contains("connection: close"))
        }
    }

    @Test func `HEAD and DELETE keep the connection usable`() async throws {
        try await withLiveServer(try await SQLiteRepository.holding(count: 1_500)) { port in
            let head = "HEAD /friends HTTP/1.1\r\nHost: friends\r\n\r\n"
            let missing = "HEAD /nowhere HTTP/1.1\r\nHost: friends\r\n\r\n"
            let delete = "DELETE /friends/3 HTTP/1.1\r\nHost: friends\r\nIf-Match: *\r\n\r\n"
            let answer = try await RawConnection(port: port)
                .exchange(head + missing + delete + health) { $0.hasSuffix("{\"status\":\"ok\"}") }
            let answers = answer.split(separator: "HTTP/1.1 ")
            #expect(answers.map { $0.prefix(3) } == ["200", "404", "204", "200"])
            #expect(answers.dropLast().allSatisfy { $0.hasSuffix("\r\n\r\n") })
        }
    }
}
