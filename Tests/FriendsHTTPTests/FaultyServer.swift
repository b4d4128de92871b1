import FriendsHTTP
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization
import TestSupport
import Testing

/// A server that does what its script says, and remembers what it was asked.
final class FaultyServer: Sendable {
    struct Request: Equatable, Sendable {
        var method: String
        var uri: String
        var headers: HTTPHeaders
        var body = ""
        /// Which connection it came on, counted from 0.
        var connection: Int
    }

    private struct State {
        var script: [Reply]
        var requests: [Request] = []
        var opened = 0
        var closed = 0
        var waiting: [(isDone: @Sendable (State) -> Bool, resume: @Sendable () -> Void)] = []
    }

    private let state: Mutex<State>
    private let channels = Mutex<[any Channel]>([])

    private init(script: [Reply]) {
        state = Mutex(State(script: script))
    }

    /// A server with one reply for each request, in their order; further requests are hung up on.
    static func start(_ script: [Reply], tls: NIOSSLContext? = nil) async throws -> FaultyServer {
        let server = FaultyServer(script: script)
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try server.accept(channel, tls) }
            }
        let listener = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        server.channels.withLock { $0.append(listener) }
        return server
    }

    func stop() async {
        for channel in channels.withLock({ $0 }) {
            // It is closed already when the peer or the script was faster.
            try? await channel.close()
        }
    }

    var port: Int { channels.withLock { $0.first?.localAddress?.port ?? 0 } }
    var requests: [Request] { state.withLock(\.requests) }

    /// Puts a reply at the end of the script.
    func willReply(_ reply: Reply) {
        change { $0.script.append(reply) }
    }

    /// Sends bytes to everybody who is connected, asked or not.
    func sendToAll(_ text: String) {
        for channel in channels.withLock({ $0.dropFirst() }) {
            channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
        }
    }

    /// Waits until `count` requests have come.
    func hasReceived(_ count: Int) async throws {
        try await wait(for: "request \(count)") { $0.requests.count >= count }
    }

    /// Waits until `count` connections have been made.
    func hasOpened(_ count: Int) async throws { try await wait(for: "connection \(count)") { $0.opened >= count } }

    /// Waits until `count` connections have ended, from either side.
    func hasClosed(_ count: Int) async throws {
        try await wait(for: "the end of connection \(count)") { $0.closed >= count }
    }

    private func wait(for what: String, until isDone: (State) -> Bool) async throws {
        try await eventually(what, get: { state.withLock { $0 } }, until: isDone)
    }

    private func onRequest(_ count: Int, _ resume: @escaping @Sendable () -> Void) {
        change { $0.waiting.append(({ $0.requests.count >= count }, resume)) }
    }

    private func change<Result: Sendable>(_ change: @Sendable (inout State) -> Result) -> Result {
        let (result, ready) = state.withLock { state in
            let result = change(&state)
            let waiting = state.waiting
            state.waiting = waiting.filter { !$0.isDone(state) }
            return (result, waiting.filter { $0.isDone(state) }.map(\.resume))
        }
        for resume in ready { resume() }
        return result
    }

    private func accept(_ channel: any Channel, _ tls: NIOSSLContext?) throws {
        channels.withLock { $0.append(channel) }
        let connection = change { state in
            state.opened += 1
            return state.opened - 1
        }
        channel.closeFuture.whenComplete { _ in self.change { $0.closed += 1 } }
        let pipeline = channel.pipeline.syncOperations
        if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
        try pipeline.addHandler(Handler(server: self, connection: connection))
    }

    private func reply(to request: Request) -> Reply {
        change { state in
            state.requests.append(request)
            return state.script.isEmpty ? .hangUp : state.script.removeFirst()
        }
    }

    /// Lets nobody connect any more.
    private func stopListening(_ then: @escaping @Sendable () -> Void) {
        let listener = channels.withLock(\.first)
        guard let listener else { return then() }
        listener.close().whenComplete { _ in then() }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = ByteBuffer

        private let server: FaultyServer
        private let connection: Int
        private var request: Request?
        private var drip: RepeatedTask?

        init(server: FaultyServer, connection: Int) {
            self.server = server
            self.connection = connection
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                request = Request(
                    method: head.method.rawValue, uri: head.uri, headers: head.headers, connection: connection)
            case .body(let part):
                request?.body += String(buffer: part)
            case .end:
                guard let request else { return }
                play(server.reply(to: request).steps[...], context)
            }
        }

        /// What is no HTTP is left without an answer.
        func errorCaught(context: ChannelHandlerContext, error: any Error) {}

        func channelInactive(context: ChannelHandlerContext) {
            drip?.cancel()
            context.fireChannelInactive()
        }

        private func play(_ steps: ArraySlice<Reply.Step>, _ context: ChannelHandlerContext) {
            guard let step = steps.first else { return }
            let eventLoop = context.eventLoop
            let rest = NIOLoopBound((steps.dropFirst(), context), eventLoop: eventLoop)
            let handler = NIOLoopBound(self, eventLoop: eventLoop)
            let next: @Sendable () -> Void = {
                eventLoop.execute { handler.value.play(rest.value.0, rest.value.1) }
            }
            switch step {
            case .send(let bytes):
                context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
            case .drip(let bytes, let interval, let count):
                let channel = context.channel
                let left = NIOLoopBoundBox(count, eventLoop: eventLoop)
                drip = eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { task in
                    channel.writeAndFlush(bytes, promise: nil)
                    left.value -= 1
                    if left.value == 0 { task.cancel() }
                }
            case .wait(let count):
                return server.onRequest(count, next)
            case .stopListening:
                return server.stopListening(next)
            case .close:
                context.close(promise: nil)
            case .reset:
                let options = context.channel as? any SocketOptionProvider
                _ = options?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                context.close(promise: nil)
            }
            play(steps.dropFirst(), context)
        }
    }
}
