import Foundation
import GRDB
import Glibc
import TerminalTestSupport
import TestSupport
import Testing

extension Journeys {
    /// What is kept on this machine: the list of a server that is away, and what was being typed.
    struct Offline {
        @Test func `the cached list is shown while the server is away`() async throws {
            try await FriendsServerProcess.with { server in
                try await HTTP(server.url).add("Ada", "Lovelace", "+44 20 7946 0001")
                try await HTTP(server.url).add("Grace", "Hopper", "+1 212 555 0199")
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "2 friends")
                    try await isKept(2, in: tmux.home)
                    try await tmux.quitFriends()
                    try await server.stop()

                    try await tmux.enter("friends --server \(server.url)")
                    let offline = try await tmux.wait(for: "· offline, as of ")
                    #expect(offline.contains(/offline, as of \d\d:\d\d/))
                    #expect(offline.order(of: ["Grace", "Ada"]) == ["Grace", "Ada"])
                    #expect(offline.contains(/Offline – list from \d\d:\d\d\. Press R to retry\./))

                    // It can be read, and what is written fails as ever and is not lost.
                    try await tmux.press("j", "e")
                    try await tmux.wait(for: "Update Friend")
                    try await tmux.type("h")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "[ Retry ]")
                    try await tmux.press("Escape")
                    try await tmux.wait(for: "the alert to go") { !$0.contains("[ Retry ]") && $0.contains("[Adah ") }

