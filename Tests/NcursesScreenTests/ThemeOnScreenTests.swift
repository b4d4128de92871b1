import Foundation
import Subprocess
import TerminalTestSupport
import TestSupport
import Testing

extension ScreenTests {
    /// How a theme looks on terminals of different abilities.
    struct ThemeOnScreenTests {
        /// What the terminal is sent for the selected row of the probe when that row has this look.
        private func sent(_ look: String, _ environment: [String: String]) async throws -> String {
            let terminal = try PseudoTerminal("TerminalProbe", environment: environment.merging(["LOOK": look]) { $1 })
            try await terminal.wait(for: "row 23")
            return terminal.text
        }

        @Test(arguments: [
            ("xterm-256color", "#ff8800 on #000080", ["38;5;208", "48;5;18"]),
            ("xterm-256color", "bright-red on color 208", ["91m", "48;5;208"]),
            ("xterm-256color", "red italic", ["\u{1B}[31m", "\u{1B}[3m"]),
            ("rxvt", "#ff8800 on #000080", ["[33m", "[44m"]), ("rxvt", "bright-red on blue", ["[31m", "[44m"]),
            ("linux", "red on blue", ["[31m\u{1B}[44m"]),
        ])
        func `a colour is reduced to what the terminal supports`(terminal: String, look: String, sequences: [String])
            async throws
        {
            let text = try await sent(look, ["TERM": terminal])
            for sequence in sequences { #expect(text.contains(sequence), "\(text.debugDescription)") }
            #expect(!text.contains("38;2") && !text.contains("\u{1B}]4;"), "no palette is changed")
        }

        /// The console of Linux cannot dim what is coloured.
        @Test func `an attribute that excludes colours is shown`() async throws {
            let text = try await sent("red on blue dim", ["TERM": "linux"])
            #expect(!text.contains("44m"))
            #expect(text.contains("\u{1B}[0;10;2m"))
        }

        @Test(arguments: ["vt100", "xterm-mono"])
        func aTerminalWithoutColoursHasTheAttributes(terminal: String) async throws {
            let text = try await sent("red on blue", ["TERM": terminal])
            #expect(!text.contains(/\u{1B}\[[0-9;]*[34][0-7]m/))
            #expect(
                text.contains(/\u{1B}\[[0-9;]*1m/) || text.contains(/\u{1B}\[0;1/),
                "bold, as the colours alone would not do")
        }

        /// A terminal whose description says that it takes red, green and blue is given them.
        @Test func `a true-colour terminal gets true colours`() async throws {
            let directory = try TemporaryDirectory()
            defer { withExtendedLifetime(directory) {} }
            let source = directory.path + "/source"
            let color = #"%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"#
            try """
            xterm-true|red, green and blue,
                RGB, colors#0x1000000, pairs#0x7fff,
                setaf=\\E[\(color), setab=\\E[\(color.replacing("t3%p1", with: "t4%p1").replacing("e38", with: "e48")),
                use=xterm-256color,

            """.write(toFile: source, atomically: true, encoding: .utf8)
            let compiler = try await Subprocess.run(
                .name("tic"), arguments: ["-x", "-o", directory.path, source], output: .discarded)
            try #require(compiler.terminationStatus.isSuccess)
            let environment = ["TERM": "xterm-true", "TERMINFO": directory.path]
            let text = try await sent("#ff8801 on #000001", environment)
            #expect(text.contains("38;2;255;136;1") && text.contains("48;2;0;0;8"), "\(text.debugDescription)")
            #expect(text.contains("\u{1B}[31m"), "the terminal's own red is still its own")
        }

        @Test(arguments: ["default", "high-contrast", "mono"])
        func withoutColoursTheAttributesAreTheSame(theme: String) async throws {
            try await Tmux.with(columns: 60, rows: 8, variables: ["THEME": theme, "NO_COLOR": "1"]) { tmux in
                try await tmux.enter("TerminalProbe")
                try await tmux.wait(for: "ready 60x8")
                try await Tmux.with(columns: 60, rows: 8, variables: ["THEME": "mono"]) { mono in
                    try await mono.enter("TerminalProbe")
                    try await mono.wait(for: "ready 60x8")
                    try await mono.waitForTheCells(of: tmux)
                    let plain = try await tmux.cells()
                    #expect(plain.contains(/7m[^r]*row 2/), "\(plain.debugDescription)")
                }
            }
        }

        @Test func `scrolled rows keep their background`() async throws {
            try await Tmux.with(columns: 60, rows: 24, variables: ["THEME": "high-contrast"]) { tmux in
                try await tmux.enter("TerminalProbe")
                try await tmux.wait(for: "ready 60x24")
                var top = 0
                for (key, step) in [("]", 1), ("}", 7), ("[", -1), ("{", -7)] {
                    top += step
                    try await tmux.press(key)
                    try await tmux.wait(for: "row \(3 + top) of 24")
                    try await tmux.wait(for: "row \(23 + top) of 24")
                }
                let scrolled = try await tmux.rows()
                try await tmux.press("C-l")
                try await tmux.wait(for: "painted 6")
                #expect(try await tmux.rows() == scrolled)
                #expect(scrolled[4].contains("48;5;16"))
            }
        }
    }
}
