import TerminalTestSupport
import Testing

extension Journeys {
    /// Commands by their names, keys by what they do, and what was deleted or said before.
    struct Palette {
        @Test func `a palette command runs as its key does`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                try await tmux.press(":")
                let open = try await tmux.wait(for: "─ Commands ─")
                #expect(open.selectedLine.contains("Ada"))
                try await tmux.type("frobnicate")
                try await tmux.wait(for: "No matching commands")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Unknown command: frobnicate")

                try await tmux.press("C-u")
                try await tmux.type("del")
                let found = try await tmux.wait(for: "one command") { $0.contains("> delete  ") }
                #expect(found.line(with: "> delete").contains("d, Del, F8"))
                try await tmux.press("Enter")
                let deleted = try await tmux.wait(for: "Deleted Ada Lovelace – press u to undo")
                #expect(!deleted.contains("─ Commands ─"))

                // The palette remembers it, and now there is nobody to delete.
                try await tmux.press(":", "Up")
                try await tmux.wait(for: ":delete")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Not available now: delete")
                try await tmux.press("C-u")
                try await tmux.paste("undo\n")
                try await tmux.wait(for: ":undo")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Undid deletion of Ada Lovelace")

                try await tmux.press(":")
                try await tmux.type("q")
                try await tmux.wait(for: "> quit ")
                try await tmux.press("Enter")
                try await tmux.waitForPrompt()
                #expect(try await tmux.exitStatus() == 0)
            }
        }

        @Test func thePaletteAndThePagesWorkOnASmallTerminal() async throws {
            try await Tmux.with(columns: 40, rows: 10) { tmux in
                try await tmux.enter("friends")
                try await tmux.wait(for: "No data available")
                try await tmux.press(":")
                try await tmux.wait(for: "the palette") { $0.contains("Commands") && $0.contains("Enter Run") }
                try await tmux.type("trash")
                try await tmux.press("Enter")
                let trash = try await tmux.wait(for: "The trash is empty")
                #expect(trash.contains("? Help  q Back"))
                try await tmux.press("q")
                let list = try await tmux.wait(for: "No data available")
                #expect(list.contains("? Help  q Quit"))
            }
        }

        @Test func aKeyIsFoundInTheHelp() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.press("?")
                try await tmux.wait(for: "Add a friend")
                try await tmux.press("/")
                try await tmux.type("half a page")
                let found = try await tmux.wait(for: "the filtered keys") { $0.contains("Half a page up") }
                #expect(found.contains("Half a page down") && !found.contains("Add a friend"))
                #expect(!found.contains("In a message"))
                #expect(found.contains("Enter Keep") && found.contains("Esc Clear"))
                try await tmux.type("x")
                try await tmux.wait(for: "No matching keys")
                try await tmux.press("Escape")
                try await tmux.wait(for: "every key again") { $0.contains("Add a friend") && $0.contains("Esc Close") }
                try await tmux.press("Escape")
                try await tmux.wait(for: "the list") { $0.contains("No data available") && !$0.contains("Moving") }
            }
        }

        @Test func `an old deletion is restored from the trash`() async throws {
            try await FriendsServerProcess.with { server in
                let http = HTTP(server.url)
                try await http.add("Grace", "Hopper", "+1 212 555 0199")
                try await http.add("Ada", "Lovelace", "+44 20 7946 0001")
                try await http.add("Linus", "Torvalds", "+358 50 123 4567")
                let before = try await http.friends()
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.press("d")
                    try await tmux.wait(for: "Deleted Grace Hopper")
                    try await tmux.press("d")
                    try await tmux.wait(for: "Deleted Ada Lovelace")
                    // Undo does not know them any more.
                    try await tmux.quitFriends()
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "1 friend ·")

                    try await tmux.press(":")
                    try await tmux.type("trash")
                    try await tmux.press("Enter")
                    let trash = try await tmux.wait(for: "2 deleted friends")
                    #expect(trash.selectedLine.contains("Ada") && trash.selectedLine.contains("+44 20 7946 0001"))
                    try await tmux.press("/")
                    try await tmux.type("hopper")
                    try await tmux.wait(for: "1 of 2 deleted friends")
                    try await tmux.press("Enter", "r")
                    try await tmux.wait(for: "Restored Grace Hopper")
                    try await tmux.press("Escape")
                    try await tmux.wait(for: "all of the trash") { $0.selectedLine.contains("Ada") }

                    try await tmux.press("q")
                    let list = try await tmux.wait(for: "2 friends ·")
                    #expect(list.selectedLine.contains("Grace"))
                    #expect(
                        try await http.friends().map(\.id)
                            == before.filter { $0.firstname != "Ada" }.map(\.id))
                    try await tmux.press("u")
                    try await tmux.wait(for: "Undid restore of Grace Hopper")
                    try await tmux.wait(for: "1 friend ·")
                }
            }
        }

        @Test func `messages can be read again`() async throws {
            try await FriendsServerProcess.with { server in
                let http = HTTP(server.url)
                try await http.add("Ada", "Lovelace", "+44 20 7946 0001")
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.press("u")
                    try await tmux.wait(for: "Nothing to undo")
                    try await tmux.press("d")
                    try await tmux.wait(for: "Deleted Ada Lovelace")
                    try await tmux.press(":")
                    try await tmux.type("messages")
                    try await tmux.press("Enter")
                    let messages = try await tmux.wait(for: "2 messages")
                    #expect(messages.selectedLine.contains(/\d\d:\d\d:\d\d  Deleted Ada Lovelace/))
                    #expect(
                        messages.order(of: ["Deleted Ada", "Nothing to undo"]) == ["Deleted Ada", "Nothing to undo"])
                    try await tmux.press("j", "Enter")
                    try await tmux.wait(for: "the whole message") { screen in
                        screen.contains("[ OK ]") && screen.contains("│ Nothing to undo │")
                    }
                    try await tmux.press("Enter", "q")
                    try await tmux.wait(for: "No data available")
                }
            }
        }
    }
}
