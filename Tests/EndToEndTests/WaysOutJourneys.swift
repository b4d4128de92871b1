import Glibc
import TerminalTestSupport
import Testing

extension Journeys {
    /// However the program ends, the terminal is as it was before.
    struct WaysOut {
        enum Place: String, CaseIterable, Sendable {
            case list, form, help
        }

        struct Way: Sendable, CustomTestStringConvertible {
            let name: String
            /// The key, or the signal.
            let key: String?
            let signal: Int32
            var places = Place.allCases

            static func key(_ key: String, in places: [Place], signal: Int32 = 0) -> Way {
                Way(name: key, key: key, signal: signal, places: places)
            }
            static func signal(_ number: Int32, _ name: String) -> Way {
                Way(name: name, key: nil, signal: number)
            }

            var testDescription: String { name }
            var status: Int { signal == 0 ? 0 : 128 + Int(signal) }
        }

        static let ways: [Way] = [
            .key("q", in: [.list]), .key("F10", in: [.list]), .key("C-c", in: Place.allCases),
            .key("C-\\", in: Place.allCases, signal: SIGQUIT),
            .signal(SIGTERM, "TERM"), .signal(SIGINT, "INT"), .signal(SIGHUP, "HUP"), .signal(SIGQUIT, "QUIT"),
            .signal(SIGSEGV, "SEGV"), .signal(SIGABRT, "ABRT"),
        ]

        @Test(arguments: ways)
        func `every exit restores the terminal`(way: Way) async throws {
            try await Tmux.with { tmux in
                let before = try await tmux.terminalState()
                for place in way.places {
                    try await tmux.enter("clear; echo the screen of the shell")
                    try await tmux.waitForPrompt()
                    try await tmux.startFriends()
                    try await open(place, tmux)
                    if let key = way.key {
                        try await tmux.press(key)
                    } else {
                        kill(try await tmux.processOfFriends(), way.signal)
                    }
                    let shell = try await tmux.waitForPrompt()
                    #expect(shell.lines.contains("the screen of the shell"), "\(place)\n\(shell)")
                    #expect(!shell.contains("Friends ·"))
                    #expect(try await tmux.exitStatus() == way.status, "\(place)")
                    #expect(try await tmux.terminalState() == before, "\(place)")
                }
            }
        }

        private func open(_ place: Place, _ tmux: Tmux) async throws {
            switch place {
            case .list: try await tmux.wait(for: "a Add")
            case .form:
                try await tmux.press("a")
                try await tmux.wait(for: "Add Friend")
            case .help:
                try await tmux.press("?")
                try await tmux.wait(for: "Moving")
            }
        }
    }
}
