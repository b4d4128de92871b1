import FriendsRepository
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Checks whether the database can be written now, at most once a second.
///
/// Requests at the same time share one check, and no check begins before the previous one has ended. So requests cannot
/// load the database, and a disk that hangs holds one check.
final class Readiness: Sendable {
    /// How long a check may take. A write of a client waits longer, because its response is worth more.
    static let timeout = TimeAmount.seconds(2)

    /// The check took too long.
    private struct TimedOut: Error {}

    private struct State {
        var result: EventLoopFuture<Void>?
        /// The time after which a new check is needed.
        var expiry = NIODeadline.uptimeNanoseconds(0)
        var isRunning = false
        /// Whether the log says that nothing can be written.
        var isReportedAsNotReady = false
    }

    private let repository: any FriendRepository
    private let metrics: ServerMetrics?
    private let timeout: TimeAmount
    private let lifetime: TimeAmount
    private let state = Mutex(State())

    /// - Parameters:
    ///   - timeout: how long a check may take.
    ///   - lifetime: how long the result of a check is used, from the start of the check.
    init(
        _ repository: any FriendRepository, metrics: ServerMetrics? = nil, timeout: TimeAmount = timeout,
        lifetime: TimeAmount = .seconds(1)
    ) {
        self.repository = repository
        self.metrics = metrics
        self.timeout = timeout
        self.lifetime = lifetime
    }

    /// Whether the database can be written. A change of that is logged.
    func check(_ logger: Logger) async -> Bool {
        do {
            try await currentResult(logger).get()
            return true
        } catch {
            return false
        }
    }

    private func currentResult(_ logger: Logger) -> EventLoopFuture<Void> {
        state.withLock { state in
            let now = NIODeadline.now()
            if let result = state.result, state.isRunning || now < state.expiry { return result }
            let result = startCheck(logger)
            state.result = result
            state.expiry = now + lifetime
            state.isRunning = true
            return result
        }
    }

    private func startCheck(_ logger: Logger) -> EventLoopFuture<Void> {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
        let promise = eventLoop.makePromise(of: Void.self)
        let timer = eventLoop.scheduleTask(in: timeout) { promise.fail(TimedOut()) }
        promise.futureResult.whenComplete { self.report($0, logger) }
        Task {
            do throws(FriendRepositoryError) {
                // Less than the whole time, so that the log has the reason.
                try await repository.checkWrites(timeout: .nanoseconds(timeout.nanoseconds / 4 * 3))
                promise.succeed()
            } catch {
                metrics?.count(error)
                promise.fail(error)
            }
            timer.cancel()
            state.withLock { $0.isRunning = false }
        }
        return promise.futureResult
    }

    private func report(_ result: Result<Void, any Error>, _ logger: Logger) {
        switch result {
        case .failure(let error):
            guard !setReported(true) else { return }
            logger.error("Not ready: the database cannot be written", metadata: ["error": "\(error)"])
        case .success:
            guard setReported(false) else { return }
            logger.notice("Ready again: the database can be written")
        }
    }

    /// - Returns: the value before.
    private func setReported(_ isReported: Bool) -> Bool {
        state.withLock { state in
            defer { state.isReportedAsNotReady = isReported }
            return state.isReportedAsNotReady
        }
    }
}
