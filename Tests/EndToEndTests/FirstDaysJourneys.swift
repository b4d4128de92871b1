import TerminalTestSupport
import Testing

extension Journeys {
    /// One person, one list of their own.
    struct FirstDays {
        @Test func `the first friends are kept after a restart`() async throws {
            try await Tmux.with { tmux in
                let before = try await tmux.terminalState()
                try await tmux.startFriends()
                let empty = try await tmux.wait(for: "No data available")
                #expect(empty.contains("press a to add a friend"))
                #expect(empty.contains("0 friends · by last name"))

                try await tmux.addFriend("Linus", "Torvalds", "+358 50 123 4567")
                try await tmux.addFriend("Grace", "Hopper", "+1 212 555 0199")
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                let sorted = ["Grace", "Ada", "Linus"]
                let three = try await tmux.wait(for: "three friends in their order") { screen in
                    screen.order(of: sorted) == sorted + ["Ada"]
                }
                #expect(three.contains("3 friends · by last name"))
                #expect(three.selectedLine.contains("Ada"))

                try await tmux.quitFriends()
                #expect(try await tmux.exitStatus() == 0)
                #expect(try await tmux.terminalState() == before)

                try await tmux.startFriends()
                let again = try await tmux.wait(for: "3 friends")
                #expect(again.order(of: sorted) == sorted)
                #expect(again.line(with: "Linus").contains("+358 50 123 4567"))
            }
        }

        @Test func aFriendIsEditedInPlaceAndStaysSelected() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.addFriend("Grace", "Hopper", "+1 212 555 0199")
                try await tmux.addFriend("Ada", "Lovelac", "+44 20 7946 0001")
                try await tmux.press("e")
                let form = try await tmux.wait(for: "Update Friend")
                let fields = form.line(with: "[Ada ")
                #expect(fields.hasPrefix(" >[Ada ") && fields.contains("[Lovelac ") && fields.contains("[+44 20 7946"))

                try await tmux.press("Tab")
                try await tmux.type("e")
                try await tmux.press("Enter")
                let saved = try await tmux.wait(for: "Saved Ada Lovelace")
                #expect(saved.selectedLine.contains("Ada") && saved.selectedLine.contains("Lovelace "))
                #expect(saved.contains("2 friends"))
                #expect(!saved.contains("Update Friend"))
            }
        }

        @Test func leavingAChangedFormAsksFirst() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.press("a")
                try await tmux.wait(for: "Add Friend")
                try await tmux.press("Escape")
                try await tmux.wait(for: "a form that nothing was typed into to go at once") {
                    !$0.contains("Add Friend")
                }

                try await tmux.press("a")
                try await tmux.fill("Ada", "Lovelace", "12")
                try await tmux.press("Escape")
                try await tmux.wait(for: "Discard changes?")
                // Enter takes the default, and that is to stay.
                try await tmux.press("Enter")
                let kept = try await tmux.wait(for: "the question to go") { !$0.contains("Discard changes?") }
                #expect(kept.contains("[Ada ") && kept.contains("[Lovelace ") && kept.contains("[12 "))

                // Leaving the program asks the same.
                try await tmux.press("C-c")
                try await tmux.wait(for: "Discard changes?")
                try await tmux.press("n")
                try await tmux.wait(for: "the question to go") { !$0.contains("Discard changes?") }
                try await tmux.press("Escape")
                try await tmux.wait(for: "Discard changes?")
                try await tmux.press("y")
                let gone = try await tmux.wait(for: "the form to go") { !$0.contains("Add Friend") }
                #expect(gone.contains("No data available"))
            }
        }

        @Test func `a rejected value shows the reason at its field`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.press("a")
                try await tmux.fill("", "Lovelace", "call me")
                try await tmux.press("Enter")
                // The message of the first field is shown since the focus left it; this one comes with Enter.
                let refused = try await tmux.wait(for: "Phone number can’t contain “c”")
                #expect(refused.contains("First name is required"))
                #expect(refused.contains("Add Friend"))
                #expect(!refused.contains("Last name is required"))

                // The focus is in the first field that is wrong.
                try await tmux.type("Ada")
                try await tmux.wait(for: "the message to go") { !$0.contains("First name is required") }
                let disabled = try await tmux.painting
                try await tmux.press("Tab", "Tab", "C-u")
                try await tmux.type("+44 20")
                try await tmux.wait(for: "all messages to go") { !$0.contains("Phone number") }
                // The button looks other than before.
                let button = /\S*\[ Submit \]/
                let enabled = try await tmux.painting
                #expect(enabled.firstMatch(of: button)?.output != disabled.firstMatch(of: button)?.output)

                try await tmux.press("Enter")
                let saved = try await tmux.wait(for: "Saved Ada Lovelace")
                #expect(saved.contains("1 friend ·"))
            }
        }

        @Test func `undo restores the same friend`() async throws {
            try await FriendsServerProcess.with { server in
                let http = HTTP(server.url)
                try await http.add("Grace", "Hopper", "+1 212 555 0199")
                try await http.add("Ada", "Lovelace", "+44 20 7946 0001")
                let before = try await http.friends()
                #expect(before.count == 2)
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "2 friends")
                    try await tmux.press("j", "d")
                    let deleted = try await tmux.wait(for: "Deleted Ada Lovelace – press u to undo")
                    #expect(deleted.contains("u Undo"))
                    #expect(deleted.contains("1 friend ·"))
                    #expect(try await http.friends() == before.filter { $0.firstname == "Grace" })

                    try await tmux.press("u")
                    let back = try await tmux.wait(for: "Undid deletion of Ada Lovelace – Ctrl-R to redo")
                    #expect(back.selectedLine.contains("Ada"))
                    #expect(try await http.friends() == before)
                }
            }
        }
    }
}
