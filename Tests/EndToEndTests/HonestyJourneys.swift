import Foundation
import TerminalTestSupport
import Testing

extension Journeys {
    /// Nothing is said that is not so.
    struct Honesty {
        @Test func `a login page of the network is no success`() async throws {
            try await FriendsServerProcess.with { server in
                let http = HTTP(server.url)
                try await http.add("Ada", "Lovelace", "+44 20 7946 0001")
                try await CaptivePortal.with(port: server.port) { network in
                    try await Tmux.with { tmux in
                        try await tmux.startFriends("--server \(network.url)")
                        try await tmux.wait(for: "1 friend ·")

                        // The friend can be asked for, and is not there.
                        network.intercept(.writes)
                        try await tmux.press("a")
                        try await tmux.fill("Grace", "Hopper", "+1 212 555 0199")
                        try await tmux.press("Enter")
                        let added = try await tmux.wait(for: "[ Retry ]")
                        #expect(added.contains("Nothing was changed on the server."))
                        #expect(try await http.friends().count == 1)
                        try await tmux.press("Escape")
                        try await tmux.wait(for: "the form with its text") {
                            !$0.contains("[ Retry ]") && $0.contains("[Grace ")
                        }

                        // Nothing can be asked for: it is said that it is not known.
                        network.intercept(.everything)
                        try await tmux.press("Enter")
                        let unknown = try await tmux.wait(for: "[ Retry ]")
                        #expect(unknown.contains("It may have been saved anyway."))
                        #expect(try await http.friends().count == 1)

                        network.intercept(.nothing)
                        try await tmux.press("Enter")
                        try await tmux.wait(for: "Saved Grace Hopper")
                        #expect(try await http.friends().count == 2)

                        network.intercept(.writes)
                        try await tmux.press("d")
                        let deleted = try await tmux.wait(for: "[ Retry ]")
                        #expect(deleted.contains("Nothing was changed on the server."))
                        #expect(!deleted.contains("Deleted Grace"))
                        #expect(try await http.friends().count == 2)
                        try await tmux.press("Escape")
                        try await tmux.wait(for: "the alert to go") { !$0.contains("[ Retry ]") }
                        try await tmux.press("e")
                        try await tmux.wait(for: "Update Friend")
                        try await tmux.type("x")
                        try await tmux.press("Enter")
                        let updated = try await tmux.wait(for: "[ Retry ]")
                        #expect(updated.contains("Nothing was changed on the server."))
                        #expect(updated.contains("[Gracex "))
                    }
                }
            }
        }

        @Test func `a revoked token is reported and is not offline`() async throws {
            try await withHome { directory in
                let tokens = directory.appending(path: "tokens").path()
                let token = directory.appending(path: "token").path()
                try await Tmux.with { tmux in
                    try await tmux.enter("(umask 077; friends token add ada --file \(tokens) >\(token))")
                    try await tmux.wait(for: "it is not shown again.")
                    try await FriendsServerProcess.with(options: ["--tokens", tokens]) { server in
                        try await tmux.startFriends("--server \(server.url) --token-file \(token)")
                        try await tmux.wait(for: "· live")
                        // Nobody is left.
                        try Data().write(to: URL(filePath: tokens))
                        try await tmux.press("R")
                        let refused = try await tmux.wait(for: "Token refused by the server")
                        #expect(refused.contains("not logged in, as of "))
                        #expect(!refused.contains("offline"))
                        #expect(!refused.contains("unencrypted"), "it has not left this machine")
                        try await tmux.press("a")
                        try await tmux.fill("Grace", "Hopper", "+1 212 555 0199")
                        try await tmux.press("Enter")
                        let alert = try await tmux.wait(for: "Please log in to add friends.")
                        #expect(alert.contains("The server refused the token in") && alert.contains("(--token-file)"))

                        // A command names the file, and where that is named.
                        let shell = Shell(home: directory)
                        let settings = directory.appending(path: "settings.toml").path()
                        try Data("server = \"\(server.url)\"\ntoken-file = \"\(token)\"\n".utf8)
                            .write(to: URL(filePath: settings))
                        for (options, place) in [
                            ("--config \(settings)", "token-file in \(settings)"),
                            ("--server \(server.url) --token-file \(token)", "--token-file"),
                        ] {
                            let list = try await shell.run("friends list \(options)")
                            #expect(list.status == .exited(1))
                            let refusal = "friends: The server refused the token in \(token) (\(place)). Ask "
                            #expect(list.error.hasPrefix(refusal), "\(list)")
                        }
                    }
                }
            }
        }

        @Test func `an unencrypted token is reported`() async throws {
            try await withHome { directory in
                let token = directory.appending(path: "token").path()
                try Data("s3cret".utf8).write(to: URL(filePath: token))
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
                try await Tmux.with { tmux in
                    try await tmux.enter("friends --server http://192.0.2.1:9 --token-file \(token)")
                    try await tmux.wait(for: "Token sent unencrypted: use https://")
                    let log = tmux.home.appending(path: ".local/state/friends/friends.log")
                    let text = try String(contentsOf: log, encoding: .utf8)
                    #expect(text.contains("Token sent unencrypted to 192.0.2.1:9"))
                    #expect(!text.contains("s3cret"))
                }
            }
        }
    }
}
