import Foundation
import Glibc
import Subprocess
import TerminalTestSupport
import TestSupport
import Testing

extension DatabaseJourneys {
    /// Standard input, output and error that are closed, full, or no terminal.
    struct Streams {
        private func run(_ command: String, in home: URL) async throws -> Shell.Outcome {
            try await Shell(home: home).run(command)
        }

        private static let closings = ["<&-", ">&-", "2>&-"]
        /// Every combination of closed streams.
        private static let combinations = (0..<8).map { bits in closings.indices.filter { bits & 1 << $0 != 0 } }

        @Test(arguments: [
            ("friends", 2, "must be a terminal"), ("friends --version", 0, "friends 0.2.0"),
            ("friends config", 0, "theme = "), ("friends token add ada", 0, "fr"), ("friends token list", 0, "eve"),
            ("friends backup copy", 1, "does not exist"),
            ("friends serve --certificate none --key none", 64, "none"), ("friends serve --port x", 64, "--port"),
        ])
        func `closed standard streams are handled`(
            command: String, status: Int32, text: String
        ) async throws {
            for closed in Self.combinations {
                try await withHome { home in
                    _ = try await run("friends token add eve", in: home)
                    let line = ([command] + closed.map { Self.closings[$0] }).joined(separator: " ")
                    let outcome = try await run(line, in: home)
                    let (hasOutput, hasError) = (!closed.contains(1), !closed.contains(2))
                    // What was asked for and could not be printed is a failure, as it is to `ls`.
                    let expected = status == 0 && !hasOutput ? 1 : status
                    #expect(outcome.status == .exited(expected), "\(line): \(outcome)")
                    if status == 0, hasOutput { #expect(outcome.output.contains(text), "\(line)") }
                    if status == 0, !hasOutput, hasError {
                        #expect(outcome.error.hasPrefix("friends: Could not write to standard output:"), "\(line)")
                    }
                    if status != 0, hasError {
                        #expect(outcome.error.hasPrefix("friends: "), "\(line)")
                        #expect(outcome.error.contains(text), "\(line): \(outcome.error)")
                    }
                }
            }
        }

        /// The terminal is there: what is missing or full is only where errors would go.
        @Test(arguments: ["2>&-", "2>/dev/null", "2>/dev/full"])
        func theListOpensWithoutStandardError(redirection: String) async throws {
            try await Tmux.with { tmux in
                let before = try await tmux.terminalState()
                try await tmux.startFriends(redirection)
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                try await tmux.quitFriends()
                #expect(try await tmux.exitStatus() == 0)
                #expect(try await tmux.terminalState() == before)
            }
        }

        @Test(arguments: ["friends --version", "friends --help", "friends config", "friends token list"])
        func `a full disk is reported`(command: String) async throws {
            try await withHome { home in
                _ = try await run("friends token add eve", in: home)
                let outcome = try await run("\(command) >/dev/full", in: home)
                #expect(outcome.status == .exited(1))
                #expect(
                    outcome.error == "friends: Could not write to standard output: No space left on device.\n")
            }
        }

        /// Nobody has seen the token, and it is not shown again.
        @Test func `a token that could not be printed is not stored`() async throws {
            try await withHome { home in
                let added = try await run("friends token add ada >/dev/full", in: home)
                #expect(added.status == .exited(1))
                let names = try await run("friends token list", in: home)
                #expect(names.status == .exited(0) && names.output.isEmpty)
            }
        }

        @Test func `a server works with closed standard streams`() async throws {
            for closed in Self.combinations {
                try await withHome { home in
                    let closings = closed.map { Self.closings[$0] }.joined(separator: " ")
                    let port = try freePort()
                    async let outcome = run(
                        "sh -c 'echo $$ >pid; exec friends serve --port \(port)' \(closings)", in: home)
                    try await eventually("a server with \(closings)") {
                        (try? await HTTP("http://127.0.0.1:\(port)").friends()) != nil
                    }
                    let pid = try String(contentsOf: home.appending(path: "pid"), encoding: .utf8)
                    kill(try #require(pid_t(pid.trimmingCharacters(in: .newlines))), SIGTERM)
                    let status = try await outcome.status
                    #expect(status == .exited(0), "\(closings)")
                }
            }
        }

        /// Standard error is for people, wherever it goes.
        @Test func `an error into a pipe has no control characters`() async throws {
            try await withHome { home in
                let outcome = try await run("friends \"$(printf 'x\\033]0;HACK\\007')\"", in: home)
                #expect(outcome.status == .exited(64))
                #expect(outcome.error.contains("“x\u{241B}]0;HACK\u{2407}”"))
            }
        }
    }
}
