import Foundation
import Glibc
import TerminalTestSupport
import Testing

/// What there is to know about a terminal that a program could have changed.
struct TerminalState: Equatable {
    /// `stty -a`, without the size.
    let settings: String
    /// The modes that tmux knows: other screen, cursor, keypad, mouse, insert, wrap.
    let modes: String
}

extension Tmux {
    private static let modes =
        "#{alternate_on} #{cursor_flag} #{keypad_flag} #{keypad_cursor_flag} #{mouse_any_flag} #{insert_flag} "
        + "#{wrap_flag} #{origin_flag} #{pane_title} #{window_name}"

    /// Looks at the terminal as a program sees it that the shell starts.
    func terminalState() async throws -> TerminalState {
        let file = home.appending(path: "stty-\(UUID().uuidString)")
        try await enter("stty -a >\(file.lastPathComponent); echo looked")
        // The word in the command has other words before it.
        try await wait(for: "the settings") { $0.lines.contains("looked") }
        let settings = try String(contentsOf: file, encoding: .utf8)
        try await enter("clear")
        try await wait(for: "a clear screen") { $0.lines.first == "$" && $0.endsInPrompt }
        return TerminalState(
            settings: settings.replacing(/rows \d+; columns \d+;/, with: ""), modes: try await says(Self.modes))
    }

    /// Starts the program with the list of a server, and waits until that is there and nothing moves any more.
    func startFriends(_ arguments: String = "") async throws {
        try await enter("friends \(arguments)")
        try await wait(for: "the list") { screen in
            screen.contains("Friends ·") && screen.contains("by last name") && !screen.contains("Loading friends…")
        }
    }

    /// Leaves the list and comes back, for a story that compares whole screens: after a friend was added the list is
    /// loaded again, and on a busy machine that can be seen.
    func startFriendsAgain() async throws {
        try await quitFriends()
        try await startFriends()
    }

    /// The program that the shell has started.
    func processOfFriends() async throws -> pid_t {
        let shell = try await says("#{pane_pid}")
        let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
        return try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
    }

    /// The exit status of the last command.
    func exitStatus(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Int {
        try await enter("echo status $?")
        let screen = try await wait(for: "a status", sourceLocation: sourceLocation) { screen in
            screen.lines.contains { $0.contains(/^status \d+$/) } && screen.endsInPrompt
        }
        let line = try #require(screen.lines.last { $0.contains(/^status \d+$/) })
        return try #require(Int(line.dropFirst("status ".count)))
    }

    /// Leaves the list.
    func quitFriends() async throws {
        try await press("q")
        try await waitForPrompt()
    }

    /// Opens the form, fills it in and sends it, also if the friend looks like another one.
    func addFriend(_ first: String, _ last: String, _ phone: String) async throws {
        try await press("a")
        try await wait(for: "Add Friend")
        try await fill(first, last, phone)
        try await press("Enter")
        let saved = "Saved \(first) \(last)"
        let screen = try await wait(for: saved) { $0.contains(saved) || $0.contains("is already here") }
        if screen.contains("is already here") {
            try await press("s")
            try await wait(for: saved)
        }
    }

    /// Types into the three fields of an empty form, from the first one on.
    func fill(_ first: String, _ last: String, _ phone: String) async throws {
        try await type(first)
        try await press("Tab")
        try await type(last)
        try await press("Tab")
        try await type(phone)
    }
}
