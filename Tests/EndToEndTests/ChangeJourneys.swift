import Foundation
import TerminalTestSupport
import TestSupport
import Testing

extension ServerJourneys {
    /// The commands without a screen that change friends.
    struct ChangeCommands {
        @Test(arguments: Commands.Source.allCases)
        func `every command that changes has its statuses`(source: Commands.Source) async throws {
            try await Commands.withFriends { server, shell in
                let table: [(command: String, input: String, status: Int32, output: String, error: String)] = [
                    ("add", "", 64, "", "friends: Give at least a name"),
                    ("add x", "", 64, "", "friends: Unexpected argument 'x'."),
                    ("add --first x", "", 64, "", "friends: Unknown option '--first'"),
                    ("edit n1 --first x", "", 64, "", "friends: Unknown option '--first'"),
                    ("delete --all x", "", 64, "", "friends: Unknown option '--all'"),
                    ("add - --phone 12", "", 64, "", "friends: Options for a friend and - cannot be combined."),
                    ("add --line mail=x", "", 64, "", "friends: --line: Kind must be one of phone, email"),
                    ("add --phone x", "", 64, "", "friends: Phone number can’t contain “x”.\n"),
                    ("add -", "x", 64, "", "friends: Standard input is not JSON.\n"),
                    (
                        "add -", #"[{"firstname":"New"},{"phonenumber":"x"}]"#, 64, "",
                        "friends: Friend 2: Phone number can’t contain “x”.\n"
                    ),
                    // Nothing of an input with a mistake was added.
                    ("show new", "", 3, "", "friends: No friend matches “new”.\n"),
                    ("add --first-name New --dry-run", "", 0, "would-add\t", ""),
                    ("show new", "", 3, "", "friends: No friend matches “new”.\n"),
                    ("add -", #"{"id":"n1","firstname":"New"}"#, 0, "added\tn1\tNew\n", ""),
                    // The same again is the same friend, another one with its id is a conflict.
                    ("add -", #"{"id":"n1","firstname":"New"}"#, 0, "added\tn1\tNew\n", ""),
                    (
                        "add -", #"{"id":"n1","firstname":"Other"}"#, 5, "",
                        "friends: Other: Another friend has the same id, with other details.\n"
                    ),
                    ("edit n1", "", 64, "", "friends: Say what to change"),
                    ("edit nobody --phone 12", "", 3, "", "friends: No friend matches “nobody”.\n"),
                    ("edit ada --phone 12", "", 4, "", "friends: 2 friends match “ada”."),
                    ("edit n1 --first-name ''", "", 64, "", "friends: A friend needs a name"),
                    ("edit n1 --remove-line tag", "", 3, "", "friends: New has no such line: tag.\n"),
                    ("edit n1 --line tag=a --phone 34 --dry-run", "", 0, "would-change\tn1\tNew\n", ""),
                    ("edit n1 --line tag=a --phone 34", "", 0, "changed\tn1\tNew\n", ""),
                    ("edit n1 --line tag=a", "", 0, "", ""),
                    ("show n1", "", 0, "first-name\t\tNew\nphone\t\t34\ntag\t\ta\nid\t\tn1\n", ""),
                    ("edit n1 -", #"{"lastname":"Person","lines":null}"#, 0, "changed\tn1\tNew Person\n", ""),
                    ("edit n1 -", #"{"id":"n2","lastname":"x"}"#, 64, "", "friends: The JSON is about another friend"),
                    (
                        "edit n1 -", #"{"lastname":"x","version":"1"}"#, 5, "",
                        "friends: New Person: Someone else changed this friend in the meantime."
                    ),
                    ("edit n1 - --force", #"{"lastname":"Y","version":"1"}"#, 0, "changed\tn1\tNew Y\n", ""),
                    ("delete", "", 64, "", "friends: Name a friend, or use --all-matching."),
                    (
                        "delete n1 --all-matching x", "", 64, "",
                        "friends: Friends and --all-matching cannot be combined."
                    ),
                    ("delete nobody", "", 3, "", "friends: No friend matches “nobody”.\n"),
                    ("delete ada", "", 4, "", "friends: 2 friends match “ada”."),
                    (
                        "delete n1 nobody 'ann one'", "", 3, "",
                        "friends: No friend matches “nobody”.\nNo friend matches “ann one”.\n"
                    ),
                    ("delete n1 byron --dry-run", "", 0, "would-delete\tn1\tNew Y\nwould-delete\t", ""),
                    ("delete n1 byron n1", "", 0, "deleted\tn1\tNew Y\ndeleted\t", ""),
                    ("list --deleted new", "", 0, "n1\tNew\tY\t34\n", ""),
                    ("list --deleted --json new", "", 0, "[\n{\"deleted\":\"2", ""),
                    ("list --deleted nobody", "", 3, "", "friends: No friend matches “nobody”.\n"),
                    ("list --deleted --sort phone", "", 64, "", "friends: --deleted has an order of its own"),
                    ("restore nobody", "", 3, "", "friends: No friend matches “nobody”.\n"),
                    (
                        "restore new nobody", "", 3, "", "friends: No friend matches “nobody”.\n"
                    ),
                    ("restore new byron", "", 0, "restored\tn1\tNew Y\nrestored\t", ""),
                    ("delete --all-matching ada", "y\n", 64, "", "friends: 2 friends would be deleted."),
                    ("delete --all-matching nobody --yes", "", 3, "", "friends: No friend matches “nobody”.\n"),
                    ("delete --all-matching ''", "", 64, "", "friends: --all-matching needs a query."),
                    ("delete --all-matching ada --yes --json", "", 0, "\"lastname\":\"Byron\"", ""),
                    ("list ada", "", 3, "", "friends: No friend matches “ada”.\n"),
                ]
                for row in table {
                    let outcome = try await shell.run(
                        "friends \(row.command) \(source.option(server))", input: row.input)
                    #expect(outcome.status == .exited(row.status), "\(row.command): \(outcome)")
                    #expect(
                        row.output.isEmpty ? outcome.output.isEmpty : outcome.output.contains(row.output),
                        "\(row.command): \(outcome)")
                    #expect(
                        row.error.isEmpty ? outcome.error.isEmpty : outcome.error.hasPrefix(row.error),
                        "\(row.command): \(outcome)")
                }
            }
        }

        @Test(arguments: Commands.Source.allCases)
        func `a list can be added to another database as it is`(source: Commands.Source) async throws {
            try await Commands.withFriends { server, shell in
                let list = try await shell.run("friends list --json \(source.option(server))")
                let added = try await shell.script(
                    "friends list --json \(source.option(server)) | friends add - --database copy.sqlite --json")
                #expect(added.status == .exited(0))
                let copy = try await shell.run("friends list --json --database copy.sqlite")
                let friends = try JSONDecoder().decode([HTTP.Friend].self, from: Data(list.output.utf8))
                #expect(try JSONDecoder().decode([HTTP.Friend].self, from: Data(copy.output.utf8)) == friends)
                #expect(friends.count == 3)
            }
        }

        @Test(arguments: Commands.Source.allCases)
        func `an addition does not replace a friend in the trash`(source: Commands.Source) async throws {
            try await Commands.withFriends { server, shell in
                let option = source.option(server)
                let byron = try await shell.run("friends list --json byron \(option)")
                #expect(try await shell.run("friends delete byron \(option)").status == .exited(0))
                let trash = try await shell.run("friends list --deleted --json \(option)")
                let added = try await shell.run("friends add - \(option)", input: byron.output)
                #expect(added.status == .exited(1) && added.error.contains(" is in the trash. Use 'friends restore "))
                #expect(try await shell.run("friends list --deleted --json \(option)").output == trash.output)
            }
        }

        /// The screen of one person, the command line of the other.
        @Test func `a running screen shows what a command changes`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends("--database friends.sqlite")
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                let shell = Shell(home: tmux.home)
                let option = "--database friends.sqlite"
                let added = try await shell.run("friends add --first-name Grace --last-name Hopper \(option)")
                #expect(added.status == .exited(0), "\(added)")
                try await tmux.wait(for: "Grace")
                _ = try await shell.run("friends edit lovelace --last-name King \(option)")
                try await tmux.wait(for: "King")
                _ = try await shell.run("friends delete grace \(option)")
                try await tmux.wait(for: "1 friend ·")
                try await tmux.quitFriends()
            }
        }

        /// Two people read the same friend; the second to write does not overwrite the first.
        @Test func `the version of what was read guards a change`() async throws {
            try await Commands.withFriends { server, shell in
                let option = "--server \(server.url)"
                let outcome = try await shell.script(
                    """
                    friends show byron --json \(option) | sed 's/Byron/Mine/' >mine
                    friends show byron --json \(option) | sed 's/Byron/Theirs/' >theirs
                    friends edit byron - \(option) <theirs && friends edit theirs - \(option) <mine; echo $?
                    friends list mine \(option); echo $?
                    """)
                #expect(outcome.output.hasSuffix("\tAda Theirs\n5\n3\n"), "\(outcome)")
            }
        }

        @Test func `a terminal is asked before many are deleted`() async throws {
            try await Commands.withFriends { server, _ in
                try await Tmux.with { tmux in
                    let command = "friends delete --all-matching ada --server \(server.url); echo \"status $?\""
                    try await tmux.enter("clear; \(command)")
                    try await tmux.wait(for: "[y/N]")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "status 1")
                    #expect(try await HTTP(server.url).friends().count == 3)
                    try await tmux.enter("clear; \(command)")
                    try await tmux.wait(for: "Delete 2 friends: Ada Byron, Ada Lovelace? [y/N]")
                    try await tmux.type("y")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "status 0")
                    #expect(try await HTTP(server.url).friends().count == 1)
                }
            }
        }

        @Test func `changes reach no server that is not there`() async throws {
            try await withHome { home in
                for command in ["add --first-name Ada", "edit ada --phone 12", "delete ada", "restore ada"] {
                    let outcome = try await Shell(home: home).run("friends \(command) --server http://127.0.0.1:1")
                    #expect(outcome.status == .exited(6) && outcome.output.isEmpty, "\(outcome)")
                }
            }
        }
    }
}
