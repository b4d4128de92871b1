import DAVTestSupport
import Foundation
import TerminalTestSupport
import TestSupport
import Testing

extension Journeys {
    /// An address book on a CardDAV server, from its account to the conflicts.
    struct Syncs {
        /// A person with a password in a file, and an account of the name `book`.
        private func withAccount(
            cards: [String: String] = [:], _ story: (FakeDAVServer, Shell) async throws -> Void
        ) async throws {
            let server = try await FakeDAVServer.start(cards: cards)
            try await withHome { home in
                let shell = Shell(home: home)
                _ = try await shell.script("umask 077; echo secret >password")
                let added = try await shell.run(
                    "friends account add http://127.0.0.1:\(server.port)/ --user ada --password-file password --name book"
                )
                #expect(added.status == .exited(0) && added.error.isEmpty, "\(added)")
                #expect(added.output.hasPrefix("Added account book: "))
                try await story(server, shell)
            }
            await server.stop()
        }

        /// Runs a command that has to succeed.
        private func output(_ command: String, _ shell: Shell) async throws -> String {
            let outcome = try await shell.run("friends \(command)")
            #expect(outcome.status == .exited(0), "\(outcome)")
            return outcome.output + outcome.error
        }

        @Test func `both sides get what the other has changed`() async throws {
            try await withAccount(cards: ["ada.vcf": cardText("ada", "Ada", ["TEL:555 0001", "X-PET:Rex"])]) {
                server, shell in
                #expect(try await output("account test book", shell) == "book: 1 card\n")
                #expect(try await output("sync --dry-run", shell) == "Would add here: Ada\nbook: here 1 added.\n")
                #expect(try await output("list", shell).isEmpty)
                #expect(
                    try await output("sync", shell) == "Added here: Ada\nbook: here 1 added. Both have 1 friend.\n")

                // Each side changes another part.
                _ = try await output("edit ada --phone '555 0009'", shell)
                server.put(try #require(server.card(at: "ada.vcf")).replacing("Rex", with: "Max"), at: "ada.vcf")
                _ = try await output("sync", shell)
                #expect(server.card(at: "ada.vcf")?.contains("555 0009") == true)
                #expect(try await output("show ada", shell).contains("X-PET: Max"))

                // Both change the same part.
                _ = try await output("edit ada --phone '555 0010'", shell)
                server.put(
                    try #require(server.card(at: "ada.vcf")).replacing("555 0009", with: "555 0020"), at: "ada.vcf")
                let conflict = try await output("sync", shell)
                #expect(conflict.contains("was changed on both sides. \u{201C}555 0020\u{201D} of the server stays"))
                let shown = try await output("show ada", shell)
                #expect(shown.contains("555 0020") && shown.contains("555 0010"))

                // What the server deletes is in the trash.
                server.remove("ada.vcf")
                _ = try await output("sync", shell)
                #expect(try await output("list", shell).isEmpty)
                _ = try await output("restore ada", shell)
                _ = try await output("sync", shell)
                #expect(server.card(at: "ada.vcf")?.contains("X-PET:Max") == true)
                #expect(try await output("sync", shell) == "book: nothing changed. Both have 1 friend.\n")
            }
        }

        @Test func `each address book gets what another one has brought`() async throws {
            try await withAccount(cards: ["ada.vcf": cardText("ada", "Ada")]) { first, shell in
                let second = try await FakeDAVServer.start(cards: ["bob.vcf": cardText("bob", "Bob")])
                let url = "http://127.0.0.1:\(second.port)/"
                _ = try await output("account add \(url) --user ada --password-file password --name other", shell)
                let text = try await output("sync", shell)
                #expect(first.names == ["ada.vcf", "bob.vcf"] && second.names == first.names, "\(text)")
                #expect(
                    try await output("sync", shell)
                        == "book: nothing changed. Both have 2 friends.\nother: nothing changed. Both have 2 friends.\n"
                )
                await second.stop()
            }
        }

        @Test func `everybody comes once without a synchronisation`() async throws {
            let cards = ["a.vcf": cardText("a", "Ada"), "b.vcf": cardText("b", "Bob")]
            try await withAccount(cards: cards) { server, shell in
                #expect(try await output("import carddav://book", shell) == "2 added\n")
                #expect(try await output("import carddav://book", shell) == "2 already there\n")
                #expect(server.names == ["a.vcf", "b.vcf"])
                let none = try await shell.run("friends import carddav://other")
                #expect(none.status == .exited(64))
                #expect(none.error == "friends: There is no account other. There is book.\n")
            }
        }

