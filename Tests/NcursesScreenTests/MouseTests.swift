import Foundation
import Testing

extension ScreenTests {
    /// What a person does with the mouse, as the program hears it.
    struct MouseTests {
        @Test func `a mouse event is reported once and is no key`() throws {
            let terminal = try PseudoTerminal("\"$PROBE\"")
            try terminal.wait(for: "ready")
            // In the middle of one of them the line is slow.
            terminal.type("\u{1B}[<0;10;3M\u{1B}[<0;10")
            try terminal.wait(for: "mouse press")
            terminal.type(";3m\u{1B}[<65;200;100Mq")
            #expect(try terminal.exitStatus() == 0)
            #expect(!terminal.text.contains("character"))
        }

        @Test func aFloodOfTheMouseIsPaintedAFewTimes() throws {
            let terminal = try PseudoTerminal("\"$PROBE\"")
            try terminal.wait(for: "row 23")
            terminal.type((0..<2000).map { "\u{1B}[<32;\($0 % 80 + 1);\($0 % 24 + 1)M" }.joined())
            terminal.type("\u{0C}")
            try terminal.wait(for: "heard 2000, painted ")
            // As with keys: a slow machine lets the program catch up in between.
            #expect(try terminal.number(after: "heard 2000, painted ") < 100)
        }

        @Test func `an unwanted or missing mouse is not requested`() throws {
            for variables in [["NO_MOUSE": "1"], ["TERM": "vt100"]] {
                let terminal = try PseudoTerminal("\"$PROBE\"", environment: variables)
                try terminal.wait(for: "ready")
                terminal.type("q")
                #expect(try terminal.exitStatus() == 0)
                #expect(!terminal.text.contains(/\u{1B}\[\?100\d/))
            }
        }

        /// A button was pressed that ends the program; its release comes when the program has gone from the screen.
        @Test(arguments: ["quit", "abort"])
        func aReleaseThatIsOnItsWayAtTheEndIsNotTypedIntoTheShell(way: String) throws {
            let terminal = try PseudoTerminal("\"$PROBE\" \(way); echo [left]; head -c 5 | od -c", answer: "")
            try terminal.wait(for: "row 23")
            terminal.type("\u{1B}[?62;4c\u{1B}[<0;10;3M!")
            try terminal.wait(for: "the question at the end") { $0.text.contains(/1049l(.|\n|\r)*\u{1B}\[c/) }
            terminal.type("\u{1B}[<0;10;3m\u{1B}[?62;4c")
            try terminal.wait(for: "[left]")
            terminal.type("echo\r")
            try terminal.wait(for: "e   c   h   o  \\n")
            #expect(!terminal.text.contains("^[") && !terminal.text.contains("10;3m"))
        }

        @Test func withoutTheMouseNothingIsAskedAtTheEnd() throws {
            let terminal = try PseudoTerminal("\"$PROBE\"")
            try terminal.wait(for: "row 23")
            terminal.type("aq")
            #expect(try terminal.exitStatus() == 0)
            #expect(!terminal.text.contains(/1049l(.|\n|\r)*\u{1B}\[c/))
        }

        @Test func aProgramThatIsStoppedLetsGoOfTheMouse() throws {
            let tmux = try Tmux()
            func isTracked() throws -> Bool {
                try tmux.run(["display-message", "-p", "#{mouse_any_flag}"]).hasPrefix("1")
            }
            try tmux.enter("$PROBE")
            try tmux.wait(for: "ready 80x24")
            #expect(try isTracked())
            try tmux.press("C-z")
            try tmux.wait(for: "Stopped")
            #expect(try !isTracked())
            try tmux.enter("fg")
            try tmux.wait(for: "ready 80x24")
            #expect(try isTracked())
            try tmux.quitProbe()
            #expect(try !isTracked())
        }
    }
}
