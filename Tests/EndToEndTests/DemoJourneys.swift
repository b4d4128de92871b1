import Foundation
import TerminalTestSupport
import Testing

extension Journeys {
    /// Trying friends out.
    struct Demo {
        @Test func `a demo is edited by two and leaves no file`() async throws {
            try await Tmux.with { tmux in
                let before = try files(in: tmux.home)
                try await tmux.startFriends("--demo")
                let start = try await tmux.wait(for: "40 friends")
                #expect(start.contains(" Friends · demo ") && start.contains("nothing is kept"))
                // Someone else marries, and moves.
                try await tmux.wait(for: "Ashworth-Quill") { screen in
                    screen.line(with: "Tamsin").contains("Ashworth-Quill")
                        && screen.line(with: "Rhiannon").contains("7946 0642")
                }

                try await tmux.addFriend("Ada", "Aadahl", "+44 20 7946 0001")
                try await tmux.wait(for: "41 friends")
                try await tmux.press("d")
                try await tmux.wait(for: "Deleted Ada Aadahl")
                try await tmux.press("u")
                try await tmux.wait(for: "41 friends") { $0.selectedLine.contains("Aadahl") }
                // An order and a draft are not kept, either.
                try await tmux.press("s", "p", "e")
                try await tmux.wait(for: "Update Friend")
                try await tmux.type("h")
                try await tmux.press("Escape")
                try await tmux.wait(for: "Discard changes?")
                try await tmux.press("y")
                try await tmux.wait(for: "the form to go") { !$0.contains("Update Friend") }
                try await tmux.quitFriends()
                #expect(try await tmux.exitStatus() == 0)
                #expect(try files(in: tmux.home) == before)

                try await tmux.startFriends("--demo")
                try await tmux.wait(for: "40 friends")
                try await tmux.quitFriends()
            }
        }

        /// Every file and directory, except the terminal's.
        private func files(in home: URL) throws -> Set<String> {
            Set(
                try FileManager.default.subpathsOfDirectory(atPath: home.path())
                    .filter { !$0.hasPrefix("tmux-") })
        }
    }
}
