import Foundation
import TerminalTestSupport
import TestSupport
import Testing

extension ScreenTests {
    /// Stopping and continuing, under a shell.
    struct JobControlTests {
        /// The checksums of `stty -a`.
        private static func sums(on screen: Screen) -> [String] {
            screen.lines.filter { $0.contains(/^\d+ \d+$/) }
        }

        /// Waits until the one program that the shell has started is stopped.
        private func waitForStoppedJob(of tmux: Tmux) async throws {
            let shell = try await tmux.says("#{pane_pid}")
            try await eventually(
                "a stopped job",
                get: {
                    try children(of: shell).map { try? String(contentsOfFile: "/proc/\($0)/stat", encoding: .utf8) }
                }, until: { states in states.count == 1 && states[0]?.contains(") T ") == true })
        }

        @Test func `a stopped program resumes unchanged`() async throws {
            try await Tmux.with(shell: .bash) { tmux in
                try await tmux.enter("stty -echoctl; stty -a | cksum; TerminalProbe")
                try await tmux.wait(for: "ready 80x24")
                try await tmux.press("a", "Up")
                try await tmux.wait(for: "up 0")
                let before = try await tmux.cells()
                try await tmux.press("C-z")
                try await tmux.wait(for: "Stopped")
                // The word is written so that its echo on the command line is not taken for its output.
                try await tmux.enter("stty -a | cksum; echo sum''med")
                try await tmux.wait(for: "summed")
                try await tmux.enter("fg")
                try await tmux.wait(for: "ready 80x24")
                try await eventually("the frame", get: { try await tmux.cells() }, until: { $0 == before })
                try await tmux.press("Down")
                try await tmux.wait(for: "down 0")
                try await tmux.press("q")
                try await tmux.wait(for: "Stopped")
                try await tmux.enter("stty -a | cksum; echo status $?")
                let sums = Self.sums(on: try await tmux.wait(for: "status 0"))
                #expect(sums.count == 3 && Set(sums).count == 1, "the settings of the shell are the same all along")
            }
        }

        @Test func `a program stopped from outside restores the terminal`() async throws {
            try await Tmux.with(shell: .bash) { tmux in
                for (signal, word) in [("TSTP", "first"), ("STOP", "second")] {
                    try await tmux.enter("clear; TerminalProbe")
                    try await tmux.wait(for: "ready 80x24")
                    let before = try await tmux.cells()
                    try await tmux.run("run-shell", "kill -\(signal) $(pgrep -P #{pane_pid})")
                    if signal == "STOP" {
                        // No program can do anything about this one: the shell writes into the frame.
                        // It takes no keys before its prompt is there.
                        try await tmux.wait(for: "the prompt") { screen in
                            let text = "\(screen)"
                            return text.firstRange(of: "Stopped").map { text[$0.upperBound...].contains("$") } ?? false
                        }
                        try await tmux.type("fg")
                        try await tmux.press("Enter")
                    } else {
                        try await tmux.wait(for: "Stopped")
                        try await tmux.enter("fg")
                    }
                    try await tmux.wait(for: "ready 80x24")
                    try await tmux.press("C-l")
                    try await tmux.wait(for: "row 23")
                    // The frame of before may still be there, with what the shell has written into it.
                    try await eventually(
                        "the frame after \(signal)", get: { try await tmux.cells() }, until: { $0 == before })
                    try await tmux.quitProbe()
                    try await tmux.enter("echo \(word) status $?")
                    try await tmux.wait(for: "\(word) status 0")
                }
            }
        }

        @Test func `a stop requested while a frame is drawn is not lost`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe", columns: 500, rows: 200)
            try await terminal.wait(for: "ready 500x200")
            // Nobody could continue the job there, so it gives the terminal back and takes it again at once.
            for count in 1...60 {
                terminal.type("\u{0C}")
                // What is tried: a signal at any moment of a frame of everything.
                try await Task.sleep(for: .microseconds(Int.random(in: 0...60_000)))
                let before = terminal.output.count
                terminal.signal(SIGTSTP)
                // The terminal is taken again when the stop is over: only then may there be another one.
                try await terminal.wait(for: "stop \(count)") {
                    let output = $0.output[before...]
                    guard let given = output.firstRange(of: Array("\u{1B}[?1049l".utf8)) else { return false }
                    return output[given.upperBound...].firstRange(of: Array("\u{1B}[?1049h".utf8)) != nil
                }
            }
        }

