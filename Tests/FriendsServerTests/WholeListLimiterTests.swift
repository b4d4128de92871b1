import Hummingbird
import Testing

@testable import FriendsServer

@Suite(.timeLimit(.minutes(3)))
struct WholeListLimiterTests {
    private static let ada = ClientIdentity.authenticated("ada")
    private static let grace = ClientIdentity.authenticated("grace")
    private static let eve = ClientIdentity.authenticated("eve")

    private let limiter = WholeListLimiter(ServerLimits())

    /// A response to a request for a list without `limit`.
    /// - Parameters:
    ///   - count: the number of friends in the list.
    ///   - reads: gets the limit of each read.
    private func response(
        to client: ClientIdentity?, count: Int = 1_001, limit: Int? = nil, reads: ((Int?) -> Void)? = nil
    ) async throws -> Response {
        let (page, place) = try await limiter.read(limit, for: client, isLast: { $0 == count }) { limit in
            reads?(limit)
            return min(limit ?? count, count)
        }
        #expect(page == min(limit ?? count, count))
        return Response(status: .ok, body: ResponseBody { try await $0.finish(nil) }).keeping(place)
    }

    @Test func `the number of whole lists per client is limited`() async throws {
        let open = [try await response(to: Self.ada), try await response(to: Self.ada)]
        let problem = await #expect(throws: Problem.self) { _ = try await response(to: Self.ada) }
        #expect(problem?.status == .serviceUnavailable && problem?.headers[.retryAfter] == "1")
        let others = [try await response(to: Self.grace), try await response(to: Self.grace)]
        await #expect(throws: Problem.self) { _ = try await response(to: Self.eve) }
        withExtendedLifetime((open, others)) {}
    }

    @Test func `a refused whole list is not read`() async throws {
        let open = [try await response(to: Self.ada), try await response(to: Self.ada)]
        var reads: [Int?] = []
        await #expect(throws: Problem.self) { _ = try await response(to: Self.ada) { reads.append($0) } }
        #expect(reads == [1_000])
        withExtendedLifetime(open) {}
    }

    @Test func `a whole list counts until its response has ended`() async throws {
        for _ in 0..<9 { _ = try await response(to: Self.ada) }
    }

    @Test func `short lists and pages are not counted`() async throws {
        var open: [Response] = []
        for _ in 0..<9 {
            open.append(try await response(to: Self.ada, count: 1_000))
            open.append(try await response(to: Self.ada, limit: 5_000))
            // The embedded server has one client.
            open.append(try await response(to: nil))
        }
        #expect(open.count == 27)
    }
}
