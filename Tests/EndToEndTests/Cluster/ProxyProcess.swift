import Foundation
import Glibc
import TerminalTestSupport
import TestSupport
import Testing

/// HAProxy with the file of the documentation, in front of two nodes.
final class ProxyProcess {
    /// What it needs for https.
    struct Encryption {
        /// The certificate of the proxy and its key, in one file.
        let certificate: String
        /// The certificate that both nodes have.
        let nodeCertificate: String
    }

    let port: Int
    private let home: URL
    private let encryption: Encryption?
    private let checkInterval: String
    private let variables: [String: String]
    private var process: Process?

    private static var file: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Docs/Operating/haproxy.cfg")
            .standardizedFileURL
    }

    private init(nodes: [Int], encryption: Encryption?, checkInterval: String, home: URL) throws {
        port = try freePort()
        (self.home, self.encryption, self.checkInterval) = (home, encryption, checkInterval)
        // In the words of the file's own comment.
        let proxyWords = encryption.map { " ssl crt \($0.certificate)" } ?? ""
        let nodeWords = encryption.map { " ssl verify required ca-file \($0.nodeCertificate)" } ?? ""
        variables = [
            "FRIENDS_PROXY": "127.0.0.1:\(port)\(proxyWords)", "FRIENDS_NODE_1": "127.0.0.1:\(nodes[0])\(nodeWords)",
            "FRIENDS_NODE_2": "127.0.0.1:\(nodes[1])\(nodeWords)",
        ]
    }

    /// Runs a proxy for the time of a story.
    /// - Parameters:
    ///   - nodes: the ports of the two nodes.
    ///   - checkInterval: how often it checks them.
    static func with(
        nodes: [Int], encryption: Encryption? = nil, checkInterval: String = "1s",
        _ story: (ProxyProcess) async throws -> Void
    ) async throws {
        try await withHome { home in
            let proxy = try ProxyProcess(
                nodes: nodes, encryption: encryption, checkInterval: checkInterval, home: home)
            defer { proxy.kill() }
            try await proxy.start()
            try await story(proxy)
        }
    }

    var url: String { "\(encryption == nil ? "http" : "https")://127.0.0.1:\(port)" }
    /// What it reports about the nodes.
    var log: String { (try? String(contentsOf: home.appending(path: "log"), encoding: .utf8)) ?? "" }

    func start() async throws {
        let log = home.appending(path: "log")
        try Data().write(to: log)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/sbin/haproxy")
        process.arguments = ["-db", "-f", try configuration().path()]
        process.environment = variables
        process.standardError = try FileHandle(forWritingTo: log)
        if encryption != nil { try await Shell(home: home).require("curl") }
        try process.run()
        self.process = process
        try await eventually("the proxy to find a node") { try await isReady() }
    }

    /// A copy of the file, with the interval of this test. Only root can become another user.
    private func configuration() throws -> URL {
        var lines = try String(contentsOf: Self.file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        if geteuid() != 0 { lines.removeAll { $0.contains(/^ +(user|group)\b/) } }
        let text = lines.joined(separator: "\n").replacing("check inter 1s", with: "check inter \(checkInterval)")
        let copy = home.appending(path: "haproxy.cfg")
        try Data(text.utf8).write(to: copy)
        return copy
    }

    /// Whether a node is ready behind the proxy.
    func isReady() async throws -> Bool {
        guard let encryption else { return try await HTTP(url).status(of: "/ready") == 200 }
        let path = encryption.certificate
        return try await Shell(home: home).run("curl --fail --silent --cacert \(path) \(url)/ready").status.isSuccess
    }

    /// Holds it still, as the network would do with everything that goes through it.
    func freeze() { signal(SIGSTOP) }
    func thaw() { signal(SIGCONT) }

    func kill() {
        guard let process, process.isRunning else { return }
        signal(SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    private func signal(_ number: Int32) {
        guard let process, process.isRunning else { return }
        Glibc.kill(process.processIdentifier, number)
    }
}
