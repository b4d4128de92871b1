import Testing

extension Journeys {
    /// Commands by their names, and keys by what they do.
    struct Palette {
        @Test func aCommandIsFoundByItsNameAndRunsAsItsKeyWould() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                try await tmux.press(":")
                let open = try await tmux.waits(for: "─ Commands ─")
                #expect(open.selectedLine.contains("Ada"))
                try await tmux.type("frobnicate")
                try await tmux.waits(for: "No command matches")
                try await tmux.press("Enter")
                try await tmux.waits(for: "No such command: frobnicate")

                try await tmux.press("C-u")
                try await tmux.type("del")
                let found = try await tmux.waits("one command") { $0.contains("> delete  ") }
                #expect(found.line(with: "> delete").contains("d, Del, F8"))
                try await tmux.press("Enter")
                let deleted = try await tmux.waits(for: "Deleted Ada Lovelace – press u to undo")
                #expect(!deleted.contains("─ Commands ─"))

                // The palette remembers it, and now there is nobody to delete.
                try await tmux.press(":", "Up")
                try await tmux.waits(for: ":delete")
                try await tmux.press("Enter")
                try await tmux.waits(for: "Not possible now: delete")
                try await tmux.press("C-u")
                try await tmux.paste("undo\n")
                try await tmux.waits(for: ":undo")
                try await tmux.press("Enter")
                try await tmux.waits(for: "Undid: deletion of Ada Lovelace")

                try await tmux.press(":")
                try await tmux.type("q")
                try await tmux.waits(for: "> quit ")
                try await tmux.press("Enter")
                try await tmux.waitsForPrompt()
                #expect(try await tmux.exitStatus() == 0)
            }
        }

        @Test func aKeyIsFoundInTheHelp() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.press("?")
                try await tmux.waits(for: "Add a friend")
                try await tmux.press("/")
                try await tmux.type("half a page")
                let found = try await tmux.waits("two keys") { !$0.contains("A page up") && $0.contains("Half a page") }
                #expect(found.contains("Half a page down") && found.contains("Half a page up"))
                #expect(!found.contains("In a message"))
                #expect(found.contains("Enter Keep") && found.contains("Esc Clear"))
                try await tmux.type("x")
                try await tmux.waits(for: "No key matches")
                try await tmux.press("Escape")
                try await tmux.waits("every key again") { $0.contains("Add a friend") && $0.contains("Esc Close") }
                try await tmux.press("Escape")
                try await tmux.waits("the list") { $0.contains("No data available") && !$0.contains("In the list") }
            }
        }
    }
}
