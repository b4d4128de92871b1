import NIOCore
import NIOHTTP1
import NIOPosix
import TestSupport

/// A server that answers what no honest server would, or when nobody waits any more.
final class FakeServer: Sendable {
    struct Answer: Sendable {
        var status = HTTPResponseStatus.ok
        var contentType = "application/json"
        var body: String
        var delay = TimeAmount.zero
        /// Holds the answer back until it is open.
        var gate: Gate?
    }

    let url: String

    private init(_ listener: any Channel) {
        url = "http://127.0.0.1:\(listener.localAddress?.port ?? 0)"
    }

    /// Runs a server for the time of a story: what it answers to a list, and to everything else.
    static func with(
        list: Answer, others: Answer = Answer(status: .notFound, body: "{}"),
        _ story: (FakeServer) async throws -> Void
    ) async throws {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(list: list, others: others))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await story(FakeServer(listener))
        } catch {
            try await listener.close()
            throw error
        }
        try await listener.close()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let list: Answer
        private let others: Answer
        private var isList = false

        init(list: Answer, others: Answer) {
            self.list = list
            self.others = others
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): isList = head.method == .GET
            case .body: break
            case .end:
                let answer = isList ? list : others
                let channel = context.channel
                context.eventLoop.scheduleTask(in: answer.delay) { Self.send(answer, on: channel) }
            }
        }

        /// Sends the answer as soon as its gate is open.
        private static func send(_ answer: Answer, on channel: any Channel) {
            guard channel.isActive else { return }
            guard answer.gate?.isOpen ?? true else {
                channel.eventLoop.scheduleTask(in: .milliseconds(5)) { Self.send(answer, on: channel) }
                return
            }
            let headers: HTTPHeaders = [
                "Content-Type": answer.contentType, "Content-Length": "\(answer.body.utf8.count)",
            ]
            let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
            channel.write(HTTPServerResponsePart.head(head), promise: nil)
            channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: answer.body))), promise: nil)
            channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
        }
    }
}
