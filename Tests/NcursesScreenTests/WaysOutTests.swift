import Foundation
import TerminalTestSupport
import TestSupport
import Testing

extension ScreenTests {
    /// However the program ends, the terminal is as it was before, and the reason can be read.
    struct WaysOutTests {
        struct WayOut: Sendable, CustomTestStringConvertible {
            let name: String
            let status: Int
            var reason = ""
            var testDescription: String { name }
        }

        static let waysOut = [
            WayOut(name: "quit", status: 0), WayOut(name: "exit", status: 7), WayOut(name: "exitElsewhere", status: 7),
            WayOut(name: "brokenPipe", status: 0),
            WayOut(name: "thrown", status: 128 + 4, reason: "Error raised at top level: TerminalProbe.Thrown()"),
            WayOut(name: "fatalError", status: 128 + 4, reason: "Fatal error: the reason"),
            WayOut(name: "fatalErrorElsewhere", status: 128 + 4, reason: "Fatal error: the reason"),
            WayOut(name: "index", status: 128 + 4, reason: "Fatal error: Index out of range"),
            WayOut(name: "unwrap", status: 128 + 4, reason: "Fatal error: Unexpectedly found nil"),
            WayOut(name: "overflow", status: 128 + 11, reason: "memory fault (SIGSEGV)"),
            WayOut(name: "overflowElsewhere", status: 128 + 11, reason: "memory fault (SIGSEGV)"),
            WayOut(name: "abort", status: 128 + 6, reason: "abort (SIGABRT)"),
        ]

        static let signals = [
            SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS,
            SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT, SIGXCPU,
            34, 35, 50, 64,  // SIGRTMIN to SIGRTMAX
        ]

        @Test(arguments: waysOut)
        func `every exit restores the terminal`(way: WayOut) async throws {
            let time = try await shortestTime(below: .seconds(1), attempts: 5) {
                let terminal = try PseudoTerminal("TerminalProbe \(way.name)")
                try await terminal.wait(for: "ready")
                let start = ContinuousClock.now
                terminal.type("!")
                #expect(try await terminal.exitStatus() == way.status)
                let time = terminal.lastOutput - start
                let after = try expectGivenBack(terminal)
                #expect(way.reason.isEmpty || after.contains(way.reason))
                return time
            }
            #expect(time < .seconds(1))
        }

        /// In one read, so that the second key is there when the first one stops the loop.
        @Test func `input after the end is dropped`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe exit")
            try await terminal.wait(for: "ready")
            terminal.type("q!")
            #expect(try await terminal.exitStatus() == 0)
        }

        @Test(arguments: signals)
        func `every signal restores the terminal`(number: Int32) async throws {
            let time = try await shortestTime(below: .seconds(1), attempts: 5) {
                let terminal = try PseudoTerminal("TerminalProbe")
                let process = try await terminal.number(after: "pid ")
                let start = ContinuousClock.now
                kill(pid_t(process), number)
                #expect(try await terminal.exitStatus() == 128 + Int(number))
                let time = terminal.lastOutput - start
                try expectGivenBack(terminal)
                return time
            }
            #expect(time < .seconds(1))
        }

        // MARK: Other signals

