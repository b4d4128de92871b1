import Foundation
import Glibc
import TerminalTestSupport
import TestSupport
import Testing

extension ServerJourneys {
    /// `friends export`, to a file and to standard output.
    struct Exports {
        /// The card that Grace was imported from. It tries to give commands to the terminal.
        private static let card = Cards.grace.replacing(
            "X-NAVY:yes\r\n", with: "X-NAVY;X-A=b:yes\u{1B}]0;HACK\u{7}\r\n  folded\r\n")

        /// Three friends without a card, and Grace.
        private static func withGrace(_ story: (FriendsServerProcess, Shell) async throws -> Void) async throws {
            try await Commands.withFriends { server, shell in
                let status = try await HTTP(server.url).add(
                    "Grace", "Hopper", "+1 212 555 0199", id: "grace", rest: Data(card.utf8))
                try #require(status == 201)
                try await story(server, shell)
            }
        }

        private struct Document: Decodable {
            let version: Int
            let friends: [HTTP.Friend]
        }

        @Test(arguments: Commands.Source.allCases)
        func `an export has everything`(source: Commands.Source) async throws {
            try await Self.withGrace { server, shell in
                let option = source.option(server)
                let cards = try await shell.run("friends export \(option)")
                #expect(cards.status == .exited(0) && cards.error.isEmpty, "\(cards)")
                #expect(cards.output.hasPrefix("BEGIN:VCARD\r\nVERSION:4.0\r\n"))
                #expect(cards.output.utf8.count { $0 == UInt8(ascii: "\n") } > 30)
                #expect(cards.output.components(separatedBy: Self.card).count == 2)
                #expect(cards.output.components(separatedBy: "END:VCARD\r\n").count == 5)
                #expect(cards.output.contains("ada@example.org") && cards.output.contains("countess@example.org"))

                let three = try await shell.run("friends export - --format vcard3 --marked hopper \(option)")
                #expect(three.output == Self.card)

                let json = try await shell.run("friends export --format json \(option)")
                let document = try JSONDecoder().decode(Document.self, from: Data(json.output.utf8))
                var friends = try await HTTP(server.url).friends()
                for index in friends.indices where friends[index].id == "grace" {
                    friends[index].rest = Data(Self.card.utf8).base64EncodedString()
                }
                #expect(document.version == 1 && document.friends == friends)

                for (name, output) in [("all.vcf", cards.output), ("all.json", json.output)] {
                    let outcome = try await shell.script("umask 0; friends export \(name) \(option)")
                    #expect(outcome.output == "Exported 4 friends to \(name)\n" && outcome.error.isEmpty, "\(outcome)")
                    let file = shell.home.appending(path: name)
                    #expect(try String(contentsOf: file, encoding: .utf8) == output)
                    #expect(permissions(of: file.path()) == 0o600)
                }
                #expect(try names(in: shell.home.path()).filter { $0.hasPrefix("all") } == ["all.json", "all.vcf"])
            }
        }

        @Test(arguments: Commands.Source.allCases)
        func `an export has its statuses, and replaces no file`(source: Commands.Source) async throws {
            try await Self.withGrace { server, shell in
                _ = try await shell.script(
                    "echo mine >there.vcf; mkdir folder.vcf; ln -s there.vcf link.vcf; ln -s nowhere broken.vcf")
                let exists = "friends: there.vcf already exists. Choose another name, or use --force.\n"
                let table: [Commands.Row] = [
                    ("export --marked byron --format json", 0, "\"lastname\":\"Byron\"", ""),
                    ("export --marked nobody", 3, "", "friends: No friend matches “nobody”.\n"),
                    (
                        "export --marked nobody --format json", 3, "\"friends\":[]}\n",
                        "friends: No friend matches “nobody”.\n"
                    ),
                    ("export none.vcf --marked nobody", 3, "", "friends: No friend matches “nobody”.\n"),
                    ("export --marked ''", 64, "", "friends: --marked needs a query."),
                    ("export ''", 64, "", "friends: The name of the file must not be empty."),
                    (
                        "export a.txt", 64, "",
                        "friends: Choose a --format, or a name that ends in .vcf, .json, .csv, .abook or .ldif."
                    ),
                    ("export --fromat csv", 64, "", "friends: Unknown option '--fromat'. Did you mean '--format'?"),
                    ("export --format word", 64, "", "friends: The value 'word' is invalid for '--format <format>'"),
                    ("export a.vcf b.vcf", 64, "", "friends: Unexpected argument 'b.vcf'"),
                    ("export none/a.vcf", 64, "", "friends: none/a.vcf cannot be written: No such file or directory."),
                    ("export folder.vcf --force", 64, "", "friends: folder.vcf exists, and is not a regular file."),
                    ("export link.vcf --force", 64, "", "friends: link.vcf exists, and is not a regular file."),
                    ("export broken.vcf", 64, "", "friends: broken.vcf exists, and is not a regular file."),
                    ("export there.vcf", 64, "", exists),
                    ("export a.txt --format vcard3", 0, "Exported 4 friends to a.txt\n", ""),
                    ("export one.vcf --marked hopper", 0, "Exported 1 friend to one.vcf\n", ""),
                ]
                try await Commands.check(table, shell, source.option(server))
                let there = shell.home.appending(path: "there.vcf")
                #expect(try String(contentsOf: there, encoding: .utf8) == "mine\n")
                let forced = try await shell.run(
                    "friends export there.vcf --force --marked hopper \(source.option(server))")
                #expect(forced.output == "Exported 1 friend to there.vcf\n" && forced.error.isEmpty)
                #expect(try String(contentsOf: there, encoding: .utf8) == Self.card)
                // Nothing unfinished is left.
                let files = try names(in: shell.home.path()).filter { $0.contains(".vcf") || $0.contains(".txt") }
                #expect(files == ["a.txt", "broken.vcf", "folder.vcf", "link.vcf", "one.vcf", "there.vcf"])
            }
        }

