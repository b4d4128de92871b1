import TerminalTestSupport
import Testing

extension Journeys {
    /// Two people with the same friend before them, each in a program of their own.
    struct TwoPeople {
        /// A server with Ada on it, and two programs that show her.
        private func withAda(_ story: (HTTP, Tmux, Tmux) async throws -> Void) async throws {
            try await FriendsServerProcess.with { server in
                let http = HTTP(server.url)
                try await http.add("Ada", "Lovelace", "+44 20 7946 0001")
                try await Tmux.with { one in
                    try await one.startFriends("--server \(server.url)")
                    try await one.wait(for: "1 friend ·")
                    try await Tmux.with { other in
                        try await other.startFriends("--server \(server.url)")
                        try await other.wait(for: "1 friend ·")
                        try await story(http, one, other)
                    }
                }
            }
        }

        /// Opens the form on the selected friend and types another last name.
        private func type(lastName: String, in tmux: Tmux) async throws {
            try await tmux.press("e")
            try await tmux.wait(for: "Update Friend")
            try await tmux.press("Tab", "C-u")
            try await tmux.type(lastName)
        }

        @Test func changesOfDifferentFieldsAreMerged() async throws {
            try await withAda { http, one, other in
                try await other.press("e")
                try await other.wait(for: "Update Friend")
                try await type(lastName: "King", in: one)
                try await one.press("Enter")
                try await one.wait(for: "Saved Ada King")

                try await other.press("Tab", "Tab", "C-u")
                try await other.type("555 0100")
                try await other.press("Enter")
                let merged = try await other.wait(for: "Saved Ada King, merged with a change made elsewhere")
                #expect(merged.selectedLine.contains("555 0100"))
                let friends = try await http.friends()
                #expect(friends.map(\.lastname) == ["King"] && friends.map(\.phonenumber) == ["555 0100"])
            }
        }

        @Test func `keys decide a conflicting field`() async throws {
            try await withAda { http, one, other in
                try await type(lastName: "Byron", in: other)
                try await type(lastName: "King", in: one)
                try await one.press("Enter")
                try await one.wait(for: "Saved Ada King")

                try await other.press("Enter")
                let asked = try await other.wait(for: "Theirs: King")
                #expect(asked.contains("F5 Mine  F6 Theirs"))
                #expect(asked.contains("[Byron "))
                try await other.press("F6")
                let theirs = try await other.wait(for: "Using theirs, was Byron")
                #expect(theirs.contains("[King "))
                try await other.resize(columns: 40, rows: 10)
                try await other.press("F5")
                let mine = try await other.wait(for: "Keeping mine, theirs was King")
                #expect(mine.contains("Last name  [Byron ") && mine.contains("F5 Mine  F6 Theirs"))
                // What was decided can be edited before it is sent.
                try await other.type("-King")
                try await other.press("Enter")
                try await other.wait(for: "Saved Ada Byron-King")
                #expect(try await http.friends().map(\.lastname) == ["Byron-King"])
            }
        }

