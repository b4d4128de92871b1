import Glibc
import NIOCore
import NIOPosix

/// Sees that the write-ahead log of a database is written to, by whichever program.
///
/// The kernel tells (inotify), so no thread wakes up while nothing is written. The log is one file for as long as
/// anybody has the database open: SQLite removes it only behind the last one.
final class WriteAheadLogWatch: Sendable {
    private let channel: EventLoopFuture<any Channel>

    /// - Parameter onWrite: is called on an event loop, also for our own writes; perhaps once for several, and before
    ///   they are committed.
    /// - Returns: nil when the file is not there, or when the system has no watches left.
    init?(path: String, onWrite: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) >= 0 else {
            close(descriptor)
            return nil
        }
        channel = NIOPipeBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // Into less space than an event needs, the kernel puts none.
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 4_096))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(onWrite: onWrite))
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor)
        channel.whenFailure { _ in close(descriptor) }
    }

    deinit { end() }

    func end() {
        channel.whenSuccess { $0.close(promise: nil) }
    }

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        private let onWrite: @Sendable () -> Void

        init(onWrite: @escaping @Sendable () -> Void) {
            self.onWrite = onWrite
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            // There is one file and one kind of event, so that it came is all there is to know.
            onWrite()
        }
    }
}
