import Foundation
import TerminalTestSupport
import TestSupport
import Testing

extension Journeys {
    /// The plain screen, read by its lines and the cursor only, as braille displays and screen readers do.
    struct PlainScreen {
        /// The lines of the screen, and the place of the cursor.
        private struct Reading: Equatable {
            let lines: [String]
            let row: Int
            let column: Int
            let isCursorVisible: Bool

            var title: String { lines[0] }
            /// What a braille display shows.
            var current: String { lines[row] }
            var message: String { lines[lines.count - 2] }
            var content: [String] { lines[2...].prefix { !$0.isEmpty } + [] }
        }

        private func read(_ tmux: Tmux) async throws -> Reading {
            let place = "#{cursor_y}\n#{cursor_x}\n#{cursor_flag}"
            let text = try await tmux.run("display-message", "-p", place, ";", "capture-pane", "-p")
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return Reading(
                lines: Array(lines.dropFirst(3).dropLast()), row: Int(lines[0]) ?? 0, column: Int(lines[1]) ?? 0,
                isCursorVisible: lines[2] == "1")
        }

        @discardableResult
        private func read(
            _ tmux: Tmux, _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
            until isRight: (Reading) -> Bool
        ) async throws -> Reading {
            try await eventually(
                what, sourceLocation: sourceLocation, get: { try await read(tmux) },
                until: { $0.isCursorVisible && isRight($0) })
        }

        @Test func `a friend is found, edited, deleted and restored`() async throws {
            try await Tmux.with { tmux in
                try await tmux.enter("clear; friends --plain")
                try await read(tmux, "the empty list") { $0.current == "No data available" }
                try await tmux.addFriend("Linus", "Torvalds", "+358 50 123 4567")
                try await tmux.addFriend("Grace", "Hopper", "+1 212 555 0199")
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                let friends = [
                    "Grace Hopper, +1 212 555 0199", "Ada Lovelace, +44 20 7946 0001",
                    "Linus Torvalds, +358 50 123 4567",
                ]
                let list = try await read(tmux, "the list") { $0.content == friends && $0.current == friends[1] }
                #expect(list.title == "3 friends, by last name, local")
                #expect(list.column == 0)
                #expect(list.message.hasPrefix("Saved Ada Lovelace"), "\(list)")

                // A movement says nothing: no line changes after the message is gone.
                try await tmux.press("k")
                let first = try await read(tmux, "the first friend") { $0.current == friends[0] && $0.message.isEmpty }
                try await tmux.press("j")
                let second = try await read(tmux, "the second friend") { $0.current == friends[1] }
                #expect(first.lines == second.lines)

                try await tmux.press("/")
                try await tmux.type("torv")
                try await read(tmux, "the match") {
                    $0.current == "Find: torv ; 1 of 1: \(friends[2])" && $0.content == [friends[2]]
                }
                try await tmux.press("Enter")
                try await read(tmux, "the selected match") { $0.current == friends[2] && $0.column == 0 }

                try await tmux.press("e")
                let form = try await read(tmux, "the form") { $0.current == "First name: Linus" }
                #expect(form.title == "Update Friend" && form.column == form.current.count)
                #expect(
                    form.content == [
                        "First name: Linus", "Last name: Torvalds", "Phone number: +358 50 123 4567",
                        "Add line", "Submit, disabled", "Cancel",
                    ])
                try await tmux.press("Tab", "Tab")
                try await read(tmux, "the phone number") { $0.current == "Phone number: +358 50 123 4567" }
                try await tmux.type("a")
                try await tmux.press("Enter")
                try await read(tmux, "the message below the field") {
                    $0.current == "Phone number: +358 50 123 4567a"
                        && $0.lines[$0.row + 1].hasPrefix("Phone number can't contain")
                }
                try await tmux.press("BSpace", "8", "Enter")
                let saved = "Linus Torvalds, +358 50 123 45678"
                try await read(tmux, "the changed friend") {
                    $0.current == saved && $0.message.hasPrefix("Saved Linus Torvalds")
                }

                try await tmux.press("Escape")
                try await read(tmux, "all friends") { $0.content.count == 3 }
                try await tmux.press("G", "d")
                let deleted = try await read(tmux, "the next friend") {
                    $0.current == friends[1] && $0.message == "Deleted Linus Torvalds - press u to undo"
                }
                #expect(deleted.title == "2 friends, by last name, local")
                #expect(deleted.content == Array(friends[..<2]))
                try await tmux.press("u")
                try await read(tmux, "the restored friend") {
                    $0.current == saved && $0.message.hasPrefix("Undid deletion of Linus Torvalds")
                }
                // Neither colours nor attributes.
                #expect(try await !tmux.painting.contains("\u{1B}["))

                try await tmux.press("e", "BSpace", "Escape")
                let question = try await read(tmux, "the question") { $0.current == "No" }
                #expect(question.lines[question.row - 1] == "Yes")
                #expect(question.lines[question.row - 3] == "Discard changes?")
                try await tmux.press("y")
                try await read(tmux, "the list again") { $0.current == saved }
                try await tmux.press("q")
                try await tmux.waitForPrompt()
            }
        }
    }
}
