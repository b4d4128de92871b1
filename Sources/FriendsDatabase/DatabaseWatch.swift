import Glibc
import NIOCore
import NIOPosix

/// Observes writes to the write-ahead log of a database by any program, and moves and deletions of its files.
///
/// It uses inotify, so no thread wakes up while nothing happens. The kernel follows the open files, so it also reports that
/// one of them was moved back.
final class DatabaseWatch: Sendable {
    let onEvent: @Sendable () -> Void
    private let channel: EventLoopFuture<any Channel>

    /// Nil when there is no log, or when the system has no watches left.
    /// - Parameter onEvent: called on an event loop, also for this program's writes, before they are committed; one call
    ///   may stand for several writes.
    init?(log: String, files: [String], onEvent: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        // Deleting an open file changes its attributes, because it loses a name.
        let removal = UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF)
        guard inotify_add_watch(descriptor, log, UInt32(IN_MODIFY) | removal) >= 0 else {
            close(descriptor)
            return nil
        }
        for file in files where file != log { inotify_add_watch(descriptor, file, removal) }
        self.onEvent = onEvent
        channel = NIOPipeBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // The kernel returns no event to a buffer that is too small.
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