        @Test func `a signal ends a program that hangs`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe hang")
            let process = try await terminal.number(after: "pid ")
            terminal.type("!")
            kill(pid_t(process), SIGQUIT)
            #expect(try await terminal.exitStatus() == 128 + Int(SIGQUIT))
            try expectGivenBack(terminal)
        }

        /// None of them is the terminal's own, which would act inside a paste too.
        @Test func `signal keys are text in a paste and keys elsewhere`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            try await terminal.wait(for: "ready")
            #expect(terminal.settings.c_lflag & tcflag_t(ISIG | IEXTEN | ICANON) == 0)
            #expect(terminal.settings.c_iflag & tcflag_t(IXON | IXOFF) == 0)
            let characters = terminal.settingsBefore.specialCharacters.filter { $0 != 0 }
            #expect(characters.contains(0x03) && characters.contains(0x1A) && characters.contains(0x1C))
            terminal.type(Array("\u{1B}[200~".utf8) + characters + Array("\u{1B}[201~".utf8))
            try await terminal.wait(for: "paste \(characters.count)")
            // Where no text is typed the first is a key that means nothing to the probe, and the last ends it.
            terminal.type([0x03])
            try await terminal.wait(for: #"character("c") 4"#)
            terminal.type([0x1C])
            #expect(try await terminal.exitStatus() == 128 + Int(SIGQUIT))
            try expectGivenBack(terminal)
        }

        @Test func `a signal ignored at the start stays ignored`() async throws {
            let terminal = try PseudoTerminal("trap '' HUP; TerminalProbe")
            let process = try await terminal.number(after: "pid ")
            kill(pid_t(process), SIGHUP)
            terminal.type("a")
            try await terminal.wait(for: "character")
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
        }

        @Test(arguments: [SIGPIPE, SIGXFSZ, SIGCHLD, SIGURG])
        func `a signal that is ignored by default ends nothing`(number: Int32) async throws {
            let terminal = try PseudoTerminal("TerminalProbe")
            let process = try await terminal.number(after: "pid ")
            kill(pid_t(process), number)
            terminal.type("a")
            try await terminal.wait(for: "character")
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
        }

        @Test(arguments: ["", "trap '' HUP;"])
        func `closing the window ends the program`(preparation: String) async throws {
            let terminal = try PseudoTerminal("\(preparation) TerminalProbe")
            let process = pid_t(try await terminal.number(after: "pid "))
            terminal.hangUp()
            try await expectPromptEnd(of: process)
        }

        /// A program that waits for the terminal does not end at all; a busy machine may take seconds.
        private func expectPromptEnd(
            of process: pid_t, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let start = ContinuousClock.now
            try await eventually("the end", sourceLocation: sourceLocation) { !isRunning(process) }
            #expect(.now - start < .seconds(60), sourceLocation: sourceLocation)
        }

        @Test func `a terminal that reads nothing blocks no exit`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe", columns: 200, rows: 100)
            let process = pid_t(try await terminal.number(after: "pid "))
            terminal.stopReading()
            // The program has more to say than the terminal takes.
            for size: UInt16 in 100..<120 {
                terminal.resize(columns: 200, rows: size)
                try await Task.sleep(for: .milliseconds(2))
            }
            kill(process, SIGTERM)
            try await expectPromptEnd(of: process)
            #expect(areEqual(terminal.settings, terminal.settingsBefore))
        }

        @Test func `library output appears after the screen`() async throws {
            let terminal = try PseudoTerminal("TerminalProbe noise")
            try await terminal.wait(for: "ready")
            terminal.type("!")
            try await terminal.wait(for: "noise made")
            #expect(!terminal.text.contains("noise on"))
            #expect(!terminal.text.contains("standard error"))
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
            let after = try expectGivenBack(terminal)
            #expect(after.contains("noise on standard output\r\nnoise ?[31m on standard error\r\n"))
            #expect(after.contains("\r\na??b??c???d???e???f???g??h???i\r\n??"))
            #expect(after.contains("?\r\né中 😀 – “ok”\r\na?b"))
            let printed = after[try #require(after.range(of: "noise on")).lowerBound...]
            let unsafe = printed.unicodeScalars.filter { $0 != "\r" && $0 != "\n" && $0.isUnsafe }
            #expect(unsafe.map { String($0.value, radix: 16) } == [])
        }

        // MARK: Terminals that will not do

        @Test(arguments: [
            ("", "TERM is not set"), ("dumb", "cannot show a full screen"), ("nonsense\u{1B}[2J", "“nonsense?[2J”"),
            ("../xterm", "Unknown terminal type"), ("unknown", "“unknown”"),
        ])
        func `an unsuitable terminal gets one line`(name: String, words: String) async throws {
            let terminal = try PseudoTerminal("stty -opost; TerminalProbe", environment: ["TERM": name])
            #expect(try await terminal.exitStatus() == 2)
            let line = terminal.text.components(separatedBy: "[exit")[0]
            #expect(line.contains(words))
            #expect(line.hasSuffix("\n") && line.filter { $0 == "\n" }.count == 1)
            #expect(!terminal.output.contains(0x1B))
        }

        @Test(arguments: ["< /dev/null", "| cat", "> /dev/null", "< /dev/null > /dev/null"])
        func `without a terminal one line is printed`(redirection: String) async throws {
            // The shell of Debian has no status of a pipe's first command.
            let terminal = try PseudoTerminal("{ TerminalProbe; echo \"[status $?]\" >&2; } \(redirection)")
            try await terminal.wait(for: "[status 2]")
            #expect(terminal.text.contains("must be a terminal"))
            #expect(!terminal.output.contains(0x1B))
        }

        @Test(arguments: ["xterm-kitty-of-tomorrow", "ghostty", "tmux-of-tomorrow"])
        func `an unknown modern terminal is treated as xterm`(name: String) async throws {
            let terminal = try PseudoTerminal("TerminalProbe", environment: ["TERM": name])
            try await terminal.wait(for: "ready")
            terminal.type("\u{1B}[A")
            try await terminal.wait(for: "up 0")
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
            #expect(terminal.text.contains("Unknown terminal type \(name)"))
        }

        @Test(arguments: ["vt100", "linux", "screen-256color", "rxvt-unicode", "ansi"])
        func olderTerminalsWork(name: String) async throws {
            let terminal = try PseudoTerminal("TerminalProbe", environment: ["TERM": name])
            try await terminal.wait(for: "ready")
            terminal.type("\u{1B}[A")
            try await terminal.wait(for: "up")
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
            #expect(areEqual(terminal.settings, terminal.settingsBefore))
        }
    }
}
