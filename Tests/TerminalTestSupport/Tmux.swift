import Foundation
import Subprocess
import TestSupport
import Testing

/// A shell in a terminal of its own, with a keyboard and a screen.
package final class Tmux: Sendable {
    /// The shells that a terminal can have.
    package enum Shell: Sendable {
        /// Has job control, and never touches the settings of the terminal.
        case sh
        /// Edits the command line, with settings of its own. It repairs the settings when a program was killed, which
        /// hides what the program has left undone.
        case bash
    }

    /// The home directory of the shell; everything in it is gone afterwards.
    package let home: URL
    private let variables: [String: String]

    private init(home: URL, variables: [String: String]) {
        self.home = home
        var all = Programs.environment(home: home).merging(variables) { $1 }
        all["ENV"] = Self.shellSettings(home).path()
        // The socket of a tmux that has ended stays where it was.
        all["TMUX_TMPDIR"] = home.path()
        self.variables = all
    }

    /// Opens a terminal for the time of a test.
    package static func with(
        columns: Int = 80, rows: Int = 24, shell: Shell = .sh, variables: [String: String] = [:],
        _ test: (Tmux) async throws -> Void
    ) async throws {
        try await withHome { home in
            let tmux = Tmux(home: home, variables: variables)
            do {
                try await tmux.open(columns, rows, shell)
                try await test(tmux)
            } catch {
                try await tmux.close()
                throw error
            }
            try await tmux.close()
        }
    }

    private func close() async throws {
        // In a task of its own, because a test that took too long is cancelled.
        _ = try await Task { try await run("kill-server") }.value
    }

    /// What the shell reads when it starts: the same prompt for everybody, and no core files.
    private static func shellSettings(_ home: URL) -> URL { home.appending(path: "shell-settings") }

    private func open(_ columns: Int, _ rows: Int, _ shell: Shell) async throws {
        let settings = Self.shellSettings(home)
        try Data("PS1='$ '; ulimit -c 0\n".utf8).write(to: settings)
        let words =
            switch shell {
            case .sh: ["sh"]
            case .bash: ["bash", "--noprofile", "--rcfile", settings.path()]
            }
        try await run(["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", home.path()] + words)
        // A test run that is ended closes no terminal.
        let wait = "tail --pid=\(getpid()) -f /dev/null & trap 'kill $!; exit' TERM; wait; tmux kill-server"
        try await run("run-shell", "-b", wait)
        // Names that a program gives itself are to be seen, and those that tmux would give it are not.
        try await run(
            "set", "-g", "window-size", "manual", ";", "set", "-g", "automatic-rename", "off", ";", "set", "-g",
            "allow-rename", "on", ";", "set", "-g", "mode-keys", "vi")
        try await waitForPrompt()
    }

    /// Runs a command of tmux.
    /// - Returns: what it prints.
    @discardableResult
    package func run(_ arguments: String...) async throws -> String {
        try await run(arguments)
    }

    /// Runs a command of tmux.
    /// - Returns: what it prints.
    @discardableResult
    package func run(_ arguments: [String]) async throws -> String {
        var environment = [Environment.Key: String]()
        for (name, value) in variables { environment[Environment.Key(stringLiteral: name)] = value }
        let result = try await Subprocess.run(
            .name("tmux"), arguments: Arguments(["-f", "/dev/null"] + arguments),
            environment: .custom(environment), output: .string(limit: 1 << 22), error: .string(limit: 1 << 16))
        #expect(
            result.terminationStatus.isSuccess,
            "tmux \(arguments.prefix(4)): \(result.standardError)")
        return result.standardOutput
    }

    // MARK: The keyboard

    /// Presses keys, by the names that tmux has for them.
    package func press(_ keys: String...) async throws {
        try await run(["send-keys"] + keys)
    }

    /// Presses a key several times.
    package func press(_ key: String, times: Int) async throws {
        try await run("send-keys", "-N", "\(times)", key)
    }

    /// Types a text, letter by letter.
    package func type(_ text: String) async throws {
        try await run("send-keys", "-l", "--", text)
    }

    /// Has the terminal send some bytes.
    package func sendBytes(_ bytes: [UInt8]) async throws {
        try await run(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
    }

    /// Types a line into the shell.
    package func enter(_ line: String) async throws {
        // What is typed while a command runs may be wiped off the screen by it.
        try await waitForPrompt()
        try await type(line)
        // Before the shell shows it, the screen still ends in the prompt that is waited for afterwards.
        try await wait(for: "the line to be shown") { !$0.endsInPrompt }
        try await press("Enter")
    }

    /// Pastes a text the way terminals do, marked as pasted where the program has asked for that.
    package func paste(_ text: String) async throws {
        let file = home.appending(path: "pasted")
        try Data(text.utf8).write(to: file)
        try await run("load-buffer", file.path(), ";", "paste-buffer", "-p", "-d")
    }

    /// Sends a text at once, as keys: as a paste comes in a terminal that does not mark it.
    package func send(_ text: String) async throws {
        let file = home.appending(path: "sent")
        try Data(text.utf8).write(to: file)
        try await run("load-buffer", file.path(), ";", "paste-buffer", "-r", "-d")
    }

    /// Gives the window another size.
    package func resize(columns: Int, rows: Int) async throws {
        try await run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    // MARK: The screen

    /// The screen as it is now, which may be a part of a frame.
    package var screen: Screen {
        get async throws { Screen(try await run("capture-pane", "-p")) }
    }

    /// The screen with its colours and attributes.
    package var painting: String {
        get async throws { try await run("capture-pane", "-p", "-e") }
    }

    /// Waits until the screen is right.
    @discardableResult
    package func wait(
        for what: String, sourceLocation: SourceLocation = #_sourceLocation,
        until isRight: (Screen) -> Bool
    ) async throws -> Screen {
        let last = try await eventually(what, sourceLocation: sourceLocation, get: { try await screen }, until: isRight)
        // A frame may be seen in parts. Its rest has come by the next look.
        let next = try await screen
        return isRight(next) ? next : last
    }

    /// Waits until a text is on the screen.
    @discardableResult
    package func wait(
        for text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Screen {
        try await wait(for: "“\(text)”", sourceLocation: sourceLocation) { $0.contains(text) }
    }

    /// Waits until the shell wants a command.
    @discardableResult
    package func waitForPrompt(
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Screen {
        try await wait(for: "the shell", sourceLocation: sourceLocation) { $0.endsInPrompt }
    }

    /// The cell in which a text on the screen begins, counted by the terminal itself.
    package func column(of text: String) async throws -> Int? {
        // A search that finds nothing leaves the cursor in the first column, where no text of ours begins.
        let column = try await run(
            "copy-mode", ";", "send-keys", "-X", "top-line", ";", "send-keys", "-X", "start-of-line", ";", "send-keys",
            "-X", "search-forward-text", text, ";", "display-message", "-p", "#{copy_cursor_x}", ";", "send-keys",
            "-X", "cancel")
        return Int(column.trimmingCharacters(in: .newlines)).flatMap { $0 > 0 ? $0 : nil }
    }

    /// What the terminal says about itself, in tmux's own words.
    package func says(_ format: String) async throws -> String {
        try await run("display-message", "-p", format).trimmingCharacters(in: .newlines)
    }
}
