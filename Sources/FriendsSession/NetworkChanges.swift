import CNetlink
import Glibc
import NIOCore
import NIOPosix

/// Tells when this machine has got a network address, or lost one: a server that was away may be there again.
///
/// The kernel reports that, so no thread wakes up while nothing happens.
package struct NetworkChanges {
    /// The changes from now on; several at once may be one element. It ends at once if the system tells of none.
    package static func stream() -> AsyncStream<Void> { stream(from: netlink_open_addresses()) }

    /// - Parameter descriptor: has something to read after each change; -1 for none.
    static func stream(from descriptor: CInt) -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        guard descriptor >= 0 else {
            continuation.finish()
            return changes
        }
        let channel = NIOPipeBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // The kernel shortens a message for which a buffer is too small.
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 8_192))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(continuation: continuation))
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor)
        channel.whenFailure { _ in
            close(descriptor)
            continuation.finish()
        }
        continuation.onTermination = { _ in channel.whenSuccess { $0.close(promise: nil) } }
        return changes
    }

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        private let continuation: AsyncStream<Void>.Continuation

        init(continuation: AsyncStream<Void>.Continuation) {
            self.continuation = continuation
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            // What has changed does not matter: the receiver tries its server.
            continuation.yield()
        }

        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
    }
}
