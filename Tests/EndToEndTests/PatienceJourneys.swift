import TerminalTestSupport
import Testing

extension Journeys {
    /// How long the program waits for a shared server, as the person has chosen.
    struct Patience {
        @Test(arguments: [
            ("--request-timeout 0.5", "", "The whole request took too long."),
            ("", "FRIENDS_REQUEST_TIMEOUT=0.5", "The whole request took too long."),
            ("--read-timeout 0.2 --request-timeout 3600", "FRIENDS_READ_TIMEOUT=3600", "It stopped responding."),
            // Its former name.
            ("--silence-timeout 0.2 --request-timeout 3600", "FRIENDS_SILENCE_TIMEOUT=3600", "It stopped responding."),
        ])
        func `waiting for a silent server can be cancelled`(options: String, variable: String, text: String)
            async throws
        {
            try await FakeServer.with(list: FakeServer.Answer(body: "[]", delay: .minutes(5))) { server in
                try await Tmux.with { tmux in
                    try await tmux.enter("\(variable) friends --server \(server.url) \(options)")
                    let failed = try await tmux.wait(for: "The server did not answer in time.")
                    #expect(failed.contains(text))
                }
            }
        }

        @Test(arguments: [
            (
                "friends --server http://x --connect-timeout 0",
                "must be a number of seconds from 0.1 to 3600."
            ),
            ("friends --server http://x --silence-timeout nan", "must be a number of seconds"),
            (
                "FRIENDS_REQUEST_TIMEOUT=soon friends --server http://x",
                "FRIENDS_REQUEST_TIMEOUT must be a number of seconds from 0.1 to 3600."
            ),
            ("friends --server https://x --ca-file /dev/null", "The file /dev/null contains no PEM certificates"),
            ("FRIENDS_CA_FILE=none friends --server https://x", "The certificates in none cannot be read"),
            ("friends --database x --ca-file y", "--ca-file needs a shared server; --database uses the embedded one."),
            ("friends --database x --request-timeout 3", "--request-timeout needs a shared server"),
        ])
        func `invalid limits and certificates are rejected`(command: String, text: String) async throws {
            try await Tmux.with(columns: 160) { tmux in
                try await tmux.enter(command)
                try await tmux.wait(for: text)
                try await tmux.waitForPrompt()
                #expect(try await tmux.exitStatus() == 64)
            }
        }
    }
}
