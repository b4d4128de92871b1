import Foundation
import TestSupport
import Testing

/// A shell in a window of tmux, for what takes a whole terminal to see: cells, and job control.
final class Tmux {
    private let directory: URL

    init(columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
        directory = FileManager.default.temporaryDirectory.appending(component: "friends-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
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
        try? FileManager.default.removeItem(at: directory)
    }

    /// Runs a command of tmux and returns what it prints.
    @discardableResult
    func run(_ arguments: [String]) throws -> String {
        let output = directory.appending(component: "output").path()
        let child = try spawn(
            "/usr/bin/tmux",
            ["tmux", "-S", directory.appending(component: "socket").path(), "-f", "/dev/null"] + arguments,
            environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": directory.path()],
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
        try waitForPrompt()
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
        let cells = try eventuallyBlocking(
            "a whole frame", get: { try run(["capture-pane", "-p", "-e", "-N"]) },
            until: { $0.split(separator: "\n").last?.contains("|") == true })
        return cells.replacing(/(pid|painted) \d+ */) { "\($0.1) N" }
    }

    /// Waits until two probes show the same: what is left of an older frame may look whole.
    func waitForTheCells(of other: Tmux) throws {
        try eventuallyBlocking(
            "equal screens", get: { (own: try cells(), other: try other.cells()) }, until: { $0.own == $0.other })
    }

    @discardableResult
    func wait(for text: String) throws -> String {
        try eventuallyBlocking("“\(text)”", get: { try screen() }, until: { $0.contains(text) })
    }

    /// Waits until the one program that the shell has started is stopped.
    func waitForAStoppedJob() throws {
        let shell = try run(["display-message", "-p", "#{pane_pid}"]).trimmingCharacters(in: .newlines)
        try eventuallyBlocking(
            "a stopped job",
            get: {
                let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
                return children.split(separator: " ").map {
                    try? String(contentsOfFile: "/proc/\($0)/stat", encoding: .utf8)
                }
            }, until: { states in states.count == 1 && states[0]?.contains(") T ") == true })
    }

    /// Waits until the shell has the terminal again: until it is the process in the foreground.
    func waitForPrompt() throws {
        try eventuallyBlocking(
            "the shell", get: { try run(["display-message", "-p", "#{pane_current_command}"]) },
            until: { $0.hasPrefix("bash") })
    }
}
