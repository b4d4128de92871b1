import Foundation
import Subprocess
import TerminalTestSupport
import Testing

extension Journeys {
    /// What people write into the settings file, and what comes of it.
    struct SettingsFile {
        private func write(_ text: String, _ tmux: Tmux) throws {
            let directory = tmux.home.appending(path: ".config/friends")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: directory.appending(path: "config.toml"))
        }

        /// Runs `friends config` without a terminal.
        /// - Returns: the lines of its output that are not empty.
        private func config(
            _ arguments: String..., file: String? = nil, variables: [String: String] = [:]
        ) async throws -> [String] {
            try await output(arguments, file: file, variables: variables).split(separator: "\n").map(String.init)
        }

        private func output(
            _ arguments: [String], file: String? = nil, variables: [String: String] = [:]
        ) async throws -> String {
            var output = ""
            try await withHome { home in
                var environment = [Subprocess.Environment.Key: String]()
                for (name, value) in Programs.environment(home: home).merging(variables, uniquingKeysWith: { $1 }) {
                    environment[.init(stringLiteral: name)] = value
                }
                var arguments = ["config"] + arguments
                if let file {
                    let path = home.appending(path: "settings.toml")
                    try Data(file.utf8).write(to: path)
                    arguments += ["--config", path.path()]
                }
                let result = try await Subprocess.run(
                    .name("friends"), arguments: Arguments(arguments), environment: .custom(environment),
                    output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
                #expect(result.terminationStatus == .exited(0) && result.standardError.isEmpty)
                output = result.standardOutput.replacing(home.path(), with: "HOME")
            }
            return output
        }

        @Test func `keys are chosen and removed`() async throws {
            try await Tmux.with { tmux in
                try write(
                    """
                    [keys.list]
                    add = ["&", "F7"]
                    quit = []
                    undo = "Ctrl-G"
                    [keys.form]
                    submit = ["Ctrl-S"]
                    press-cancel = []
                    """, tmux)
                try await tmux.startFriends()
                let empty = try await tmux.wait(for: "press & to add a friend")
                #expect(empty.lines.last?.contains("& Add") == true)
                #expect(empty.lines.last?.contains("Quit") == false)
                // Neither does anything: the help opens over the list, and the program still runs.
                try await tmux.press("a", "q", "?")
                let help = try await tmux.wait(for: "─ Help ─")
                #expect(help.contains("&, F7"))
                #expect(!help.contains("Add Friend"))
                try await tmux.press("Escape")
                try await tmux.wait(for: "the list") { !$0.contains("─ Help ─") }
                try await tmux.press("F7")
                try await tmux.wait(for: "Ctrl-S Save")
                try await tmux.fill("Ada", "Lovelace", "12")
                try await tmux.press("C-s")
                try await tmux.wait(for: "Saved Ada Lovelace")
                try await tmux.press("d")
                try await tmux.wait(for: "Deleted Ada Lovelace – press Ctrl-G to undo")
                try await tmux.press("C-g")
                try await tmux.wait(for: "1 friend ·")
                try await tmux.press("C-c")
                try await tmux.waitForPrompt()
                #expect(try await tmux.exitStatus() == 0)
            }
        }

        @Test func `invalid settings are reported before the screen opens`() async throws {
            try await Tmux.with(columns: 200) { tmux in
                try write("them = \"dark\"\nmouse = 1\n[keys.list]\nreload = \"u\"\n", tmux)
                let before = try await tmux.terminalState()
                try await tmux.enter("friends")
                try await tmux.wait(for: "config.toml: unknown")
                let screen = try await tmux.waitForPrompt()
                let file = tmux.home.appending(path: ".config/friends/config.toml").path()
                #expect(
                    screen.lines.filter { $0.hasPrefix("friends: ") } == [
                        "friends: \(file): keys.list.reload: u is already a key for “list.undo”; give that another key or [].",
                        "friends: \(file): mouse: must be true or false, not a number.",
                        "friends: \(file): unknown setting “them”; did you mean “theme”?",
                    ])
                #expect(try await tmux.exitStatus() == 64)
                try await tmux.enter("clear")
                #expect(try await tmux.terminalState() == before)
                // Nothing was begun.
                #expect(!FileManager.default.fileExists(atPath: tmux.home.appending(path: ".local").path()))
            }
        }

        @Test func `the command line overrides the server of the settings`() async throws {
            try await FakeServer.with(list: FakeServer.Answer(body: "[]")) { server in
                try await Tmux.with { tmux in
                    try write("server = \"\(server.url)\"\n", tmux)
                    try await tmux.startFriends()
                    try await tmux.wait(for: "the server") { !$0.contains("Friends · local") }
                    try await tmux.quitFriends()
                    try await tmux.startFriends("--database mine.sqlite")
                    try await tmux.wait(for: "Friends · local")
                    try await tmux.quitFriends()
                }
            }
        }

