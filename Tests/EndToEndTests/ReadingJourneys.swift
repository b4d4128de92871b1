import Foundation
import TerminalTestSupport
import Testing

extension Journeys {
    /// What servers say at length is read to its end, wherever there is room for a few lines only.
    struct Reading {
        private static let words = (1...400).map { "word\($0)" }

        /// A server that has one friend and four hundred words for whoever wants to change something.
        private static func withServer(_ story: (FakeServer) async throws -> Void) async throws {
            let friend = HTTP.Friend(id: "1", firstname: "Ada", lastname: "Lovelace", phonenumber: "555 0100")
            let list = String(decoding: try JSONEncoder().encode([friend]), as: UTF8.self)
            let detail = words.joined(separator: " ")
            try await FakeServer.with(
                list: FakeServer.Answer(body: list),
                others: FakeServer.Answer(
                    status: .badRequest, contentType: "application/problem+json",
                    body: #"{"title": "No", "status": 400, "detail": "\#(detail)"}"#), story)
        }

        @Test func `a long alert is read to its end and copied`() async throws {
            try await Self.withServer { server in
                try await Tmux.with(columns: 40, rows: 10) { tmux in
                    try await tmux.run("set", "-s", "set-clipboard", "on")
                    try await tmux.enter("clear; friends --server \(server.url)")
                    try await tmux.wait(for: "Lovelace")
                    try await tmux.press("d")
                    var page = try await tmux.wait(for: "word1 ")
                    var read: Set<Substring> = []
                    while true {
                        #expect(page.contains("[ OK ]") && page.contains("Enter OK"), "\(page)")
                        read.formUnion(page.lines.flatMap { $0.split(separator: " ") })
                        guard page.contains("↓ more") else { break }
                        let last = page
                        try await tmux.press("NPage")
                        page = try await tmux.wait(for: "the next page") { $0 != last && $0.contains("[ OK ]") }
                    }
                    #expect(read.isSuperset(of: Self.words.map { $0[...] }))
                    try await tmux.press("Home")
                    try await tmux.wait(for: "the start") { $0.contains("word1 ") && !$0.contains("↑ more") }
                    try await tmux.press("y")
                    try await tmux.wait(for: "Copied the message")
                    let copied = try await tmux.run("show-buffer")
                    #expect(copied.contains(Self.words.joined(separator: " ")))

                    try await tmux.press("q")
                    try await tmux.wait(for: "the list") { !$0.contains("[ OK ]") && $0.contains("q Quit") }
                    try await tmux.press(":")
                    try await tmux.type("messages")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: "Enter Read")
                    try await tmux.press("j", "Enter", "End")
                    try await tmux.wait(for: "word400")
                    try await tmux.press("q", "q", "q")
                    try await tmux.wait(for: "the shell") { $0.endsInPrompt }
                }
            }
        }

        @Test func `a question is answered by the keys that it names`() async throws {
            try await Tmux.with(columns: 40, rows: 10) { tmux in
                try await tmux.enter("clear; friends")
                try await tmux.wait(for: "No data available")
                try await tmux.press("a")
                try await tmux.wait(for: "Add Friend")
                try await tmux.type("Ada")
                for key in ["q", "C-c", "Escape", "n"] {
                    try await tmux.press("Escape")
                    try await tmux.wait(for: "the question") {
                        $0.contains("Discard changes?") && $0.contains("y Yes  n No  Enter Select  Esc Cancel")
                    }
                    try await tmux.press(key)
                    try await tmux.wait(for: "the form") { !$0.contains("Discard") && $0.contains("[Ada ") }
                }
                try await tmux.press("Escape")
                try await tmux.wait(for: "Discard changes?")
                try await tmux.press("y")
                try await tmux.wait(for: "No data available")
            }
        }
    }
}
