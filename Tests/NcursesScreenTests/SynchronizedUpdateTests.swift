import Foundation
import TerminalTestSupport
import Testing

extension ScreenTests {
    /// Frames for terminals that show them as a whole.
    struct SynchronizedUpdateTests {
        private static let question = "\u{1B}[?2026$p\u{1B}[c"
        private static let answer = "\u{1B}[?2026;2$y\u{1B}[?62;4c"
        private static let begin = "\u{1B}[?2026h"
        private static let end = "\u{1B}[?2026l"

        private func countOf(_ text: String, in terminal: PseudoTerminal) -> Int {
            terminal.text.ranges(of: text).count
        }

        @Test func `synchronized updates wrap every frame if supported`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe", answer: Self.answer)
            try await terminal.wait(for: "row 23")
            #expect(countOf(Self.question, in: terminal) == 1)
            // The answer itself changes nothing that is seen.
            for count in 1...5 {
                let before = terminal.output.count
                terminal.type("a")
                try await terminal.wait(for: "a frame") { $0.text.ranges(of: Self.end).count == count }
                let frame = String(decoding: terminal.output[before...], as: UTF8.self)
                #expect(frame.hasPrefix(Self.begin) && frame.hasSuffix(Self.end))
                #expect(frame.ranges(of: Self.begin).count == 1)
            }
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
            let text = terminal.text
            let left = try #require(text.range(of: "\u{1B}[?1049l"))
            let last = try #require(text.range(of: Self.end, options: .backwards))
            #expect(countOf(Self.end, in: terminal) == 6 && last.lowerBound < left.lowerBound, "leaving ends an update")
            #expect(countOf(Self.question, in: terminal) == 1)
        }

        @Test(arguments: [
            "", "\u{1B}[?62c", "\u{1B}[?2026;0$y\u{1B}[?62c", "\u{1B}[?2026;4$y", "\u{1B}[?2004;1$y\u{1B}[?1;2c",
            "\u{1B}[?1;2c\u{1B}[?2026;2$y",
        ])
        func `without synchronized updates frames are plain`(answer: String) async throws {
            let terminal = try PseudoTerminal("TerminalProbe", answer: answer)
            try await terminal.wait(for: "row 23")
            terminal.type("aaa\u{0C}")
            try await terminal.wait(for: "heard 3")
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
            #expect(countOf(Self.begin, in: terminal) == 0 && countOf(Self.end, in: terminal) == 0)
        }

        @Test func `an unrequested report changes nothing`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe", environment: ["TERM": "vt100"])
            try await terminal.wait(for: "row 23")
            terminal.type("\u{1B}[?2026;2$ya")
            try await terminal.wait(for: "character")
            #expect(countOf("2026", in: terminal) == 0)
        }

        @Test(arguments: ["linux", "vt100", "screen", "ansi"])
        func `a terminal that would show the query is not queried`(name: String) async throws {
            let terminal = try PseudoTerminal("TerminalProbe", environment: ["TERM": name])
            try await terminal.wait(for: "ready")
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
            #expect(countOf("2026", in: terminal) == 0)
        }

        @Test func `a late terminal report in pieces is no key`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe", answer: "")
            try await terminal.wait(for: "row 23")
            terminal.type("a\u{1B}[?20")
            try await terminal.wait(for: "character")
            terminal.type("26;2$")
            terminal.type("y\u{1B}[?6")
            terminal.type("2;4ca")
            try await terminal.wait(for: "a frame as a whole") { $0.text.contains(Self.end) }
            terminal.type("\u{0C}")
            try await terminal.wait(for: "heard 2, painted")
        }

        /// The answer comes when the program has gone from the screen already.
        @Test(arguments: ["quit", "abort", "fatalErrorElsewhere"])
        func `a late terminal report is not typed into the shell`(way: String) async throws {
            let terminal = try PseudoTerminal("TerminalProbe \(way); echo [left]; head -c 5 | od -c", answer: "")
            try await terminal.wait(for: "ready")
            terminal.type("!")
            try await terminal.wait(for: "\u{1B}[?1049l")
            terminal.type(Self.answer)
            try await terminal.wait(for: "[left]")
            terminal.type("echo\r")
            try await terminal.wait(for: "e   c   h   o  \\n")
            #expect(!terminal.text.contains("^[") && !terminal.text.contains("62;4c"))
            #expect(areEqual(terminal.settings, terminal.settingsBefore))
        }

        @Test func `a terminal report during a stop is not typed into the shell`() async throws {
            let terminal = try PseudoTerminal("bash --norc -ic 'TerminalProbe; stty -a | grep -c isig; fg'", answer: "")
            try await terminal.wait(for: "ready")
            terminal.type("\u{1A}")
            try await terminal.wait(for: "\u{1B}[?1049l")
            terminal.type(Self.answer)
            try await terminal.wait(for: "the program again") { $0.text.ranges(of: "\u{1B}[?1049h").count == 2 }
            #expect(countOf(Self.question, in: terminal) == 2, "the answer is asked for again")
            terminal.type(Self.answer + "a")
            try await terminal.wait(for: "a frame as a whole") { $0.text.contains(Self.end) }
            terminal.type("q")
            _ = try await terminal.exitStatus()
            #expect(!terminal.text.contains("^["))
        }

        /// Nobody waits for a terminal that does not answer for longer than one would notice.
        @Test func `a silent terminal delays the exit only briefly`() async throws {
            for (answer, limit) in [("", Duration.milliseconds(400)), (Self.answer, Duration.milliseconds(140))] {
                let time = try await shortestTime(below: limit, attempts: 20) {
                    let terminal = try PseudoTerminal("TerminalProbe", answer: answer)
                    try await terminal.wait(for: "row 23")
                    let start = ContinuousClock.now
                    terminal.type("q")
                    #expect(try await terminal.exitStatus() == 0)
                    return terminal.lastOutput - start
                }
                #expect(time < limit)
            }
        }
    }
}
