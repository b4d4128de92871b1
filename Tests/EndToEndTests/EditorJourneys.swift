import Foundation
import TerminalTestSupport
import TestSupport
import Testing

extension ServerJourneys {
    /// A friend as a text in an editor, and names that the shell completes.
    struct EditorsAndShells {
        /// The files of texts that were not stored.
        private func kept(in shell: Shell) throws -> [String] {
            let directory = shell.home.appending(path: ".local/state/friends/edits").path()
            return try names(in: directory).map { try String(contentsOfFile: directory + "/" + $0, encoding: .utf8) }
        }

        @Test(arguments: Commands.Source.allCases)
        func `every end of an editor has its status`(source: Commands.Source) async throws {
            try await Commands.withFriends { server, shell in
                let option = source.option(server)
                let table: [(editor: String, status: Int32, output: String, error: String, kept: String)] = [
                    ("true", 0, "", "", ""), ("sed -i s/Byron/King/", 0, "\tAda King\n", "", ""),
                    ("sed -i s/King/Byr\u{F3}n/", 0, "\tAda Byr\u{F3}n\n", "", ""),
                    // Other bytes, but equivalent.
                    ("sed -i s/Byr\u{F3}n/Byro\u{301}n/", 0, "\tAda Byro\u{301}n\n", "", ""),
                    ("sed -i s/Byro\u{301}n/Byron/", 0, "\tAda Byron\n", "", ""),
                    ("sed -i s/0002/x/", 64, "", "friends: Phone number can\u{2019}t contain", "+44 20 7946 x"),
                    ("sed -i s/Last/Lost/", 64, "", "friends: Line 7: it does not begin", "Lost name: Byron"),
                    ("false", 1, "", "friends: The editor failed: false.", ""),
                    ("rm", 1, "", "friends: The editor removed /", ""),
                    ("no-such-editor 2>/dev/null", 1, "", "friends: The editor failed", ""),
                    (
                        "friends edit 0002 --phone 99 \(option) >/dev/null; sed -i s/Byron/King/", 5, "",
                        "friends: Ada King: Someone else changed this friend", "Last name: King"
                    ),
                ]
                for row in table {
                    let outcome = try await shell.script(
                        "export EDITOR='\(row.editor)'; exec friends edit 0002 --editor \(option)")
                    #expect(outcome.status == .exited(row.status), "\(row.editor): \(outcome)")
                    #expect(outcome.output.hasSuffix(row.output) && row.output.isEmpty == outcome.output.isEmpty)
                    #expect(
                        outcome.error.hasPrefix(row.error) && row.error.isEmpty == outcome.error.isEmpty, "\(outcome)")
                    // What was typed and not stored is in a file, which is named.
                    let kept = try kept(in: shell)
                    #expect(kept.count == (row.kept.isEmpty ? 0 : 1), "\(row.editor)")
                    #expect(row.kept.isEmpty || kept.first?.contains(row.kept) == true)
                    #expect(row.kept.isEmpty != outcome.error.contains("\nWhat you typed is in \(shell.home.path())/"))
                    _ = try await shell.script("rm -f .local/state/friends/edits/*")
                }
            }
        }

