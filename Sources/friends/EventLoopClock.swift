import CSwiftJobs
import NIOCore
import NIOPosix

/// A continuous clock that sleeps in an event loop.
///
/// `ContinuousClock` sleeps in libdispatch, whose thread pool, once used, wakes up every second. An idle friends never
/// wakes up (Docs/Decisions/0004-no-idle-work.md).
struct EventLoopClock: Clock {
    typealias Instant = ContinuousClock.Instant

    let eventLoop: any EventLoop

    var now: Instant { .now }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
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
enum EventLoopExecutor {
    /// Installs the executor, once. Call it before the first job. A job must never block its thread to wait for another job.
    static func install() { installed }

    private static let installed: Void = {
        swift_jobs_take_over { pointer in
            // At the C border a job is a pointer to a runtime object, and `UnownedJob` wraps exactly that pointer. Swift
            // has no other conversion.
            let job = unsafeBitCast(pointer, to: UnownedJob.self)
            MultiThreadedEventLoopGroup.singleton.any().execute {
                job.runSynchronously(on: globalConcurrentExecutor.asUnownedTaskExecutor())
            }
        }
    }()
}

extension Duration {
    /// A random duration from zero to the given one.
    static func random(upTo longest: Duration) -> Duration { longest * Double.random(in: 0...1) }
}
