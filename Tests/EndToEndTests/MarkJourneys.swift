import TerminalTestSupport
import Testing

extension Journeys {
    /// Many friends at once.
    struct Marking {
        private func addFour(_ tmux: Tmux) async throws {
            try await tmux.startFriends()
            for (first, last) in [("Ada", "Lovelace"), ("Grace", "Hopper"), ("Linus", "Torvalds"), ("Åse", "Zorn")] {
                try await tmux.addFriend(first, last, "555 01")
            }
            try await tmux.press("g")
            try await tmux.wait(for: "the first friend") { $0.selectedLine.contains("Grace") }
        }

        /// The names with a mark, from the top.
        private func marked(_ screen: Screen) -> [String] {
            screen.lines.filter { $0.dropFirst(2).first == "*" }.compactMap { line in
                ["Ada", "Grace", "Linus", "Åse"].first { line.contains($0) }
            }
        }

        @Test func `marked friends are deleted and restored together`() async throws {
            try await Tmux.with { tmux in
                try await addFour(tmux)
                try await tmux.press("Space", "Space")
                try await tmux.wait(for: "two marks") {
                    marked($0) == ["Grace", "Ada"] && $0.contains("2 marked") && $0.selectedLine.contains("Linus")
                }
                try await tmux.press("*")
                try await tmux.wait(for: "the others") { marked($0) == ["Linus", "Åse"] }
                try await tmux.press("d")
                try await tmux.wait(for: "Deleted 2 friends – press u to undo")
                try await tmux.wait(for: "the rest") { $0.contains(" 2 friends") && marked($0).isEmpty }
                try await tmux.press("u")
                try await tmux.wait(for: "all four") {
                    $0.contains("Undid deletion of 2 friends") && $0.contains(" 4 friends")
                }
                try await tmux.press("C-r")
                try await tmux.wait(for: "Redid deletion of 2 friends")
                try await tmux.press("u")
                try await tmux.wait(for: "4 friends")
                try await tmux.quitFriends()
                try await tmux.startFriends()
                try await tmux.wait(for: "4 friends")
            }
        }

        @Test func `a range is marked and unmarked step by step`() async throws {
            try await Tmux.with { tmux in
                try await addFour(tmux)
                try await tmux.press("v", "Down", "Down")
                try await tmux.wait(for: "a range") { marked($0) == ["Grace", "Ada", "Linus"] }
                try await tmux.press("Escape")
                try await tmux.wait(for: "no range") { marked($0).isEmpty }
                try await tmux.press("v", "Up", "v")
                try await tmux.wait(for: "two marks") { marked($0) == ["Ada", "Linus"] && $0.contains("2 marked") }
                try await tmux.press("/")
                try await tmux.type("torvalds")
                try await tmux.press("Enter")
                try await tmux.wait(for: "one of them") { marked($0) == ["Linus"] }
                try await tmux.press("Escape")
                try await tmux.wait(for: "both") { marked($0) == ["Ada", "Linus"] }
                try await tmux.press("Escape")
                try await tmux.wait(for: "none") {
                    marked($0).isEmpty && !$0.contains("marked") && $0.contains("q Quit")
                }
            }
        }

        @Test func `a series cancelled halfway can be undone`() async throws {
            try await FriendsServerProcess.with { server in
                for name in ["Ada", "Grace"] { try await HTTP(server.url).add(name, "L", "12") }
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "2 friends")
                    try await tmux.press("+")
                    try await tmux.wait(for: "2 marked")
                    server.freeze()
                    try await tmux.press("d")
                    try await tmux.wait(for: "Deleting 2 friends…")
                    try await tmux.press("Escape")
                    try await tmux.wait(for: "Nothing was confirmed, 2 unconfirmed")
                    server.thaw()
                    try await tmux.wait(for: "what has become of it") {
                        $0.contains(#/ [012] friends? ·/#)
                    }
                    try await tmux.press("u")
                    try await tmux.wait(for: "Undid deletion of 2 friends")
                    try await tmux.wait(for: "both of them") { $0.contains("2 friends ·") }
                    #expect(try await HTTP(server.url).friends().count == 2)
                }
            }
        }

        @Test func `many are deleted after a question and restored at once`() async throws {
            try await FriendsServerProcess.with { server in
                let http = HTTP(server.url)
                for number in 10..<22 { try await http.add("Friend", "No\(number)", "12") }
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "12 friends")
                    try await tmux.press("+")
                    try await tmux.wait(for: "12 marked")
                    try await tmux.press("d")
                    let question = try await tmux.wait(for: "Delete 12 friends?")
                    #expect(question.contains("They disappear from everyone’s list."))
                    // The default is No, and the marks stay.
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "the question to go") {
                        !$0.contains("Delete 12 friends?") && $0.contains("12 marked")
                    }
                    #expect(try await http.friends().count == 12)
                    try await tmux.press("d")
                    try await tmux.wait(for: "Delete 12 friends?")
                    try await tmux.press("y")
                    try await tmux.wait(for: "Deleted 12 friends – press u to undo")
                    try await tmux.quitFriends()

                    // Nothing can be undone any more, but restored.
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "No data available")
                    try await tmux.press("t")
                    try await tmux.wait(for: "12 deleted friends")
                    try await tmux.press("+")
                    try await tmux.wait(for: "12 marked")
                    try await tmux.press("r")
                    try await tmux.wait(for: "all back") {
                        $0.contains("Restored 12 friends – press u to undo") && $0.contains("The trash is empty")
                    }
                    #expect(try await http.friends().count == 12)
                    try await tmux.press("u")
                    try await tmux.wait(for: "Delete 12 friends?")
                    try await tmux.press("y")
                    try await tmux.wait(for: "all gone") {
                        $0.contains("Undid restore of 12 friends – Ctrl-R to redo") && $0.contains("12 marked")
                    }
                    try await tmux.press("C-r")
                    try await tmux.wait(for: "Redid restore of 12 friends – press u to undo")
                    try await tmux.press("q")
                    try await tmux.wait(for: "12 friends ·")
                    #expect(try await http.friends().count == 12)
                }
            }
        }
    }
}