        @Test func `without the server, everything goes on, and is sent later`() async throws {
            try await withAccount { server, shell in
                _ = try await output("add --first-name Ada", shell)
                server.willAnswer { _ in DAVReply(503) }
                let away = try await shell.run("friends sync")
                #expect(away.status == .exited(6) && away.output.isEmpty, "\(away)")
                #expect(away.error == "friends: book: The server is busy, or limits the number of requests.\n")
                _ = try await output("add --first-name Bob", shell)
                let json = try await shell.run("friends sync --json")
                #expect(json.output.contains("\"stopped\":\"book: The server is busy"), "\(json)")
                server.willAnswer { _ in nil }
                #expect(try await output("sync --quiet", shell).isEmpty)
                #expect(server.names.count == 2)
            }
        }

        @Test func `wrong accounts and arguments have their statuses`() async throws {
            try await withAccount { server, shell in
                let url = "http://127.0.0.1:\(server.port)/"
                let table: [(String, Int32, String)] = [
                    ("sync --account other", 64, "friends: There is no account other. There is book."),
                    ("sync --watch --dry-run", 64, "friends: --watch and --dry-run cannot be combined."),
                    ("account test other", 64, "friends: There is no account other. There is book."),
                    ("account add \(url) --name book", 64, "friends: There is already an account book."),
                    ("account add \(url) --name a/b", 64, "friends: \u{201C}a/b\u{201D} is not a valid name."),
                    ("account add ftp://a --name a", 64, "friends: "),
                    ("account add http://a.example --name a", 64, "friends: url: http:// sends passwords and friends"),
                    (
                        "account add \(url) --user ada --name a --password-command sh -c 'echo wrong'", 1,
                        "friends: The server does not accept the user and the password."
                    ),
                    (
                        "account add \(url) --user ada --password-file none --name a", 64,
                        "friends: Password file "
                    ),
                    ("account add \(url) --user ada --name a", 64, "friends: "),
                    (
                        "account add \(url) --user ada --password-file password --name a", 64,
                        "friends: Account book has this address book already."
                    ),
                    ("account remove book --config other.toml", 64, "friends: other.toml: cannot read the settings"),
                    ("account remove other", 64, "friends: There is no account other"),
                ]
                for (command, status, text) in table {
                    let outcome = try await shell.run("friends \(command)")
                    #expect(outcome.status == .exited(status), "\(command): \(outcome)")
                    #expect(outcome.error.hasPrefix(text), "\(command): \(outcome)")
                }
                #expect(
                    try await output("account list", shell).hasPrefix("book\t\(url)"))
                #expect(try await output("account remove book", shell) == "Removed account book\n")
                let none = try await shell.run("friends sync")
                #expect(none.status == .exited(64))
                #expect(none.error.hasPrefix("friends: There is no account. Use 'friends account add'"))
                #expect(try await output("account list", shell).isEmpty)
            }
        }

        // MARK: On the screen

        /// The screen of a person with an account.
        private func withScreen(
            cards: [String: String] = [:], _ story: (FakeDAVServer, Tmux) async throws -> Void
        ) async throws {
            let server = try await FakeDAVServer.start(cards: cards)
            try await Tmux.with(columns: 100) { tmux in
                try await tmux.enter("(umask 077; echo secret >password)")
                try await tmux.enter(
                    "friends account add http://127.0.0.1:\(server.port)/ --user ada --password-file password"
                        + " --name book")
                try await tmux.wait(for: "Added account book")
                try await tmux.startFriends()
                try await story(server, tmux)
                try await tmux.quitFriends()
            }
            await server.stop()
        }

