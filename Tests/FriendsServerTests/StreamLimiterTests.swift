import Hummingbird
import Testing

@testable import FriendsServer

@Suite(.timeLimit(.minutes(10)))
struct StreamLimiterTests {
    private let limiter = StreamLimiter(maximum: 2)
    private let stream = Response(
        status: .ok, headers: [.contentType: "text/event-stream"], body: ResponseBody { try await $0.finish(nil) })

    /// How many more streams the client could open, which are closed again.
    private func places(for client: ClientIdentity) -> Int {
        var open: [Response] = []
        while open.count < 9, let response = try? limiter.limit(stream, to: client) {
            open.append(response)
        }
        return open.count
    }

    @Test func `the number of streams per client is limited`() throws {
        let ada = ClientIdentity.authenticated("ada")
        let first = try limiter.limit(stream, to: ada)
        try withExtendedLifetime(first) {
            #expect(places(for: ada) == 1)
            #expect(places(for: .authenticated("grace")) == 2)
            let second = try limiter.limit(stream, to: ada)
            withExtendedLifetime(second) {
                let problem = #expect(throws: Problem.self) { try limiter.limit(stream, to: ada) }
                #expect(problem?.status == .tooManyRequests)
                #expect(problem?.headers[.retryAfter] == "10")
            }
        }
    }

    @Test func `a stream counts until it ends`() throws {
        let ada = ClientIdentity.authenticated("ada")
        for _ in 0..<5 { #expect(places(for: ada) == 2) }
    }

    @Test func `other responses are not counted`() throws {
        let answer = Response(status: .ok, headers: [.contentType: "application/json"])
        let answers = try (0..<9).map { _ in try limiter.limit(answer, to: .anonymous(.thisMachine)) }
        #expect(answers.count == 9)
        #expect(places(for: .anonymous(.thisMachine)) == 2)
    }
}
