import Foundation
import TerminalTestSupport
import TestSupport
import Testing

extension ServerJourneys {
    /// The commands without a screen that read: on a shared server, and on the database of one while it runs.
    struct Commands {
        /// Where the commands get their friends from.
        enum Source: CaseIterable {
            case database, server

            func option(_ server: FriendsServerProcess) -> String {
                switch self {
                case .database: "--database \(server.database.path())"
                case .server: "--server \(server.url)"
                }
            }
        }

        /// A server with three friends, and a shell on another machine's home.
        static func withFriends(
            _ story: (FriendsServerProcess, Shell) async throws -> Void
        ) async throws {
            try await FriendsServerProcess.with { server in
                let http = HTTP(server.url)
                try await http.add(
                    "Ada", "Lovelace", "+44 20 7946 0001",
                    lines: [
                        .init("email", "ada@example.org", label: "work"), .init("email", "countess@example.org"),
                        .init("birthday", "1815-12-10"),
                    ])
                try await http.add("Ada", "Byron", "+44 20 7946 0002")
                try await http.add("王", "小明", "+86 10 1234 5678")
                try await withHome { try await story(server, Shell(home: $0)) }
            }
        }

        /// A command with its status, a part of its output, and the beginning of its errors. Empty ones mean no output.
        typealias Row = (command: String, status: Int32, output: String, error: String)

        /// Runs commands one after the other.
        static func check(_ table: [Row], _ shell: Shell, _ option: String) async throws {
            for row in table {
                let outcome = try await shell.run("friends \(row.command) \(option)")
                #expect(outcome.status == .exited(row.status), "\(row.command): \(outcome)")
                #expect(
                    row.output.isEmpty ? outcome.output.isEmpty : outcome.output.contains(row.output), "\(outcome)")
                #expect(row.error.isEmpty ? outcome.error.isEmpty : outcome.error.hasPrefix(row.error), "\(outcome)")
            }
        }

        @Test(arguments: Source.allCases)
        func `every command that reads has its statuses`(source: Source) async throws {
            try await Self.withFriends { server, shell in
                let table: [Row] = [
                    ("list", 0, "Lovelace", ""), ("list byron", 0, "Byron", ""),
                    ("list last:小明 phone:1234", 0, "王", ""), ("list --sort phone --reverse", 0, "Ada", ""),
                    ("list nobody", 3, "", "friends: No friend matches “nobody”.\n"),
                    ("list --json nobody", 3, "[]\n", "friends: No friend matches “nobody”.\n"),
                    (
                        "list --columns name", 64, "",
                        "friends: Unknown column “name”"
                    ),
                    ("list --sort emial", 64, "", "friends: Unknown column “emial”; did you mean “email”?"),
                    ("list --json --tsv", 64, "", "friends: --json and --tsv cannot be combined."),
                    ("list --json --columns id", 64, "", "friends: --json and --columns cannot be combined"),
                    ("show byron", 0, "last-name\t\tByron\n", ""),
                    ("show byron --json", 0, "{\"firstname\":\"Ada\"", ""),
                    ("show nobody", 3, "", "friends: No friend matches “nobody”.\n"),
                    ("show ada", 4, "", "friends: 2 friends match “ada”. Add words, or use an id:\n"),
                    ("show ''", 64, "", "friends: Name a friend by an id"),
                    ("show", 64, "", "friends: Missing expected argument '<friend>'"),
                    (
                        "query lovelace", 0,
                        "2 addresses found\nada@example.org\tAda Lovelace\twork\ncountess@example.org\tAda Lovelace\t\n",
                        ""
                    ),
                    ("query --no-message countess", 0, "ada@example.org\tAda Lovelace\twork\n", ""),
                    ("query byron", 3, "No address found\n", ""), ("query --no-message byron", 3, "", ""),
                    ("birthdays", 0, "\tAda Lovelace\t", ""),
                    ("birthdays --json", 0, "\"name\":\"Ada Lovelace\"}\n]\n", ""),
                    ("duplicates", 3, "", "friends: No duplicates.\n"),
                    ("duplicates --json", 3, "[]\n", "friends: No duplicates.\n"),
                    ("duplicates ada", 64, "", "friends: Unexpected argument"),
                    ("birthdays --days 400", 64, "", "friends: --days must be a whole number from 0 to 366, not 400."),
                    ("birthdays --days -1", 64, "", "friends: --days must be a whole number from 0 to 366, not -1."),
                ]
                try await Self.check(table, shell, source.option(server))
            }
        }

