import FriendsHTTP
import FriendsModel
import Glibc
import HTTPTransport
import TestSupport
import Testing

/// Connections: made, refused, untrusted, used again.
@Suite(.timeLimit(.minutes(10)))
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
}
