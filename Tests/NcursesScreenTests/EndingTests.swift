import Foundation
import TerminalTestSupport
import Testing

extension ScreenTests {
    /// A signal ends the program while the terminal is changed: it is as it was before, all the same.
    struct EndingTests {
        enum Thread { case main, other }

        /// A program that is stopped, continued, resized and left, as far as it gets.
        private static func liveThrough(_ terminal: PseudoTerminal) async throws -> Int {
            func wait(_ what: String, until isMet: (PseudoTerminal) -> Bool) async throws {
                try await terminal.wait(for: what) { $0.hasEnded || isMet($0) }
            }
            func waitForEntry(_ count: Int) async throws {
                try await wait("entry \(count)") { $0.text.ranges(of: "\u{1B}[?1049h").count == count }
            }
            try await wait("the start") { $0.text.contains("ready 80x24") }
            terminal.signal(SIGCONT)
            try await waitForEntry(2)
            // Nobody could continue the job there, so it gives the terminal back and takes it again at once.
            terminal.signal(SIGTSTP)
            try await waitForEntry(3)
            terminal.resize(columns: 90, rows: 24)
            try await wait("the new size") { $0.text.contains("ready 90x24") }
            terminal.type("a")
            try await wait("a key") { $0.text.contains("character") }
            terminal.type("q")
            return try await terminal.exitStatus()
        }

        /// The number of programs that run at a time: most of their time they wait.
        static let width = 2

        typealias Life = (status: Int, remains: PseudoTerminal.Remains)

        /// Has several programs live at a time.
        /// - Returns: how they ended, in order.
        private func lives(
            _ cells: Range<Int>, _ live: @escaping @Sendable (Int) async throws -> Life
        ) async throws -> [Life] {
            var lives: [Life] = []
            for start in stride(from: cells.lowerBound, to: cells.upperBound, by: Self.width) {
                let group = start..<min(start + Self.width, cells.upperBound)
                lives += try await withThrowingTaskGroup(of: (Int, Life).self) { tasks in
                    for cell in group {
                        tasks.addTask { (cell, try await live(cell)) }
                    }
                    return try await tasks.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
                }
            }
            return lives
        }

        /// At every call that changes the terminal, one after the other, from the start to the end.
        @Test(arguments: [(Thread.main, "\u{1B}[?62;4c"), (.other, "\u{1B}[?62;4c"), (.other, "")])
        func `a signal at any call restores the terminal`(thread: Thread, answer: String) async throws {
            var calls = 0
            var hasEndedByItself = false
            while !hasEndedByItself, calls < 100 {
                let next = calls + 1..<calls + 1 + Self.width
                let lives = try await lives(next) { call in
                    let terminal = try PseudoTerminal(
                        "TerminalProbe", environment: ["INTERRUPT": "\(call) \(SIGTERM) \(thread)"], answer: answer)
                    return (try await Self.liveThrough(terminal), terminal.remains)
                }
                for (status, remains) in lives where !hasEndedByItself {
                    calls += 1
                    #expect([0, 128 + Int(SIGTERM)].contains(status))
                    try expectGivenBack(remains, isSurelyEntered: false, "call \(calls)")
                    hasEndedByItself = status == 0
                }
            }
            // Two calls take the terminal, twice it is given back and taken again, and each time something is painted.
            #expect(calls > 12)
        }

        static let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV]
        static let distances: [Duration] = [0, 1, 10, 30, 100].map { .milliseconds($0) }

        @Test(arguments: [SIGCONT, SIGTSTP, SIGWINCH], ["\u{1B}[?62;4c", ""])
        func `a signal after another one restores the terminal`(event: Int32, answer: String) async throws {
            let number = { @Sendable (index: Int) in Self.signals[(index + Int(event)) % Self.signals.count] }
            let lives = try await lives(Self.distances.indices) { index in
                let terminal = try PseudoTerminal("TerminalProbe", answer: answer)
                let process = pid_t(try await terminal.number(after: "pid "))
                kill(process, event)
                // The distance is what is tried.
                try await Task.sleep(for: Self.distances[index])
                kill(process, number(index))
                return (try await terminal.exitStatus(), terminal.remains)
            }
            for (index, life) in lives.enumerated() {
                #expect(life.status == 128 + Int(number(index)))
                try expectGivenBack(life.remains, "\(number(index)) after \(Self.distances[index])")
            }
        }

        /// The first ends the program; while it waits for an answer of the terminal the second one comes to another thread.
        @Test(arguments: [0, 10, 100])
        func `a second signal does not cut the exit short`(milliseconds: Int) async throws {
            let terminal = try PseudoTerminal("TerminalProbe", answer: "")
            let process = pid_t(try await terminal.number(after: "pid "))
            kill(process, SIGTERM)
            try await Task.sleep(for: .milliseconds(milliseconds))
            kill(process, SIGHUP)
            let status = try await terminal.exitStatus()
            #expect([SIGTERM, SIGHUP].map { 128 + Int($0) }.contains(status))
            try expectGivenBack(terminal)
        }

        @Test func `a signal during the start restores the terminal`() async throws {
            let distance = { @Sendable (index: Int) in Duration.milliseconds(3 * index) }
            let lives = try await lives(0..<20) { index in
                let terminal = try PseudoTerminal("sh -c 'echo \"pid $$ \"; exec TerminalProbe'")
                let process = pid_t(try await terminal.number(after: "pid "))
                try await Task.sleep(for: distance(index))
                kill(process, SIGTERM)
                return (try await terminal.exitStatus(), terminal.remains)
            }
            for (index, life) in lives.enumerated() {
                #expect(life.status == 128 + Int(SIGTERM))
                try expectGivenBack(life.remains, isSurelyEntered: false, "after \(distance(index))")
            }
        }

        /// In the background the terminal has the settings of the shell in front.
        @Test func `a background exit keeps the settings of the shell`() async throws {
            let terminal = try PseudoTerminal("set -m; TerminalProbe")
            let process = pid_t(try await terminal.number(after: "pid "))
            kill(process, SIGSTOP)
            #expect(try await terminal.exitStatus() == 128 + Int(SIGSTOP), "the shell goes on")
            terminal.set { $0.c_lflag ^= tcflag_t(ECHO) }
            let settings = terminal.settings
            kill(process, SIGTERM)
            kill(process, SIGCONT)
            try await terminal.wait(for: "the end") { _ in !isRunning(process) }
            #expect(areEqual(terminal.settings, settings))
        }
    }
}