        @Test(arguments: Source.allCases)
        func `wrong values have the status of wrong arguments`(source: Source) async throws {
            try await Self.withFriends { server, shell in
                let table: [Row] = [
                    ("add --first-name A --phone abc", 64, "", "friends: Phone number can’t contain"),
                    ("add --first-name A --line birthday=3/4/1990", 64, "", "friends: Birthday must be a date"),
                    ("edit byron --phone abc", 64, "", "friends: Phone number can’t contain"),
                    ("edit byron --line email=x", 64, "", "friends: Email must look like"),
                ]
                try await Self.check(table, shell, source.option(server))
            }
        }

        @Test(arguments: Source.allCases)
        func `standard error is harmless in a file, too`(source: Source) async throws {
            try await Self.withFriends { server, shell in
                let name = "zz\u{1B}[31m\u{202E}\nz"
                let shown = "friends: No friend matches “zz␛[31mU+202E␊z”.\n"
                let table: [Row] = [
                    ("show '\(name)'", 3, "", shown),
                    ("import '\(name)'", 64, "", "friends: zz␛[31mU+202E␊z cannot be read: No such file"),
                ]
                try await Self.check(table, shell, source.option(server))
            }
        }

        @Test func `a variable can begin with a combining mark`() async throws {
            try await withHome { home in
                let outcome = try await Shell(home: home).script("FRIENDS_CONFIG=$'\\u0301x' exec friends list")
                #expect(outcome.status == .exited(64) && outcome.error.contains("x: cannot read the settings"))
            }
        }

        @Test(arguments: Source.allCases)
        func `a list is JSON of the HTTP interface`(source: Source) async throws {
            try await Self.withFriends { server, shell in
                let outcome = try await shell.run("friends list --json \(source.option(server))")
                let friends = try JSONDecoder().decode([HTTP.Friend].self, from: Data(outcome.output.utf8))
                #expect(try await friends == HTTP(server.url).friends())
                let one = try await shell.run("friends show lovelace --json \(source.option(server))")
                let friend = try JSONDecoder().decode(HTTP.Friend.self, from: Data(one.output.utf8))
                #expect(friends.contains(friend) && friend.lines?.count == 3)
            }
        }

