import Hummingbird
import Testing

@testable import FriendsServer

@Suite(.timeLimit(.minutes(3)))
struct WholeListLimiterTests {
    private static let ada = ClientIdentity.authenticated("ada")
    private static let eve = ClientIdentity.authenticated("eve")

    private let limiter = WholeListLimiter(ServerLimits())

    private func response(to client: ClientIdentity?) throws -> Response {
        let place = try limiter.place(for: client)
        return Response(status: .ok, body: ResponseBody { try await $0.finish(nil) }).keeping(place)
    }

    @Test func `the number of whole lists per client is limited`() throws {
        var open = try (0..<4).map { _ in try response(to: Self.ada) }
        let problem = #expect(throws: Problem.self) { _ = try response(to: Self.ada) }
        #expect(problem?.status == .serviceUnavailable && problem?.headers[.retryAfter] == "1")
        for number in 0..<12 { open.append(try response(to: .authenticated("\(number % 3)"))) }
        #expect(throws: Problem.self) { _ = try response(to: Self.eve) }
        // The embedded server has one client.
        open.append(try response(to: nil))
        withExtendedLifetime(open) {}
    }

    @Test func `a whole list counts until its response has ended`() throws {
        for _ in 0..<9 { _ = try response(to: Self.ada) }
    }
}
