import NIOCore
import NIOPosix
import Synchronization

/// Stands between a client and a server, and loses replies: the server has done what it was asked, and the connection
/// breaks.
final class LossyProxy: Sendable {
    private let listener: any Channel
    private let repliesToLose: RepliesToLose
    private let clients: Clients

    private init(listener: any Channel, repliesToLose: RepliesToLose, clients: Clients) {
        self.listener = listener
        self.repliesToLose = repliesToLose
        self.clients = clients
    }

    /// A proxy of the server on that port of this machine.
    static func start(to port: Int) async throws -> LossyProxy {
        let repliesToLose = RepliesToLose()
        let clients = Clients()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { client in
                clients.channels.withLock { $0.append(client) }
                return ClientBootstrap(group: client.eventLoop)
                    .channelInitializer { server in
                        server.eventLoop.makeCompletedFuture {
                            try server.pipeline.syncOperations.addHandler(Forwarder(to: client, repliesToLose))
                        }
                    }
                    .connect(host: "127.0.0.1", port: port)
                    .flatMap { server in
                        client.eventLoop.makeCompletedFuture {
                            try client.pipeline.syncOperations.addHandler(Forwarder(to: server, nil))
                        }
                    }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return LossyProxy(listener: listener, repliesToLose: repliesToLose, clients: clients)
    }

    var port: Int { listener.localAddress?.port ?? 0 }

    /// Loses the next `count` replies.
    func loseReplies(_ count: Int) {
        repliesToLose.count.withLock { $0 = count }
    }

    /// Breaks all connections that there are.
    func breakConnections() {
        for client in clients.channels.withLock({ $0 }) { client.close(promise: nil) }
    }

    func stop() async throws {
        try await listener.close()
    }

    private final class Clients: Sendable {
        let channels = Mutex<[any Channel]>([])
    }

    private final class RepliesToLose: Sendable {
        let count = Mutex(0)
    }

    /// Sends on what comes from one side to the other, or takes it for a reply to lose.
    private final class Forwarder: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let target: any Channel
        private let repliesToLose: RepliesToLose?

        init(to target: any Channel, _ repliesToLose: RepliesToLose?) {
            self.target = target
            self.repliesToLose = repliesToLose
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let isLost =
                repliesToLose?.count.withLock { count in
                    defer { count = max(0, count - 1) }
                    return count > 0
                } ?? false
            if isLost {
                context.close(promise: nil)
            } else {
                target.writeAndFlush(unwrapInboundIn(data), promise: nil)
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            target.close(promise: nil)
        }
    }
}
