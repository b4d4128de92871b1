import CoreMetrics
import FriendsRepository
import HTTPTypes
import Synchronization

/// The metrics of a shared server (Docs/Operating.md).
///
/// They belong to one server: nothing is global. Each combination of labels is made once, and every label has few values.
final class ServerMetrics: Sendable {
    /// What the metrics mean, by name.
    static let help = [
        requestsName: "Requests whose response is ready or streamed, by method, route and status.",
        durationName: "Time from the head of a request until it counts, in seconds.",
        rejectionsName: "Requests and connections that were rejected, by reason.",
        connectionsName: "Open connections.",
        streamsName: "Open event streams.",
        databaseErrorsName: "Failed operations of the database, by reason.",
        groupsName: "Writes that share a transaction of the database.",
        poolName: "Open connections to the database server, by state.",
        poolWaitsName: "Operations that wait for a connection to the database server.",
        feedLagName: "Time since the server last looked for changes of other servers, in seconds.",
    ]
    private static let requestsName = "friends_http_requests_total"
    private static let durationName = "friends_http_request_duration_seconds"
    private static let rejectionsName = "friends_http_rejections_total"
    private static let connectionsName = "friends_http_connections"
    private static let streamsName = "friends_event_streams"
    private static let databaseErrorsName = "friends_database_errors_total"
    private static let groupsName = "friends_write_group_size"
    private static let poolName = "friends_database_connections"
    private static let poolWaitsName = "friends_database_waiting_operations"
    private static let feedLagName = "friends_feed_lag_seconds"

    private struct Route: Hashable {
        let method: String
        let route: String
    }

    private struct Outcome: Hashable {
        let route: Route
        let status: Int
    }

    private struct Requests {
        var counters: [Outcome: Counter] = [:]
        var timers: [Route: Timer] = [:]
    }

    let connections: Meter
    let eventStreams: Meter
    private let factory: any MetricsFactory
    private let requests = Mutex(Requests())
    private let rejections: [Rejection: Counter]
    private let databaseErrors: [DatabaseFailure: Counter]
    private let groups: Recorder

    init(_ factory: any MetricsFactory) {
        self.factory = factory
        connections = Meter(label: Self.connectionsName, factory: factory)
        eventStreams = Meter(label: Self.streamsName, factory: factory)
        // Made in advance: a counter that appears with its first error has no rate.
        rejections = Self.counters(Self.rejectionsName, factory)
        databaseErrors = Self.counters(Self.databaseErrorsName, factory)
        groups = Recorder(label: Self.groupsName, aggregate: true, factory: factory)
    }

    private static func counters<Reason: CaseIterable & Hashable & RawRepresentable<String>>(
        _ name: String, _ factory: any MetricsFactory
    ) -> [Reason: Counter] {
        Dictionary(
            uniqueKeysWithValues: Reason.allCases.map { reason in
                (reason, Counter(label: name, dimensions: [("reason", reason.rawValue)], factory: factory))
            })
    }

    /// - Parameter nanoseconds: its duration; nil if that says nothing.
    func count(_ request: RecordedRequest, status: HTTPResponse.Status, nanoseconds: Int64?) {
        let route = Route(method: request.method, route: request.route)
        let outcome = Outcome(route: route, status: status.code)
        let (counter, timer) = requests.withLock { requests in
            (
                requests.counters[outcome, storing: makeCounter(outcome)],
                nanoseconds.map { _ in requests.timers[route, storing: makeTimer(route)] }
            )
        }
        counter.increment()
        if let nanoseconds { timer?.recordNanoseconds(nanoseconds) }
    }

    private func makeCounter(_ outcome: Outcome) -> Counter {
        let dimensions = [
            ("method", outcome.route.method), ("route", outcome.route.route), ("status", "\(outcome.status)"),
        ]
        return Counter(label: Self.requestsName, dimensions: dimensions, factory: factory)
    }

    private func makeTimer(_ route: Route) -> Timer {
        let dimensions = [("method", route.method), ("route", route.route)]
        return Timer(label: Self.durationName, dimensions: dimensions, factory: factory)
    }

    /// - Parameter writeCount: the number of writes in a group.
    func countGroup(writeCount: Int) {
        groups.record(writeCount)
    }

    /// Sets the gauges of what a repository does at a moment.
    func set(_ status: RepositoryStatus) {
        let connections = status.connections
        for (state, count) in [("used", connections.inUse), ("idle", connections.idle)] {
            Meter(label: Self.poolName, dimensions: [("state", state)], factory: factory).set(count)
        }
        Meter(label: Self.poolWaitsName, factory: factory).set(connections.waiting)
        Meter(label: Self.feedLagName, factory: factory).set(status.feedLag / .seconds(1))
    }

    func count(_ rejection: Rejection) {
        rejections[rejection]?.increment()
    }

    func count(_ error: FriendRepositoryError) {
        guard let failure = DatabaseFailure(error) else { return }
        databaseErrors[failure]?.increment()
    }
}

extension Dictionary {
    /// The value of the key; a missing one is made and stored.
    fileprivate subscript(key: Key, storing make: @autoclosure () -> Value) -> Value {
        mutating get {
            if let known = self[key] { return known }
            let value = make()
            self[key] = value
            return value
        }
    }
}
