import NIOCore
import NIOHTTPTypes
import Synchronization

/// Knows whether the client of one connection has closed its side. The connection stays open, for the response.
final class ClientPresence: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = HTTPRequestPart

    private let left = Atomic(false)

    var hasLeft: Bool { left.load(ordering: .acquiring) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { left.store(true, ordering: .releasing) }
        context.fireUserInboundEventTriggered(event)
    }
}
