import Foundation
import Subprocess
import Synchronization
import TestSupport
import Testing

/// A shell in a terminal of its own, with the keyboard in our hands and the screen before our eyes.
///
/// The shell is `sh`: it has job control and never touches the terminal's settings. `bash` repairs them when a
/// program was killed, and would hide what the program had left undone.
final class Tmux: Sendable {
    /// The home of who sits there; everything in it is gone afterwards.
    let home: URL
    private let socket: String
    private let variables: [String: String]

    private static let number = Atomic<Int>(0)

    private init(home: URL, variables: [String: String]) {
        self.home = home
        let number = Self.number.add(1, ordering: .relaxed).newValue
        socket = "friends-test-\(ProcessInfo.processInfo.processIdentifier)-\(number)"
        var all = Programs.environment(home: home).merging(variables) { $1 }
        all["ENV"] = Self.shellSettings(home).path()
        // The socket of a tmux that has ended stays where it was.
        all["TMUX_TMPDIR"] = home.path()
        self.variables = all
    }

    /// Opens a terminal for the time of a story.
    static func with(
        columns: Int = 80, rows: Int = 24, variables: [String: String] = [:], _ story: (Tmux) async throws -> Void
    ) async throws {
        try await withHome { home in
            let tmux = Tmux(home: home, variables: variables)
            do {
                try await tmux.open(columns, rows)
                try await story(tmux)
            } catch {
                try await tmux.run("kill-server")
                throw error
            }
            try await tmux.run("kill-server")
        }
    }

    /// What the shell reads when it starts: the same prompt for everybody, and no core files.
    private static func shellSettings(_ home: URL) -> URL { home.appending(path: "shell-settings") }

    private func open(_ columns: Int, _ rows: Int) async throws {
        try Data("PS1='$ '; ulimit -c 0\n".utf8).write(to: Self.shellSettings(home))
        try await run("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", home.path(), "sh")
        // Names that a program gives itself are to be seen, and those that tmux would give it are not.
        try await run(
            "set", "-g", "window-size", "manual", ";", "set", "-g", "automatic-rename", "off", ";", "set", "-g",
            "allow-rename", "on", ";", "set", "-g", "mode-keys", "vi")
        try await waitForPrompt()
    }

    /// Runs a command of tmux.
    /// - Returns: what it prints.
    @discardableResult
    func run(_ arguments: String...) async throws -> String {
        try await run(arguments)
    }

    @discardableResult
    private func run(_ arguments: [String]) async throws -> String {
        var environment = [Environment.Key: String]()
        for (name, value) in variables { environment[Environment.Key(stringLiteral: name)] = value }
        let result = try await Subprocess.run(
            .name("tmux"), arguments: Arguments(["-L", socket, "-f", "/dev/null"] + arguments),
            environment: .custom(environment), output: .string(limit: 1 << 22), error: .string(limit: 1 << 16))
        #expect(
            result.terminationStatus.isSuccess,
            "tmux \(arguments.prefix(4)): \(result.standardError)")
        return result.standardOutput
    }

    // MARK: The keyboard

    /// Presses keys, by the names that tmux has for them.
    func press(_ keys: String...) async throws {
        try await run(["send-keys"] + keys)
    }

    func press(_ key: String, times: Int) async throws {
        try await run("send-keys", "-N", "\(times)", key)
    }

    /// Types a text, letter by letter.
    func type(_ text: String) async throws {
        try await run("send-keys", "-l", "--", text)
    }

    /// Has the terminal send some bytes.
    func sendBytes(_ bytes: [UInt8]) async throws {
        try await run(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
    }

    /// Types a line into the shell.
    func enter(_ line: String) async throws {
        // What is typed while a command runs may be wiped off the screen by it.
        try await waitForPrompt()
        try await type(line)
        // Before the shell shows it, the screen still ends in the prompt that is waited for afterwards.
        try await waits("the line to be shown") { !$0.endsInPrompt }
        try await press("Enter")
    }

    /// Pastes a text the way terminals do, marked as pasted where the program has asked for that.
    func paste(_ text: String) async throws {
        let file = home.appending(path: "pasted")
        try Data(text.utf8).write(to: file)
        try await run("load-buffer", file.path(), ";", "paste-buffer", "-p", "-d")
    }

    /// Sends a text at once, as keys: as a paste comes in a terminal that does not mark it.
    func send(_ text: String) async throws {
        let file = home.appending(path: "sent")
        try Data(text.utf8).write(to: file)
        try await run("load-buffer", file.path(), ";", "paste-buffer", "-r", "-d")
    }

    func resize(columns: Int, rows: Int) async throws {
        try await run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    // MARK: The screen

    var screen: Screen {
        get async throws { Screen(try await run("capture-pane", "-p")) }
    }

    /// The screen with its colours and attributes.
    var painting: String {
        get async throws { try await run("capture-pane", "-p", "-e") }
    }

    /// Waits until the screen is as a story has it.
    @discardableResult
    func waits(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
        until isRight: (Screen) -> Bool
    ) async throws -> Screen {
        let last = try await eventually(what, sourceLocation: sourceLocation, get: { try await screen }, until: isRight)
        // A frame may be seen in parts. Its rest has come by the next look.
        let next = try await screen
        return isRight(next) ? next : last
    }

    /// Waits until a text is on the screen.
    @discardableResult
    func waits(
        for text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Screen {
        try await waits("“\(text)”", sourceLocation: sourceLocation) { $0.contains(text) }
    }

    /// Waits until the shell wants a command.
    @discardableResult
    func waitForPrompt(
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Screen {
        try await waits("the shell", sourceLocation: sourceLocation) { $0.endsInPrompt }
    }

    /// The cell in which a text on the screen begins, counted by the terminal itself.
    func column(of text: String) async throws -> Int? {
        // A search that finds nothing leaves the cursor in the first column, where no text of ours begins.
        let column = try await run(
            "copy-mode", ";", "send-keys", "-X", "top-line", ";", "send-keys", "-X", "start-of-line", ";", "send-keys",
            "-X", "search-forward-text", text, ";", "display-message", "-p", "#{copy_cursor_x}", ";", "send-keys",
            "-X", "cancel")
        return Int(column.trimmingCharacters(in: .newlines)).flatMap { $0 > 0 ? $0 : nil }
    }

    /// What the terminal says about itself, in tmux's own words.
    func says(_ format: String) async throws -> String {
        try await run("display-message", "-p", format).trimmingCharacters(in: .newlines)
    }
}
