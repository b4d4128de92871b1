import Glibc
import TerminalTestSupport
import TestSupport
import Testing

extension ServerJourneys {
    /// A server that others use as well, that is not there, that goes away, or that takes its time.
    struct SharedServer {
        @Test func `the next program sees an added friend`() async throws {
            try await FriendsServerProcess.with { server in
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    let first = try await tmux.wait(for: "No data available")
                    #expect(first.contains("Friends · 127.0.0.1:\(server.port)"))
                    try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                    try await tmux.quitFriends()
                }
                try await Tmux.with(variables: ["FRIENDS_SERVER": server.url]) { tmux in
                    try await tmux.startFriends()
                    let second = try await tmux.wait(for: "1 friend ·")
                    #expect(second.selectedLine.contains("Ada"))
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Update Friend")
                    try await tmux.press("Tab", "Tab", "C-u")
                    try await tmux.type("555 0100")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Saved Ada Lovelace")
                }
                var friends = try await HTTP(server.url).friends()
                #expect(friends.first?.id?.isEmpty == false)
                friends[0].id = nil
                #expect(friends == [HTTP.Friend(firstname: "Ada", lastname: "Lovelace", phonenumber: "555 0100")])
            }
        }

        @Test func `one key retries an unreachable server`() async throws {
            try await FriendsServerProcess.with { server in
                try await HTTP(server.url).add("Ada", "Lovelace", "+44 20 7946 0001")
                try await server.stop()
                try await Tmux.with { tmux in
                    try await tmux.enter("friends --server \(server.url)")
                    let failed = try await tmux.wait(for: "The server isn\u{2019}t running.")
                    #expect(failed.contains("There is no server at 127.0.0.1:\(server.port)."))
                    #expect(failed.contains("press R to try again"))
                    #expect(failed.selectedLine.isEmpty)

                    try await server.start()
                    try await tmux.press("R")
                    let loaded = try await tmux.wait(for: "1 friend ·")
                    #expect(loaded.selectedLine.contains("Ada"))
                    #expect(!loaded.contains("Loading failed"))
                }
            }
        }

