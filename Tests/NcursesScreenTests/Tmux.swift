import Foundation

/// A shell in a window of tmux, for what takes a whole terminal to see: cells, and job control.
final class Tmux {
    private let folder: URL

    init(columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appending(component: "friends-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let settings = environment.flatMap { ["-e", "\($0.key)=\($0.value)"] }
        // The size of the window is set here and does not follow the terminals that look at it.
        try run(
            ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-e", "PS1=$ ", "-e", "PROBE=\(Probe.path)"]
                + settings + ["bash", "--norc", "--noprofile"])
        try run(["set-option", "-g", "window-size", "manual"])
        try wait(for: "$ ")
    }

    deinit {
        _ = try? run(["kill-server"])
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a command of tmux and returns what it prints.
    @discardableResult
    func run(_ arguments: [String]) throws -> String {
        let output = folder.appending(component: "output").path()
        let child = try spawn(
            "/usr/bin/tmux",
            ["tmux", "-S", folder.appending(component: "socket").path(), "-f", "/dev/null"] + arguments,
            environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": folder.path()],
            input: "/dev/null", output: output)
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return try String(contentsOfFile: output, encoding: .utf8)
    }

    /// Types a line into the shell.
    func enter(_ line: String) throws {
        try run(["send-keys", "-l", line])
        try run(["send-keys", "Enter"])
    }

    /// Presses a key, by tmux's name for it.
    func press(_ keys: String...) throws {
        try run(["send-keys"] + keys)
    }

    /// Ends the probe. What is typed before the shell has the terminal again would be read by the probe.
    func quitProbe() throws {
        try press("q")
        try waitForTheShell()
    }

    func resize(columns: Int, rows: Int) throws {
        try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    func screen() throws -> String {
        try run(["capture-pane", "-p", "-N"])
    }

    /// The screen of the probe with its attributes, without the numbers in which one run differs from the next.
    ///
    /// A frame is painted from the top, and may be seen in parts: the bar in its last row comes last.
    func cells() throws -> String {
        let deadline = Date(timeIntervalSinceNow: longestWait)
        while true {
            let cells = try run(["capture-pane", "-p", "-e", "-N"])
            if cells.split(separator: "\n").last?.contains("|") == true {
                return cells.replacing(/(pid|painted) \d+ */) { "\($0.1) N" }
            }
            guard Date() < deadline else {
                throw PseudoTerminal.Failure(description: "no whole frame; the screen is\n\(try screen())")
            }
            usleep(10_000)
        }
    }

    /// Waits until two probes show the same: what is left of an older frame may look whole.
    func waitForTheCells(of other: Tmux) throws {
        let deadline = Date(timeIntervalSinceNow: longestWait)
        while true {
            let (own, others) = (try cells(), try other.cells())
            if own == others { return }
            guard Date() < deadline else {
                throw PseudoTerminal.Failure(description: "the screens differ:\n\(own)\nand\n\(others)")
            }
            usleep(10_000)
        }
    }

    @discardableResult
    func wait(for text: String) throws -> String {
        let deadline = Date(timeIntervalSinceNow: longestWait)
        while true {
            let screen = try screen()
            if screen.contains(text) { return screen }
            guard Date() < deadline else {
                throw PseudoTerminal.Failure(description: "waited in vain for \(text); the screen is\n\(screen)")
            }
            usleep(10_000)
        }
    }

    /// Waits until the one program that the shell has started is stopped.
    func waitForAStoppedJob() throws {
        let shell = try run(["display-message", "-p", "#{pane_pid}"]).trimmingCharacters(in: .newlines)
        let deadline = Date(timeIntervalSinceNow: longestWait)
        while true {
            let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
            let states = children.split(separator: " ").map {
                try? String(contentsOfFile: "/proc/\($0)/stat", encoding: .utf8)
            }
            if states.count == 1, states[0]?.contains(") T ") == true { return }
            guard Date() < deadline else {
                throw PseudoTerminal.Failure(description: "nothing was stopped; the screen is\n\(try screen())")
            }
            usleep(10_000)
        }
    }

    /// Waits until the shell has the terminal again: until it is the process in the foreground.
    func waitForTheShell() throws {
        let deadline = Date(timeIntervalSinceNow: longestWait)
        while try !run(["display-message", "-p", "#{pane_current_command}"]).hasPrefix("bash") {
            guard Date() < deadline else {
                throw PseudoTerminal.Failure(description: "the shell did not come back; the screen is\n\(try screen())")
            }
            usleep(10_000)
        }
    }
}
