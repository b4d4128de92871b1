import Foundation
import Glibc
import PostgresTestSupport
import TerminalTestSupport
import TestSupport
import Testing

extension DatabaseJourneys {
    /// The documented proxy in front of two servers, while something is away.
    struct Failovers {
        @Test func `nodes write within 5 s of a promotion`() async throws {
            try await Cluster.with { cluster in
                #expect(try await HTTP(cluster.proxy.url).probe("POST").status == 201)
                try await cluster.failOver()
                #expect(try await HTTP(cluster.proxy.url).probe("GET").status == 200)
            }
        }

        @Test func `without a standby everyone reads and no one writes`() async throws {
            try await Cluster.with { cluster in
                let (proxy, port) = (HTTP(cluster.proxy.url), cluster.proxy.port)
                #expect(try await proxy.probe("POST").status == 201)
                let follower = Follower(parser: EventParser())
                try await withThrowingTaskGroup(of: Void.self) { group in
                    defer { group.cancelAll() }
                    group.addTask { try await follower.follow(port: port) }
                    try await eventually("the stream") { follower.friends["probe"] != nil }
                    try await cluster.pair.standby.kill()

                    // The first write waits for the standby, and the others for the first one.
                    #expect(try await [503, 504].contains(proxy.add("Ada", "Lovelace", "12", id: "ada")))
                    let refused = try await eventually(
                        "a proxy without a ready node",
                        get: {
                            #expect(try await proxy.probe("GET").status == 200)
                            return try await proxy.probe("POST")
                        }, until: { $0.body.contains("No node of friends is ready.") })
                    #expect(refused.status == 503 && refused.retryAfter == "1")
                    #expect(try await proxy.probe("GET").status == 200)
                    #expect(follower.streamCount == 1)

                    try await cluster.pair.standby.start()
                    try await eventually("a write") { try await proxy.add("Grace", "Hopper", "34", id: "grace") == 201 }
                    try await eventually("the change") { follower.friends["grace"] != nil }
                    #expect(follower.streamCount == 1 && follower.fault == nil)
                }
            }
        }

        @Test func `a node without its database is not asked`() async throws {
            let postgres = try await PostgresServer()
            let other = try await PostgresServer()
            let options = ["--trusted-proxy", "127.0.0.1", "--database"]
            try await FriendsServerProcess.with(options: options + [postgres.url(of: postgres.makeDatabase())]) { one in
                try await FriendsServerProcess.with(options: options + [other.url(of: other.makeDatabase())]) { two in
                    try await ProxyProcess.with(nodes: [one.port, two.port]) { proxy in
                        try await postgres.kill()
                        try await eventually("the proxy to notice it") {
                            proxy.log.contains("Server ready/one is DOWN")
                        }
                        for _ in 1...8 { #expect(try await HTTP(proxy.url).status(of: "/friends") == 200) }
                    }
                }
            }
        }

        @Test func `a node that stops finishes what it has begun`() async throws {
            // Often, because the nodes wait four seconds for the rest of the request.
            try await Cluster.with(checkInterval: "100ms") { cluster in
                try await withHome { home in
                    let (shell, url, trace) = (Shell(home: home), cluster.proxy.url, home.appending(path: "trace"))
                    try await shell.require("curl")
                    // It also ends when the test has failed, or its process is gone.
                    async let answer = shell.script(
                        """
                        {
                            printf '{"firstname": "Ada"'
                            while [ ! -e go ] && [ -d "$HOME" ] && kill -0 "$PPID"; do sleep 0.01; done
                            printf '}'
                        } |
                            curl --verbose --output body --write-out '%{http_code}' --request POST --upload-file - \
                            --header 'Content-Type: application/json' --header 'Expect: 100-continue' \
                            --expect100-timeout 60 \(url)/friends 2>trace
                        """)
                    try await eventually("the node to accept the head") {
                        (try? String(contentsOf: trace, encoding: .utf8))?.contains("HTTP/1.1 100") == true
                    }
                    for node in cluster.nodes { kill(try #require(node.processID), SIGTERM) }
                    try await eventually("the proxy to notice it") {
                        ["one", "two"].allSatisfy { cluster.proxy.log.contains("Server ready/\($0) is DOWN") }
                    }
                    try Data().write(to: home.appending(path: "go"))
                    #expect(try await answer.output == "201")
                }
            }
        }

        @Test func `https and tokens work as documented`() async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                let made = try await shell.script(
                    """
                    set -e
                    for name in proxy node; do
                        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
                            -subj /CN=friends-$name -addext subjectAltName=DNS:localhost,IP:127.0.0.1 \
                            -keyout $name.key -out $name.pem
                    done
                    cat proxy.key >>proxy.pem
                    umask 077
                    friends token add ada --file tokens >token
                    """)
                try #require(made.status.isSuccess, "\(made.error)")
                let path = home.path() + "/"
                let postgres = try await PostgresServer.shared.value
                let options = [
                    "--tokens", "\(path)tokens", "--trusted-proxy", "127.0.0.1", "--certificate", "\(path)node.pem",
                    "--key", "\(path)node.key", "--max-connections", "5000", "--database",
                    postgres.url(of: try await postgres.makeDatabase()),
                ]
                let encryption = ProxyProcess.Encryption(
                    certificate: "\(path)proxy.pem", nodeCertificate: "\(path)node.pem")
                try await FriendsServerProcess.with(options: options) { one in
                    try await FriendsServerProcess.with(options: options) { two in
                        try await ProxyProcess.with(nodes: [one.port, two.port], encryption: encryption) { proxy in
                            let server = "--server \(proxy.url) --ca-file proxy.pem"
                            let added = try await shell.run(
                                "friends add --first-name Ada --phone 12 \(server) --token-file token")
                            #expect(added.status == .exited(0), "\(added.error)")
                            try await one.stop(SIGKILL)
                            let list = try await shell.run("friends list \(server) --token-file token")
                            #expect(list.output.contains("\tAda\t"), "\(list.error)")
                            let stranger = try await shell.run("curl --silent --cacert proxy.pem \(proxy.url)/friends")
                            #expect(stranger.output.contains("401"))
                            // Never as plain text.
                            let plain = try await shell.run("curl --silent http://127.0.0.1:\(proxy.port)/ready")
                            #expect(!plain.status.isSuccess && plain.output.isEmpty)
                        }
                    }
                }
            }
        }
    }
}
