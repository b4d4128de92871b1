import FriendsHTTP
import FriendsModel
import HTTPTransport
import TestSupport
import Testing

/// How long is waited, and how waiting ends.
@Suite(.timeLimit(.minutes(10)))
struct TimeoutTests {
    /// Far above the limits that are set here, on a machine that is busy as well, and far below the ones that are not.
    static let soon = Duration.seconds(30)
    static let long = Duration.seconds(60)

    @Test(arguments: Call.allCases)
    func `a silent server hits the read timeout`(call: Call) async throws {
        let limits = ClientLimits(connectTimeout: Self.long, readTimeout: .milliseconds(200), requestTimeout: Self.long)
        try await withServer([.silence, .silence, .silence], limits: limits) { server, client in
            let duration = await ContinuousClock().measure {
                await call.expect(.timedOut(.read), from: client)
            }
            #expect(duration >= .milliseconds(190))
            #expect(duration < Self.soon)
            try await server.hasClosed(1)
        }
    }

    @Test func `a list that stalls hits the read timeout`() async throws {
        let limits = ClientLimits(connectTimeout: Self.long, readTimeout: .milliseconds(200), requestTimeout: Self.long)
        let reply = Reply.bytes(Reply.head("200 OK", ["Content-Length: 100"]) + "[")
        try await withServer([reply, reply, reply], limits: limits) { server, client in
            await Call.list.expect(.timedOut(.read), from: client)
            try await server.hasClosed(3)
        }
    }

    @Test func `a dripping list hits the request timeout`() async throws {
        let limits = ClientLimits(connectTimeout: Self.long, readTimeout: Self.long, requestTimeout: .milliseconds(400))
        let reply = Reply.drip(Reply.head("200 OK", ["Content-Length: 1000000"]) + "[", every: .milliseconds(20))
        try await withServer([reply], limits: limits) { server, client in
            let duration = await ContinuousClock().measure {
                await Call.list.expect(.timedOut(.request), from: client)
            }
            #expect(duration < Self.soon)
            try await server.hasClosed(1)
        }
    }

    @Test(arguments: Call.allCases)
    func `the request timeout counts while nothing arrives`(call: Call) async throws {
        let limits = ClientLimits(connectTimeout: Self.long, readTimeout: Self.long, requestTimeout: .seconds(1))
        try await withServer([.silence], limits: limits) { server, client in
            await call.expect(.timedOut(.request), from: client)
            try await server.hasClosed(1)
        }
    }

    @Test(arguments: Call.allCases)
    func `a connection never accepted hits the timeout`(call: Call) async throws {
        let port = try UnservedPort(.full)
        defer { port.close() }
        let limits = ClientLimits(connectTimeout: .milliseconds(200), readTimeout: Self.long, requestTimeout: Self.long)
        let clock = SkippingClock()
        let address = try ServerAddress.loopback(port.number)
        try await HTTPFriendsClient.with(address, limits: limits, clock: clock) { client in
            let duration = await ContinuousClock().measure {
                await call.expect(.timedOut(.connect), from: client)
            }
            #expect(duration < Self.soon)
            #expect(clock.pauses.isEmpty)
        }
    }

    @Test func `a connection never ready hits the timeout`() async throws {
        // The server expects plain HTTP and never answers the handshake.
        let limits = ClientLimits(connectTimeout: .milliseconds(200), readTimeout: Self.long, requestTimeout: Self.long)
        try await withServer([], limits: limits, scheme: "https") { _, client in
            let duration = await ContinuousClock().measure {
                await Call.list.expect(.timedOut(.connect), from: client)
            }
            #expect(duration < Self.soon)
        }
    }

    @Test(arguments: Call.allCases)
    func `cancelling before the head closes the connection`(call: Call) async throws {
        try await cancelled([.silence]) { await call.error($0) }
    }

    @Test func `cancelling in a body closes the connection`() async throws {
        try await cancelled([.bytes(Reply.head("200 OK", ["Content-Length: 100"]) + "[")]) {
            await Call.list.error($0)
        }
    }

    @Test func `cancelling a dripping body closes the connection`() async throws {
        let reply = Reply.drip(Reply.head("200 OK", ["Content-Length: 1000000"]), every: .milliseconds(5))
        try await cancelled([reply]) { await Call.list.error($0) }
    }

    private func cancelled(
        _ script: [Reply], _ call: @escaping @Sendable (HTTPFriendsClient) async -> FriendsClientError?
    ) async throws {
        let limits = ClientLimits(connectTimeout: Self.long, readTimeout: Self.long, requestTimeout: Self.long)
        try await withServer(script, limits: limits) { server, client in
            let task = Task { await call(client) }
            try await server.hasReceived(1)
            let duration = try await ContinuousClock().measure {
                task.cancel()
                #expect(try await task.ended() == .cancelled)
                try await server.hasClosed(1)
            }
            #expect(duration < Self.soon)
        }
    }

    @Test func cancellingWhileConnectingEndsTheCall() async throws {
        let limits = ClientLimits(connectTimeout: Self.long, readTimeout: Self.long, requestTimeout: Self.long)
        try await withServer([], limits: limits, scheme: "https") { server, client in
            let task = Task { await Call.list.error(client) }
            try await server.hasOpened(1)
            let duration = try await ContinuousClock().measure {
                task.cancel()
                let error = try await task.ended()
                #expect(error == .cancelled)
            }
            #expect(duration < Self.soon)
            // A client that is shut down waits for the connections that are being made; this ends them.
            await server.stop()
        }
    }

    @Test func `a cancelled task sends nothing`() async throws {
        try await withServer([.json("[]")]) { server, client in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await Call.list.error(client)
            }
            let error = try await task.ended()
            #expect(error == .cancelled)
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `shutting down cancels requests in progress`() async throws {
        try await withServer([.silence]) { server, client in
            async let error = Call.list.error(client)
            try await server.hasReceived(1)
            await client.shutdown()
            #expect(await error == .cancelled)
            await Call.add.expect(.cancelled, from: client)
        }
    }
}
