import NIOCore
import NIOEmbedded
import Testing

@testable import FriendsServer

@Suite(.timeLimit(.minutes(3)))
struct ConnectionTableTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    /// Connections that come one second after the other, each from an address.
    private func admit(_ addresses: [String], to table: ConnectionTable) throws -> [EmbeddedChannel] {
        try addresses.enumerated().map { number, address in
            let channel = EmbeddedChannel()
            try channel.connect(to: try SocketAddress(ipAddress: address, port: 1)).wait()
            #expect(table.admit(channel, at: start + .seconds(Int64(number))))
            return channel
        }
    }

    @Test func theOneThatWaitsLongestMakesRoom() throws {
        let table = ConnectionTable(maximum: 3, maximumPerClient: 3)
        let channels = try admit(["192.0.2.1", "192.0.2.2", "192.0.2.3"], to: table)
        // The first has said something since.
        table.note(channels[0], waitingSince: start + .seconds(10))
        let more = try admit(["192.0.2.4"], to: table)
        #expect((channels + more).map(\.isActive) == [true, false, true, true])
    }

    @Test func aConnectionThatIsServedIsNotTakenAway() throws {
        let table = ConnectionTable(maximum: 2, maximumPerClient: 2)
        let channels = try admit(["192.0.2.1", "192.0.2.2"], to: table)
        for channel in channels { table.note(channel, waitingSince: nil) }
        #expect(!table.admit(EmbeddedChannel(), at: start + .seconds(9)))
        #expect(channels.map(\.isActive) == [true, true])
        table.remove(channels[0])
        #expect(table.admit(EmbeddedChannel(), at: start + .seconds(9)))
    }

    @Test func `a busy server has a reserve for one answer each`() throws {
        let table = ConnectionTable(maximum: 2, maximumPerClient: 2, reserve: 2)
        let channels = try admit(["192.0.2.1", "192.0.2.2"], to: table)
        for channel in channels { table.note(channel, waitingSince: nil) }
        let reserve = try admit(["192.0.2.3", "192.0.2.3", "192.0.2.4"], to: table)
        #expect(reserve.map(\.isActive) == [false, true, true])
        #expect((channels + reserve).map { table.isReserve($0) } == [false, false, false, true, true])
        #expect(!table.assign(reserve[1], to: .named("ada")), "all are being served")
        for channel in reserve { table.note(channel, waitingSince: nil) }
        let one = EmbeddedChannel()
        #expect(!table.admit(one, at: start), "the reserve has an end")
        table.remove(channels[0])
        #expect(table.assign(reserve[1], to: .named("ada")))
        #expect(!table.isReserve(reserve[1]))
        #expect(table.admit(one, at: start), "the reserve has room again")
        #expect(table.isReserve(one))
    }

    @Test func `a connection counts for the token that is used on it`() throws {
        let table = ConnectionTable(maximum: 9, maximumPerClient: 2, reserve: 1)
        let channels = try admit(["192.0.2.1", "192.0.2.1"], to: table)
        for channel in channels { table.note(channel, waitingSince: nil) }
        #expect(table.assign(channels[0], to: .named("ada")))
        let more = try admit(["192.0.2.1"], to: table)
        #expect(!table.isReserve(more[0]), "the address has room again")
        table.note(more[0], waitingSince: nil)
        #expect(table.assign(more[0], to: .named("ada")))
        #expect(!table.assign(channels[1], to: .named("ada")), "the token has none left")
        table.note(more[0], waitingSince: start)
        #expect(table.assign(channels[1], to: .named("ada")), "one that waits makes room")
        #expect(!more[0].isActive)
    }

    @Test func `connections of a trusted proxy count for nobody`() throws {
        let proxies = try #require(TrustedProxies(["192.0.2.1"]))
        let table = ConnectionTable(maximum: 4, maximumPerClient: 1, reserve: 1, proxies: proxies)
        let channels = try admit(["192.0.2.1", "192.0.2.1", "192.0.2.1"], to: table)
        for channel in channels { table.note(channel, waitingSince: nil) }
        #expect(channels.allSatisfy { !table.isReserve($0) })
        #expect(channels.allSatisfy { table.assign($0, to: .named("ada")) })
        let more = try admit(["192.0.2.1", "192.0.2.1"], to: table)
        #expect(more.map(\.isActive) == [false, true], "all of them have a limit")
    }

    @Test func beyondItsShareANetworkCompetesWithItself() throws {
        let table = ConnectionTable(maximum: 4, maximumPerClient: 2)
        let channels = try admit(["192.0.2.1", "192.0.2.2", "192.0.2.2", "192.0.2.2"], to: table)
        #expect(channels.map(\.isActive) == [true, false, true, true])
    }
}
