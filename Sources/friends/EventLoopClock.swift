import CSwiftJobs
import NIOCore
import NIOPosix

/// The clock of the machine, whose sleepers wait in an event loop.
///
/// The standard one's wait in libdispatch, whose pool of threads, once used, wakes up every second for the rest of the
/// process's life; friends does not wake up at all while nothing happens (Docs/Decisions/0004-no-idle-work.md).
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

/// Swift's jobs on the event loops: on the threads that answers come in on, and not on libdispatch's, for the reason
/// given at ``EventLoopClock``.
enum EventLoopExecutor {
    /// To be called before there is a job; once more does nothing. A job must never block its thread while it waits for
    /// another job.
    static func install() { installed }

    private static let installed: Void = {
        swift_jobs_take_over { pointer in
            // This is the C border: a job is a pointer to the runtime's own object, whichever side names it, and
            // `UnownedJob` is that pointer and nothing else. Swift has no other way from the one to the other.
            let job = unsafeBitCast(pointer, to: UnownedJob.self)
            MultiThreadedEventLoopGroup.singleton.any().execute {
                job.runSynchronously(on: globalConcurrentExecutor.asUnownedTaskExecutor())
            }
        }
    }()
}

extension Duration {
    /// A duration at random, from zero to the given one.
    static func random(upTo longest: Duration) -> Duration { longest * Double.random(in: 0...1) }
}
