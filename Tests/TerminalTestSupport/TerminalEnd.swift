import Foundation
import Synchronization

/// The terminal's end of a pseudoterminal.
///
/// A thread of its own reads what the program writes, and answers at once, as a terminal does. A test that waits for its
/// turn delays neither.
final class TerminalEnd: Sendable {
    private struct State {
        /// Below 0 when the window is closed.
        var master: Int32
        var output: [UInt8] = []
        var lastOutput = ContinuousClock.now
        /// What was typed and not taken yet.
        var input: ArraySlice<UInt8> = []
        var isReading = true
    }

    private let state: Mutex<State>
    /// What is sent back when the program asks what the terminal is.
    private let answer: [UInt8]

    /// - Parameter master: does not block.
    init(_ master: Int32, answer: [UInt8]) {
        state = Mutex(State(master: master))
        self.answer = answer
        Thread.detachNewThread { while self.transfer() {} }
    }

    var output: [UInt8] { state.withLock(\.output) }
    var lastOutput: ContinuousClock.Instant { state.withLock(\.lastOutput) }
    var hasInputLeft: Bool { state.withLock { !$0.input.isEmpty } }

    func type(_ bytes: [UInt8]) {
        state.withLock { state in
            state.input += bytes
            Self.write(&state)
        }
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = state.withLock { ioctl($0.master, UInt(TIOCSWINSZ), &size) }
    }

    func stopReading() { state.withLock { $0.isReading = false } }

    func close() {
        state.withLock { state in
            if state.master >= 0 { Glibc.close(state.master) }
            state.master = -1
        }
    }

    /// Reads and writes what is possible, and waits a moment for it.
    /// - Returns: whether the window is still open.
    private func transfer() -> Bool {
        var descriptor = state.withLock { state in
            let events = (state.isReading ? POLLIN : 0) | (state.input.isEmpty ? 0 : POLLOUT)
            return pollfd(fd: state.master, events: Int16(events), revents: 0)
        }
        guard descriptor.fd >= 0 else { return false }
        poll(&descriptor, 1, 10)
        state.withLock { state in
            if state.isReading { read(&state) }
            Self.write(&state)
        }
        return true
    }

    private func read(_ state: inout State) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(state.master, &buffer, buffer.count)
        guard count > 0 else { return }
        // The question may have come in two pieces.
        let last = state.output.suffix(2)
        state.output += buffer[..<count]
        state.lastOutput = .now
        if (last + buffer[..<count]).firstRange(of: Array("\u{1B}[c".utf8)) != nil { state.input += answer }
    }

    private static func write(_ state: inout State) {
        while !state.input.isEmpty {
            let count = state.input.withUnsafeBytes { Glibc.write(state.master, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            state.input.removeFirst(count)
        }
    }
}

/// Starts a program as the leader of a session on a terminal.
///
/// Neither Foundation's `Process` nor Subprocess does that: the leader itself has to open the terminal.
func startSession(_ words: [String], environment: [String: String], on terminal: String) throws -> pid_t {
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
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var arguments = words.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
        (arguments + settings).forEach { free($0) }
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }
    var child: pid_t = 0
    let result = posix_spawn(&child, "/bin/\(words[0])", &actions, &attributes, &arguments, &settings)
    guard result == 0 else { throw PseudoTerminal.Failure(description: "\(words[0]) does not start: \(result)") }
    return child
}
