import Hummingbird
import Testing

@testable import FriendsServer

@Suite(.timeLimit(.minutes(10)))
struct ClientPlacesTests {
    private static let ada = ClientIdentity.authenticated("ada")
    private static let eve = ClientIdentity.authenticated("eve")

    private let places = ClientPlaces(maximum: 16, perClient: 4)

    private func body(for client: ClientIdentity) -> ResponseBody? {
        places.place(for: client).map { ResponseBody { try await $0.finish(nil) }.keeping($0) }
    }

    @Test func `the number of whole lists per client is limited`() throws {
        var open = (0..<4).map { _ in body(for: Self.ada) }
        #expect(body(for: Self.ada) == nil)
        for number in 0..<12 { open.append(body(for: .authenticated("\(number % 3)"))) }
        #expect(body(for: Self.eve) == nil)
        #expect(open.allSatisfy { $0 != nil })
    }

    @Test func `a whole list counts until its response has ended`() throws {
        for _ in 0..<9 { #expect(body(for: Self.ada) != nil) }
    }

    /// Without a name only the number of all counts.
    @Test func `a client without a share has places until all are taken`() {
        let places = ClientPlaces(maximum: 3, perClient: 2)
        var open = [places.place(for: Self.ada), places.place(for: Self.ada)]
        #expect(places.place(for: Self.ada) == nil && places.hasPlace(for: nil))
        open.append(places.place(for: nil))
        #expect(places.place(for: nil) == nil && places.place(for: Self.eve) == nil)
        open.removeFirst()
        #expect(places.place(for: Self.ada) != nil)
        #expect(open.count == 2)
    }
}
