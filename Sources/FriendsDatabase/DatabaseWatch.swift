import Glibc
import NIOCore
import NIOPosix

/// Sees that the write-ahead log of a database is written to, by whichever program, and that its files are moved or
/// deleted.
///
/// The kernel tells (inotify), so no thread wakes up while nothing happens. It tells of the files that are open, wherever
/// they are by then: also that one of them is put back.
final class DatabaseWatch: Sendable {
    let onEvent: @Sendable () -> Void
    private let channel: EventLoopFuture<any Channel>

    /// - Parameter onEvent: is called on an event loop, also for our own writes; perhaps once for several, and before
    ///   they are committed.
    /// - Returns: nil when the log is not there, or when the system has no watches left.
    init?(log: String, files: [String], onEvent: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        // That a file which is open is deleted shows in its attributes: it has a name less.
        let fate = UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF)
        guard inotify_add_watch(descriptor, log, UInt32(IN_MODIFY) | fate) >= 0 else {
            close(descriptor)
            return nil
        }
        for file in files where file != log { inotify_add_watch(descriptor, file, fate) }
        self.onEvent = onEvent
        channel = NIOPipeBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // Into less space than an event needs, the kernel puts none.
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 4_096))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(onEvent: onEvent))
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

        private let onEvent: @Sendable () -> Void

        init(onEvent: @escaping @Sendable () -> Void) {
            self.onEvent = onEvent
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            // The event itself does not matter: the receiver checks everything.
            onEvent()
        }
    }
}
