import TerminalTestSupport
import Testing

extension Journeys {
    /// The lines of a friend.
    struct Lines {
        @Test func `lines are added, kept, edited and undone in the form`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.press("a")
                try await tmux.wait(for: "Add Friend")
                try await tmux.fill("Ada", "Lovelace", "+44 20 7946 0001")
                try await tmux.press("M-n")
                try await tmux.wait(for: "New line:")
                try await tmux.press("e")
                try await tmux.wait(for: "Enter email")
                try await tmux.type("ada at example.org")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Email can\u{2019}t contain spaces")
                try await tmux.press("C-u")
                try await tmux.type("ada@example.org")
                try await tmux.press("F7")
                try await tmux.wait(for: "New line:")
                try await tmux.press("b")
                try await tmux.type("1815-12-10")
                try await tmux.press("F7")
                try await tmux.wait(for: "New line:")
                try await tmux.press("n")
                try await tmux.type("Likes engines.")
                try await tmux.press("Enter")
                try await tmux.type("And horses.")
                let rows = try await tmux.wait(for: "[And horses.")
                #expect(rows.contains("[Likes engines."))
                try await tmux.press("C-s")
                try await tmux.wait(for: "Saved Ada Lovelace")

                try await tmux.press("e")
                let form = try await tmux.wait(for: "[ada@example.org")
                #expect(form.contains("[1815-12-10") && form.contains("[Likes engines."))
                for _ in 0..<4 { try await tmux.press("Down") }
                try await tmux.press("C-u")
                try await tmux.type("1815-12-11")
                try await tmux.wait(for: "[1815-12-11")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Saved Ada Lovelace")
                try await tmux.press("u")
                try await tmux.wait(for: "Undid")
                try await tmux.press("e")
                let undone = try await tmux.wait(for: "[1815-12-10")
                #expect(undone.contains("[ada@example.org") && undone.contains("[Likes engines."))
                try await tmux.press("Escape")
                try await tmux.wait(for: "the form to go") { !$0.contains("Update Friend") }

                // Removing all lines, and another start.
                try await tmux.press("e")
                try await tmux.wait(for: "Update Friend")
                for _ in 0..<3 { try await tmux.press("Down") }
                try await tmux.press("F8")
                try await tmux.wait(for: "removed: ada@example.org")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Saved Ada Lovelace")
                try await tmux.quitFriends()
                try await tmux.startFriends()
                try await tmux.wait(for: "Lovelace")
                try await tmux.press("e")
                let again = try await tmux.wait(for: "[1815-12-10")
                #expect(!again.contains("example.org") && again.contains("[Likes engines."))
            }
        }
    }
}
