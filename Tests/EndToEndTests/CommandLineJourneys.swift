import Foundation
import GRDB
import Subprocess
import TerminalTestSupport
import TestSupport
import Testing

extension ServerJourneys {
    /// What the program says when it does not open its screen.
    struct CommandLine {
        struct Outcome: Equatable {
            let status: Int
            /// All that reached the terminal, byte by byte, without the command itself.
            let text: String
        }

        /// Runs a command in the shell, and takes down what it sends to the terminal.
        private func run(_ command: String, _ tmux: Tmux) async throws -> Outcome {
            let log = tmux.home.appending(path: "sent-\(UUID().uuidString)")
            try await tmux.run("pipe-pane", "-O", "cat >\(log.path())")
            try await tmux.enter("\(command); echo \"status $?\"")
            let end = /\r\nstatus (\d+)\r\n|^status (\d+)\r\n/
            let text = try await eventually(
                "the end of \(command)", get: { (try? String(contentsOf: log, encoding: .utf8)) ?? "" },
                until: { $0.contains(end) })
            try await tmux.run("pipe-pane")
            let match = try #require(text.firstMatch(of: end))
            let echo = try #require(text.firstRange(of: "\r\n"))
            let between =
                echo.upperBound < match.range.lowerBound ? String(text[echo.upperBound..<match.range.lowerBound]) : ""
            return Outcome(
                status: try #require((match.1 ?? match.2).flatMap { Int($0) }),
                text: between.replacing("\r\n", with: "\n"))
        }

        @Test(arguments: [
            (
                "friends </dev/null",
                "friends: Standard input and standard output must be a terminal, not a file or a pipe."
            ),
            ("TERM=dumb friends", "friends: The terminal “dumb” cannot show a full screen. Try: TERM=xterm-256color"),
            ("TERM=nonsense friends", "friends: Unknown terminal type “nonsense”. Try: TERM=xterm-256color"),
            ("env -u TERM friends", "friends: TERM is not set. Try: TERM=xterm-256color"),
        ])
        func `without a terminal one line is printed`(command: String, line: String) async throws {
            try await Tmux.with { tmux in
                // What an earlier version left showed seldom after one start.
                for _ in 0..<3 {
                    let outcome = try await run(command, tmux)
                    #expect(outcome == Outcome(status: 2, text: line))
                }
                try expectNoTrace(in: tmux.home)
            }
        }

        /// Nothing was made: no database, no log, no socket.
        private func expectNoTrace(in home: URL) throws {
            for directory in [".local", ".cache", ".config"] {
                #expect(!FileManager.default.fileExists(atPath: home.appending(path: directory).path()))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: home.appending(path: "run").path()) == [])
        }

        @Test func `in a pipe one line is printed`() async throws {
            try await withHome { home in
                var environment = [Subprocess.Environment.Key: String]()
                for (name, value) in Programs.environment(home: home) {
                    environment[.init(stringLiteral: name)] = value
                }
                let result = try await Subprocess.run(
                    .name("friends"), environment: .custom(environment), output: .string(limit: 4_096),
                    error: .string(limit: 4_096))
                #expect(result.terminationStatus == .exited(2))
                #expect(result.standardOutput.isEmpty)
                #expect(
                    result.standardError.hasPrefix("friends: Standard input")
                        && !result.standardError.contains("\u{1B}"))
                try expectNoTrace(in: home)
            }
        }

