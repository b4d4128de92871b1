import Glibc
import PostgresTestSupport
import TestSupport
import Testing

/// What can happen to a part of the cluster.
enum Fault: CaseIterable {
    case nodeKilled, nodeRestarted, nodeFrozen, primaryKilled, primaryFrozen, standbyKilled, standbyFrozen, proxyKilled
    /// The network between the clients and the nodes stands still.
    case proxyFrozen
}

/// Two nodes behind a proxy, with a primary of PostgreSQL and a standby.
struct Cluster {
    let pair: PostgresPair
    let nodes: [FriendsServerProcess]
    let proxy: ProxyProcess

    /// Runs a cluster for the time of a story.
    /// - Parameter checkInterval: how often the proxy checks the nodes.
    static func with(checkInterval: String = "1s", _ story: (Cluster) async throws -> Void) async throws {
        let pair = try await PostgresPair()
        let options = [
            "--database", pair.url(of: try await pair.primary.makeDatabase()), "--rate", "0", "--log-format",
            "json", "--trusted-proxy", "127.0.0.1", "--max-connections", "5000", "--max-client-connections", "5000",
            "--max-client-streams", "5000",
        ]
        try await FriendsServerProcess.with(options: options) { one in
            try await FriendsServerProcess.with(options: options) { two in
                try await ProxyProcess.with(nodes: [one.port, two.port], checkInterval: checkInterval) { proxy in
                    try await story(Cluster(pair: pair, nodes: [one, two], proxy: proxy))
                }
            }
        }
    }
}

extension Cluster {
    /// Lets a fault happen, and its end.
    /// - Parameters:
    ///   - time: how long it lasts.
    ///   - index: of the node that it meets.
    func suffer(_ fault: Fault, for time: Duration, node index: Int) async throws {
        let node = nodes[index]
        switch fault {
        case .nodeKilled, .nodeRestarted:
            try await node.stop(fault == .nodeKilled ? SIGKILL : SIGTERM)
            try await Task.sleep(for: time)
            try await node.start()
        case .nodeFrozen:
            node.freeze()
            defer { node.thaw() }
            try await Task.sleep(for: time)
        case .primaryKilled:
            try await failOver()
            try await Task.sleep(for: time)
            try await pair.replaceStandby()
        case .standbyKilled:
            try await pair.standby.kill()
            try await Task.sleep(for: time)
            try await pair.standby.start()
        case .primaryFrozen: try await freeze(pair.primary, for: time)
        case .standbyFrozen: try await freeze(pair.standby, for: time)
        case .proxyKilled:
            proxy.kill()
            try await Task.sleep(for: time)
            try await proxy.start()
        case .proxyFrozen:
            proxy.freeze()
            defer { proxy.thaw() }
            try await Task.sleep(for: time)
        }
    }

    /// Kills the primary, and lets the standby take over. Until then each answer is an error that says when to come again;
    /// soon after, each node writes.
    func failOver() async throws {
        let addresses = nodes.map(\.url) + [proxy.url]
        try await pair.failOver {
            for url in addresses {
                for method in ["GET", "POST"] {
                    // A write that was under way, or a node that does not know yet.
                    let answer = try await eventually(
                        "\(method) to be refused", get: { try await HTTP(url).probe(method) },
                        until: { $0.status == 503 })
                    #expect(answer.retryAfter != nil, "\(method) \(url)")
                }
            }
        }
        let promotion = ContinuousClock.now
        for node in nodes {
            try await eventually("a node to write") { (200...201) ~= (try await HTTP(node.url).probe("POST").status) }
            let time = promotion.duration(to: .now)
            #expect(time < .seconds(5), "\(node.url) wrote after \(time)")
        }
    }

    private func freeze(_ server: PostgresServer, for time: Duration) async throws {
        server.signal(SIGSTOP)
        defer { server.signal(SIGCONT) }
        try await Task.sleep(for: time)
    }

    /// Waits until everything runs again.
    func heal() async throws {
        for node in nodes {
            try await eventually("a node to be ready") { try await HTTP(node.url).status(of: "/ready") == 200 }
        }
        try await eventually("a synchronous standby") { try await pair.primary.hasStandby }
        try await eventually("the proxy to be ready") { try await proxy.isReady() }
    }
}
