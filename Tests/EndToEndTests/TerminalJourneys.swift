import TerminalTestSupport
import Testing

extension Journeys {
    /// A terminal that changes its size, and a shell that takes it back for a while.
    struct Terminal {
        @Test func `every size works, and the last one looks like the first`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.addFriend("Grace", "Hopper", "+1 212 555 0199")
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                try await tmux.startFriendsAgain()
                let first = try await tmux.wait(for: "Grace selected") { $0.selectedLine.contains("Grace") }

                try await tmux.resize(columns: 200, rows: 50)
                try await tmux.wait(for: "a wide screen") { screen in
                    screen.lines.count == 50 && screen.lines[0].count == 199 && screen.lines[49].hasPrefix(" a Add")
                }
                try await tmux.resize(columns: 40, rows: 10)
                try await tmux.wait(for: "a narrow screen") { screen in
                    screen.lines.count == 10 && screen.lines[0].hasSuffix("2 friends")
                        && screen.lines[9].hasPrefix(" a Add") && screen.selectedLine.contains("Grace")
                }
                try await tmux.resize(columns: 20, rows: 5)
                try await tmux.wait(for: "the note alone") { screen in
                    screen.lines[0].hasPrefix("Terminal too small") && screen.lines[1].hasPrefix("(need 40×10)")
                        && screen.lines.dropFirst(2).allSatisfy(\.isEmpty)
                }
                try await tmux.resize(columns: 1, rows: 1)
                try await tmux.resize(columns: 80, rows: 24)
                try await tmux.wait(for: "the screen as it was") { $0 == first }
            }
        }

        @Test func `the form survives every size`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.press("a")
                try await tmux.fill("Ada", "Lovelace", "+44 20")
                let first = try await tmux.wait(for: "[+44 20 ")
                try await tmux.resize(columns: 40, rows: 10)
                let stacked = try await tmux.wait(for: "Last name  [Lovelace")
                #expect(stacked.contains("First name [Ada") && stacked.contains("Phone      [+44 20"))
                try await tmux.resize(columns: 20, rows: 5)
                try await tmux.wait(for: "Terminal too small")
                // Keys that nobody sees arrive all the same.
                try await tmux.type("12")
                try await tmux.press("BSpace", "BSpace")
                try await tmux.resize(columns: 200, rows: 50)
                try await tmux.wait(for: "a wide form") { $0.lines.count == 50 && $0.contains("[Lovelace") }
                try await tmux.resize(columns: 80, rows: 24)
                try await tmux.wait(for: "the form as it was") { $0 == first }
                try await tmux.press("Enter")
                try await tmux.wait(for: "Saved Ada Lovelace")
            }
        }

        @Test func `Ctrl-Z returns to the shell and fg to the screen`() async throws {
            try await Tmux.with { tmux in
                let before = try await tmux.terminalState()
                try await tmux.enter("echo the screen of the shell")
                try await tmux.startFriends()
                try await tmux.press("a")
                try await tmux.fill("Ada", "Lovelace", "+44 20")
                let form = try await tmux.wait(for: "[+44 20 ")

                try await tmux.press("C-z")
                let shell = try await tmux.waitForPrompt()
                #expect(shell.lines.contains("the screen of the shell"))
                #expect(shell.contains("Stopped"))
                #expect(!shell.contains("Lovelace"))
                #expect(try await tmux.terminalState() == before)
                try await tmux.enter("fg")
                try await tmux.wait(for: "the form as it was") { $0 == form }

                try await tmux.press("C-z")
                try await tmux.waitForPrompt()
                try await tmux.resize(columns: 100, rows: 30)
                try await tmux.enter("fg")
                try await tmux.wait(for: "the form on the larger screen") { screen in
                    screen.lines.count == 30 && screen.lines[0].count == 99
                        && screen.lines[29].hasPrefix(" Enter Save")
                        && screen.contains("[+44 20 ")
                }
                try await tmux.type(" 7946")
                try await tmux.press("Enter")
                let saved = try await tmux.wait(for: "Saved Ada Lovelace")
                #expect(saved.line(with: "Ada ").contains("+44 20 7946"))
                try await tmux.quitFriends()
                #expect(try await tmux.exitStatus() == 0)
                #expect(try await tmux.terminalState() == before)
            }
        }
    }
}
