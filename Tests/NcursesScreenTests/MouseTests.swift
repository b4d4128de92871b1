import Foundation
import TerminalTestSupport
import Testing

extension ScreenTests {
    /// What a person does with the mouse, as the program hears it.
    struct MouseTests {
        @Test func `a mouse event is reported once and is no key`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            try await terminal.wait(for: "ready")
            // In the middle of one of them the line is slow.
            terminal.type("\u{1B}[<0;10;3M\u{1B}[<0;10")
            try await terminal.wait(for: "mouse press")
            terminal.type(";3m\u{1B}[<65;200;100Mq")
            #expect(try await terminal.exitStatus() == 0)
            #expect(!terminal.text.contains("character"))
        }

        @Test func `a flood of mouse events is painted a few times`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            try await terminal.wait(for: "row 23")
            terminal.type((0..<2000).map { "\u{1B}[<32;\($0 % 80 + 1);\($0 % 24 + 1)M" }.joined())
            terminal.type("\u{0C}")
            try await terminal.wait(for: "heard 2000, painted ")
            // As with keys: a slow machine lets the program catch up in between.
            #expect(try await terminal.number(after: "heard 2000, painted ") < 100)
        }

        @Test func `an unwanted or missing mouse is not requested`() async throws {
            for variables in [["NO_MOUSE": "1"], ["TERM": "vt100"]] {
                let terminal = try PseudoTerminal("TerminalProbe", environment: variables)
                try await terminal.wait(for: "ready")
                terminal.type("q")
                #expect(try await terminal.exitStatus() == 0)
                #expect(!terminal.text.contains(/\u{1B}\[\?100\d/))
            }
        }

        /// A button was pressed that ends the program; its release comes when the program has gone from the screen.
        @Test(arguments: ["quit", "abort"])
        func `a late mouse release is not typed into the shell`(way: String) async throws {
            let terminal = try PseudoTerminal("TerminalProbe \(way); echo [left]; head -c 5 | od -c", answer: "")
            try await terminal.wait(for: "row 23")
            terminal.type("\u{1B}[?62;4c\u{1B}[<0;10;3M!")
            try await terminal.wait(for: "the question at the end") { $0.text.contains(/1049l(.|\n|\r)*\u{1B}\[c/) }
            terminal.type("\u{1B}[<0;10;3m\u{1B}[?62;4c")
            try await terminal.wait(for: "[left]")
            terminal.type("echo\r")
            try await terminal.wait(for: "e   c   h   o  \\n")
            #expect(!terminal.text.contains("^[") && !terminal.text.contains("10;3m"))
        }

        @Test func `without mouse events nothing is queried at the end`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            try await terminal.wait(for: "row 23")
            terminal.type("aq")
            #expect(try await terminal.exitStatus() == 0)
            #expect(!terminal.text.contains(/1049l(.|\n|\r)*\u{1B}\[c/))
        }

        @Test func `a stopped program releases the mouse`() async throws {
            try await Tmux.with { tmux in
                func isTracked() async throws -> Bool {
                    try await tmux.says("#{mouse_any_flag}") == "1"
                }
                try await tmux.enter("TerminalProbe")
                try await tmux.wait(for: "ready 80x24")
                #expect(try await isTracked())
                try await tmux.press("C-z")
                try await tmux.wait(for: "Stopped")
                #expect(try await !isTracked())
                try await tmux.enter("fg")
                try await tmux.wait(for: "ready 80x24")
                #expect(try await isTracked())
                try await tmux.quitProbe()
                #expect(try await !isTracked())
            }
        }
    }
}