        @Test func `settings changed during a stop stay`() async throws {
            let terminal = try PseudoTerminal("set -m; TerminalProbe; stty echok; fg")
            try await terminal.wait(for: "ready")
            terminal.type("\u{1A}")
            func entries() -> Int { terminal.text.ranges(of: "\u{1B}[?1049h").count }
            try await terminal.wait(for: "the program again") { _ in entries() > 1 }
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
            #expect(entries() == 2, "one stop, one entry afterwards")
            #expect(terminal.settingsBefore.c_lflag & tcflag_t(ECHOK) == 0)
            #expect(terminal.settings.c_lflag & tcflag_t(ECHOK) != 0)
        }

        @Test func `a size changed in the meantime is used`() async throws {
            try await Tmux.with(shell: .bash) { tmux in
                try await tmux.enter("TerminalProbe")
                try await tmux.wait(for: "ready 80x24")
                try await tmux.press("C-z")
                try await tmux.wait(for: "Stopped")
                try await tmux.resize(columns: 100, rows: 30)
                try await tmux.enter("fg")
                let screen = try await tmux.wait(for: "ready 100x30")
                #expect(screen.contains("row 29 of 30"))
            }
        }

        /// Until it has the terminal it neither takes it nor keeps the settings with which the shell edits a line.
        @Test func aProgramStartedInTheBackgroundWaitsForTheForeground() async throws {
            try await Tmux.with(shell: .bash) { tmux in
                try await tmux.enter("stty -a | cksum; TerminalProbe &")
                try await waitForStoppedJob(of: tmux)
                try await tmux.enter("stty -a | cksum; jobs; echo he''re")
                let screen = try await tmux.wait(for: "a line") { $0.lines.contains("here") }
                #expect(screen.contains("Stopped") && !screen.contains("ready"))
                try await tmux.enter("fg")
                try await tmux.wait(for: "ready 80x24")
                try await tmux.press("a")
                try await tmux.wait(for: "heard 1")
                try await tmux.quitProbe()
                try await tmux.enter("echo status $?; stty -a | cksum; echo do''ne")
                let end = try await tmux.wait(for: "a line") { $0.lines.contains("done") }
                let sums = Self.sums(on: end)
                #expect(end.contains("status 0"))
                #expect(sums.count == 3 && Set(sums).count == 1, "the settings of the shell are the same all along")
            }
        }

        /// Its shell has ended, so it would never be continued; and the terminal belongs to another shell.
        @Test func `a program that cannot be continued does not stop`() async throws {
            try await Tmux.with(shell: .bash) { tmux in
                let awaitBackground = "until [ $(ps -o tpgid= -p $$) != $(ps -o pgid= -p $$) ]; do :; done"
                try await tmux.enter("(sh -c '\(awaitBackground); TerminalProbe; echo status $?' </dev/tty &)")
                let screen = try await tmux.wait(for: "status 2")
                #expect(screen.contains("tcsetattr failed") && !screen.contains("ready"))
            }
        }

        @Test func aProgramSentToTheBackgroundLeavesTheShellAlone() async throws {
            try await Tmux.with(shell: .bash) { tmux in
                try await tmux.enter("TerminalProbe")
                try await tmux.wait(for: "ready 80x24")
                try await tmux.press("C-z")
                try await tmux.wait(for: "Stopped")
                try await tmux.enter("bg; sleep 0.3; jobs; echo here")
                let screen = try await tmux.wait(for: "a line") { $0.lines.contains("here") }
                #expect(!screen.contains("ready"))
                try await tmux.enter("fg")
                try await tmux.wait(for: "ready 80x24")
                try await tmux.quitProbe()
                try await tmux.enter("echo status $?")
                try await tmux.wait(for: "status 0")
                // What the shell remembers as the settings of a line being edited is not what is left behind.
                try await tmux.enter("stty -a")
                #expect(try await tmux.wait(for: "icanon").contains(" icanon"))
            }
        }
    }
}
