import CTerminalGuard
import Glibc

/// A program that puts its standard input on the clipboard, such as `wl-copy`.
package struct CopyProgram {
    /// How long the event loop waits for it. Such a program ends after a few milliseconds.
    private static let deadline = Duration.seconds(1)
    /// How long the event loop waits for a killed program. One that cannot be killed runs on.
    private static let killTimeout = Duration.milliseconds(100)

    /// The program, searched in PATH, and its arguments. No shell reads them.
    package let words: [String]
    private let environment: [String: String]

    /// Why a text was not copied.
    package struct Failure: Error, Equatable {
        /// For the user, without a full stop.
        package let reason: String
        package let isMissingProgram: Bool
    }

    /// - Parameter words: at least one.
    package init(words: [String], environment: [String: String]) {
        self.words = words
        self.environment = environment
    }

    /// Runs the program with the text as its input.
    package func copy(_ text: String) throws(Failure) {
        // A memory file instead of a pipe: a program that reads nothing cannot block the event loop.
        let input = terminal_memory_file("copy")
        guard input >= 0 else { throw failure("no memory") }
        defer { close(input) }
        guard Self.write(text, to: input) else { throw failure("no memory") }
        try wait(for: try start(input: input))
    }

    private static func write(_ text: String, to file: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return false }
            bytes = bytes.dropFirst(max(count, 0))
        }
        return lseek(file, 0, SEEK_SET) == 0
    }

    /// Starts the program without the terminal: in a session of its own, and with `/dev/null` for its output.
    private func start(input: Int32) throws(Failure) -> pid_t {
        var process: pid_t = 0
        let code = Self.withStrings(words) { arguments in
            Self.withStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
                terminal_spawn(&process, arguments, variables, input)
            }
        }
        guard code == 0 else {
            throw failure(String(cString: strerror(code)), isMissingProgram: code == ENOENT)
        }
        return process
    }

    private static func withStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let strings = texts.map { strdup($0) }
        defer { strings.forEach { free($0) } }
        return body(strings + [nil])
    }

    /// Waits for the end of the program. After the deadline it is killed, with its process group.
    private func wait(for process: pid_t) throws(Failure) {
        guard let status = try status(of: process, within: Self.deadline) else {
            kill(-process, SIGKILL)
            _ = try status(of: process, within: Self.killTimeout)
            throw failure("it did not finish in time")
        }
        // Exit status 0, and no signal.
        guard status != 0 else { return }
        throw failure(status & 0x7F == 0 ? "exit status \(status >> 8 & 0xFF)" : "ended by a signal")
    }

    /// How the program ended, as `waitpid` tells it; nil if it still runs.
    private func status(of process: pid_t, within timeout: Duration) throws(Failure) -> Int32? {
        let end = ContinuousClock.now + timeout
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return status }
            guard ended == 0 || errno == EINTR else { throw failure("its exit status is unknown") }
            guard ContinuousClock.now < end else { return nil }
            usleep(1_000)
        }
    }

    private func failure(_ reason: String, isMissingProgram: Bool = false) -> Failure {
        Failure(reason: reason, isMissingProgram: isMissingProgram)
    }
}
