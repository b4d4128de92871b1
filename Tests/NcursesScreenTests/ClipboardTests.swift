import Foundation
import TerminalTestSupport
import TestSupport
import Testing

extension ScreenTests {
    /// What is sent to have a text copied.
    struct ClipboardTests {
        private static let texts = [
            "", "A", "Ad", "Ada", "Ada ", "+44 20 7946 0001", "Åse Ångström\n小明 王", "\u{1B}]0;title\u{07}",
            String(repeating: "~?>", count: 25_000),
        ]

        private func paste(_ text: String, into terminal: PseudoTerminal) async throws {
            terminal.type("\u{1B}[200~\(text)\u{1B}[201~")
            try await terminal.wait(for: "paste")
        }

        /// The texts that were sent in a sequence, in order.
        private func copies(in text: String, between start: String, and end: String) -> [String?] {
            text.components(separatedBy: start).dropFirst().map { rest in
                Data(base64Encoded: rest.components(separatedBy: end)[0]).map { String(decoding: $0, as: UTF8.self) }
            }
        }

        @Test(arguments: texts)
        func aCopyIsSentOnceAsItIs(text: String) async throws {
            let terminal = try PseudoTerminal("TerminalProbe", environment: ["TMUX": ""])
            try await terminal.wait(for: "ready")
            try await paste(text, into: terminal)
            terminal.type("y")
            try await terminal.wait(for: "copied")
            #expect(copies(in: terminal.text, between: "\u{1B}]52;c;", and: "\u{07}") == [text])
            #expect(!terminal.text.contains("\u{1B}P"))
        }

        @Test func `inside tmux a copy goes to tmux and its terminal`() async throws {
            for variables in [["TMUX": "/tmp/tmux,1,0", "TERM": "screen-256color"], ["TERM": "tmux-256color"]] {
                let terminal = try PseudoTerminal("TerminalProbe", environment: variables)
                try await terminal.wait(for: "ready")
                try await paste("Ada", into: terminal)
                terminal.type("y")
                try await terminal.wait(for: "copied")
                let plain = "\u{1B}]52;c;QWRh\u{07}"
                #expect(terminal.text.contains(plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\"))
            }
        }

        @Test func `inside screen a copy is passed on in pieces`() async throws {
            let terminal = try PseudoTerminal(
                "TerminalProbe", environment: ["STY": "1.pts", "TERM": "screen-256color"])
            try await terminal.wait(for: "ready")
            let text = String(repeating: "Ada", count: 500)
            try await paste(text, into: terminal)
            terminal.type("y")
            try await terminal.wait(for: "copied")
            let pieces = terminal.text.components(separatedBy: "\u{1B}P").dropFirst().map {
                $0.components(separatedBy: "\u{1B}\\")[0]
            }
            #expect(pieces.count == 4 && pieces.allSatisfy { $0.count <= 512 })
            #expect(copies(in: pieces.joined(), between: "\u{1B}]52;c;", and: "\u{07}") == [text])
        }

        /// What is meant for tmux alone, screen would show.
        @Test func `inside tmux and screen only the plain sequence is sent`() async throws {
            for variables in [["STY": "1.pts", "TMUX": "/tmp/tmux,1,0"], [:]] {
                let terminal = try PseudoTerminal(
                    "TerminalProbe", environment: variables.merging(["TERM": "screen-256color"]) { $1 })
                try await terminal.wait(for: "ready")
                terminal.type("y")
                try await terminal.wait(for: "copied")
                #expect(terminal.text.contains("\u{1B}]52;c;\u{07}"))
                #expect(!terminal.text.contains("\u{1B}P"))
            }
        }

        @Test(arguments: ["linux", "vt100", "vt220", "ansi"])
        func aTerminalWithoutAClipboardIsSentNothing(name: String) async throws {
            let terminal = try PseudoTerminal("TerminalProbe", environment: ["TERM": name])
            try await terminal.wait(for: "ready")
            terminal.type("y")
            try await terminal.wait(for: "not copied: notTaken")
            #expect(!terminal.text.contains("\u{1B}]52"))
        }

        @Test func aTextThatIsTooLongIsNotSent() async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            try await terminal.wait(for: "ready")
            try await paste(String(repeating: "x", count: 75_001), into: terminal)
            terminal.type("y")
            try await terminal.wait(for: "not copied: tooLong")
            #expect(!terminal.text.contains("\u{1B}]52"))
        }

        /// The real thing: one tmux that takes copies itself, in another that stands for the terminal around it.
        @Test func `tmux takes a copy and passes it on`() async throws {
            for option in ["set -s set-clipboard on", "set -g allow-passthrough on"] {
                try await Tmux.with { outer in
                    try await outer.run("set-option", "-s", "set-clipboard", "on")
                    let ending = "set -g destroy-unattached on"
                    try await outer.enter(
                        "unset TMUX; tmux -S ~/inner -f /dev/null new TerminalProbe \\; \(option) \\; \(ending)")
                    try await outer.wait(for: "ready")
                    try await outer.type("\u{1B}[200~Ada\u{1B}[201~")
                    try await outer.wait(for: "paste 3")
                    try await outer.press("y")
                    try await outer.wait(for: "copied")
                    try await eventually(
                        "the copy with \(option)",
                        get: { try await outer.run("list-buffers", "-F", "#{buffer_sample}") },
                        until: { $0 == "Ada\n" })
                    try await outer.press("q")
                    try await outer.waitForPrompt()
                }
            }
        }
    }
}