        @Test(arguments: [
            ("friends --version", 0, "friends 0.2.0"),
            ("friends --help", 0, "USAGE: friends"),
            ("friends serve --help", 0, "USAGE: friends serve"),
            ("friends backup --help", 0, "USAGE: friends backup"),
            ("friends backup", 64, "friends: Missing expected argument '<file>'\nSee 'friends backup --help'"),
            ("friends serv", 64, "friends: Unknown command “serv”; did you mean “serve”?\nSee 'friends --help'"),
            ("friends help serv", 64, "friends: Unknown command “serv”; did you mean “serve”?"),
            ("friends token lst", 64, "friends: Unknown command “lst”; did you mean “list”?"),
            ("friends help token", 0, "USAGE: friends token"),
            ("friends backup copy --database none", 1, "friends: Database ./none does not exist."),
            (
                "friends --sever", 64,
                "friends: Unknown option '--sever'. Did you mean '--server'?\nSee 'friends --help'"
            ),
            ("friends --server ftp://x", 64, "The address of the server begins with ftp://, not http:// or https://"),
            (
                "FRIENDS_SERVER=ftp://x friends", 64,
                "The address of the server begins with ftp://, not http:// or https://"
            ),
            ("friends --server http://x --database y", 64, "--server and --database cannot be combined"),
            ("friends --demo --server http://x", 64, "friends: --demo and --server cannot be combined"),
            ("friends --demo --database y", 64, "friends: --demo and --database cannot be combined"),
            ("friends --demo backup copy", 64, "'friends backup' has no option '--demo'."),
            ("friends serve --demo", 64, "'friends serve' has no option '--demo'."),
            ("friends backup --server http://x copy", 64, "'friends backup' has no option '--server'."),
            ("friends --no-mouse token list", 64, "'friends token list' has no option '--no-mouse'."),
            ("friends --database ''", 64, "--database needs the path of a file."),
            ("friends serve --database ''", 64, "--database needs the path of a file."),
            ("friends backup copy --database ''", 64, "--database needs the path of a file."),
            ("friends --config ''", 64, "--config needs the path of a file."),
            (
                "friends --config nowhere", 64,
                "friends: nowhere: cannot read the settings: No such file or directory."
            ),
            (
                "FRIENDS_CONFIG=nowhere friends config", 64,
                "friends: nowhere: cannot read the settings: No such file or directory."
            ),
            (
                "echo 'them = 1' >c; friends --config c", 64,
                "friends: c: unknown setting “them”; did you mean “theme”?"
            ),
            ("echo 'theme = ' >c; friends backup x --config c", 64, "friends: c:1:9: not valid TOML"),
            ("echo 'theme = ' >c; friends serve --config c", 64, "friends: c:1:9: not valid TOML"),
            ("echo '\"\\u001b[31m\" = 1' >c; friends --config c", 64, "friends: c: unknown setting “␛[31m”."),
            ("friends --log-level loud", 64, "friends: --log-level: unknown level “loud”"),
            ("friends serve --log-format xml", 64, "friends: --log-format: unknown format “xml”"),
            ("FRIENDS_LOG_FORMAT=xml friends serve", 64, "friends: FRIENDS_LOG_FORMAT: unknown format “xml”"),
            ("friends serve --port 65536", 64, "friends: --port must be a whole number from 0 to 65535, not 65536."),
            ("friends --token-file x", 64, "friends: --token-file needs --server.\n"),
            ("friends --connect-timeout 3", 64, "friends: --connect-timeout needs --server.\n"),
            ("friends --server http://x --token-file none", 64, "friends: Token file none does not exist."),
            (
                ": >empty; friends backup copy --database empty", 1,
                "friends: The database ./empty is incomplete: its first start was interrupted."
            ),
            (
                "ln -s none link; friends serve --port 0 --database link", 1,
                "friends: The database ./link cannot be used: it is a link to a file that does not exist."
            ),
            ("friends serve --port -1", 64, "friends: --port must be a whole number from 0 to 65535, not -1."),
            ("friends serve --rate -1", 64, "friends: --rate must be a whole number from 0 to 1000000, not -1."),
            ("friends serve --rate 1.5", 64, "friends: --rate must be a whole number from 0 to 1000000, not 1.5."),
            ("friends serve --max-connections 0", 64, "--max-connections must be a whole number from 1 to 1000000"),
            ("friends serve --max-client-streams x", 64, "--max-client-streams must be a whole number from 1"),
            (
                "friends --server http://x --read-timeout -1", 64,
                "friends: --read-timeout must be a number of seconds from 0.1 to 3600."
            ),
            ("FRIENDS_READ_TIMEOUT=soon friends", 64, "friends: FRIENDS_READ_TIMEOUT must be a number of seconds"),
            ("friends --verison", 64, "friends: Unknown option '--verison'. Did you mean '--version'?\n"),
            ("friends config --default --changed", 64, "friends: --default and --changed cannot be combined."),
            ("friends config --changed", 0, "# All settings have their default values."),
            ("echo 'ascii = true' >c; friends config --changed --config c", 0, "ascii = true  # c"),
            (
                "echo 'colors.title = \"\"' >c; friends --config c", 64,
                "friends: c: colors.title: The style is empty. Example: “black on yellow bold”."
            ),
            ("friends token add 'bad name!'", 64, "friends: “bad name!” is not a valid name."),
            ("friends token list", 1, "/tokens does not exist. Create it with: friends token add NAME"),
            ("friends token list --file none", 64, "friends: Token file none does not exist."),
            ("FRIENDS_TOKENS=none friends token list", 64, "friends: Token file none does not exist."),
            ("friends token remove ada", 1, "friends: ada has no token in"),
            ("friends serve --port 0 --tokens none", 64, "friends: Token file none does not exist."),
            ("friends serve --trusted-proxy localhost", 64, "--trusted-proxy must be an IP address or a CIDR block"),
        ])
        func optionsAreAnsweredInPlainText(command: String, status: Int, text: String) async throws {
            try await Tmux.with { tmux in
                let outcome = try await run(command, tmux)
                #expect(outcome.status == status)
                #expect(outcome.text.contains(text))
                #expect(!outcome.text.contains("\u{1B}"))
            }
        }

        @Test(arguments: [
            "", "serve", "backup", "migrate", "config", "token", "token add", "token list", "token remove", "list",
            "show", "add", "edit", "delete", "restore", "birthdays", "duplicates", "query", "sync", "account",
            "account add", "account list", "account remove", "account test",
        ])
        func `every command explains its exit statuses`(command: String) async throws {
            try await Tmux.with { tmux in
                let outcome = try await run("friends \(command) --help", tmux)
                #expect(outcome.status == 0)
                #expect(outcome.text.contains("\nExit status: 0 "))
                #expect(outcome.text.contains(/64\s+(invalid|settings)/))
            }
        }

