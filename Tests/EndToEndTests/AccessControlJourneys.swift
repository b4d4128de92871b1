import Foundation
import Glibc
import Subprocess
import TerminalTestSupport
import TestSupport
import Testing

extension ServerJourneys {
    /// Who runs a shared server decides who comes in.
    struct AccessControl {
        struct Outcome {
            let status: TerminationStatus
            let output: String
            let error: String
        }

        private func friends(_ arguments: String..., home: URL) async throws -> Outcome {
            try await run("friends", arguments, home: home)
        }

        private func run(
            _ program: String, _ arguments: [String], home: URL, input: String = ""
        ) async throws -> Outcome {
            var environment = [Subprocess.Environment.Key: String]()
            for (name, value) in Programs.environment(home: home) { environment[.init(stringLiteral: name)] = value }
            let result = try await Subprocess.run(
                .name(program), arguments: Arguments(arguments), environment: .custom(environment),
                input: .string(input), output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
            return Outcome(
                status: result.terminationStatus, output: result.standardOutput, error: result.standardError)
        }

        @Test func `a token is added, shown once and revoked`() async throws {
            try await withHome { home in
                let added = try await friends("token", "add", "ada", home: home)
                #expect(added.status == .exited(0))
                #expect(added.output.wholeMatch(of: /friends_[0-9a-f]{64}\n/) != nil)
                let file = home.appending(path: ".local/share/friends/tokens").path()
                #expect(permissions(of: file) == 0o600)
                #expect(
                    try !String(contentsOfFile: file, encoding: .utf8).contains(added.output.dropFirst(8).dropLast()))

                let again = try await friends("token", "add", "ada", home: home)
                #expect(again.status == .exited(1))
                #expect(again.output.isEmpty)
                #expect(again.error.contains("ada already has a token in"))

                #expect(try await friends("token", "list", home: home).output == "ada\n")
                #expect(try await friends("token", "remove", "ada", home: home).status == .exited(0))
                #expect(try await friends("token", "list", home: home).output.isEmpty)
                #expect(try await friends("token", "remove", "ada", home: home).status == .exited(1))
            }
        }

        @Test func `other machines need a token`() async throws {
            try await withHome { home in
                let refused = try await friends("serve", "--host", "0.0.0.0", "--port", "0", home: home)
                #expect(refused.status == .exited(64))
                #expect(refused.output.isEmpty)
                #expect(refused.error.contains("friends token add NAME"))
                let half = try await friends("serve", "--certificate", "x.pem", home: home)
                #expect(half.status == .exited(64))
                let absent = try await friends(
                    "serve", "--port", "0", "--certificate", "x.pem", "--key", "y.pem", home: home)
                #expect(absent.status == .exited(64))
                #expect(absent.error.contains("x.pem cannot be read: No such file or directory."))
            }
        }

        @Test func `a token file without tokens is reported once`() async throws {
            try await withHome { home in
                let tokens = home.appending(path: "tokens").path()
                try Data("# soon\n\n".utf8).write(to: URL(filePath: tokens))
                chmod(tokens, 0o600)
                try await FriendsServerProcess.with(options: ["--tokens", tokens]) { server in
                    let notice =
                        "No tokens yet; no one can log in. Add one with: friends token add NAME --file \(tokens)"
                    #expect(server.errorOutput == "friends: \(notice)\n")
                    #expect(try await friends("token", "add", "ada", "--file", tokens, home: home).status.isSuccess)
                    try await server.stop()
                    try await server.start()
                    #expect(server.errorOutput.isEmpty)
                }
            }
        }

        private func makeCertificate(_ path: String, key: String, home: URL) async throws {
            let made = try await run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                    "-keyout", key, "-out", path,
                ], home: home)
            try #require(made.status.isSuccess, "\(made.error)")
        }

        @Test func `a token and a trusted certificate are accepted`() async throws {
            try await withHome { home in
                let certificate = home.appending(path: "certificate.pem").path()
                let key = home.appending(path: "key.pem").path()
                let tokens = home.appending(path: "tokens").path()
                try await makeCertificate(certificate, key: key, home: home)
                let added = try await friends("token", "add", "ada", "--file", tokens, home: home)
                let token = added.output.trimmingCharacters(in: .newlines)
                let options = ["--tokens", tokens, "--certificate", certificate, "--key", key]
                try await FriendsServerProcess.with(options: options) { server in
                    #expect(server.url == "https://127.0.0.1:\(server.port)")
                    func ask(_ field: String) async throws -> String {
                        let request = "GET /friends HTTP/1.1\r\nHost: localhost\r\n\(field)Connection: close\r\n\r\n"
                        return try await run(
                            "openssl",
                            [
                                "s_client", "-connect", "127.0.0.1:\(server.port)", "-servername", "localhost",
                                "-CAfile", certificate, "-verify_return_error", "-quiet", "-ign_eof",
                            ], home: home, input: request
                        ).output
                    }
                    #expect(try await ask("").hasPrefix("HTTP/1.1 401 "))
                    let answer = try await ask("Authorization: Bearer \(token)\r\n")
                    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
                    #expect(answer.hasSuffix("[]"))
                }
            }
        }

        @Test func `a frozen https client does not delay the exit`() async throws {
            try await withHome { home in
                let certificate = home.appending(path: "certificate.pem").path()
                let key = home.appending(path: "key.pem").path()
                try await makeCertificate(certificate, key: key, home: home)
                try await FriendsServerProcess.with(options: ["--certificate", certificate, "--key", key]) { server in
                    let output = home.appending(path: "output")
                    try Data().write(to: output)
                    let client = Process()
                    client.executableURL = URL(filePath: "/usr/bin/env")
                    client.arguments = ["openssl", "s_client", "-connect", "127.0.0.1:\(server.port)"]
                    client.standardInput = Pipe()
                    client.standardOutput = try FileHandle(forWritingTo: output)
                    client.standardError = FileHandle.nullDevice
                    try client.run()
                    defer { kill(client.processIdentifier, SIGKILL) }
                    try await eventually("a connection") {
                        try String(contentsOf: output, encoding: .utf8).contains("Verify return code")
                    }
                    // From now on it does not answer, not even to a goodbye.
                    kill(client.processIdentifier, SIGSTOP)
                    #expect(try await server.stop() == 0)
                }
            }
        }
    }
}
