import CSwiftJobs
import NIOCore
import NIOPosix

/// A continuous clock whose sleepers wait in an event loop.
///
/// Sleepers of the standard clock wait in libdispatch, whose thread pool wakes up every second once it was used. friends
/// does not wake up while nothing happens (Docs/Decisions/0004-no-idle-work.md).
package struct EventLoopClock: Clock {
    package typealias Instant = ContinuousClock.Instant

    private let eventLoop: any EventLoop

    package init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    package var now: Instant { .now }
    package var minimumResolution: Duration { .nanoseconds(1) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let sleep = eventLoop.scheduleTask(in: TimeAmount(now.duration(to: deadline))) {}
        do {
            try await withTaskCancellationHandler {
                try await sleep.futureResult.get()
            } onCancel: {
                sleep.cancel()
            }
        } catch {
            throw CancellationError()
        }
    }
}

/// Runs Swift's jobs on the event loops instead of libdispatch's threads, for the reason given at ``EventLoopClock``.
package enum EventLoopExecutor {
    /// Call this before the first job; a second call does nothing. No job may block its thread while it waits for
    /// another job.
    package static func install() { installed }

    private static let installed: Void = {
        swift_jobs_take_over { pointer in
            // At the interface to C, a job is a pointer to a runtime object, and `UnownedJob` wraps exactly that
            // pointer. Swift has no other conversion.
            let job = unsafeBitCast(pointer, to: UnownedJob.self)
            MultiThreadedEventLoopGroup.singleton.any().execute {
                job.runSynchronously(on: globalConcurrentExecutor.asUnownedTaskExecutor())
            }
        }
    }()
}

extension Duration {
    /// A random duration from zero to `longest`.
    package static func random(upTo longest: Duration) -> Duration { longest * Double.random(in: 0...1) }
}
