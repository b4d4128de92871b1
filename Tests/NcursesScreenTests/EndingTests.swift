import Foundation
import Testing

extension ScreenTests {
    /// A signal ends the program while the terminal is changed: it is as it was before, all the same.
    struct EndingTests {
        enum Thread { case main, other }

        /// A program that is stopped, continued, resized and left, as far as it gets.
        private static func liveThrough(_ terminal: PseudoTerminal) throws -> Int {
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

        /// So many programs run at a time: most of their time they wait.
        static let width = 2

        typealias Life = (status: Int, remains: PseudoTerminal.Remains)

        /// Has several programs live at a time, each on a thread of its own: they wait in ways that would hold up tasks.
        /// - Returns: how they ended, in order. The test itself checks that, for an issue belongs to its task.
        private func lives(
            _ cells: Range<Int>, _ live: @escaping @Sendable (Int) throws -> Life
        ) async throws -> [Life] {
            var lives: [Life] = []
            for start in stride(from: cells.lowerBound, to: cells.upperBound, by: Self.width) {
                let group = start..<min(start + Self.width, cells.upperBound)
                lives += try await withThrowingTaskGroup(of: (Int, Life).self) { tasks in
                    for cell in group {
                        tasks.addTask {
                            try await withCheckedThrowingContinuation { continuation in
                                Foundation.Thread.detachNewThread {
                                    continuation.resume(with: Result { (cell, try live(cell)) })
                                }
                            }
                        }
                    }
                    return try await tasks.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
                }
            }
            return lives
        }

        /// At every call that changes the terminal, one after the other, from the start to the end.
        @Test(arguments: [(Thread.main, "\u{1B}[?62;4c"), (.other, "\u{1B}[?62;4c"), (.other, "")])
        func aSignalMayComeAtAnyCall(thread: Thread, answer: String) async throws {
            var calls = 0
            var hasEndedByItself = false
            while !hasEndedByItself, calls < 100 {
                let next = calls + 1..<calls + 1 + Self.width
                let lives = try await lives(next) { call in
                    let terminal = try PseudoTerminal(
                        "\"$PROBE\"", environment: ["INTERRUPT": "\(call) \(SIGTERM) \(thread)"], answer: answer)
                    return (try Self.liveThrough(terminal), terminal.remains)
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
        /// In microseconds.
        static let distances: [useconds_t] = [0, 1_000, 10_000, 30_000, 100_000]

        @Test(arguments: [SIGCONT, SIGTSTP, SIGWINCH], ["\u{1B}[?62;4c", ""])
        func aSignalMayFollowAnotherAtAnyDistance(event: Int32, answer: String) async throws {
            let number = { @Sendable (index: Int) in Self.signals[(index + Int(event)) % Self.signals.count] }
            let lives = try await lives(Self.distances.indices) { index in
                let terminal = try PseudoTerminal("\"$PROBE\"", answer: answer)
                let process = pid_t(try terminal.number(after: "pid "))
                kill(process, event)
                // The distance is what is tried.
                usleep(Self.distances[index])
                kill(process, number(index))
                return (try terminal.exitStatus(), terminal.remains)
            }
            for (index, life) in lives.enumerated() {
                #expect(life.status == 128 + Int(number(index)))
                try expectGivenBack(life.remains, "\(number(index)) after \(Self.distances[index]) µs")
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

        @Test func aSignalMayComeAtAnyMomentOfTheStart() async throws {
            let distance = { @Sendable (index: Int) in useconds_t(3_000 * index) }
            let lives = try await lives(0..<20) { index in
                let terminal = try PseudoTerminal("sh -c 'echo \"pid $$ \"; exec \"$PROBE\"'")
                let process = pid_t(try terminal.number(after: "pid "))
                usleep(distance(index))
                kill(process, SIGTERM)
                return (try terminal.exitStatus(), terminal.remains)
            }
            for (index, life) in lives.enumerated() {
                #expect(life.status == 128 + Int(SIGTERM))
                try expectGivenBack(life.remains, isSurelyEntered: false, "after \(distance(index)) µs")
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
