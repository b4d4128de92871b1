import CTerminalGuard
import ChildPrograms
import Glibc

/// A program that puts its standard input on the clipboard, such as `wl-copy`.
package struct CopyProgram {
    /// How long the event loop waits for it. Such a program ends after a few milliseconds.
    private static let deadline = Duration.seconds(1)

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

    private func start(input: Int32) throws(Failure) -> ChildProgram {
        do throws(ChildProgram.StartError) {
            return try ChildProgram(words: words, environment: environment, input: input)
        } catch {
            // A path says which program is meant.
            let isMissing = error.errno == ENOENT || error.isMissingProgram && words.first?.contains("/") == false
            throw failure(error.reason, isMissingProgram: isMissing)
        }
    }

    /// Waits for the end of the program. After the deadline it is killed, with its process group.
    private func wait(for program: ChildProgram) throws(Failure) {
        guard let end = program.awaitEnd(within: Self.deadline) else {
            program.kill()
            throw failure("it did not finish in time")
        }
        switch end {
        case .exited(status: 0): return
        case .exited(let status): throw failure("exit status \(status)")
        case .signaled: throw failure("ended by a signal")
        case .unknown: throw failure("its exit status is unknown")
        }
    }

    private func failure(_ reason: String, isMissingProgram: Bool = false) -> Failure {
        Failure(reason: reason, isMissingProgram: isMissingProgram)
    }
}