        @Test func `the screen and the server have the same, without a command`() async throws {
            try await withScreen(cards: ["grace.vcf": cardText("grace", "Grace")]) { server, tmux in
                try await tmux.wait(for: "the card") { $0.contains("Grace") && $0.contains("· synced") }

                // What is saved goes to the server by itself.
                try await tmux.press("a")
                try await tmux.wait(for: "Add Friend")
                try await tmux.type("Ada")
                try await tmux.press("Tab")
                try await tmux.type("Lovelace")
                try await tmux.press("Tab")
                try await tmux.type("5550001")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Saved Ada Lovelace")
                try await eventually("the card of Ada") { server.names.count == 2 }

                // What the server has deleted is in the trash here, with the next change.
                server.remove("grace.vcf")
                try await tmux.press("u")
                try await tmux.wait(for: "both to go") { !$0.contains("Grace") }
                try await eventually("the card of Ada to go") { server.names.isEmpty }
            }
        }

        @Test func `without the server the title says what waits`() async throws {
            try await withScreen(cards: ["grace.vcf": cardText("grace", "Grace")]) { server, tmux in
                try await tmux.wait(for: "the card") { $0.contains("Grace") && $0.contains("· synced") }
                server.willAnswer { _ in DAVReply(503) }
                try await tmux.press("d")
                try await tmux.wait(for: "Deleted Grace")
                try await tmux.wait(for: "· offline, 1 waiting")
                #expect(server.names == ["grace.vcf"])
                server.willAnswer { _ in nil }
                // Nobody presses a key.
                try await eventually("the deletion") { server.names.isEmpty }
                try await tmux.wait(for: "· synced")
            }
        }

        @Test func `a conflict is decided on the screen`() async throws {
            let cards = ["ada.vcf": cardText("ada", "Ada", ["TEL:555 0001"])]
            try await withScreen(cards: cards) { server, tmux in
                try await tmux.wait(for: "the card") { $0.contains("555 0001") && $0.contains("· synced") }
                server.willAnswer { _ in DAVReply(503) }
                try await tmux.press("e", "Tab", "Tab", "C-u")
                try await tmux.type("555 0009")
                try await tmux.press("Enter")
                try await tmux.wait(for: "· offline, 1 waiting")
                server.put(cardText("ada", "Ada", ["TEL:555 0020"]), at: "ada.vcf")
                server.willAnswer { _ in nil }

                try await tmux.press(":")
                try await tmux.type("sync")
                try await tmux.press("Enter")
                try await tmux.wait(for: "offline: The server is busy")
                try await tmux.press("R")
                try await tmux.wait(for: "Phone number: 555 0009 here, 555 0020 on the server")
                try await tmux.press("j", "o")
                try await tmux.wait(for: "Kept yours for Ada: Phone number")
                try await eventually("our number there") {
                    server.card(at: "ada.vcf")?.contains("TEL:555 0009") == true
                        && server.card(at: "ada.vcf")?.contains("555 0020") == false
                }
                // Undone, both are there again, and on the server.
                try await tmux.press("u")
                try await tmux.wait(for: "555 0009 here, 555 0020 on the server")
                try await eventually("both numbers there") {
                    server.card(at: "ada.vcf")?.contains("TEL:555 0020") == true
                        && server.card(at: "ada.vcf")?.contains("555 0009") == true
                }
                try await tmux.press("q")
                try await tmux.wait(for: "1 friend")
            }
        }

        @Test func `an emptied address book deletes nobody unasked`() async throws {
            let names = ["a", "b", "c"]
            let cards = Dictionary(uniqueKeysWithValues: names.map { ("\($0).vcf", cardText($0, $0)) })
            try await withScreen(cards: cards) { server, tmux in
                try await tmux.wait(for: "the cards") { $0.contains("3 friends") && $0.contains("· synced") }
                for name in server.names { server.remove(name) }
                try await tmux.press(":")
                try await tmux.type("sync")
                try await tmux.press("Enter", "R")
                try await tmux.wait(for: "not synced: The server does not have 3 of 3 friends any more.")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Delete 3 friends here?")
                try await tmux.press("y")
                try await tmux.wait(for: "the end") { !$0.contains("not synced") && $0.contains("synced") }
                try await tmux.press("q")
                try await tmux.wait(for: "No data available")
            }
        }

        @Test func `what needs a person is said`() async throws {
            try await withScreen { server, tmux in
                try await tmux.wait(for: "· synced")
                server.willAnswer { _ in DAVReply(401) }
                try await tmux.press("R")
                let refused = try await tmux.wait(for: "· not synced")
                #expect(refused.contains("book, see :sync: The server does not accept the user and the password."))
            }
        }
    }
}