        @Test(arguments: Source.allCases)
        func `duplicates are groups with what they share`(source: Source) async throws {
            try await Self.withFriends { server, shell in
                try await HTTP(server.url).add("Byron", "Ada", "+44 (0)20 7946 0002")
                let rows = try await shell.run("friends duplicates \(source.option(server))")
                #expect(rows.status == .exited(0) && rows.error.isEmpty, "\(rows)")
                let texts = rows.output.split(separator: "\n").map { $0.split(separator: "\t") }
                #expect(
                    texts.map { [$0[0], $0[1], $0[3]] } == [
                        ["1", "name, phone", "Byron Ada"], ["1", "name, phone", "Ada Byron"],
                    ])
                let json = try await shell.run("friends duplicates --json \(source.option(server))")
                struct Group: Decodable {
                    let friends: [HTTP.Friend]
                    let same: [[String: String]]
                }
                let groups = try JSONDecoder().decode([Group].self, from: Data(json.output.utf8))
                let friends = try await HTTP(server.url).friends()
                #expect(groups.count == 1 && groups[0].friends.allSatisfy(friends.contains))
                #expect(
                    groups[0].same == [
                        ["kind": "name", "value": "Byron Ada"], ["kind": "phone", "value": "+44 (0)20 7946 0002"],
                    ])
            }
        }

        @Test func `rows for programs have tabs`() async throws {
            try await Self.withFriends { server, shell in
                let rows = try await shell.script(
                    "friends list --server \(server.url) --columns last-name,email,id | cut -f 1,2")
                #expect(rows.output.split(separator: "\n").contains("Lovelace\tada@example.org, countess@example.org"))
                let usual = try await shell.run("friends list --server \(server.url) byron")
                #expect(
                    usual.output.split(separator: "\t").count == 4 && usual.output.hasSuffix("\t+44 20 7946 0002\n"))
            }
        }

        @Test(arguments: [
            "list --json", "list", "query", "show byron", "birthdays", "export", "export --format json", "--help",
        ])
        func `a closed pipe ends a command quietly`(command: String) async throws {
            try await Self.withFriends { server, shell in
                // The reader has gone before the command writes.
                let outcome = try await shell.script(
                    """
                    mkfifo pipe; sleep 60 <pipe & exec 9>pipe; kill $!; wait $! 2>/dev/null
                    friends \(command) --server \(server.url) >&9; echo "status $?" >&2
                    """)
                #expect(outcome.error == "status 141\n" && outcome.output.isEmpty)
            }
        }

        @Test(arguments: ["list", "list --json", "show byron", "query lovelace", "export"])
        func `a full disk is a failure`(command: String) async throws {
            try await Self.withFriends { server, shell in
                let outcome = try await shell.run("friends \(command) --server \(server.url) >/dev/full")
                #expect(outcome.status == .exited(1))
                #expect(outcome.error == "friends: Could not write to standard output: No space left on device.\n")
            }
        }

        @Test func `an unreachable server has a status of its own`() async throws {
            try await withHome { home in
                for command in ["list", "list --json", "show ada", "query ada", "birthdays", "export", "export a.vcf"] {
                    let outcome = try await Shell(home: home).run("friends \(command) --server http://127.0.0.1:1")
                    #expect(outcome.status == .exited(6) && outcome.output.isEmpty, "\(outcome)")
                    #expect(
                        outcome.error.hasPrefix(
                            "friends: The server at 127.0.0.1:1 isn\u{2019}t running. Check the address of the server"),
                        "\(outcome)")
                }
            }
        }

        @Test func `a misspelled database is no empty list`() async throws {
            try await withHome { home in
                let outcome = try await Shell(home: home).run("friends list --database fiends.sqlite")
                #expect(outcome.status == .exited(64))
                #expect(outcome.error == "friends: The database fiends.sqlite does not exist. Check the path.\n")
                #expect(!FileManager.default.fileExists(atPath: home.appending(path: "fiends.sqlite").path()))
            }
        }

        @Test func `only commands that write create the database`() async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nEND:VCARD\r\n"
                let table: [(command: String, status: Int32, output: String, error: String)] = [
                    ("list", 0, "", ""), ("list --json", 0, "[]\n", ""), ("list --deleted", 0, "", ""),
                    ("list ada", 3, "", "friends: No friend matches “ada”.\n"),
                    ("show ada", 3, "", "friends: No friend matches “ada”.\n"),
                    ("query ada", 3, "No address found\n", ""), ("birthdays", 3, "", ""), ("export", 0, "", ""),
                    ("duplicates", 3, "", "friends: No duplicates.\n"),
                    ("edit ada --phone 112", 3, "", "friends: No friend matches “ada”.\n"),
                    ("delete ada", 3, "", "friends: No friend matches “ada”.\n"),
                    ("restore ada", 3, "", ""), ("import - --dry-run", 0, "1 to add\n", ""),
                    ("import - --dry-run --database new.sqlite", 0, "1 to add\n", ""),
                    ("add --first-name Ada --dry-run", 0, "would-add\t", ""),
                ]
                for row in table {
                    let outcome = try await shell.run("friends \(row.command)", input: card)
                    #expect(outcome.status == .exited(row.status), "\(row.command): \(outcome)")
                    #expect(outcome.output.hasPrefix(row.output) && outcome.error.hasPrefix(row.error), "\(outcome)")
                }
                let found = try await shell.script("find . -type f")
                #expect(found.output.isEmpty, "\(found)")
                let tokens = try await shell.script("HOME=here friends token list 2>&1")
                #expect(!tokens.output.contains(" here/"), "a relative directory is another one everywhere: \(tokens)")
            }
        }

        @Test func `a terminal gets a table that fits`() async throws {
            try await Self.withFriends { server, _ in
                try await Tmux.with(columns: 40, rows: 10) { tmux in
                    try await tmux.enter(
                        "clear; friends list --server \(server.url) --columns first-name,last-name,email")
                    let screen = try await tmux.wait(for: "Lovelace")
                    #expect(screen.contains("First name  Last name"))
                    #expect(screen.contains("王          小明"))
                    try await tmux.enter("clear; friends show lovelace --server \(server.url)")
                    try await tmux.wait(for: "  Email (work)  ada@example.org")
                    try await tmux.enter("clear; friends list nobody --server \(server.url)")
                    let nothing = try await tmux.wait(for: "No friend matches “nobody”.")
                    #expect(!nothing.contains("First name"))
                    try await tmux.enter("clear; friends list; friends list --deleted")
                    let empty = try await tmux.wait(for: "The trash is empty.")
                    #expect(empty.contains("No friends yet.") && !empty.contains("First name"))
                }
            }
        }
    }
}
