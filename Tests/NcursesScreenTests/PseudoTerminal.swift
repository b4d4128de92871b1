import Foundation
import Synchronization
import TestSupport
import Testing

/// A terminal with a program on it, made of a pseudo-terminal.
///
/// A shell stands between, which lives on when the program has ended: with the last process of its session a
/// terminal loses its settings, and it is the settings that are compared.
final class PseudoTerminal {
    /// Every byte that the terminal got.
    private(set) var output: [UInt8] = []
    private(set) var master: Int32
    private var slave: Int32
    private let shell: pid_t
    let settingsBefore: termios
    /// What is sent back when the program asks what the terminal is.
    private let answer: [UInt8]

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameters:
    ///   - script: what the shell does; `$PROBE` is the program, and the shell prints `[exit N]` afterwards.
    ///   - environment: beside or instead of TERM=xterm-256color and LC_ALL=C.UTF-8.
    ///   - answer: what the program is told when it asks what the terminal is.
    init(
        _ script: String, environment: [String: String] = [:], columns: UInt16 = 80, rows: UInt16 = 24,
        answer: String = "\u{1B}[?62;4c"
    ) throws {
        self.answer = Array(answer.utf8)
        (master, slave) = (-1, -1)
        guard let path = Self.open(&master, &slave) else { throw Failure(description: "no pseudo-terminal: \(errno)") }
        var settings = termios()
        tcgetattr(slave, &settings)
        // Not the usual ones, so that putting back the usual ones is not enough.
        settings.c_iflag ^= tcflag_t(IXANY)
        settings.c_lflag ^= tcflag_t(ECHOK)
        withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VKILL)] = 0x0B }
        tcsetattr(slave, TCSANOW, &settings)
        tcgetattr(slave, &settings)
        settingsBefore = settings
        shell = try Self.start(script, on: path, environment: environment)
        resize(columns: columns, rows: rows)
    }

    deinit {
        // The shell leads the session: when its terminal hangs up, what is left on it ends too.
        kill(shell, SIGKILL)
        var status: Int32 = 0
        waitpid(shell, &status, 0)
        hangUp()
        close(slave)
    }

    /// A child that kept the master of any terminal would keep it from hanging up: none is started while one is opened.
    private static let opening = Mutex(())

    /// - Returns: the path of the terminal.
    private static func open(_ master: inout Int32, _ slave: inout Int32) -> String? {
        opening.withLock { _ in
            guard openpty(&master, &slave, nil, nil, nil) == 0, let name = ttyname(slave) else { return nil }
            for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            return String(cString: name)
        }
    }

    private static func start(_ script: String, on path: String, environment: [String: String]) throws -> pid_t {
        var variables = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "PROBE": Probe.path]
        variables.merge(environment) { $1 }
        // Signals that are caught here have their default effect in the program, and the shell survives them.
        let words = ["sh", "-c", "trap : INT QUIT TERM HUP; \(script); echo \"[exit $?]\"; exec sleep 60"]
        // Set to nothing means not set at all.
        return try opening.withLock { _ in
            try spawn("/bin/sh", words, environment: variables.filter { !$0.value.isEmpty }, input: path, output: nil)
        }
    }

    // MARK: What a person does

    func type(_ text: String) { type(Array(text.utf8)) }

    func type(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 1024)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
            take(waiting: 0)
        }
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Closes the window.
    func hangUp() {
        if master >= 0 { close(master) }
        master = -1
    }

    /// Sends a signal to the program. The shell survives it.
    func signal(_ number: Int32) {
        kill(-shell, number)
    }

    // MARK: What a person sees

    var text: String { String(decoding: output, as: UTF8.self) }

    /// What a program has left behind.
    struct Remains: Sendable {
        let settings: termios
        let settingsBefore: termios
        /// All that the terminal got.
        let text: String
    }

    var remains: Remains { Remains(settings: settings, settingsBefore: settingsBefore, text: text) }

    /// The settings at this moment.
    var settings: termios {
        var settings = termios()
        tcgetattr(slave, &settings)
        return settings
    }

    /// Changes the settings, as the shell does.
    func set(_ change: (inout termios) -> Void) {
        var settings = settings
        change(&settings)
        tcsetattr(slave, TCSANOW, &settings)
    }

    /// Whether the shell has told the exit status, which is the last that it tells.
    var hasEnded: Bool { String(decoding: output.suffix(64), as: UTF8.self).contains(/\[exit \d+\]/) }

    /// Takes what the program writes until a condition holds.
    func wait(for what: String, until isMet: (PseudoTerminal) -> Bool) throws {
        var isFirst = true
        try eventuallyBlocking(
            what, pause: .zero,
            get: { () -> Output in
                if !isFirst { take(waiting: 10) }
                isFirst = false
                return Output(terminal: self)
            }, until: { isMet($0.terminal) })
    }

    func wait(for text: String) throws {
        try wait(for: text) { $0.text.contains(text) }
    }

    /// What came, for a failure; nobody wants it in the meantime.
    private struct Output: CustomStringConvertible {
        let terminal: PseudoTerminal
        var description: String { terminal.text.debugDescription }
    }

    /// The number after a word that the probe shows.
    func number(after word: String) throws -> Int {
        try wait(for: word)
        let digits = text.components(separatedBy: word).last?.prefix { $0.isNumber } ?? ""
        guard let number = Int(digits) else { throw Failure(description: "no number after \(word)") }
        return number
    }

    /// The exit status as the shell sees it: 128 and the signal for a signal.
    func exitStatus() throws -> Int {
        try wait(for: "the end") { $0.hasEnded }
        return try number(after: "[exit ")
    }

    private func take(waiting milliseconds: Int32) {
        var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, milliseconds) > 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { return }
        // The question may have come in two pieces.
        let last = output.suffix(2)
        output += buffer[..<count]
        let isAsked = (last + buffer[..<count]).firstRange(of: Array("\u{1B}[c".utf8)) != nil
        if isAsked, !answer.isEmpty { type(answer) }
    }
}

/// The program that the tests run.
enum Probe {
    /// It is built beside the tests.
    static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(component: "TerminalProbe").path(percentEncoded: false)
}

/// Starts a program as the leader of a session of its own.
///
/// Foundation's `Process` will not do: it waits until all the descriptors are closed that a child has inherited, and
/// tmux leaves a server behind.
/// - Parameter output: a file; nil for the terminal that `input` is.
func spawn(
    _ program: String, _ words: [String], environment: [String: String], input: String, output: String?
) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // POSIX_SPAWN_SETSID, which Swift does not see. The first terminal that the leader of a session opens becomes the
    // one of the session. And no signal is blocked, as some are on the threads that run tests.
    posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDWR, 0)
    if let output {
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    } else {
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
    }
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var arguments = words.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
        (arguments + settings).forEach { free($0) }
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }
    var child: pid_t = 0
    let result = posix_spawn(&child, program, &actions, &attributes, &arguments, &settings)
    guard result == 0 else { throw PseudoTerminal.Failure(description: "\(program) does not start: \(result)") }
    return child
}

/// Whether a process is there and has not ended.
func isRunning(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return !status.contains(") Z ")
}