        /// What `friends` shows is what `friends backup` copies.
        @Test func `a backup copies the database of the settings`() async throws {
            try await Tmux.with { tmux in
                try write("database = \"../../mine.sqlite\"\n", tmux)
                try await tmux.startFriends()
                try await tmux.addFriend("Ada", "Lovelace", "12")
                try await tmux.quitFriends()
                #expect(FileManager.default.fileExists(atPath: tmux.home.appending(path: "mine.sqlite").path()))
                try await tmux.enter("friends backup copy")
                try await tmux.wait(for: "Copied 1 friend to copy")
            }
        }

        @Test func `friends config prints the settings with their origin`() async throws {
            let lines = try await config(
                "--request-timeout", "20", file: "theme = \"default\"\n[keys.list]\nedit = [\"x\", \"return\"]\n",
                variables: ["FRIENDS_SERVER": "https://Friends.Example/"])
            #expect(lines.contains("server = \"https://friends.example\"  # FRIENDS_SERVER"))
            #expect(lines.contains("request-timeout = 20  # --request-timeout"))
            #expect(lines.contains("read-timeout = 5  # default"))
            #expect(lines.contains("theme = \"default\"  # HOME/settings.toml"))
            #expect(lines.contains("keys.list.edit = [\"x\", \"Enter\"]  # HOME/settings.toml"))
            #expect(lines.contains("keys.everywhere.quit-now = [\"Ctrl-C\"]  # default"))
        }

        @Test func `friends config prints the accounts`() async throws {
            let file = """
                [account."dav.example"]
                url = "https://Dav.example/ada/"
                user = "ada"
                password-file = "secret"
                [account.local]
                url = "http://127.0.0.1:5232/ada/"
                [account.nas]
                url = "http://nas.example/ada/"
                insecure = true
                """
            let origin = "  # HOME/settings.toml"
            #expect(
                try await config("--changed", file: file) == [
                    "account.\"dav.example\".url = \"https://Dav.example/ada/\"" + origin,
                    "account.\"dav.example\".user = \"ada\"" + origin,
                    "account.\"dav.example\".password-file = \"HOME/secret\"" + origin,
                    "account.local.url = \"http://127.0.0.1:5232/ada/\"" + origin,
                    "account.nas.url = \"http://nas.example/ada/\"" + origin,
                    "account.nas.insecure = true" + origin,
                ])
        }

        @Test(arguments: [
            (
                "http://nas.example/ada/",
                "http:// sends passwords and friends unencrypted; use https://, or set insecure = true."
            ),
            ("nas.example", "The address of the server must begin with http:// or https://."),
            ("https://ada:secret@x/", "The address of the server must not contain a user name or a password."),
            (" https://nas.example/", "must not begin or end with a space."),
        ])
        func `an address that an account cannot have is reported`(url: String, problem: String) async throws {
            try await withHome { home in
                let path = home.appending(path: "settings.toml")
                try Data("[account.nas]\nurl = \"\(url)\"\n".utf8).write(to: path)
                let outcome = try await Shell(home: home).run("friends config --config settings.toml")
                #expect(outcome.status == .exited(64))
                #expect(outcome.error == "friends: settings.toml: account.nas.url: \(problem)\n")
            }
        }

        @Test func `the printed defaults are a valid settings file`() async throws {
            func values(_ lines: [String]) -> [String] { lines.map { String($0.prefix { $0 != "#" }) } }
            let defaults = try await config("--default")
            let standard = try await config()
            #expect(defaults.allSatisfy { $0.hasPrefix("#") })
            #expect(try await config(file: defaults.joined(separator: "\n")) == standard)
            let settings = defaults.filter { !$0.hasPrefix("# ") && !$0.hasPrefix("##") }.map { $0.dropFirst() }
            let taken = try await config(file: settings.joined(separator: "\n"))
            #expect(values(taken) == values(standard))
            #expect(taken.allSatisfy { $0.hasSuffix("  # HOME/settings.toml") })
        }

        /// With `FRIENDS_RECORD_GOLDENS` set it is recorded again.
        @Test func `Docs/config.toml is what friends config --default prints`() async throws {
            let file = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Docs/config.toml").standardized
            let defaults = try await output(["--default"])
            if ProcessInfo.processInfo.environment["FRIENDS_RECORD_GOLDENS"] != nil {
                try defaults.write(to: file, atomically: true, encoding: .utf8)
            }
            #expect(try String(contentsOf: file, encoding: .utf8) == defaults)
        }
    }
}
