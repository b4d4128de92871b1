import FriendsHTTP
import FriendsModel
import Glibc
import TestSupport
import Testing

/// Connections: made, refused, untrusted, used again.
@Suite(.timeLimit(.minutes(3)))
struct ConnectionTests {
    @Test(arguments: Call.allCases)
    func `a refused connection is reported at once`(call: Call) async throws {
        let port = try UnservedPort(.refusing)
        defer { port.close() }
        let clock = SkippingClock()
        // The library by itself would keep trying for as long as a connection may take.
        let limits = ClientLimits(
            connectTimeout: .seconds(600), readTimeout: .seconds(600), requestTimeout: .seconds(600))
        try await HTTPFriendsClient.with(.loopback(port.number), limits: limits, clock: clock) { client in
            let duration = await ContinuousClock().measure {
                await call.expect(.notRunning(server: "127.0.0.1:\(port.number)"), from: client)
            }
            #expect(duration < .seconds(60))
        }
        #expect(clock.pauses.isEmpty)
    }

    @Test func `an unknown host name is reported`() async throws {
        // A label of 64 letters is refused by the resolver itself, with or without a network.
        let name = String(repeating: "a", count: 64) + ".invalid"
        try await HTTPFriendsClient.with(ServerAddress("http://\(name)")) { client in
            await Call.list.expect(.unreachable(reason: "unknown host \(name)"), from: client)
        }
    }

    @Test func `a closed idle connection is replaced`() async throws {
        let closing = Reply.cut(Reply.head("200 OK", ["Content-Length: 2"]) + "[]")
        try await withServer([closing, .json("[]")]) { server, client in
            await Call.list.expect(nil, from: client)
            try await server.hasClosed(1)
            await Call.list.expect(nil, from: client)
        }
    }

    @Test func `a read is retried when its connection breaks`() async throws {
        try await withServer([.json("[]"), .hangUp, .json("[]")]) { server, client in
            await Call.list.expect(nil, from: client)
            await Call.list.expect(nil, from: client)
            #expect(server.requests.map(\.connection) == [0, 0, 1])
        }
    }

    @Test func `every write has its own connection`() async throws {
        let replies: [Reply] = [.json("[]"), .answer("200 OK"), .answer("200 OK"), .answer("200 OK"), .json("[]")]
        try await withServer(replies) { server, client in
            for call in [Call.list, .add, .update, .delete, .list] { await call.expect(nil, from: client) }
            #expect(server.requests.map(\.connection) == [0, 1, 2, 3, 0])
            try await server.hasClosed(3)
        }
    }

    @Test func `a socket is an address`() async throws {
        try await withTemporaryDirectory { directory in
            let path = "\(directory)/a b%.sock"
            let server = try await FaultyServer.start([.json("[]"), .answer("204 No Content")], on: path)
            try await HTTPFriendsClient.with(ServerAddress(socketPath: path)) { client in
                await Call.list.expect(nil, from: client)
                await Call.delete.expect(nil, from: client)
            }
            await server.stop()
            #expect(server.requests.map(\.uri) == ["/friends?limit=200", "/friends/a-1"])
            #expect(server.requests.map { $0.headers["Host"] } == [["localhost"], ["localhost"]])
        }
    }

    @Test func `a missing or dead socket is reported`() async throws {
        try await withTemporaryDirectory { directory in
            let path = "\(directory)/s"
            try await HTTPFriendsClient.with(ServerAddress(socketPath: path)) { client in
                await Call.list.expect(.unreachable(reason: "the socket \(path) does not exist"), from: client)
                let descriptor = try #require(deadSocket(at: path))
                defer { close(descriptor) }
                await Call.list.expect(.unreachable(reason: "nothing is listening on \(path)"), from: client)
            }
        }
    }

    private func deadSocket(at path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? descriptor : nil
    }
}
