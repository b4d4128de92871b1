import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

@testable import FriendsServer

/// A server's end of a connection, with a guard in it and nobody who answers but the test.
struct GuardedConnection {
    private let channel = EmbeddedChannel()

    init(recorder: RequestRecorder = RequestRecorder()) throws {
        let limits = ServerLimits()
        let connections = ConnectionLimiter(maximum: 10, maximumPerClient: 10)
        let pipeline = channel.pipeline.syncOperations
        var decoder = NIOHTTPDecoderLimitConfiguration()
        decoder.maxHeaderFieldSize = 2 * limits.headerSize
        decoder.maxHeaderListSize = 2 * (limits.targetSize + limits.headerSize)
        decoder.maxHeaderFieldCount = 2 * limits.headerCount
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
            withEncoderConfiguration: .init(), withDecoderLimitConfiguration: decoder)
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        try pipeline.addHandler(ConnectionGuard(limits: limits, connections: connections, recorder: recorder))
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    var isOpen: Bool { channel.isActive }

    func receive(_ text: String) throws {
        try channel.writeInbound(ByteBuffer(string: text))
    }

    func send(_ part: HTTPResponsePart) throws {
        try channel.writeOutbound(part)
    }

    func answer(fields: HTTPFields = [:]) throws {
        var fields = fields
        fields[.contentLength] = "0"
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: fields)), promise: nil)
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
    }

    func setWritable(_ isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    func pass(_ time: TimeAmount) {
        channel.embeddedEventLoop.advanceTime(by: time)
    }

    /// What the client gets, in lower case.
    func sent() throws -> String {
        var text = ""
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
        return text.lowercased()
    }

    /// The heads of the requests that came through.
    func heads() throws -> [HTTPRequest] {
        var heads: [HTTPRequest] = []
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            if case .head(let head) = part { heads.append(head) }
        }
        return heads
    }
}
