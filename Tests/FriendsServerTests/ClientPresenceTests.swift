import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import FriendsServer

extension FriendsServerTests {
    /// Whether a client still waits for a response.
    struct Presence {
        /// HTTP lets a client close its side and read on, so the connection stays open.
        @Test func `a client that has closed its side does not wait`() async throws {
            let (hasAsked, wasWaiting) = (Gate(), Gate())
            let router = Router(context: FriendsContext.self)
            router.get("wait") { _, context in
                let isWaiting = await context.clientWaiting()
                if isWaiting() { wasWaiting.open() }
                hasAsked.open()
                try await eventually { !isWaiting() }
                return context.channel.isActive ? "open" : "closed"
            }
            let http = HTTPServerBuilder.guarded(
                limits: ServerLimits(), connections: ConnectionLimiter(maximum: 10, maximumPerClient: 10),
                recorder: RequestRecorder())
            let address = BindAddress.hostname("127.0.0.1", port: 0)
            try await Application(
                router: router, server: http, configuration: ApplicationConfiguration(address: address),
                logger: .silent
            ).test(.live) { client in
                let answer = try await RawConnection(port: try #require(client.port))
                    .exchange("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n", closingAfter: hasAsked)
                #expect(wasWaiting.isOpen && answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("open"))
            }
        }
    }
}