        @Test func `Ctrl-C in an editor is a key of the editor`() async throws {
            try await Commands.withFriends { server, _ in
                try await Tmux.with { tmux in
                    let editor = """
                        #!/bin/bash
                        trap 'echo heard; sed -i s/Byron/King/ "$1"; exit' INT
                        echo editing
                        read -r
                        """
                    let path = tmux.home.appending(path: "editor")
                    try Data(editor.utf8).write(to: path)
                    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path())
                    try await tmux.enter("VISUAL=./editor friends edit byron --editor --server \(server.url)")
                    try await tmux.wait(for: "editing in the editor") { $0.lines.contains("editing") }
                    try await tmux.press("C-c")
                    try await tmux.wait(for: "Changed Ada King")
                    #expect(try await tmux.exitStatus() == 0)
                }
            }
        }

        @Test func `an editor and a dry run are not combined`() async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                let outcome = try await shell.run("friends edit 0002 --editor --dry-run --database none")
                #expect(outcome.status == .exited(64) && outcome.output.isEmpty)
                #expect(outcome.error.hasPrefix("friends: --editor and --dry-run cannot be combined."), "\(outcome)")
            }
        }

        @Test func `the text in an editor is private`() async throws {
            try await Commands.withFriends { server, shell in
                let outcome = try await shell.script(
                    """
                    umask 0; export EDITOR='stat -c %a'
                    exec friends edit 0002 --editor --server \(server.url)
                    """)
                #expect(outcome == Shell.Outcome(status: .exited(0), output: "600\n", error: ""))
            }
        }

        @Test func `a text that cannot be written leaves no file`() async throws {
            try await Commands.withFriends { server, shell in
                let outcome = try await shell.script(
                    """
                    trap '' XFSZ; ulimit -f 0; export EDITOR=true
                    exec friends edit 0002 --editor --server \(server.url)
                    """)
                #expect(outcome.status == .exited(1) && outcome.output.isEmpty)
                #expect(outcome.error.hasPrefix("friends: \(shell.home.path())"), "\(outcome)")
                #expect(outcome.error.contains(" cannot be written: "), "\(outcome)")
                #expect(try kept(in: shell).isEmpty)
            }
        }

        @Test func `a full disk at the end leaves a file that is named`() async throws {
            try await Commands.withFriends { server, shell in
                let outcome = try await shell.script(
                    """
                    export EDITOR='sed -i s/Byron/King/'
                    exec friends edit 0002 --editor --server \(server.url) >/dev/full
                    """)
                #expect(outcome.status == .exited(1))
                #expect(outcome.error.hasPrefix("What you typed is in \(shell.home.path())"), "\(outcome)")
                #expect(try kept(in: shell).map { $0.contains("Last name: King") } == [true])
            }
        }

        /// Programs that are started from the threads of tasks would have nearly all signals blocked.
        @Test func `the signals of the keyboard are for the editor`() async throws {
            try await Commands.withFriends { server, shell in
                // The shell itself could unblock signals; with exec it does not wait for a program.
                let outcome = try await shell.script(
                    """
                    export EDITOR='exec grep -hE "^Sig(Blk|Ign)" /proc/$PPID/status /proc/self/status'
                    exec friends edit 0002 --editor --server \(server.url)
                    """)
                let masks = outcome.output.split(separator: "\n").compactMap { row in
                    row.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
                }
                try #require(outcome.status == .exited(0) && masks.count == 4, "\(outcome)")
                let keys = [SIGINT, SIGQUIT].reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
                let (ignored, blockedInEditor, ignoredInEditor) = (masks[1], masks[2], masks[3])
                #expect(ignored & keys == keys)
                #expect(blockedInEditor == 0)
                #expect(ignoredInEditor & (keys | 1 << UInt64(SIGPIPE - 1)) == 0)
            }
        }

        @Test func `an editor has its status where ends of programs are ignored`() async throws {
            try await Commands.withFriends { server, shell in
                let outcome = try await shell.script(
                    """
                    export EDITOR=false
                    exec env --ignore-signal=CHLD friends edit 0002 --editor --server \(server.url)
                    """)
                #expect(outcome.status == .exited(1), "\(outcome)")
            }
        }

        @Test func `a text that the server refuses can be edited again`() async throws {
            let friend = HTTP.Friend(id: "1", firstname: "Ada", lastname: "Lovelace", phonenumber: "555 0100")
            let list = String(decoding: try JSONEncoder().encode([friend]), as: UTF8.self)
            let refusal = FakeServer.Answer(
                status: .unprocessableEntity, contentType: "application/problem+json",
                body: #"{"title": "No kings", "status": 422}"#)
            try await FakeServer.with(list: FakeServer.Answer(body: list), others: refusal) { server in
                try await Tmux.with { tmux in
                    try await tmux.enter(
                        "clear; EDITOR='sed -i s/Lovelace/King/' friends edit 'ada lovelace' --editor --server \(server.url)"
                    )
                    for (count, answer) in [(1, "y"), (2, "n")] {
                        let screen = try await tmux.wait(for: "question \(count)") {
                            $0.lines.count { $0.contains("Edit again? [Y/n]") } == count
                        }
                        #expect(screen.contains("No kings.") && screen.contains("What you typed is in "), "\(screen)")
                        try await tmux.type(answer)
                        try await tmux.press("Enter")
                    }
                    #expect(try await tmux.exitStatus() == 1)
                }
            }
        }

        @Test func `a refused text can be edited again on a terminal`() async throws {
            try await Commands.withFriends { server, _ in
                try await Tmux.with { tmux in
                    try await tmux.enter(
                        "clear; EDITOR='sed -i -e s/x/34/ -e s/0002/x/' friends edit byron --editor --server \(server.url)"
                    )
                    try await tmux.wait(for: "Edit again? [Y/n]")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Changed Ada Byron")
                    let phones = try await HTTP(server.url).friends().map(\.phonenumber)
                    #expect(phones.contains("+44 20 7946 34"))
                }
            }
        }

        /// In bash, with the script that the package installs.
        @Test(arguments: [
            ("show", "Ad", #"Ada\ Byron|Ada\ Lovelace|"#), ("edit", "\u{738B}", "\u{738B}\\ \u{5C0F}\u{660E}|"),
            ("delete", "x", ""),
            ("restore", "", #"Gone\ Friend|"#),
        ])
        func `the shell completes names`(command: String, word: String, names: String) async throws {
            try await Commands.withFriends { server, shell in
                let option = "--server \(server.url)"
                let outcome = try await shell.script(
                    """
                    friends add --first-name Gone --last-name Friend \(option) >/dev/null
                    friends delete gone \(option) >/dev/null
                    friends --generate-completion-script bash >script; source ./script
                    COMP_WORDS=(friends \(command) --server \(server.url) '\(word)'); COMP_CWORD=4
                    COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
                    __friends_complete friends '\(word)' \(server.url); printf '%s|' "${COMPREPLY[@]}"
                    """)
                #expect(outcome.output == (names.isEmpty ? "|" : names), "\(outcome)")
            }
        }

        @Test func `completing creates no database`() async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                let outcome = try await shell.script(
                    "SAP_SHELL=bash friends ---completion show -- positional@0 2 2 friends show Ad; echo $?; ls -A")
                #expect(outcome.output == "\n0\nrun\n", "\(outcome)")
            }
        }
    }
}
