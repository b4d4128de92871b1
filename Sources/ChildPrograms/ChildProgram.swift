import CSpawn
import Glibc

/// A program that runs beside this one, without the terminal, in a session of its own. No shell reads its arguments.
///
/// Who waits for the program decides where, and how long.
package struct ChildProgram: Sendable {
    private let process: pid_t

    /// The error number of a program that cannot be started: `ENOENT`, `EACCES` and `ENOTDIR` if there is no such program, depending
    /// on the directories in PATH.
    package struct StartError: Error, Equatable {
        package let errno: Int32

        package var isMissingProgram: Bool { [ENOENT, EACCES, ENOTDIR].contains(errno) }
        package var reason: String { String(cString: strerror(errno)) }
    }

    /// How a program has ended.
    package enum End: Equatable, Sendable {
        case exited(status: Int32)
        case signaled(Int32)
        /// Something else in this process has asked first.
        case unknown
    }

    /// Starts a program.
    /// - Parameters:
    ///   - words: the program, searched in PATH unless it has a slash, and its arguments; at least one.
    ///   - input: a descriptor to read from; nil for nothing. As those of `output` and `errors`, it stays open here.
    ///   - output: a descriptor to write to; nil for nowhere.
    ///   - errors: the same for the standard error.
    package init(
        words: [String], environment: [String: String], input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil
    ) throws(StartError) {
        var process: pid_t = 0
        let code = Self.withStrings(words) { arguments in
            Self.withStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
                spawn_program(&process, arguments, variables, input ?? -1, output ?? -1, errors ?? -1)
            }
        }
        guard code == 0 else { throw StartError(errno: code) }
        self.process = process
    }

    private static func withStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let strings = texts.map { strdup($0) }
        defer { strings.forEach { free($0) } }
        return body(strings + [nil])
    }

    /// How the program has ended; nil if it still runs. It is told once.
    package func end() -> End? {
        var status: Int32 = 0
        let ended = waitpid(process, &status, WNOHANG)
        if ended == 0 || ended < 0 && errno == EINTR { return nil }
        guard ended == process else { return .unknown }
        return status & 0x7F == 0 ? .exited(status: status >> 8 & 0xFF) : .signaled(status & 0x7F)
    }

    /// Waits for the end, in a place that may block.
    /// - Returns: nil if the program still runs after that time.
    package func awaitEnd(within timeout: Duration) -> End? {
        let deadline = ContinuousClock.now + timeout
        while true {
            if let end = end() { return end }
            guard ContinuousClock.now < deadline else { return nil }
            usleep(1_000)
        }
    }

    /// How long a killed program is waited for. One that cannot be killed runs on.
    private static let killTimeout = Duration.milliseconds(100)

    /// Kills the program, with what it has started in its process group, and waits for its end for a moment.
    package func kill() {
        Glibc.kill(-process, SIGKILL)
        _ = awaitEnd(within: Self.killTimeout)
    }
}
