import ArgumentParser
import FriendsServer

/// The options of `friends serve` for its metrics.
struct ServerMetricsOptions: ParsableArguments {
    private static let loopback = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "Serve metrics for Prometheus at /metrics on this port; 0 picks a free one (default: no metrics).",
            valueName: "port"))
    var metricsPort: NumberOption?

    @Option(
        help: ArgumentHelp("Serve the metrics on this address (default: \(loopback)).", valueName: "host"))
    var metricsHost: String?

    func validate() throws {
        try metricsPort?.check("--metrics-port", 0...65_535)
        guard let metricsHost else { return }
        guard metricsPort != nil else { throw ValidationError("--metrics-host needs --metrics-port.") }
        guard !metricsHost.isEmpty else {
            throw ValidationError("--metrics-host must name an address of this machine.")
        }
    }

    /// Nil without metrics.
    var configuration: FriendsServer.MetricsConfiguration? {
        metricsPort.map { FriendsServer.MetricsConfiguration(host: metricsHost ?? Self.loopback, port: $0.number) }
    }
}
