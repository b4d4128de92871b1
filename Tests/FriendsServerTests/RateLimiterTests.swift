import NIOCore
import Testing

@testable import FriendsServer

@Suite(.timeLimit(.minutes(10)))
struct RateLimiterTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
    private let ada = ClientIdentity.authenticated("ada")

    @Test func `a client can send a burst, then its rate`() {
        let limiter = RateLimiter(rate: 10, burst: 5)
        for _ in 0..<5 { #expect(limiter.secondsToWait(ada, at: start) == nil) }
        #expect(limiter.secondsToWait(ada, at: start) == 1)
        #expect(limiter.secondsToWait(ada, at: start + .milliseconds(99)) == 1)
        #expect(limiter.secondsToWait(ada, at: start + .milliseconds(100)) == nil)
        #expect(limiter.secondsToWait(ada, at: start + .milliseconds(100)) == 1)
        // After a pause it may send a burst again, and not more than that.
        for _ in 0..<5 { #expect(limiter.secondsToWait(ada, at: start + .hours(1)) == nil) }
        #expect(limiter.secondsToWait(ada, at: start + .hours(1)) == 1)
    }

    @Test func `a client that waits as told is allowed`() throws {
        let limiter = RateLimiter(rate: 1, burst: 1)
        #expect(limiter.secondsToWait(ada, at: start) == nil)
        let seconds = try #require(limiter.secondsToWait(ada, at: start + .milliseconds(1)))
        #expect(limiter.secondsToWait(ada, at: start + .milliseconds(1) + .seconds(seconds)) == nil)
    }

    @Test func `clients have separate limits`() throws {
        let limiter = RateLimiter(rate: 1, burst: 1)
        let clients = [
            ada, .authenticated("grace"), .anonymous(.thisMachine),
            .anonymous(ClientNetwork(try SocketAddress(ipAddress: "192.0.2.1", port: 1))),
            .anonymous(ClientNetwork(try SocketAddress(ipAddress: "2001:db8::1", port: 1))),
        ]
        for client in clients { #expect(limiter.secondsToWait(client, at: start) == nil) }
        for client in clients { #expect(limiter.secondsToWait(client, at: start) == 1) }
    }

    @Test func `the number of stored clients is limited`() {
        let limiter = RateLimiter(rate: 1, burst: 1, maximumClients: 2)
        #expect(limiter.secondsToWait(.authenticated("1"), at: start) == nil)
        #expect(limiter.secondsToWait(.authenticated("2"), at: start + .milliseconds(500)) == nil)
        // The first has waited long enough to be forgotten, the second has not.
        #expect(limiter.secondsToWait(.authenticated("3"), at: start + .milliseconds(1_001)) == nil)
        #expect(limiter.secondsToWait(.authenticated("2"), at: start + .milliseconds(1_001)) == 1)
        // Now none has: with a fourth all begin anew.
        #expect(limiter.secondsToWait(.authenticated("4"), at: start + .milliseconds(1_001)) == nil)
        #expect(limiter.secondsToWait(.authenticated("2"), at: start + .milliseconds(1_001)) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.9.9.9", true), ("127.0.0.1", "::1", true), ("192.0.2.1", "192.0.2.2", false),
        ("192.0.2.1", "::ffff:192.0.2.1", true), ("2001:db8::1", "2001:db8::2:3", true),
        ("2001:db8::1", "2001:db8:0:1::1", false), ("192.0.2.1", "127.0.0.1", false),
    ])
    func `addresses of one network are one client`(one: String, other: String, areOne: Bool) throws {
        let networks = try [one, other].map { ClientNetwork(try SocketAddress(ipAddress: $0, port: 1)) }
        #expect((networks[0] == networks[1]) == areOne)
    }
}