        @Test func nothingTypedIsLostWhenTheServerGoesAway() async throws {
            try await FriendsServerProcess.with { server in
                try await HTTP(server.url).add("Grace", "Hopper", "+1 212 555 0199")
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "1 friend ·")
                    try await server.stop(SIGKILL)
                    try await tmux.press("R")
                    let old = try await tmux.wait(for: "Press R to retry.")
                    #expect(old.contains("Grace"))
                    #expect(old.contains(/Offline – list from \d\d:\d\d\. Press R to retry\./))

                    try await tmux.press("a")
                    try await tmux.fill("Ada", "Lovelace", "+44 20 7946 0001")
                    try await tmux.press("Enter")
                    let alert = try await tmux.wait(for: "[ Retry ]")
                    #expect(alert.contains("The server isn\u{2019}t running."))
                    #expect(alert.contains("Not saved: Ada Lovelace."))
                    try await tmux.press("Escape")
                    let kept = try await tmux.wait(for: "the alert to go") { !$0.contains("[ Retry ]") }
                    #expect(kept.contains("[Ada ") && kept.contains("[Lovelace ") && kept.contains("[+44 20 7946 0001"))

                    try await tmux.press("Enter")
                    try await tmux.wait(for: "[ Retry ]")
                    try await server.start()
                    try await tmux.press("r")
                    let saved = try await tmux.wait(for: "Saved Ada Lovelace")
                    #expect(saved.selectedLine.contains("Ada"))
                    try await tmux.wait(for: "2 friends")
                    #expect(try await HTTP(server.url).friends().map(\.firstname) == ["Grace", "Ada"])
                }
            }
        }

        @Test func `keys respond while a server is slow`() async throws {
            try await FakeServer.with(list: FakeServer.Answer(body: "[]", delay: .minutes(5))) { server in
                try await Tmux.with { tmux in
                    try await tmux.enter("friends --server \(server.url)")
                    let loading = try await tmux.wait(for: "Loading friends…")
                    #expect(loading.contains("Esc Cancel"))
                    #expect(!loading.contains("No data available") && !loading.contains("Loading failed"))
                    try await tmux.press("?")
                    try await tmux.wait(for: "─ Help ─")
                    try await tmux.press("q")
                    try await tmux.wait(for: "the help to go") { !$0.contains("─ Help ─") }
                    try await tmux.press("Escape")
                    try await tmux.wait(for: "the overlay to go") { !$0.contains("Loading friends…") }
                    let cancelled = try await tmux.wait(for: "press R to try again")
                    #expect(cancelled.contains("Cancelled."))

                    try await tmux.press("R")
                    try await tmux.wait(for: "Loading friends…")
                    try await tmux.press("q")
                    try await tmux.waitForPrompt()
                    #expect(try await tmux.exitStatus() == 0)
                }
            }
        }

        @Test func `the list of a slow server arrives`() async throws {
            let friend = #"[{"id":"1","firstname":"Ada","lastname":"Lovelace","phonenumber":"12"}]"#
            let gate = Gate()
            try await FakeServer.with(list: FakeServer.Answer(body: friend, gate: gate)) { server in
                try await Tmux.with { tmux in
                    try await tmux.enter("friends --server \(server.url)")
                    try await tmux.wait(for: "Loading friends…")
                    gate.open()
                    let loaded = try await tmux.wait(for: "the list without the overlay") { screen in
                        screen.contains("Lovelace") && !screen.contains("Loading friends…")
                    }
                    #expect(loaded.selectedLine.contains("Ada"))
                }
            }
        }

        @Test func `keys typed before the list mean the same`() async throws {
            let friends = ["Ada Lovelace", "Grace Hopper", "Ted David"].enumerated().map { number, name in
                let names = name.split(separator: " ")
                return #"{"id":"\#(number)","firstname":"\#(names[0])","lastname":"\#(names[1])","phonenumber":"12"}"#
            }
            for (typed, selected, text) in [
                ("/david", "David", "/david"), ("/ted", "Ted", "/ted"), ("jj", "Lovelace", "3 friends"),
                ("G/ted", "Ted", "/ted"),
            ] {
                let gate = Gate()
                let list = FakeServer.Answer(body: "[\(friends.joined(separator: ","))]", gate: gate)
                try await FakeServer.with(list: list) { server in
                    try await Tmux.with { tmux in
                        try await tmux.enter("friends --server \(server.url)")
                        try await tmux.wait(for: "Loading friends…")
                        try await tmux.type(typed)
                        // The form of `a` or the trash of `t` would be there before this.
                        try await tmux.press("F1")
                        gate.open()
                        try await tmux.wait(for: "─ Help ─")
                        try await tmux.press("Escape")
                        let loaded = try await tmux.wait(for: "the list as it was asked for") {
                            $0.contains(text) && $0.selectedLine.contains(selected) && !$0.contains("─ Help ─")
                        }
                        #expect(!loaded.contains("Deleted friends") && !loaded.contains("First name:"))
                    }
                }
            }
        }

        @Test func `a server that hangs while saving makes one friend`() async throws {
            try await FriendsServerProcess.with { server in
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.press("a")
                    try await tmux.fill("Ada", "Lovelace", "+44 20 7946 0001")
                    server.freeze()
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Saving Ada Lovelace…")
                    // Keys that come meanwhile change nothing.
                    try await tmux.press("Enter", "x", "Enter")
                    try await tmux.press("Escape")
                    let kept = try await tmux.wait(for: "the overlay to go") { !$0.contains("Saving") }
                    #expect(kept.contains("[Ada ") && kept.contains("[Lovelace "))
                    #expect(kept.contains("[+44 20 7946 0001 "))

                    server.thaw()
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Saved Ada Lovelace")
                    try await tmux.wait(for: "1 friend ·")
                    #expect(try await HTTP(server.url).friends().count == 1)
                }
            }
        }
    }
}
