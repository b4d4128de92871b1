import NIOCore
import NIOEmbedded
import Testing

@testable import FriendsServer

@Suite(.timeLimit(.minutes(10)))
struct ConnectionLimiterTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    /// Connections that come one second after the other, each from an address.
    private func admit(_ addresses: [String], to limiter: ConnectionLimiter) throws -> [EmbeddedChannel] {
        try addresses.enumerated().map { number, address in
            let channel = EmbeddedChannel()
            try channel.connect(to: try SocketAddress(ipAddress: address, port: 1)).wait()
            #expect(limiter.admit(channel, at: start + .seconds(Int64(number))))
            return channel
        }
    }

    @Test func `the longest idle connection is closed`() throws {
        let limiter = ConnectionLimiter(maximum: 3, maximumPerClient: 3)
        let channels = try admit(["192.0.2.1", "192.0.2.2", "192.0.2.3"], to: limiter)
        // The first has said something since.
        limiter.update(channels[0], idleSince: start + .seconds(10))
        let more = try admit(["192.0.2.4"], to: limiter)
        #expect((channels + more).map(\.isActive) == [true, false, true, true])
    }

    @Test func `a connection that is being served stays open`() throws {
        let limiter = ConnectionLimiter(maximum: 2, maximumPerClient: 2)
        let channels = try admit(["192.0.2.1", "192.0.2.2"], to: limiter)
        for channel in channels { limiter.update(channel, idleSince: nil) }
        #expect(!limiter.admit(EmbeddedChannel(), at: start + .seconds(9)))
        #expect(channels.map(\.isActive) == [true, true])
        limiter.remove(channels[0])
        #expect(limiter.admit(EmbeddedChannel(), at: start + .seconds(9)))
    }

    @Test func `a busy server has a reserve for one answer each`() throws {
        let limiter = ConnectionLimiter(maximum: 2, maximumPerClient: 2, reserve: 2)
        let channels = try admit(["192.0.2.1", "192.0.2.2"], to: limiter)
        for channel in channels { limiter.update(channel, idleSince: nil) }
        let reserve = try admit(["192.0.2.3", "192.0.2.3", "192.0.2.4"], to: limiter)
        #expect(reserve.map(\.isActive) == [false, true, true])
        #expect((channels + reserve).map { limiter.isReserve($0) } == [false, false, false, true, true])
        #expect(!limiter.assign(reserve[1], to: .authenticated("ada")), "all are being served")
        for channel in reserve { limiter.update(channel, idleSince: nil) }
        let one = EmbeddedChannel()
        #expect(!limiter.admit(one, at: start), "the reserve has an end")
        limiter.remove(channels[0])
        #expect(limiter.assign(reserve[1], to: .authenticated("ada")))
        #expect(!limiter.isReserve(reserve[1]))
        #expect(limiter.admit(one, at: start), "the reserve has room again")
        #expect(limiter.isReserve(one))
    }

    @Test func `a connection counts for the token that is used on it`() throws {
        let limiter = ConnectionLimiter(maximum: 9, maximumPerClient: 2, reserve: 1)
        let channels = try admit(["192.0.2.1", "192.0.2.1"], to: limiter)
        for channel in channels { limiter.update(channel, idleSince: nil) }
        #expect(limiter.assign(channels[0], to: .authenticated("ada")))
        let more = try admit(["192.0.2.1"], to: limiter)
        #expect(!limiter.isReserve(more[0]), "the address has room again")
        limiter.update(more[0], idleSince: nil)
        #expect(limiter.assign(more[0], to: .authenticated("ada")))
        #expect(!limiter.assign(channels[1], to: .authenticated("ada")), "the token has none left")
        limiter.update(more[0], idleSince: start)
        #expect(limiter.assign(channels[1], to: .authenticated("ada")), "one that waits makes room")
        #expect(!more[0].isActive)
    }

    @Test func `connections of a trusted proxy are not counted`() throws {
        let proxies = try #require(TrustedProxies(["192.0.2.1"]))
        let limiter = ConnectionLimiter(maximum: 4, maximumPerClient: 1, reserve: 1, proxies: proxies)
        let channels = try admit(["192.0.2.1", "192.0.2.1", "192.0.2.1"], to: limiter)
        for channel in channels { limiter.update(channel, idleSince: nil) }
        #expect(channels.allSatisfy { !limiter.isReserve($0) })
        #expect(channels.allSatisfy { limiter.assign($0, to: .authenticated("ada")) })
        let more = try admit(["192.0.2.1", "192.0.2.1"], to: limiter)
        #expect(more.map(\.isActive) == [false, true], "all of them have a limit")
    }

    @Test func `a network at its limit closes its own connections`() throws {
        let limiter = ConnectionLimiter(maximum: 4, maximumPerClient: 2)
        let channels = try admit(["192.0.2.1", "192.0.2.2", "192.0.2.2", "192.0.2.2"], to: limiter)
        #expect(channels.map(\.isActive) == [true, false, true, true])
    }
}
