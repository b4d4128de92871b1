import Foundation
import NIOPosix

/// Starts the threads that the first screen needs, on a second thread while the options are read
/// (Docs/Decisions/0019-optimizations.md).
enum Prewarming {
    static func start() {
        Thread.detachNewThread {
            _ = MultiThreadedEventLoopGroup.singleton.next()
            _ = NIOThreadPool.singleton
        }
    }
}