        /// A backup has the same friends with the same versions, and a history of its own.
        @Test(arguments: ["json", "csv"])
        func `an edited export replaces texts in its own database only`(format: String) async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                _ = try await shell.run("friends import -", input: Cards.grace)
                _ = try await shell.run("friends backup backup.sqlite")
                let export = try await shell.run("friends export --format \(format)")
                let edited = export.output.replacing("Hopper", with: "Murray")
                for (option, name) in [("--database backup.sqlite", "Hopper"), ("", "Murray")] {
                    let outcome = try await shell.run("friends import - \(option)", input: edited)
                    // What is replaced is named.
                    let isReplaced = outcome.error.contains("Last name: Hopper \u{2192} Murray")
                    #expect(outcome.output == "1 changed\n" && isReplaced == (name == "Murray"), "\(outcome)")
                    let grace = try await shell.run("friends show grace \(option)")
                    #expect(grace.output.contains("last-name\t\t\(name)\n"), "\(grace)")
                    let again = try await shell.run("friends import - \(option)", input: edited)
                    #expect(again.output == "1 already there\n", "\(again)")
                }
            }
        }

        /// Exports from a server that does not answer, into the file of an argument or of the shell, and interrupts that.
        /// - Returns: what the command said.
        private func interruptedExport(toArgument: Bool, _ server: FriendsServerProcess, _ shell: Shell) async throws
            -> String
        {
            server.freeze()
            defer { server.thaw() }
            let process = Process()
            process.executableURL = URL(filePath: Programs.friends)
            let file = shell.home.appending(path: "all.vcf")
            process.arguments = ["export", "--server", server.url] + (toArgument ? [file.path()] : [])
            process.environment = Programs.environment(home: shell.home)
            let errors = shell.home.appending(path: "errors")
            try Data().write(to: errors)
            process.standardError = try FileHandle(forWritingTo: errors)
            if !toArgument {
                try Data().write(to: file)
                process.standardOutput = try FileHandle(forWritingTo: file)
            }
            try process.run()
            defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
            try await eventually("it waits for signals") {
                let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
                let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t")
                    .last
                return try #require(caught.flatMap { UInt64($0, radix: 16) }) & 1 << (SIGINT - 1) != 0
            }
            kill(process.processIdentifier, SIGINT)
            try await eventually("the end") { !process.isRunning }
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
            return try String(contentsOf: errors, encoding: .utf8)
        }

        @Test func `an interrupted export leaves no unfinished file`() async throws {
            try await Self.withGrace { server, shell in
                let said = try await interruptedExport(toArgument: true, server, shell)
                #expect(said == "friends: Interrupted. Nothing was exported.\n")
                #expect(try !names(in: shell.home.path()).contains { $0.hasPrefix("all") })
            }
        }

        @Test func `an interrupted export into a file of the shell is said to be incomplete`() async throws {
            try await Self.withGrace { server, shell in
                let said = try await interruptedExport(toArgument: false, server, shell)
                #expect(said == "friends: Interrupted. The file is not complete.\n")
            }
        }

        @Test func `a terminal asks before a file is replaced`() async throws {
            try await Self.withGrace { server, _ in
                try await Tmux.with { tmux in
                    let file = tmux.home.appending(path: "there.vcf")
                    try Data("mine\n".utf8).write(to: file)
                    let command = "clear; friends export there.vcf --marked hopper --server \(server.url)"
                    try await tmux.enter(command)
                    try await tmux.wait(for: "Replace there.vcf? [y/N]")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Nothing was exported.")
                    #expect(try String(contentsOf: file, encoding: .utf8) == "mine\n")
                    try await tmux.enter(command)
                    try await tmux.wait(for: "Replace there.vcf? [y/N]")
                    try await tmux.type("y")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Exported 1 friend to there.vcf")
                    #expect(try String(contentsOf: file, encoding: .utf8) == Self.card)
                }
            }
        }

        @Test func `no card drives the terminal`() async throws {
            try await Self.withGrace { server, _ in
                try await Tmux.with { tmux in
                    try await tmux.enter("clear; friends export --marked hopper --server \(server.url)")
                    let screen = try await tmux.wait(for: "END:VCARD")
                    #expect(screen.contains("X-NAVY;X-A=b:yes␛]0;HACK␇") && !screen.contains("␍"))
                }
            }
        }
    }
}
