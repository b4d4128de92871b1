import NIOCore

/// Measures the first line of a request as it comes in, in front of the parser: when that refuses a head as too large
/// it does not say what of it.
final class RequestLineMeter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var length = 0
    private var isInFirstLine = true

    /// Begins with the next request.
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
