import Foundation
import TerminalTestSupport
import Testing

extension Journeys {
    /// A hand on the mouse.
    struct Mouse {
        private static func list(of count: Int) throws -> FakeServer.Answer {
            let friends = (0..<count).map { number in
                HTTP.Friend(
                    id: "\(number)", firstname: "F\(number)", lastname: String(format: "L%03d", number),
                    phonenumber: "12")
            }
            return FakeServer.Answer(body: String(decoding: try JSONEncoder().encode(friends), as: UTF8.self))
        }

        @Test func `with the mouse only the text of a friend is typed`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                try await tmux.addFriend("Grace", "Hopper", "+1 212 555 0199")
                try await tmux.startFriendsAgain()
                try await tmux.wait(for: "Grace selected") { $0.selectedLine.contains("Grace") }
                try await tmux.click("Lovelace")
                try await tmux.wait(for: "Ada selected") { $0.selectedLine.contains("Ada") }
                // Far from the next click, which would be a third one.
                try await tmux.doubleClick("Ada")
                try await tmux.wait(for: "Update Friend")

                try await tmux.click("lace ")
                try await tmux.type("X")
                try await tmux.wait(for: "[LoveXlace ")
                try await tmux.click("[ Cancel ]")
                try await tmux.wait(for: "Discard changes?")
                try await tmux.click("[ No ]")
                try await tmux.wait(for: "the form") { !$0.contains("Discard") && $0.contains("[LoveXlace ") }
                try await tmux.click("[ Submit ]")
                try await tmux.wait(for: "Saved Ada LoveXlace")
                try await tmux.quitFriends()
            }
        }

        @Test func `the mouse alone adds, finds a command and restores`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.click("a Add")
                try await tmux.wait(for: "Add Friend")
                for text in ["Ada", "Lovelace", "+44 20 7946 0001"] {
                    try await tmux.type(text)
                    try await tmux.wait(for: text)
                    try await tmux.click("Tab Next")
                }
                try await tmux.click("Enter Save")
                try await tmux.wait(for: "Saved Ada Lovelace")
                try await tmux.click("d Delete")
                try await tmux.wait(for: "Deleted Ada Lovelace")

                try await tmux.click(": Commands")
                try await tmux.wait(for: "─ Commands ─")
                for _ in 0..<5 where try await !tmux.screen.contains("   trash  ") {
                    let before = try await tmux.screen.lines
                    for _ in 0..<3 { try await tmux.mouse(65, column: 5, row: 15) }
                    try await tmux.wait(for: "other commands") { $0.lines != before }
                }
                try await tmux.click("   trash  ")
                try await tmux.wait(for: "trash selected") { $0.contains(" > trash  ") }
                try await tmux.click(" > trash  ")
                try await tmux.wait(for: "1 deleted friend")
                try await tmux.doubleClick("Lovelace")
                try await tmux.wait(for: "Restored Ada Lovelace")
                try await tmux.click("q Back")
                try await tmux.wait(for: "1 friend")
                try await tmux.click("q Quit")
                try await tmux.waitForPrompt()
                #expect(try await tmux.exitStatus() == 0)
            }
        }

        @Test func `the mouse can be switched off and on`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                for (flag, text) in [("0", "Mouse off – the terminal selects text"), ("1", "Mouse on – Shift-drag")] {
                    try await tmux.press(":")
                    try await tmux.type("mouse")
                    try await tmux.press("Enter")
                    try await tmux.wait(for: text)
                    #expect(try await tmux.says("#{mouse_any_flag}") == flag)
                }
                // A stop and a return keep what was chosen, and the end leaves nothing on.
                try await tmux.press("C-z")
                try await tmux.waitForPrompt()
                #expect(try await tmux.says("#{mouse_any_flag}") == "0")
                try await tmux.enter("fg")
                try await tmux.wait(for: "q Quit")
                #expect(try await tmux.says("#{mouse_any_flag}") == "1")
                try await tmux.quitFriends()
                #expect(try await tmux.says("#{mouse_any_flag}") == "0")
                // The end also switches off what the start did not switch on.
                try await tmux.startFriends("--no-mouse")
                try await tmux.press(":")
                try await tmux.type("mouse")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Mouse on")
                #expect(try await tmux.says("#{mouse_any_flag}") == "1")
                try await tmux.quitFriends()
                #expect(try await tmux.says("#{mouse_any_flag}") == "0")
            }
        }

        @Test func theWheelScrollsAndADragSelectsAlong() async throws {
            try await FakeServer.with(list: try Self.list(of: 100)) { server in
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "100 friends")
                    for _ in 0..<4 { try await tmux.mouse(65, column: 5, row: 5) }
                    try await tmux.wait(for: "twelve rows further down") { $0.lines[2].contains("F12 ") }
                    try await tmux.mouse(64, column: 5, row: 5)
                    try await tmux.wait(for: "three rows back") { screen in
                        screen.lines[2].contains("F9 ") && screen.selectedLine.contains("F12 ")
                    }
                    try await tmux.mouse(0, column: 5, row: 4)
                    try await tmux.mouse(32, column: 5, row: 7)
                    try await tmux.wait(for: "the friend under the pointer") { $0.selectedLine.contains("F14 ") }
                    // Below the rows the list continues.
                    try await tmux.mouse(32, column: 5, row: 22)
                    try await tmux.wait(for: "one row more") {
                        $0.lines[21].contains("F29 ") && $0.lines[21].hasPrefix(" >")
                    }
                    try await tmux.mouse(0, column: 5, row: 22, isRelease: true)

                    try await tmux.press("?")
                    try await tmux.wait(for: "Moving")
                    try await tmux.mouse(65, column: 30, row: 10)
                    try await tmux.wait(for: "more of the help") { !$0.contains("Moving") }
                    try await tmux.mouse(0, column: 0, row: 0)
                    try await tmux.wait(for: "the list") { !$0.contains("Help ─") && $0.selectedLine.contains("F29 ") }
                    try await tmux.quitFriends()
                }
            }
        }

        @Test func aHeldWheelBuildsNoBacklog() async throws {
            try await FakeServer.with(list: try Self.list(of: 10_000)) { server in
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "10000 friends")
                    let steps = (0..<100).map { "\u{1B}[<65;6;\($0 % 20 + 3)M" }.joined()
                    for _ in 0..<20 { try await tmux.sendBytes(Array(steps.utf8)) }
                    try await tmux.press("g")
                    try await tmux.wait(for: "the first") { $0.selectedLine.contains("F0 ") }
                }
            }
        }

        @Test func `without mouse support the terminal keeps the mouse`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                #expect(try await tmux.says("#{mouse_button_flag} #{mouse_sgr_flag}") == "1 1")
                try await tmux.quitFriends()
                try await tmux.startFriends("--no-mouse")
                #expect(try await tmux.says("#{mouse_any_flag} #{mouse_sgr_flag}") == "0 0")
                try await tmux.quitFriends()
            }
        }
    }
}
