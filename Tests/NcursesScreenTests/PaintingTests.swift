import Foundation
import TerminalTestSupport
import TestSupport
import Testing

extension ScreenTests {
    /// What is on the screen, and what it costs.
    struct PaintingTests {
        @Test func theScreenShowsTheWholeFrame() async throws {
            try await Tmux.with(columns: 60, rows: 8) { tmux in
                try await tmux.enter("TerminalProbe")
                let rows = try await tmux.wait(for: "ready 60x8").lines
                #expect(rows.count == 8)
                #expect(rows[1].hasPrefix("中e\u{301}é heard 0"))
                // The last column of every row, including the last row; 中 takes two columns.
                #expect(rows.allSatisfy { $0.hasSuffix("|") })
                #expect(rows.map(\.count) == [60, 59, 60, 60, 60, 60, 60, 60])
                let cursor = try await tmux.says("#{cursor_x},#{cursor_y},#{cursor_flag}")
                #expect(cursor == "0,2,0", "the hidden cursor rests where the frame says")
            }
        }

        /// The size is what the other end says, and there is memory for every cell.
        @Test(arguments: [
            (2_000, 5, "1000x5"), (60, 60_000, "60x1000"), (0, 0, "1000x24"),
        ])
        func `the size is at most a thousand rows and columns`(columns: UInt16, rows: UInt16, size: String) async throws
        {
            let terminal = try PseudoTerminal(
                "TerminalProbe", environment: ["COLUMNS": "5000", "LINES": "24"], columns: columns, rows: rows)
            try await terminal.wait(for: "ready ")
            try await terminal.wait(for: "ready \(size) ")
        }

        @Test func `after many sizes the screen is as after a start`() async throws {
            try await Tmux.with(columns: 80, rows: 24) { tmux in
                try await tmux.enter("TerminalProbe")
                try await tmux.wait(for: "ready 80x24")
                for size in [
                    (1, 1), (2, 2), (1, 50), (200, 1), (200, 60), (10, 3), (500, 500), (40, 10), (3, 100), (70, 20),
                ] {
                    try await tmux.resize(columns: size.0, rows: size.1)
                }
                try await tmux.wait(for: "ready 70x20")
                try await Tmux.with(columns: 70, rows: 20) { fresh in
                    try await fresh.enter("TerminalProbe")
                    try await fresh.wait(for: "ready 70x20")
                    try await fresh.waitForTheCells(of: tmux)
                }
            }
        }

        @Test func `a thousand sizes a second do no harm`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            try await terminal.wait(for: "ready")
            for count in 0..<1000 {
                terminal.resize(columns: .random(in: 1...500), rows: .random(in: 1...500))
                terminal.type(count % 10 == 0 ? "a" : "")
                // What is tried: a thousand sizes a second, not all of them at once.
                try await Task.sleep(for: .milliseconds(1))
            }
            terminal.resize(columns: 81, rows: 25)
            try await terminal.wait(for: "ready 81x25")
            try await terminal.wait(for: "heard 100")
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
            #expect(areEqual(terminal.settings, terminal.settingsBefore))
        }

