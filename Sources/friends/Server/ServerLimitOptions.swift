import ArgumentParser
import FriendsServer

/// The options of `friends serve` for limits per client and for trusted proxies.
struct ServerLimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Limit each client to this many requests per second (bursts: four times as many); 0 disables the limit.",
            valueName: "number"))
    var rate = NumberOption(ServerLimits().requestsPerSecond)

    @Option(help: ArgumentHelp("Limit the connections.", valueName: "number"))
    var maxConnections = NumberOption(ServerLimits().connections)

    @Option(help: ArgumentHelp("Limit the connections of each client.", valueName: "number"))
    var maxClientConnections = NumberOption(ServerLimits().connectionsPerClient)

    @Option(help: ArgumentHelp("Limit the event streams of each client.", valueName: "number"))
    var maxClientStreams = NumberOption(ServerLimits().streamsPerClient)

    @Option(
        help: ArgumentHelp(
            "Trust the client address in Forwarded or X-Forwarded-For from this proxy (repeatable).",
            valueName: "address|cidr"))
    var trustedProxy: [String] = []

    func validate() throws {
        try rate.check("--rate", 0...1_000_000)
        for (name, value) in [
            ("--max-connections", maxConnections), ("--max-client-connections", maxClientConnections),
            ("--max-client-streams", maxClientStreams),
        ] {
            try value.check(name, 1...1_000_000)
        }
        guard proxies != nil else {
            throw ValidationError("--trusted-proxy must be an IP address or a CIDR block, for example 10.0.0.0/8.")
        }
    }

    /// Nil if one is invalid, which the validation reports.
    var proxies: TrustedProxies? { TrustedProxies(trustedProxy) }

    /// - Parameter files: the limit of open files; each connection needs one.
    func limits(files: Int) -> ServerLimits {
        var limits = ServerLimits()
        limits.requestsPerSecond = rate.number
        limits.connections = min(maxConnections.number, max(1, files - ServerLimits.otherFiles))
        limits.connectionsPerClient = maxClientConnections.number
        limits.streamsPerClient = maxClientStreams.number
        return limits
    }
}