        @Test func `lines of both are kept, and keys decide a line that both changed`() async throws {
            try await withAda { http, one, other in
                for (tmux, tag) in [(one, "mathematics"), (other, "poetry")] {
                    try await tmux.press("e")
                    try await tmux.wait(for: "Update Friend")
                    try await tmux.press("M-n")
                    try await tmux.wait(for: "New line:")
                    try await tmux.press("t")
                    try await tmux.wait(for: "a tag to type") { !$0.contains("New line:") }
                    try await tmux.type(tag)
                    try await tmux.wait(for: "[\(tag)")
                }
                try await one.press("Enter")
                try await one.wait(for: "Saved Ada Lovelace")
                try await other.press("Enter")
                try await other.wait(for: "Saved Ada Lovelace, merged with a change made elsewhere")
                for tmux in [one, other] {
                    try await tmux.press("i")
                    try await tmux.wait(for: "both tags") { $0.contains("mathematics") && $0.contains("poetry") }
                }

                for (tmux, ending) in [(one, " and music"), (other, " and engines")] {
                    try await tmux.press("e")
                    try await tmux.wait(for: "[poetry")
                    for _ in 0..<3 { try await tmux.press("Down") }
                    try await tmux.press("C-e")
                    try await tmux.type(ending)
                    try await tmux.wait(for: "[poetry\(ending)")
                }
                try await one.press("Enter")
                try await one.wait(for: "Saved Ada Lovelace")
                try await other.press("Enter")
                let asked = try await other.wait(for: "Theirs: poetry and music")
                #expect(asked.contains("[poetry and engines") && asked.contains("F5 Mine  F6 Theirs"))
                try await other.press("F6")
                try await other.wait(for: "[poetry and music")
                try await other.press("F5")
                try await other.wait(for: "[poetry and engines")
                try await other.press("Enter")
                try await other.wait(for: "Saved Ada Lovelace")
                let details = try await one.wait(for: "poetry and engines")
                #expect(details.contains("mathematics") && !details.contains("music"))
                #expect(try await http.friends().count == 1)
            }
        }

        @Test func `the form of a deleted friend can be added again`() async throws {
            try await withAda { http, one, other in
                let id = try await http.friends().first?.id
                try await type(lastName: "King", in: other)
                try await one.press("d")
                try await one.wait(for: "Deleted Ada Lovelace")

                try await other.press("Enter")
                let asked = try await other.wait(for: "[ Add ]  [ Discard ]  [ Keep editing ]")
                #expect(asked.contains("Someone deleted this friend."))
                try await other.press("Escape")
                let kept = try await other.wait(for: "the form again") { !$0.contains("[ Keep editing ]") }
                #expect(kept.contains("Deleted elsewhere") && kept.contains("[King "))
                try await other.press("Enter")
                try await other.wait(for: "[ Add ]")
                try await other.press("a")
                try await other.wait(for: "Saved Ada King")
                let friends = try await http.friends()
                #expect(friends.map(\.lastname) == ["King"] && friends.map(\.id) == [id])
            }
        }

        @Test func aDeletedFriendCanBeDiscarded() async throws {
            try await withAda { http, one, other in
                try await type(lastName: "King", in: other)
                try await one.press("d")
                try await one.wait(for: "Deleted Ada Lovelace")
                try await other.press("Enter")
                try await other.wait(for: "[ Discard ]")
                try await other.press("d")
                try await other.wait(for: "No data available")
                #expect(try await http.friends().isEmpty)
            }
        }

        @Test func `undo does not overwrite changes by others`() async throws {
            try await withAda { http, one, other in
                try await type(lastName: "King", in: one)
                try await one.press("Enter")
                try await one.wait(for: "Saved Ada King")
                try await one.press("u")
                let undone = try await one.wait(for: "Undid update of Ada King")
                #expect(undone.selectedLine.contains("Lovelace") && undone.contains("Ctrl-R Redo"))
                try await one.press("C-r")
                let redone = try await one.wait(for: "Redid update of Ada King")
                #expect(redone.selectedLine.contains("King"))

                try await other.press("R")
                try await other.wait(for: "the list as it is now") { $0.selectedLine.contains("King") }
                try await type(lastName: "Byron", in: other)
                try await other.press("Enter")
                try await other.wait(for: "Saved Ada Byron")

                try await one.press("u")
                let refused = try await one.wait(for: "Someone else changed this friend in the meantime.")
                #expect(refused.contains("Could not undo the update of Ada King."))
                try await one.press("Enter")
                let kept = try await one.wait(for: "the list as it is now") { $0.selectedLine.contains("Byron") }
                #expect(!kept.contains("u Undo"))
                #expect(try await http.friends().map(\.lastname) == ["Byron"])
            }
        }
    }
}