        @Test(arguments: [
            "friends --database no/such/x", "friends serve --port 0 --database no/such/x",
            "friends backup copy --database no/such/x", "friends backup no/such/copy",
            "echo 'database = \"no/such/x\"' >c; friends --config c", "friends --config no/such/c",
            "FRIENDS_CONFIG=no/such/c friends", "friends token add ada --file no/such/x",
            "FRIENDS_TOKENS=no/such/x friends token list", "FRIENDS_TOKENS=no/such/x friends serve --port 0",
            "friends serve --port 0 --tokens no/such/x", "friends serve --port 0 --certificate no/such/x --key y",
        ])
        func `a missing directory is reported, not created`(command: String) async throws {
            try await Tmux.with { tmux in
                let outcome = try await run(command, tmux)
                let text = "friends: The directory no/such does not exist.\nCreate it first, or check the path."
                #expect(outcome == Outcome(status: 64, text: text))
                #expect(!FileManager.default.fileExists(atPath: tmux.home.appending(path: "no").path()))
                try expectNoTrace(in: tmux.home)
            }
        }

        /// As the specification of the directories says.
        @Test func `a relative XDG directory is ignored`() async throws {
            try await Tmux.with { tmux in
                let outcome = try await run("XDG_DATA_HOME=here friends token add ada >token", tmux)
                #expect(outcome.status == 0)
                #expect(!FileManager.default.fileExists(atPath: tmux.home.appending(path: "here").path()))
                let tokens = tmux.home.appending(path: ".local/share/friends/tokens")
                #expect(FileManager.default.fileExists(atPath: tokens.path()))
            }
        }

        /// What somebody was made to type or to paste does not drive the terminal.
        @Test(arguments: [
            (#"friends "$(printf 'x\033]0;HACK\007')""#, "friends: Unknown command “x␛]0;HACK␇”"),
            (#"friends "--$(printf '\033[31m')""#, "friends: Unknown option '--␛[31m'"),
            (
                #"friends serve "$(printf '\302\2331m\n\342\200\256x')""#,
                "friends: Unexpected argument 'U+009B1m␊U+202Ex'"
            ),
            (#"friends serve "$(printf '\23331m')""#, "friends: Unexpected argument '\u{FFFD}31m'"),
            (#"friends backup x --database "$(printf '\033[2J')""#, "␛[2J"),
            (#"friends token add "$(printf '\033[2J')""#, "␛[2J"),
            (#"friends --server "http://$(printf '\033[2J')""#, "␛[2J"),
        ])
        func `typed control characters do not reach the terminal`(command: String, text: String) async throws {
            try await Tmux.with(columns: 200) { tmux in
                let outcome = try await run(command, tmux)
                #expect(outcome.status != 0)
                #expect(outcome.text.contains(text))
                let unsafe: [Unicode.GeneralCategory] = [.control, .format]
                #expect(
                    !outcome.text.unicodeScalars.contains {
                        $0 != "\n" && unsafe.contains($0.properties.generalCategory)
                    })
            }
        }

        @Test func `an unusable database is not changed`() async throws {
            try await Tmux.with(columns: 160) { tmux in
                let home = tmux.home
                try Data("Dear diary, ".utf8).write(to: home.appending(path: "diary"))
                try Data(repeating: 0x5A, count: 10_000).write(to: home.appending(path: "noise"))
                try await tmux.startFriends("--database newer.sqlite")
                try await tmux.quitFriends()
                let newer = try DatabaseQueue(path: home.appending(path: "newer.sqlite").path())
                try await newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('a later one')") }
                try newer.close()

                let before = try await tmux.terminalState()
                let cases = [
                    (
                        "diary",
                        "./diary is not a friends database. It was not changed. Choose another one."
                    ),
                    (
                        "noise",
                        "./noise is not a friends database. It was not changed. Choose another one."
                    ),
                    (
                        "newer.sqlite",
                        "The database ./newer.sqlite belongs to a newer version of friends. Update friends, or choose "
                            + "another database."
                    ),
                    ("diary/x/y", "The database ./diary/x/y cannot be used: Not a directory."),
                ]
                for (path, message) in cases {
                    let bytes = try? Data(contentsOf: home.appending(path: path))
                    for command in ["friends", "friends serve --port 0"] {
                        try await tmux.enter("\(command) --database \(path)")
                        // The prompt may still be the one before the command.
                        try await tmux.wait(for: "friends: ")
                        try await tmux.waitForPrompt()
                        #expect(try await tmux.exitStatus() == 1)
                        let screen = try await tmux.screen
                        #expect(
                            screen.lines.contains("friends: " + message), "\(command)\n\(screen)")
                        #expect(try await tmux.terminalState() == before)
                        let kept = try? Data(contentsOf: home.appending(path: path))
                        #expect(kept == bytes)
                    }
                }
            }
        }
    }
}
