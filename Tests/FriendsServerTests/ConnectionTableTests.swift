import NIOCore
import NIOEmbedded
import Testing

@testable import FriendsServer

@Suite(.timeLimit(.minutes(1)))
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
        let table = ConnectionTable(maximum: 3, maximumPerNetwork: 3)
        let channels = try admit(["192.0.2.1", "192.0.2.2", "192.0.2.3"], to: table)
        // The first has said something since.
        table.note(channels[0], waitingSince: start + .seconds(10))
        let more = try admit(["192.0.2.4"], to: table)
        #expect((channels + more).map(\.isActive) == [true, false, true, true])
    }

    @Test func aConnectionThatIsServedIsNotTakenAway() throws {
        let table = ConnectionTable(maximum: 2, maximumPerNetwork: 2)
        let channels = try admit(["192.0.2.1", "192.0.2.2"], to: table)
        for channel in channels { table.note(channel, waitingSince: nil) }
        #expect(!table.admit(EmbeddedChannel(), at: start + .seconds(9)))
        #expect(channels.map(\.isActive) == [true, true])
        table.remove(channels[0])
        #expect(table.admit(EmbeddedChannel(), at: start + .seconds(9)))
    }

    @Test func beyondItsShareANetworkCompetesWithItself() throws {
        let table = ConnectionTable(maximum: 4, maximumPerNetwork: 2)
        let channels = try admit(["192.0.2.1", "192.0.2.2", "192.0.2.2", "192.0.2.2"], to: table)
        #expect(channels.map(\.isActive) == [true, false, true, true])
    }
}
