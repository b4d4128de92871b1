import Foundation
import Testing

extension ScreenTests {
    /// Stopping and continuing, under a shell.
    struct JobControlTests {
        @Test func aStoppedProgramComesBackAsItWas() throws {
            let tmux = try Tmux()
            try tmux.enter("stty -echoctl; stty -a | cksum; $PROBE")
            try tmux.wait(for: "ready 80x24")
            try tmux.press("a", "Up")
            try tmux.wait(for: "up 0")
            let before = try tmux.cells()
            try tmux.press("C-z")
            try tmux.wait(for: "Stopped")
            // The word is written so that its echo on the command line is not taken for its output.
            try tmux.enter("stty -a | cksum; echo sum''med")
            try tmux.wait(for: "summed")
            try tmux.enter("fg")
            try tmux.wait(for: "ready 80x24")
            #expect(try tmux.cells() == before)
            try tmux.press("Down")
            try tmux.wait(for: "down 0")
            try tmux.press("q")
            try tmux.wait(for: "Stopped")
            try tmux.enter("stty -a | cksum; echo status $?")
            let sums = try tmux.wait(for: "status 0").matches(of: /(?m)^\d+ \d+ *$/).map { String($0.output) }
            #expect(sums.count == 3 && Set(sums).count == 1, "the settings of the shell are the same all along")
        }

        @Test func aProgramStoppedFromOutsideGivesTheTerminalBack() throws {
            let tmux = try Tmux()
            for (signal, word) in [("TSTP", "first"), ("STOP", "second")] {
                try tmux.enter("clear; $PROBE")
                try tmux.wait(for: "ready 80x24")
                let before = try tmux.cells()
                try tmux.run(["run-shell", "kill -\(signal) $(pgrep -P #{pane_pid})"])
                if signal == "STOP" {
                    // No program can do anything about this one; the shell takes the terminal back.
                    try tmux.waitForPrompt()
                } else {
                    try tmux.wait(for: "Stopped")
                }
                try tmux.enter("fg")
                try tmux.wait(for: "ready 80x24")
                try tmux.run(["send-keys", "C-l"])
                try tmux.wait(for: "row 23")
                #expect(try tmux.cells() == before, "\(signal)")
                try tmux.quitProbe()
                try tmux.enter("echo \(word) status $?")
                try tmux.wait(for: "\(word) status 0")
            }
        }

        @Test func aStopThatIsAskedForWhileAFrameIsDrawnIsNotLost() throws {
            let terminal = try PseudoTerminal("\"$PROBE\"", columns: 500, rows: 200)
            try terminal.wait(for: "ready 500x200")
            // Nobody could continue the job there, so it gives the terminal back and takes it again at once.
            for count in 1...60 {
                terminal.type("\u{0C}")
                // What is tried: a signal at any moment of a frame of everything.
                usleep(.random(in: 0...60_000))
                let before = terminal.output.count
                terminal.signal(SIGTSTP)
                // The terminal is taken again when the stop is over: only then may there be another one.
                try terminal.wait(for: "stop \(count)") {
                    let output = $0.output[before...]
                    guard let given = output.firstRange(of: Array("\u{1B}[?1049l".utf8)) else { return false }
                    return output[given.upperBound...].firstRange(of: Array("\u{1B}[?1049h".utf8)) != nil
                }
            }
        }

        @Test func `a size changed in the meantime is used`() throws {
            let tmux = try Tmux()
            try tmux.enter("$PROBE")
            try tmux.wait(for: "ready 80x24")
            try tmux.press("C-z")
            try tmux.wait(for: "Stopped")
            try tmux.resize(columns: 100, rows: 30)
            try tmux.enter("fg")
            let screen = try tmux.wait(for: "ready 100x30")
            #expect(screen.contains("row 29 of 30"))
        }

        /// Until it has the terminal it neither takes it nor keeps the settings with which the shell edits a line.
        @Test func aProgramStartedInTheBackgroundWaitsForTheForeground() throws {
            let tmux = try Tmux()
            try tmux.enter("stty -a | cksum; $PROBE &")
            try tmux.waitForAStoppedJob()
            try tmux.enter("stty -a | cksum; jobs; echo he''re")
            let screen = try tmux.wait(for: "\nhere")
            #expect(screen.contains("Stopped") && !screen.contains("ready"))
            try tmux.enter("fg")
            try tmux.wait(for: "ready 80x24")
            try tmux.press("a")
            try tmux.wait(for: "heard 1")
            try tmux.quitProbe()
            try tmux.enter("echo status $?; stty -a | cksum; echo do''ne")
            let end = try tmux.wait(for: "\ndone")
            let sums = end.matches(of: /(?m)^\d+ \d+ *$/).map { String($0.output) }
            #expect(end.contains("status 0"))
            #expect(sums.count == 3 && Set(sums).count == 1, "the settings of the shell are the same all along")
        }

        /// Its shell has ended, so it would never be continued; and the terminal belongs to another shell.
        @Test func `a program that cannot be continued does not stop`() throws {
            let tmux = try Tmux()
            let awaitBackground = "until [ $(ps -o tpgid= -p $$) != $(ps -o pgid= -p $$) ]; do :; done"
            try tmux.enter("(sh -c '\(awaitBackground); $PROBE; echo status $?' </dev/tty &)")
            let screen = try tmux.wait(for: "status 2")
            #expect(screen.contains("tcsetattr failed") && !screen.contains("ready"))
        }

        @Test func aProgramSentToTheBackgroundLeavesTheShellAlone() throws {
            let tmux = try Tmux()
            try tmux.enter("$PROBE")
            try tmux.wait(for: "ready 80x24")
            try tmux.press("C-z")
            try tmux.wait(for: "Stopped")
            try tmux.enter("bg; sleep 0.3; jobs; echo here")
            let screen = try tmux.wait(for: "\nhere")
            #expect(!screen.contains("ready"))
            try tmux.enter("fg")
            try tmux.wait(for: "ready 80x24")
            try tmux.quitProbe()
            try tmux.enter("echo status $?")
            try tmux.wait(for: "status 0")
            // What the shell remembers as the settings of a line being edited is not what is left behind.
            try tmux.enter("stty -a")
            #expect(try tmux.wait(for: "icanon").contains(" icanon"))
        }
    }
}
