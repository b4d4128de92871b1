import Foundation
import Glibc
import TerminalTestSupport
import Testing

extension Journeys {
    /// Two programs on one list, and a list that follows its server.
    struct Live {
        /// Opens a second terminal at the same home, so that both programs have the same private database.
        private func withTwo(
            _ arguments: String, _ story: (_ one: Tmux, _ other: Tmux) async throws -> Void
        ) async throws {
            try await Tmux.with { one in
                try await Tmux.with(variables: ["HOME": one.home.path()]) { other in
                    try await one.startFriends(arguments)
                    try await other.startFriends(arguments)
                    try await story(one, other)
                }
            }
        }

        @Test(arguments: [true, false])
        func `two programs see each other's changes`(isShared: Bool) async throws {
            try await FriendsServerProcess.with { server in
                try await withTwo(isShared ? "--server \(server.url)" : "") { one, other in
                    if isShared {
                        let title = try await one.wait(for: "· live")
                        #expect(title.contains("Friends · 127.0.0.1:\(server.port) · live"))
                        try await other.wait(for: "· live")
                    }
                    try await one.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                    try await other.wait(for: "Ada") { $0.selectedLine.contains("Ada") }
                    try await other.addFriend("Grace", "Hopper", "+1 212 555 0199")
                    let both = try await one.wait(for: "Grace")
                    #expect(both.selectedLine.contains("Ada"), "the selection stays with its friend")
                    #expect(both.order(of: ["Hopper", "+44"]) == ["Hopper", "+44"])

                    // The other one is typing: its form is not touched.
                    try await other.press("G", "e")
                    try await other.wait(for: "Update Friend")
                    try await other.type("h")
                    try await one.press("g", "d")
                    try await one.wait(for: "Deleted Grace Hopper")
                    let form = try await other.wait(for: "Grace to go") { !$0.contains("Grace") }
                    #expect(form.contains("[Adah "))
                    try await other.press("Enter")
                    try await other.wait(for: "Saved Adah Lovelace")
                    try await one.wait(for: "Adah") { $0.selectedLine.contains("Adah") }
                }
            }
        }

        @Test func aServerThatComesBackIsFollowedAgain() async throws {
            try await FriendsServerProcess.with { server in
                try await HTTP(server.url).add("Ada", "Lovelace", "+44 20 7946 0001")
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "· live")
                    try await server.stop(SIGKILL)
                    let offline = try await tmux.wait(for: "· offline, as of ")
                    #expect(offline.contains("Ada"))
                    try await server.start()
                    try await HTTP(server.url).add("Grace", "Hopper", "+1 212 555 0199")
                    let live = try await tmux.wait(for: "both and live") { screen in
                        screen.contains("· live") && screen.contains("Grace")
                    }
                    #expect(live.selectedLine.contains("Ada"))
                    #expect(!live.contains("Press R to retry"))
                }
            }
        }
    }
}
