import Foundation
import Glibc
import TestSupport
import Testing

/// HAProxy with the file of the documentation, in front of two nodes.
final class ProxyProcess {
    let port: Int
    private let variables: [String: String]
    private var process: Process?

    private static var file: String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Docs/Operating/haproxy.cfg")
            .standardizedFileURL.path()
    }

    private init(nodes: [Int]) throws {
        port = try freePort()
        variables = [
            "FRIENDS_PROXY": "127.0.0.1:\(port)", "FRIENDS_NODE_1": "127.0.0.1:\(nodes[0])",
            "FRIENDS_NODE_2": "127.0.0.1:\(nodes[1])",
        ]
    }

    /// Runs a proxy for the time of a story.
    /// - Parameter nodes: the ports of the two nodes.
    static func with(nodes: [Int], _ story: (ProxyProcess) async throws -> Void) async throws {
        let proxy = try ProxyProcess(nodes: nodes)
        try await proxy.start()
        defer { proxy.kill() }
        try await story(proxy)
    }

    var url: String { "http://127.0.0.1:\(port)" }

    func start() async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/sbin/haproxy")
        process.arguments = ["-q", "-db", "-f", Self.file]
        process.environment = variables
        try process.run()
        self.process = process
        try await eventually("the proxy to find a node") { try await isReady() }
    }

    /// Whether a node is ready behind the proxy.
    func isReady() async throws -> Bool {
        try await HTTP(url).status(of: "/ready") == 200
    }

    func kill() {
        guard let process, process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }
}
