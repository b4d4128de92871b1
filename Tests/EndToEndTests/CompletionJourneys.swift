import Foundation
import TerminalTestSupport
import Testing

extension ServerJourneys {
    /// Tab in the shells that there are completions for. Friends have names that other people chose.
    struct Completions {
        enum Kind: String, CaseIterable {
            case bash, zsh, fish

            /// The command line of the shell, which reads the script of friends when it starts.
            fileprivate func start(in home: URL) throws -> String {
                let settings: (file: String, text: String) =
                    switch self {
                    case .bash: (".bashrc", "PS1='$ '\nbind 'set bell-style none'\n. ./script\n")
                    case .zsh:
                        (
                            ".zshrc",
                            "PS1='$ '\nfpath=($PWD/functions $fpath)\nautoload -Uz compinit\ncompinit -u\n"
                        )
                    case .fish: (".fish", "source script\nfunction fish_prompt\n    echo -n '$ '\nend\n")
                    }
                try Data(settings.text.utf8).write(to: home.appending(path: settings.file))
                return switch self {
                case .bash: "exec bash --rcfile .bashrc -i"
                case .zsh: "mkdir functions; mv script functions/_friends; exec zsh -i"
                case .fish: "exec fish --no-config -i -C 'source .fish'"
                }
            }
        }

        /// Names, with what is typed of them before Tab. Their last words are unique.
        private static let names: [(typed: String, name: String)] = [
            (#"Carmen\ It"#, "Carmen Itzel First"), ("'Carmen It", "Carmen Itzel First"), ("it", "it's Second"),
            ("a:", "a:b Third"), ("c=", "c=d Fourth"), ("back", #"back\slash Fifth"#),
            ("'$(", "$(touch ran) Sixth"), ("'`", "`touch ran` Seventh"), ("'${", "${x:-$(touch ran)} Eighth"),
            ("'<", "<(touch ran) Ninth"), ("';t", ";touch ran;'x Tenth"), ("Wow", "Wow!! Eleventh"),
            ("q", "q\"r Twelfth"), ("dora", "Dora Thirteenth"), ("dori", "DORIS Fourteenth"),
            ("-- -v", "-v Fifteenth"), ("'~", "~/x Sixteenth"),
        ]

        /// Makes friends with these names, and a program that completes as friends does, and otherwise takes down its arguments.
        private func prepare(_ server: FriendsServerProcess, _ home: URL) async throws {
            let http = HTTP(server.url)
            for name in Set(Self.names.map(\.name)) { #expect(try await http.add(name, "", "555 0100") == 201) }
            let programs = home.appending(path: "bin")
            try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: false)
            let program = """
                #!/bin/sh
                case $1 in ---completion) exec '\(Programs.friends)' "$@" ;; esac
                for last; do :; done
                printf '%s\\n' "$last" >>taken
                """
            let path = programs.appending(path: "friends")
            try Data(program.utf8).write(to: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path())
        }

        private func exists(_ file: String, _ home: URL) -> Bool {
            FileManager.default.fileExists(atPath: home.appending(path: file).path())
        }

        @Test(arguments: Kind.allCases, Commands.Source.allCases)
        func `Tab completes any name, and runs none`(shell: Kind, source: Commands.Source) async throws {
            try await FriendsServerProcess.with { server in
                try await Tmux.with(columns: 160, rows: 50) { tmux in
                    try await prepare(server, tmux.home)
                    try await Shell(home: tmux.home).require("\(shell)")
                    try await tmux.enter("friends --generate-completion-script \(shell) >script; PATH=$HOME/bin:$PATH")
                    try await tmux.enter("clear; \(try shell.start(in: tmux.home))")
                    var taken = ""
                    for (typed, name) in Self.names {
                        try await tmux.enter("clear")
                        try await tmux.wait(for: "a clear screen") { $0.lines.first == "$" && $0.endsInPrompt }
                        try await tmux.type("friends \(source.option(server)) show \(typed)")
                        try await tmux.press("Tab")
                        let last = try #require(name.split(separator: " ").last)
                        try await tmux.wait(for: "\(name) in \(shell)") { $0.contains(String(last)) }
                        try await tmux.press("Enter")
                        try await tmux.waitForPrompt()
                        taken += name + "\n"
                        #expect(try String(contentsOf: tmux.home.appending(path: "taken"), encoding: .utf8) == taken)
                    }
                    try await tmux.enter("clear")
                    try await tmux.wait(for: "a clear screen") { $0.lines.first == "$" && $0.endsInPrompt }
                    try await tmux.type("friends \(source.option(server)) show ")
                    try await tmux.press("Tab", "Tab")
                    try await tmux.wait(for: "all names") { $0.contains("Eleventh") && $0.contains("Twelfth") }
                    // The program would take one for an option, and fish would write the other one without quotes.
                    #expect(try await !tmux.screen.contains("Fifteenth"))
                    if shell == .fish { #expect(try await !tmux.screen.contains("Sixteenth")) }
                    #expect(!exists("ran", tmux.home))
                }
            }
        }

        @Test func `bash lists names in another case, and keeps what was typed`() async throws {
            try await FriendsServerProcess.with { server in
                try await Tmux.with(columns: 160, rows: 50) { tmux in
                    try await prepare(server, tmux.home)
                    try await tmux.enter("friends --generate-completion-script bash >script; PATH=$HOME/bin:$PATH")
                    try await tmux.enter("clear; \(try Kind.bash.start(in: tmux.home))")
                    try await tmux.type("friends --server \(server.url) show dor")
                    try await tmux.press("Tab", "Tab")
                    try await tmux.wait(for: "both names") { screen in
                        screen.contains("DORIS") && screen.contains("Dora")
                            && screen.lines.last { !$0.isEmpty }?.hasSuffix(" show dor") == true
                    }
                }
            }
        }

        @Test func `a script of an earlier version runs no name`() async throws {
            try await FriendsServerProcess.with { server in
                try await withHome { home in
                    try await prepare(server, home)
                    let shell = Shell(home: home)
                    // What compgen does there with the names.
                    let names =
                        "SAP_SHELL=bash friends ---completion show -- positional@0 4 0 friends"
                        + " --server \(server.url) show ''"
                    let outcome = try await shell.script("IFS=$'\\n'; compgen -W \"$(\(names))\"")
                    let completed = Set(outcome.output.split(separator: "\n").map(String.init))
                    #expect(completed.symmetricDifference(Self.names.map(\.name)) == ["-v Fifteenth"])
                    #expect(!exists("ran", home))
                }
            }
        }
    }
}
