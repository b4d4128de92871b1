import Foundation
import Testing

extension ScreenTests {
    /// A signal ends the program while the terminal is changed: it is as it was before, all the same.
    @Suite(.timeLimit(.minutes(1))) struct EndingTests {
        enum Thread { case main, other }

        /// A program that is stopped, continued, resized and left, as far as it gets.
        private func liveThrough(_ terminal: PseudoTerminal) throws -> Int {
            func wait(_ what: String, until isMet: (PseudoTerminal) -> Bool) throws {
                try terminal.wait(for: what) { $0.hasEnded || isMet($0) }
            }
            func waitForEntry(_ count: Int) throws {
                try wait("entry \(count)") { $0.text.ranges(of: "\u{1B}[?1049h").count == count }
            }
            try wait("the start") { $0.text.contains("ready 80x24") }
            terminal.signal(SIGCONT)
            try waitForEntry(2)
            // Nobody could continue the job there, so it gives the terminal back and takes it again at once.
            terminal.signal(SIGTSTP)
            try waitForEntry(3)
            terminal.resize(columns: 90, rows: 24)
            try wait("the new size") { $0.text.contains("ready 90x24") }
            terminal.type("a")
            try wait("a key") { $0.text.contains("character") }
            terminal.type("q")
            return try terminal.exitStatus()
        }

        /// At every call that changes the terminal, one after the other, from the start to the end.
        @Test(arguments: [(Thread.main, "\u{1B}[?62;4c"), (.other, "\u{1B}[?62;4c"), (.other, "")])
        func aSignalMayComeAtAnyCall(thread: Thread, answer: String) throws {
            var call = 0
            var status: Int
            repeat {
                call += 1
                let terminal = try PseudoTerminal(
                    "\"$PROBE\"", environment: ["INTERRUPT": "\(call) \(SIGTERM) \(thread)"], answer: answer)
                status = try liveThrough(terminal)
                #expect([0, 128 + Int(SIGTERM)].contains(status))
                try expectGivenBack(terminal, isSurelyEntered: false, "call \(call)")
            } while status != 0 && call < 100
            // Two calls take the terminal, twice it is given back and taken again, and each time something is painted.
            #expect(call > 12)
        }

        static let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV]
        /// In microseconds.
        static let distances: [useconds_t] = [0, 1_000, 10_000, 30_000, 100_000]

        @Test(arguments: [SIGCONT, SIGTSTP, SIGWINCH], ["\u{1B}[?62;4c", ""])
        func aSignalMayFollowAnotherAtAnyDistance(event: Int32, answer: String) throws {
            for (index, distance) in Self.distances.enumerated() {
                let number = Self.signals[(index + Int(event)) % Self.signals.count]
                let terminal = try PseudoTerminal("\"$PROBE\"", answer: answer)
                let process = pid_t(try terminal.number(after: "pid "))
                kill(process, event)
                // The distance is what is tried.
                usleep(distance)
                kill(process, number)
                #expect(try terminal.exitStatus() == 128 + Int(number))
                try expectGivenBack(terminal, "\(number) after \(distance) µs")
            }
        }

        /// The first ends the program; while it waits for an answer of the terminal the second one comes to another thread.
        @Test(arguments: [0, 10_000, 100_000])
        func aSecondSignalDoesNotCutTheEndShort(distance: useconds_t) throws {
            let terminal = try PseudoTerminal("\"$PROBE\"", answer: "")
            let process = pid_t(try terminal.number(after: "pid "))
            kill(process, SIGTERM)
            usleep(distance)
            kill(process, SIGHUP)
            let status = try terminal.exitStatus()
            #expect([SIGTERM, SIGHUP].map { 128 + Int($0) }.contains(status))
            try expectGivenBack(terminal)
        }

        @Test func aSignalMayComeAtAnyMomentOfTheStart() throws {
            for distance: useconds_t in stride(from: 0, to: 60_000, by: 3_000) {
                let terminal = try PseudoTerminal("sh -c 'echo \"pid $$ \"; exec \"$PROBE\"'")
                let process = pid_t(try terminal.number(after: "pid "))
                usleep(distance)
                kill(process, SIGTERM)
                #expect(try terminal.exitStatus() == 128 + Int(SIGTERM))
                try expectGivenBack(terminal, isSurelyEntered: false, "after \(distance) µs")
            }
        }

        /// In the background the settings of the terminal are those of the shell in front.
        @Test func aProgramThatEndsInTheBackgroundLeavesTheShellsSettings() throws {
            let terminal = try PseudoTerminal("set -m; \"$PROBE\"")
            let process = pid_t(try terminal.number(after: "pid "))
            kill(process, SIGSTOP)
            #expect(try terminal.exitStatus() == 128 + Int(SIGSTOP), "the shell goes on")
            terminal.set { $0.c_lflag ^= tcflag_t(ECHO) }
            let settings = terminal.settings
            kill(process, SIGTERM)
            kill(process, SIGCONT)
            try terminal.wait(for: "the end") { _ in !isRunning(process) }
            #expect(areEqual(terminal.settings, settings))
        }
    }
}
