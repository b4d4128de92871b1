import CSwiftJobs
import Foundation
import FriendsModel
import FriendsServer
import FriendsWire
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
    /// To be called once, before there is a job. A job must never block its thread while it waits for another job.
    static func install() {
        swift_jobs_take_over { pointer in
            // This is the C border: a job is a pointer to the runtime's own object, whichever side names it, and
            // `UnownedJob` is that pointer and nothing else. Swift has no other way from the one to the other.
            let job = unsafeBitCast(pointer, to: UnownedJob.self)
            MultiThreadedEventLoopGroup.singleton.any().execute {
                job.runSynchronously(on: globalConcurrentExecutor.asUnownedTaskExecutor())
            }
        }
    }

    /// Starts the threads of the event loops, and has the runtime look up what coding a friend and asking a database
    /// need. Each takes milliseconds the first time, and the first screen waits for all of them.
    static func warmUp() {
        Thread.detachNewThread {
            _ = MultiThreadedEventLoopGroup.singleton.next()
            let friend = Friend(
                id: Friend.ID("id"), version: Friend.Version("1"), details: FriendDraft().details)
            guard let data = try? JSONEncoder().encode([FriendDocument(friend)]) else { return }
            _ = try? JSONDecoder().decode(FriendListDocument.self, from: data)
            FriendsServer.warmUp()
        }
    }
}

extension Duration {
    /// A duration at random, from zero to the given one.
    static func random(upTo longest: Duration) -> Duration { longest * Double.random(in: 0...1) }
}
