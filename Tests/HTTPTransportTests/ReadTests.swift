import HTTPTransport
import Testing

/// Which requests are reads: they are repeatable, and may have large responses.
@Suite(.timeLimit(.minutes(10)))
struct ReadTests {
    @Test func `what is a read follows from the method or is said`() {
        for request in [Request(.GET, "/"), Request(.HEAD, "/"), Request(.PROPFIND, "/", isRead: true)] {
            #expect(request.isRead && request.isRepeatable && request.isForMany)
        }
        for request in [Request(.PUT, "/"), Request(.REPORT, "/"), Request(.GET, "/", isRead: false)] {
            #expect(!request.isRead && !request.isRepeatable && !request.isForMany)
        }
    }
}
