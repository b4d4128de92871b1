import FriendsDAV
import HTTPTransport
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A CardDAV server on this machine with the address books of one user, which has the faults that it is told to have.
package final class FakeDAVServer: Sendable {
    /// What a server answers instead; nil for what it would answer.
    package typealias Hook = @Sendable (DAVRequest) -> DAVReply?
    /// What becomes of an answer when the server has done what was asked.
    package typealias Change = @Sendable (DAVRequest, DAVReply) -> DAVReply

    private struct State {
        var site: FakeSite
        var requests: [DAVRequest] = []
        var replies: [DAVReply] = []
        var hook: Hook?
        var change: Change?
    }

    private let state = Mutex(State(site: FakeSite(Behaviour(), origin: "")))
    private let channels = Mutex<[any Channel]>([])

    private init() {}

    /// - Parameter cards: the cards of the first book, by their names.
    package static func start(
        _ behaviour: Behaviour = Behaviour(), cards: [String: String] = [:]
    ) async throws -> FakeDAVServer {
        let server = FakeDAVServer()
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try server.accept(channel) }
            }
        let listener = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        server.channels.withLock { $0.append(listener) }
        let origin = "http://127.0.0.1:\(server.port)"
        server.state.withLock { $0.site = FakeSite(behaviour, origin: origin) }
        for (name, card) in cards.sorted(by: { $0.key < $1.key }) { server.put(card, at: name) }
        return server
    }

    package func stop() async {
        for channel in channels.withLock({ $0 }) {
            // It is closed already when the client was faster.
            try? await channel.close()
        }
    }

    package var port: Int { channels.withLock { $0.first?.localAddress?.port ?? 0 } }

    /// A path of the server, as a client knows it.
    package func address(_ path: String) throws -> DAVAddress {
        DAVAddress(try ServerAddress("http://127.0.0.1:\(port)"), path: path)
    }

    /// The book with the cards.
    package var book: DAVAddress { get throws { try address(state.withLock { $0.site.book }) } }

    // MARK: - What a test knows and does

    package var requests: [DAVRequest] { state.withLock(\.requests) }
    package var replies: [DAVReply] { state.withLock(\.replies) }
    /// The methods of the requests, in their order.
    package var methods: [String] { requests.map(\.method) }

    package func forgetRequests() {
        state.withLock { ($0.requests, $0.replies) = ([], []) }
    }

    package func change(_ change: @Sendable (inout Behaviour) -> Void) {
        state.withLock { change(&$0.site.behaviour) }
    }

    /// Changes answers when the server has done what was asked.
    package func willSend(_ change: @escaping Change) {
        state.withLock { $0.change = change }
    }

    package func willAnswer(_ hook: @escaping Hook) {
        state.withLock { $0.hook = hook }
    }

    package func put(_ card: String, at name: String) {
        state.withLock { $0.site.contents.put(Array(card.utf8), at: name) }
    }

    package func remove(_ name: String) {
        state.withLock { $0.site.contents.remove(name) }
    }

    /// The card as it is stored; nil without it.
    package func card(at name: String) -> String? {
        state.withLock { $0.site.contents.cards[name].map { String(decoding: $0.bytes, as: UTF8.self) } }
    }

    package var names: [String] { state.withLock { $0.site.contents.cards.keys.sorted() } }

    // MARK: - HTTP

    private func accept(_ channel: any Channel) throws {
        channels.withLock { $0.append(channel) }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
        try pipeline.addHandler(Handler(server: self))
    }

    private func reply(to request: DAVRequest) -> DAVReply {
        let (hook, change) = state.withLock { state in
            state.requests.append(request)
            return (state.hook, state.change)
        }
        // A hook may ask the server something.
        let own = hook?(request)
        let done = state.withLock { own ?? $0.site.reply(to: request) }
        let reply = change?(request, done) ?? done
        state.withLock { $0.replies.append(reply) }
        return reply
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = ByteBuffer

        private let server: FakeDAVServer
        private var request: DAVRequest?

        init(server: FakeDAVServer) {
            self.server = server
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                request = DAVRequest(method: head.method.rawValue, path: head.uri, headers: head.headers)
            case .body(let part): request?.body += part.readableBytesView
            case .end:
                guard let request else { return }
                let (bytes, isLast) = server.reply(to: request).message
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
                if isLast { context.close(promise: nil) }
            }
        }

        /// What is no HTTP is left without an answer.
        func errorCaught(context: ChannelHandlerContext, error: any Error) {}
    }
}
