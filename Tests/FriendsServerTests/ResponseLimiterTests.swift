import Hummingbird
import Testing

@testable import FriendsServer

@Suite(.timeLimit(.minutes(3)))
struct ResponseLimiterTests {
    private static let ada = ClientIdentity.authenticated("ada")
    private static let eve = ClientIdentity.authenticated("eve")

    private let limiter = ResponseLimiter(maximum: 16, perClient: 4)

    private func body(for client: ClientIdentity) -> ResponseBody? {
        limiter.place(for: client).map { ResponseBody { try await $0.finish(nil) }.keeping($0) }
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
}
