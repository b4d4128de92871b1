import Foundation
import Synchronization
import TestSupport
import Testing

/// A terminal with a program on it, made of a pseudoterminal.
///
/// A shell stands between, which lives on when the program has ended: with the last process of its session a
/// terminal loses its settings, and it is the settings that are compared.
package final class PseudoTerminal: Sendable {
    private let end: TerminalEnd
    private let slave: Int32
    private let shell: pid_t
    /// The settings when the program was started.
    package let settingsBefore: termios

    /// Something that the terminal cannot do.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// - Parameters:
    ///   - script: what the shell does; it prints `[exit N]` afterwards.
    ///   - environment: beside or instead of TERM=xterm-256color and LC_ALL=C.UTF-8.
    ///   - answer: what the program is told when it asks what the terminal is.
    package init(
        _ script: String, environment: [String: String] = [:], columns: UInt16 = 80, rows: UInt16 = 24,
        answer: String = "\u{1B}[?62;4c"
    ) throws {
        // Not by `openpty`: a child of another test that inherits the master keeps the terminal from hanging up.
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        // TIOCSPTLCK and TIOCGPTN, which Swift does not see.
        var (lock, number): (Int32, UInt32) = (0, 0)
        guard ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0
        else { throw Failure(description: "no pseudoterminal: \(errno)") }
        let name = "/dev/pts/\(number)"
        slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var settings = termios()
        tcgetattr(slave, &settings)
        // Not the usual ones, so that putting back the usual ones is not enough.
        settings.c_iflag ^= tcflag_t(IXANY)
        settings.c_lflag ^= tcflag_t(ECHOK)
        withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VKILL)] = 0x0B }
        tcsetattr(slave, TCSANOW, &settings)
        tcgetattr(slave, &settings)
        settingsBefore = settings
        var variables = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "\(Programs.directory):/usr/bin:/bin"]
        variables.merge(environment) { $1 }
        // Set to nothing means not set at all.
        shell = try startSession(
            // Signals that are caught here have their default effect in the program, and the shell survives them.
            ["sh", "-c", "trap : INT QUIT TERM HUP; \(script); echo \"[exit $?]\"; exec sleep 60"],
            environment: variables.filter { !$0.value.isEmpty }, on: name)
        end = TerminalEnd(master, answer: Array(answer.utf8))
        resize(columns: columns, rows: rows)
    }

    deinit {
        // The shell leads the session: when its terminal hangs up, what is left on it ends too.
        kill(shell, SIGKILL)
        var status: Int32 = 0
        // It cannot ignore the signal, so this takes no time.
        waitpid(shell, &status, 0)
        end.close()
        close(slave)
    }

    // MARK: What a person does

    /// Types a text. What the program does not take yet waits.
    package func type(_ text: String) { end.type(Array(text.utf8)) }

    /// Sends bytes to the program.
    package func type(_ bytes: [UInt8]) { end.type(bytes) }

    /// Whether something was typed that the program has not read, beyond what the system keeps for it.
    package var hasInputLeft: Bool { end.hasInputLeft }

    /// Gives the window another size.
    package func resize(columns: UInt16, rows: UInt16) { end.resize(columns: columns, rows: rows) }

    /// Reads no more of what the program writes, as a terminal that hangs.
    package func stopReading() { end.stopReading() }

    /// Closes the window.
    package func hangUp() { end.close() }

    /// Sends a signal to the program. The shell survives it.
    package func signal(_ number: Int32) {
        kill(-shell, number)
    }

    // MARK: What a person sees

    /// Every byte that the terminal got.
    package var output: [UInt8] { end.output }

    /// The same as text.
    package var text: String { String(decoding: output, as: UTF8.self) }

    /// When the terminal got its last byte. It is not measured in the test, which may have to wait for its turn.
    package var lastOutput: ContinuousClock.Instant { end.lastOutput }

    /// What a program has left behind.
    package struct Remains: Sendable {
        /// The settings afterwards.
        package let settings: termios
        /// The settings when the program was started.
        package let settingsBefore: termios
        /// All that the terminal got.
        package let text: String
    }

    /// What the program has left behind at this moment.
    package var remains: Remains { Remains(settings: settings, settingsBefore: settingsBefore, text: text) }

    /// The settings at this moment.
    package var settings: termios {
        var settings = termios()
        tcgetattr(slave, &settings)
        return settings
    }

    /// Changes the settings, as the shell does.
    package func set(_ change: (inout termios) -> Void) {
        var settings = settings
        change(&settings)
        tcsetattr(slave, TCSANOW, &settings)
    }

    /// Whether the shell has told the exit status, which is the last that it tells.
    package var hasEnded: Bool { String(decoding: output.suffix(64), as: UTF8.self).contains(/\[exit \d+\]/) }

    /// Waits until a condition holds.
    package func wait(
        for what: String, sourceLocation: SourceLocation = #_sourceLocation,
        isolation: isolated (any Actor)? = #isolation, until isMet: (PseudoTerminal) -> Bool
    ) async throws {
        try await eventually(
            what, sourceLocation: sourceLocation, get: { Output(terminal: self) }, until: { isMet($0.terminal) })
    }

    /// Waits until the program has written a text.
    package func wait(
        for text: String, sourceLocation: SourceLocation = #_sourceLocation,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try await wait(for: text, sourceLocation: sourceLocation) { $0.text.contains(text) }
    }

    /// What came, for a failure; nobody wants it in the meantime.
    private struct Output: CustomStringConvertible {
        let terminal: PseudoTerminal
        var description: String { terminal.text.debugDescription }
    }

    /// The number after the last of a word that the program shows.
    package func number(
        after word: String, sourceLocation: SourceLocation = #_sourceLocation,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Int {
        func digits() -> Substring? {
            guard let range = text.range(of: word, options: .backwards) else { return nil }
            let rest = text[range.upperBound...]
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            // A number at the end may not have come as a whole.
            return digits.endIndex < rest.endIndex ? digits : nil
        }
        try await wait(for: "a number after \(word)", sourceLocation: sourceLocation) { _ in digits() != nil }
        return try #require(digits().flatMap { Int($0) }, sourceLocation: sourceLocation)
    }

    /// The exit status as the shell sees it: 128 and the signal for a signal.
    package func exitStatus(
        sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Int {
        try await wait(for: "the end", sourceLocation: sourceLocation) { $0.hasEnded }
        return try await number(after: "[exit ", sourceLocation: sourceLocation)
    }
}