        @Test func `a terminal without a size gets the default size`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe", columns: 0, rows: 0)
            try await terminal.wait(for: "ready 80x24")
            let other = try PseudoTerminal(
                "TerminalProbe", environment: ["LINES": "10", "COLUMNS": "40"], columns: 0, rows: 0)
            try await other.wait(for: "ready 40x10")
        }

        @Test func redrawingSendsTheWholeScreenAgain() async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            try await terminal.wait(for: "row 23")
            let before = terminal.output.count
            terminal.type("\u{0C}")
            try await terminal.wait(for: "a whole screen") { $0.text.ranges(of: "row 23").count == 2 }
            #expect(terminal.output.count - before > 500)
        }

        /// A speech reader says what is written: the words, not the letters that differ.
        @Test(arguments: ["1", "2"]) func `a row that changes can be written whole`(cursorRow: String) async throws {
            let terminal = try PseudoTerminal(
                "TerminalProbe", environment: ["REWRITE_ROWS": "1", "CURSOR_ROW": cursorRow])
            try await terminal.wait(for: "row 23")
            terminal.type("x")
            try await terminal.wait(for: "heard 1, painted 2")
        }

        @Test func `scrolled rows look like painted ones`() async throws {
            try await Tmux.with(columns: 60, rows: 24) { tmux in
                try await tmux.enter("TerminalProbe")
                try await tmux.wait(for: "ready 60x24")
                // One at a time, so that each is a frame of its own.
                var top = 0
                for (key, step) in [("]", 1), ("]", 1), ("}", 7), ("[", -1), ("}", 7), ("{", -7), ("]", 1), ("{", -7)] {
                    top += step
                    try await tmux.type(key)
                    try await tmux.wait(for: "row \(3 + top) of 24")
                    try await tmux.wait(for: "row \(23 + top) of 24")
                }
                let scrolled = try await tmux.rows()
                try await tmux.press("C-l")
                try await tmux.wait(for: "painted 10")
                #expect(try await tmux.rows() == scrolled)
            }
        }

        @Test func `a new row costs one row, not a screen`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            try await terminal.wait(for: "row 23")
            terminal.type("}")
            try await terminal.wait(for: "row 30")
            let before = terminal.output.count
            terminal.type("]")
            try await terminal.wait(for: "row 31")
            #expect(terminal.output.count - before < 400)
        }

        @Test func `thousands of keys at once are painted a few times`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            try await terminal.wait(for: "row 23")
            let start = ContinuousClock.now
            terminal.type(String(repeating: "\u{1B}[B", count: 2000))
            try await terminal.wait(for: "2000 keys") { $0.text.contains("heard 2000") || $0.text.contains("2000") }
            terminal.type("\u{0C}")
            try await terminal.wait(for: "heard 2000, painted ")
            let time = ContinuousClock.now - start
            // While keys keep coming there is a frame every 30 ms. A slow machine writes and reads them slowly.
            let painted = try await terminal.number(after: "heard 2000, painted ")
            #expect(painted <= 20 + Int(time / .milliseconds(30)))
        }

        /// Each read takes longer than it takes to fill the terminal's input again.
        @Test func `the screen is painted while input keeps coming`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe", environment: ["SLOW_KEYS": "100"])
            try await terminal.wait(for: "row 23")
            let before = terminal.output.count
            terminal.type(String(repeating: "a", count: 1 << 20))
            try await terminal.wait(for: "a frame") { $0.output.count > before }
            #expect(terminal.hasInputLeft)
        }

        @Test func `a pasted megabyte acts as no key`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            try await terminal.wait(for: "row 23")
            terminal.type("\u{1B}[200~" + String(repeating: "q!d\r", count: 1 << 18) + "\u{1B}[201~x")
            try await terminal.wait(for: "paste 1048576")
            terminal.type("\u{0C}")
            try await terminal.wait(for: "heard 2, painted")
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
        }

        @Test func `the rest of a stalled paste is no key`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            try await terminal.wait(for: "ready")
            terminal.type("\u{1B}[200~hello")
            try await terminal.wait(for: "paste 5")
            // A `q` that is a key ends the probe.
            terminal.type("qqq")
            // What is tried: a silence that is longer than the second after which a paste is delivered.
            try await Task.sleep(for: .milliseconds(1_300))
            terminal.type("q\u{1B}[201~")
            try await terminal.wait(for: "paste 4")
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
        }

        @Test func `a lone Esc acts at once, a split arrow is an arrow`() async throws {
            let longest = Duration.milliseconds(150)
            let time = try await shortestTime(below: longest, attempts: 20) {
                let terminal = try PseudoTerminal("TerminalProbe")
                try await terminal.wait(for: "row 23")
                let start = ContinuousClock.now
                terminal.type("\u{1B}")
                try await terminal.wait(for: "escape")
                let time = terminal.lastOutput - start
                #expect(time >= .milliseconds(25))
                return time
            }
            #expect(time < longest)
            // What is tried: the rest of the arrow comes later than a lone Esc would act. A second is too late.
            let longestPause = Duration.milliseconds(900)
            let pause = try await shortestTime(below: longestPause, attempts: 20) {
                let terminal = try PseudoTerminal("TerminalProbe")
                try await terminal.wait(for: "row 23")
                let start = ContinuousClock.now
                terminal.type("\u{1B}[")
                try await Task.sleep(for: .milliseconds(60))
                terminal.type("A")
                let pause = ContinuousClock.now - start
                if pause < longestPause { try await terminal.wait(for: "up 0") }
                return pause
            }
            #expect(pause < longestPause)
        }

        @Test func `an idle program does not wake up`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            let process = try await terminal.number(after: "pid ")
            func switches() throws -> [Substring] {
                try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8).split(separator: "\n")
                    .filter { $0.contains("ctxt_switches") }
            }
            // On a busy machine the start takes seconds. A program that polls never sleeps for so long.
            let deadline = ContinuousClock.now + longestWait
            var isIdle = false
            repeat {
                let before = try switches()
                try await Task.sleep(for: .milliseconds(2_500))
                isIdle = try switches() == before
            } while !isIdle && .now < deadline
            #expect(isIdle)
        }

        @Test func `in another encoding the columns stay aligned`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe", environment: ["LC_ALL": "C"])
            try await terminal.wait(for: "row 23")
            #expect(terminal.text.contains("??e? heard 0"))
            #expect(terminal.output.allSatisfy { $0 < 0x80 })
        }

        @Test func `a UTF-8 locale works without being installed`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe", environment: ["LC_ALL": "xx_YY.UTF-8"])
            try await terminal.wait(for: "中e\u{301}é heard 0")
        }

        @Test func `NO_COLOR disables colours`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe", environment: ["NO_COLOR": "1"])
            try await terminal.wait(for: "row 23")
            #expect(!terminal.text.contains(/\u{1B}\[3\dm/))
            let colourful = try PseudoTerminal("TerminalProbe", environment: ["NO_COLOR": ""])
            try await colourful.wait(for: "row 23")
            #expect(colourful.text.contains("\u{1B}[31m"))
        }
    }
}
