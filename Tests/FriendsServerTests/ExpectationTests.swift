import FriendsModel
import FriendsWire
import NIOCore
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

extension FriendsServerTests {
    /// What becomes of `Expect` (RFC 9110, 10.1.1).
    struct Expectations {
        private let body = FriendDetails.ada.json(id: "ada")

        private func head(_ fields: String...) -> String {
            let lines =
                ["POST /friends HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Connection: close"]
                + fields
            return lines.joined(separator: "\r\n") + "\r\n\r\n"
        }

        @Test(arguments: ["Content-Length", "Transfer-Encoding"])
        func `a client that waits is told to go on`(framing: String) async throws {
            let isChunked = framing == "Transfer-Encoding"
            let field = "\(framing): \(isChunked ? "chunked" : "\(body.utf8.count)")"
            let size = String(body.utf8.count, radix: 16)
            let sent = isChunked ? "\(size)\r\n\(body)\r\n0\r\n\r\n" : body
            try await withSharedServer(.init(host: "127.0.0.1", port: 0), try SQLiteRepository()) { port in
                try await RawConnection(port: port).conversation(head("Expect: 100-Continue", field)) { reader in
                    let interim = try await reader.read { $0.hasSuffix("\r\n\r\n") }
                    #expect(interim == "HTTP/1.1 100 Continue\r\n\r\n")
                    try await reader.send(sent)
                    let answer = try await reader.read { _ in false }
                    #expect(answer.hasPrefix("HTTP/1.1 201 "))
                    #expect(answer.contains("Lovelace"))
                }
            }
        }

        @Test func `an answer before the body comes instead of 100`() async throws {
            let directory = try TemporaryDirectory()
            var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)
            let file = TokenFile(path: directory.path + "/tokens")
            configuration.tokens = file
            let ada = "Authorization: Bearer \(try file.add("ada"))"
            try await withSharedServer(configuration, try SQLiteRepository()) { port in
                let cases = [
                    (head("Expect: 100-continue", "Content-Length: 9"), "401"),
                    (head("Expect: 100-continue", "Content-Length: \(Interface.maximumRequestBody)"), "401"),
                    (head(ada, "Expect: 100-continue", "Content-Length: \(Interface.maximumRequestBody + 1)"), "413"),
                    (head(ada, "Expect: 100-continue, more", "Content-Length: 9"), "417"),
                    (head(ada, "Expect: more", "Content-Length: 9"), "417"),
                    // Nothing is to come.
                    (head(ada, "Expect: 100-continue", "Content-Length: 0"), "400"),
                ]
                for (request, status) in cases {
                    let answer = try await RawConnection(port: port).exchange(request)
                    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
                    #expect(answer.contains(Interface.problemMediaType))
                }
            }
        }

        @Test func `a client that does not continue is dropped`() async throws {
            var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)
            configuration.limits.bodyTimeout = .milliseconds(50)
            let bounded = configuration
            try await withSharedServer(bounded, try SQLiteRepository()) { port in
                let answer = try await within(.seconds(120)) {
                    // How it ends is the system's matter.
                    try? await RawConnection(port: port).exchange(head("Expect: 100-continue", "Content-Length: 9"))
                }
                // On a busy machine the time is over before the interim response is sent.
                #expect(["", "HTTP/1.1 100 Continue\r\n\r\n"].contains(answer ?? ""))
            }
        }
    }
}
