import Foundation
import TerminalTestSupport
import Testing

extension Journeys {
    /// Everything that a friend has beside the three fields.
    struct Details {
        private static let lines = [
            HTTP.Line("email", "ada@analytical.example", label: "work"), HTTP.Line("birthday", "1815-12-10"),
            HTTP.Line("tag", "mathematics"), HTTP.Line("note", "First program.\nLikes horses."),
        ]

        private func withThree(_ body: (Tmux, HTTP) async throws -> Void) async throws {
            try await FriendsServerProcess.with { server in
                let http = HTTP(server.url)
                try await http.add("Ada", "Lovelace", "+44 20 7946 0001", lines: Self.lines)
                try await http.add("Grace", "Hopper", "+1 212 555 0199", lines: [HTTP.Line("tag", "navy")])
                try await http.add("Linus", "Torvalds", "+358 50 123 4567")
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "3 friends")
                    try await body(tmux, http)
                }
            }
        }

        @Test func `the details follow the selection, and a line is copied`() async throws {
            try await withThree { tmux, _ in
                try await tmux.press("g", "i")
                try await tmux.wait(for: "Grace's tag") { $0.contains("Tag    navy") && !$0.contains("Email") }
                try await tmux.press("Down")
                let ada = try await tmux.wait(for: "Likes horses.")
                #expect(ada.contains("Email, work  ada@analytical.example"))
                #expect(ada.contains("Birthday     1815-12-10"))
                #expect(ada.selectedLine.contains("Lovelace"))
                try await tmux.press("Tab", "Down")
                try await tmux.wait(for: "the email") { $0.contains("> Email, work") }
                try await tmux.press("y")
                try await tmux.wait(for: "Copied ada@analytical.example")
                try await tmux.press("Right")
                try await tmux.wait(for: "the next friend") { $0.contains("── Linus Torvalds") }
                try await tmux.press("Escape")
                try await tmux.wait(for: "i Details")
                try await tmux.press("Escape")
                try await tmux.wait(for: "the list alone") { !$0.contains("── Linus") && $0.contains("i Details") }
            }
        }

        @Test func `the details have room on every terminal`() async throws {
            try await withThree { tmux, _ in
                try await tmux.press("G", "Up", "i")
                try await tmux.wait(for: "below the list") { $0.contains("── Ada Lovelace") }
                try await tmux.resize(columns: 120, rows: 30)
                try await tmux.wait(for: "beside the list") { $0.contains("│   Ada Lovelace") }
                try await tmux.resize(columns: 40, rows: 10)
                try await tmux.wait(for: "in place of the list") {
                    $0.contains("Ada Lovelace") && $0.contains("Email, work") && !$0.contains("Grace")
                }
                try await tmux.press("Up")
                try await tmux.wait(for: "another friend") { $0.contains("Grace Hopper") }
            }
        }

        @Test func `marked friends get a tag and lose it with undo`() async throws {
            try await withThree { tmux, http in
                try await tmux.press("+", "T")
                try await tmux.wait(for: "Add tag:")
                try await tmux.type("nav")
                try await tmux.wait(for: "the suggestion") { $0.contains("nav  navy") }
                try await tmux.press("Tab", "Enter")
                // Grace has it already.
                try await tmux.wait(for: "Tagged 2 friends: navy")
                let tags = try await http.friends().map { friend in (friend.lines ?? []).filter { $0.kind == "tag" } }
                #expect(tags.allSatisfy { $0.contains { $0.value == "navy" } })
                try await tmux.press("u")
                try await tmux.wait(for: "Undid tag \u{201C}navy\u{201D} on 2 friends")
                let count = try await http.friends().count { ($0.lines ?? []).contains { $0.value == "navy" } }
                #expect(count == 1)
            }
        }

        @Test func `duplicates are listed with what they share`() async throws {
            try await withThree { tmux, http in
                try await http.add("Lovelace", "Ada", "+44 (0)20 7946 0001")
                try await http.add("G. B. M.", "Hopper", "12", lines: [HTTP.Line("phone", "001 212-555-0199")])
                try await tmux.wait(for: "5 friends")
                try await tmux.press(":")
                try await tmux.type("dupl")
                try await tmux.press("Enter")
                let page = try await tmux.wait(for: "4 friends in 2 groups")
                #expect(page.contains("name, phone  Lovelace Ada"))
                #expect(page.contains("phone        G. B. M. Hopper") && !page.contains("Torvalds"))
                try await tmux.press("Down", "Down", "Down", "o")
                try await tmux.wait(for: "the friend in the list") {
                    $0.contains(" 5 friends") && $0.selectedLine.contains("Grace")
                }
            }
        }

        @Test func `a tag filters the list, and a birthday leads to its friend`() async throws {
            try await withThree { tmux, _ in
                try await tmux.press(":")
                try await tmux.type("tags")
                try await tmux.press("Enter")
                try await tmux.wait(for: "both tags") {
                    $0.contains("2 tags") && $0.selectedLine.contains("mathematics")
                }
                try await tmux.press("Down", "Enter")
                try await tmux.wait(for: "those with the tag") {
                    $0.contains("1 of 3 friends") && $0.selectedLine.contains("Hopper")
                }
                try await tmux.press("Escape")
                try await tmux.wait(for: "all friends") { $0.contains(" 3 friends") && !$0.contains("1 of 3") }
                try await tmux.press(":")
                try await tmux.type("birthdays")
                try await tmux.press("Enter")
                try await tmux.wait(for: "1 birthday") { $0.selectedLine.contains("Ada Lovelace") }
                try await tmux.press("Enter")
                try await tmux.wait(for: "Ada in the list") {
                    $0.contains(" 3 friends") && $0.selectedLine.contains("Lovelace")
                }
            }
        }
    }
}
