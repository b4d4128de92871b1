import NIOCore
import NIOPosix
import Synchronization

/// A network between a client and a server, as hotels have one: as long as nobody has logged in it answers by itself,
/// always with a page and with 200.
final class CaptivePortal: Sendable {
    /// What the network answers by itself.
    enum Interception: Sendable {
        case nothing, writes, everything

        func covers(_ request: ByteBuffer) -> Bool {
            switch self {
            case .nothing: false
            case .writes: !request.readableBytesView.starts(with: "GET ".utf8)
            case .everything: true
            }
        }
    }

    private static let page = "<html><form>Log in to the network</form></html>"
    private static let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\nConnection: close\r\n\r\n"
        + page

    let url: String
    private let interception: State

    private init(_ listener: any Channel, _ interception: State) {
        url = "http://127.0.0.1:\(listener.localAddress?.port ?? 0)"
        self.interception = interception
    }

    /// Runs a network before the server on that port for the time of a story.
    static func with(port: Int, _ story: (CaptivePortal) async throws -> Void) async throws {
        let state = State()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { client in
                ClientBootstrap(group: client.eventLoop)
                    .channelInitializer { server in
                        server.eventLoop.makeCompletedFuture {
                            try server.pipeline.syncOperations.addHandler(Forwarder(to: client, nil))
                        }
                    }
                    .connect(host: "127.0.0.1", port: port)
                    .flatMap { server in
                        client.eventLoop.makeCompletedFuture {
                            try client.pipeline.syncOperations.addHandler(Forwarder(to: server, state))
                        }
                    }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await story(CaptivePortal(listener, state))
        } catch {
            try await listener.close()
            throw error
        }
        try await listener.close()
    }

    func intercept(_ interception: Interception) {
        self.interception.value.withLock { $0 = interception }
    }

    private final class State: Sendable {
        let value = Mutex(Interception.nothing)
    }

    /// Sends on what comes from one side to the other, or answers it.
    private final class Forwarder: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let target: any Channel
        private let interception: State?

        init(to target: any Channel, _ interception: State?) {
            self.target = target
            self.interception = interception
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            if let interception, interception.value.withLock({ $0.covers(bytes) }) {
                let channel = context.channel
                channel.writeAndFlush(ByteBuffer(string: CaptivePortal.answer)).whenComplete { _ in
                    channel.close(promise: nil)
                }
            } else {
                target.writeAndFlush(bytes, promise: nil)
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            target.close(promise: nil)
        }
    }
}
