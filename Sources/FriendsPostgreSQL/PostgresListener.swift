import FriendsRepository
import Logging
import NIOPosix
import PostgreSQL
import Synchronization

/// Notifies the feed of what other servers have committed.
///
/// It has a thread and a connection of its own. A notification of the database wakes it at once. While it is connected it also looks
/// at an interval. What was committed while it was not connected is noticed as soon as it is: a server that is silent counts as
/// lost after the connection's timeout.
final class PostgresListener: Sendable {
    /// How long it waits before it connects again.
    private static let pause = Duration.seconds(1)

    private let thread = NIOThreadPool(numberOfThreads: 1)
    private let connect: @Sendable () throws(PostgresError) -> PostgresConnection
    private let channel: String
    /// How often it looks for changes without a notification.
    private let interval: Duration
    private let feed: ChangeFeed
    private let logger: Logger
    private let isStopped = Atomic(false)
    /// When it last looked for changes.
    private let lastLook = Mutex(ContinuousClock.now)

    /// The time since it last looked for changes.
    var lag: Duration { lastLook.withLock { $0 }.duration(to: .now) }

    init(
        _ address: PostgresAddress, library: PostgresLibrary, channel: String, interval: Duration, feed: ChangeFeed,
        logger: Logger
    ) {
        (self.channel, self.interval, self.feed, self.logger) = (channel, interval, feed, logger)
        connect = { () throws(PostgresError) in try PostgresConnection(address, library: library, logger: logger) }
    }

    func start() {
        thread.start()
        thread.submit { [self] state in
            guard case .active = state else { return }
            var isReported = false
            while !isStopped.load(ordering: .acquiring) {
                do throws(PostgresError) {
                    try follow(connect()) {
                        if isReported { logger.notice("Changes of other servers arrive again.") }
                        isReported = false
                    }
                } catch {
                    if !isReported {
                        logger.warning("Changes of other servers do not arrive at present. \(error.message)")
                    }
                    isReported = true
                    pause()
                }
            }
        }
    }

    /// Ends the thread when it looks next, unless it waits for the server.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        thread.shutdownGracefully { _ in }
    }

    /// - Parameter onLook: called each time when the server has answered. It may accept a connection, and refuse all else.
    private func follow(_ connection: PostgresConnection, onLook: () -> Void) throws(PostgresError) {
        try connection.listen(to: channel)
        var known: Int64?
        while !isStopped.load(ordering: .acquiring) {
            // Looks also after a notification, so that the next second is no false alarm.
            let time = ContinuousClock.now
            let sequence = try connection.execute("SELECT sequence FROM list").first?.value(0, as: Int64.self)
            onLook()
            if sequence != known { feed.notify() }
            known = sequence
            lastLook.withLock { $0 = time }
            _ = try connection.notifications(timeout: interval)
        }
    }

    /// Waits before the next attempt, on the listener's own thread.
    private func pause() {
        var time = timespec(tv_sec: Int(Self.pause.components.seconds), tv_nsec: 0)
        nanosleep(&time, nil)
    }
}
