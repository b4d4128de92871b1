import TerminalTestSupport
import Testing

extension Journeys {
    /// What is copied here is pasted elsewhere.
    struct Copying {
        @Test func aPhoneNumberIsPastedIntoTheShell() async throws {
            try await Tmux.with { tmux in
                try await tmux.run("set", "-s", "set-clipboard", "on")
                try await tmux.startFriends()
                try await tmux.addFriend("Åse", "Ångström", "+46 70 123 45 67")
                try await tmux.press("y")
                try await tmux.wait(for: "Copied +46 70 123 45 67")
                try await tmux.quitFriends()
                try await tmux.type("echo ")
                try await tmux.run("paste-buffer")
                try await tmux.press("Enter")
                try await tmux.wait(for: "the number") { $0.lines.contains("+46 70 123 45 67") }

                try await tmux.startFriends()
                try await tmux.press("Y")
                try await tmux.wait(for: "Copied Åse Ångström, +46 70 123 45 67")
                #expect(try await tmux.run("show-buffer") == "Åse Ångström, +46 70 123 45 67")
                try await tmux.quitFriends()
            }
        }

        @Test func `a terminal without a clipboard is reported`() async throws {
            try await Tmux.with { tmux in
                try await tmux.enter("export TERM=linux")
                try await tmux.startFriends()
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                try await tmux.press("y")
                try await tmux.wait(for: "This terminal has no clipboard support")
                // On this terminal the list stays under the prompt.
                try await tmux.press("q")
                try await tmux.wait(for: "the shell") { $0.lines.last?.hasPrefix("$") == true }
            }
        }
    }
}
