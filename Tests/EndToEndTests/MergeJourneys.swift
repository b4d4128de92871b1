import Foundation
import TerminalTestSupport
import Testing

extension Journeys {
    /// Friends who are one person.
    struct Merging {
        @Test func `two friends become one, and undo brings both back`() async throws {
            try await FriendsServerProcess.with { server in
                let http = HTTP(server.url)
                try await http.add(
                    "Ada", "Lovelace", "+44 20 7946 0001", lines: [HTTP.Line("email", "ada@analytical.example")])
                try await http.add("Lovelace", "Ada", "+44 7700 900123")
                try await http.add("Grace", "Hopper", "+1 212 555 0199")
                let before = try await Self.everyone(http)
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "3 friends")
                    try await tmux.press(":")
                    try await tmux.type("dupl")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "2 friends in 1 group")
                    try await tmux.press("Enter")
                    let shown = try await tmux.wait(for: "Right: goes to the trash")
                    #expect(shown.contains("[x] Ada") && shown.contains("[ ] Lovelace"))
                    #expect(shown.contains("Result: Ada Lovelace, +44 20 7946 0001"))
                    try await tmux.press("Escape")
                    try await tmux.wait(for: "2 friends in 1 group")
                    #expect(try await http.friends().count == 3)
                    try await tmux.press("Enter", "Right")
                    try await tmux.wait(for: "Result: Lovelace Lovelace")
                    try await tmux.press("q")
                    try await tmux.wait(for: "Discard your choices?")
                    try await tmux.press("n")
                    try await tmux.wait(for: "no question") { !$0.contains("Discard your choices?") }
                    try await tmux.press("Left", "Enter")
                    try await tmux.wait(for: "Merged Ada Lovelace \u{2013} press u to undo")
                    let merged = try await http.friends()
                    #expect(merged.count == 2)
                    let ada = try #require(merged.first { $0.firstname == "Ada" })
                    #expect(ada.phonenumber == "+44 20 7946 0001")
                    #expect(ada.lines?.map(\.value) == ["ada@analytical.example", "+44 7700 900123"])
                    try await tmux.press("u")
                    try await tmux.wait(for: "Undid merge of Ada Lovelace")
                    try await tmux.wait(for: "2 friends in 1 group")
                    #expect(try await Self.everyone(http) == before)
                }
            }
        }

        private static func everyone(_ http: HTTP) async throws -> [HTTP.Friend] {
            try await http.friends().sorted { $0.id ?? "" < $1.id ?? "" }
        }

        @Test func `a new friend that is already there is opened instead`() async throws {
            try await FriendsServerProcess.with { server in
                let http = HTTP(server.url)
                try await http.add("Ada", "Lovelace", "+44 20 7946 0001")
                try await http.add("Grace", "Hopper", "+1 212 555 0199")
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "2 friends")
                    try await tmux.press("a")
                    try await tmux.wait(for: "Add Friend")
                    try await tmux.fill("Augusta", "King", "0044 20 7946 0001")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Ada Lovelace is already here.")
                    try await tmux.press("Escape")
                    try await tmux.wait(for: "the form") { !$0.contains("already here") && $0.contains("Augusta") }
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Saved Augusta King")
                    #expect(try await http.friends().count == 3)
                    try await tmux.press("a")
                    try await tmux.wait(for: "Add Friend")
                    try await tmux.fill("Hopper", "Grace", "12")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Grace Hopper is already here.")
                    try await tmux.press("o")
                    try await tmux.wait(for: "the other one") {
                        $0.contains("Update Friend") && $0.contains("+1 212 555 0199")
                    }
                    try await tmux.press("Escape")
                    try await tmux.wait(for: "the list") { !$0.contains("Update Friend") }
                    try await tmux.press(":")
                    try await tmux.type("drafts")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Adding Hopper Grace")
                    #expect(try await http.friends().count == 3)
                }
            }
        }
    }
}
