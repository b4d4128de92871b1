import NIOCore

/// Counts the bytes of a request's first line, in front of the parser: when the parser rejects a head as too large, it
/// does not say which part.
final class RequestLineCounter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var length = 0
    private var isInFirstLine = true

    /// Prepares for the next request.
    func reset() {
        length = 0
        isInFirstLine = true
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isInFirstLine {
            let bytes = unwrapInboundIn(data).readableBytesView
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
            length += bytes.distance(from: bytes.startIndex, to: end ?? bytes.endIndex)
            isInFirstLine = end == nil
        }
        context.fireChannelRead(data)
    }
}