                    try await server.start()
                    try await tmux.press("Enter")
                    let saved = try await tmux.wait(for: "Saved Adah Lovelace")
                    #expect(saved.selectedLine.contains("Adah"))
                    try await tmux.wait(for: "the list to be there again") { !$0.contains("offline") }
                }
            }
        }

        @Test func `what a card keeps is found and shown, also while the server is away`() async throws {
            try await FriendsServerProcess.with { server in
                try await HTTP(server.url).add("Grace", "Hopper", "+1 212 555 0199")
                try await Tmux.with { tmux in
                    let card =
                        "BEGIN:VCARD\nVERSION:4.0\nN:Lovelace;Ada;King;;\nFN:Ada Lovelace\nX-PET:Rex\nEND:VCARD\n"
                    try Data(card.utf8).write(to: tmux.home.appending(path: "ada.vcf"))
                    try await tmux.enter("friends import ~/ada.vcf --server \(server.url)")
                    try await tmux.wait(for: "1 added")
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "2 friends")
                    try await isKept(2, in: tmux.home)
                    for isAway in [false, true] {
                        try await tmux.press("i", "/")
                        try await tmux.type("rex king")
                        try await tmux.wait(for: "Ada alone, with what her card keeps") {
                            $0.contains("other names: King") && $0.contains("X-PET: Rex") && !$0.contains("Grace")
                        }
                        try await tmux.press("Escape")
                        try await tmux.wait(for: "all of them") { $0.contains("Grace") }
                        try await tmux.quitFriends()
                        if isAway { break }
                        try await server.stop()
                        try await tmux.enter("friends --server \(server.url)")
                        try await tmux.wait(for: "· offline, as of ")
                    }
                }
            }
        }

        @Test func `a damaged cache does no harm`() async throws {
            try await FriendsServerProcess.with { server in
                try await HTTP(server.url).add("Ada", "Lovelace", "+44 20 7946 0001")
                try await Tmux.with { tmux in
                    for _ in 0..<2 {
                        try await tmux.startFriends("--server \(server.url)")
                        try await tmux.wait(for: "1 friend ·")
                        try await isKept(1, in: tmux.home)
                        try await tmux.quitFriends()
                        let file = try #require(try kept(in: tmux.home))
                        #expect(permissions(of: file) == 0o600)
                        try Data("damaged".utf8).write(to: URL(filePath: file))
                    }
                }
            }
        }

        @Test(arguments: [false, true])
        func `unsaved text survives a kill`(isShared: Bool) async throws {
            try await FriendsServerProcess.with { server in
                let options = isShared ? "--server \(server.url)" : ""
                try await Tmux.with { tmux in
                    try await tmux.startFriends(options)
                    try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                    try await tmux.addFriend("Grace", "Hopper", "+1 212 555 0199")
                    try await tmux.wait(for: "the list to rest") { $0.contains("2 friends") && !$0.contains("Loading") }
                    try await tmux.press("G", "e")
                    try await tmux.wait(for: "Update Friend")
                    try await tmux.type("h and the rest")
                    try await tmux.wait(for: "[Adah and the rest")
                    try await draftHolds("Adah and the rest", in: tmux.home)
                    kill(try await tmux.processOfFriends(), SIGKILL)
                    // A program that is killed leaves the terminal as it was using it: this is another one.
                    try await tmux.run("respawn-pane", "-k", "sh")
                    try await tmux.waitForPrompt()

                    try await tmux.enter("friends \(options)")
                    let offered = try await tmux.wait(for: "Unsaved changes: Ada Lovelace")
                    #expect(offered.contains("[ Continue ]  [ To drafts ]  [ Ask later ]"))
                    try await tmux.press("Enter")
                    let form = try await tmux.wait(for: "Update Friend")
                    #expect(form.contains("[Adah and the rest"))
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Saved Adah and the rest Lovelace")
                    try await tmux.quitFriends()

                    // Saved is saved.
                    try await tmux.startFriends(options)
                    let after = try await tmux.wait(for: "2 friends")
                    #expect(!after.contains("Unsaved changes"))
                }
            }
        }

        @Test func `a declined draft is listed on the drafts page`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.press("a")
                try await tmux.fill("Hup", "Smith", "12")
                try await draftHolds("\"12\"", in: tmux.home)
                kill(try await tmux.processOfFriends(), SIGKILL)
                try await tmux.run("respawn-pane", "-k", "sh")
                try await tmux.waitForPrompt()

                try await tmux.enter("friends")
                let offered = try await tmux.wait(for: "Unsaved friend: Hup Smith")
                #expect(offered.contains("To drafts keeps it 30 days in :drafts."))
                try await tmux.press("n")
                try await tmux.wait(for: "the question to go") { !$0.contains("Unsaved friend") }
                try await tmux.quitFriends()

                // It is not asked about again, and not gone.
                try await tmux.startFriends()
                let list = try await tmux.wait(for: "No data available")
                #expect(!list.contains("Unsaved friend"))
                try await openDrafts(tmux)
                try await tmux.wait(for: "the draft") { $0.selectedLine.contains("Adding Hup Smith") }
                try await tmux.press("Enter")
                try await tmux.wait(for: "the form") { $0.contains("Add Friend") && $0.contains("[Hup ") }
                // Discarded in the form it is still there.
                try await tmux.press("Escape")
                try await tmux.wait(for: "You can get them back in :drafts for 30 days.")
                try await tmux.press("y")
                try await tmux.wait(for: "the form to go") { !$0.contains("Add Friend") }
                try await openDrafts(tmux)
                try await tmux.wait(for: "the draft") { $0.selectedLine.contains("Adding Hup Smith") }
                try await tmux.press("Enter")
                try await tmux.wait(for: "[Hup ")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Saved Hup Smith")
                try await openDrafts(tmux)
                try await tmux.wait(for: "No drafts")
            }
        }

        private func openDrafts(_ tmux: Tmux) async throws {
            try await tmux.press(":")
            try await tmux.wait(for: "Commands")
            try await tmux.type("drafts")
            try await tmux.press("Enter")
            try await tmux.wait(for: "Drafts · local")
        }

        @Test func twoProgramsLeaveEachOthersDraftsAlone() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.press("a")
                try await tmux.wait(for: "Add Friend")
                try await tmux.type("Grace")
                try await draftHolds("Grace", in: tmux.home)
                try await tmux.run("split-window", "-v", "sh")
                try await tmux.waitForPrompt()
                try await tmux.enter("friends")
                let second = try await tmux.wait(for: "No data available")
                #expect(!second.contains("Continue"))
                try await tmux.press("q")
                try await tmux.waitForPrompt()
                try await draftHolds("Grace", in: tmux.home)
            }
        }

        // MARK: Files

        private func kept(in home: URL) throws -> String? {
            let directory = home.appending(path: ".cache/friends/lists").path()
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            return names.first { $0.hasSuffix(".sqlite") }.map { "\(directory)/\($0)" }
        }

        /// Waits until `count` friends are in the file: it is written after they are shown.
        private func isKept(_ count: Int, in home: URL) async throws {
            try await eventually("\(count) kept friends") {
                guard let file = try? kept(in: home), let queue = try? DatabaseQueue(path: file) else { return false }
                return (try? queue.read { db in try Int.fetchOne(db, sql: "SELECT count FROM list") }) == count
            }
        }

        /// Waits until a draft has a text in it: it is written after that is shown.
        private func draftHolds(_ text: String, in home: URL) async throws {
            let directory = home.appending(path: ".local/state/friends/drafts").path()
            try await eventually("a draft with “\(text)”") {
                let names = (try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? []
                return names.map { "\(directory)/\($0)" }.contains { path in
                    let content = try? String(contentsOfFile: path, encoding: .utf8)
                    return content?.contains(text) == true && permissions(of: path) == 0o600
                }
            }
        }
    }
}
