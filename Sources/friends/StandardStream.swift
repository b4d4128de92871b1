import Glibc
import TerminalUI

/// Standard output and standard error, for lines to people and scripts while no screen is open.
///
/// A terminal gets a text as the screen would show it: a path or an address in it must not drive the terminal either. A
/// file or a pipe gets the text itself.
enum StandardStream {
    static let output = StandardOutput()
    static let error = StandardError()

    /// Writes at once and whole: a script that waits for a line must not wait for a buffer.
    /// - Returns: the number of the error when not all could be written.
    fileprivate static func write(_ text: String, to descriptor: Int32, harmless: (String) -> String) -> Int32? {
        let shown = isatty(descriptor) == 1 ? harmless(text) : text
        var bytes = Array((shown + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return errno }
            bytes = bytes.dropFirst(max(count, 0))
        }
        return nil
    }
}

/// What a command was asked for.
struct StandardOutput {
    /// What was asked for could not be written, or not all of it.
    struct WriteError: Error, CustomStringConvertible {
        let code: Int32
        var description: String { "Could not write to standard output: \(String(cString: strerror(code)))." }
    }

    /// Writes one line.
    func writeLine(_ line: String) throws(WriteError) {
        try check(StandardStream.write(line, to: STDOUT_FILENO, harmless: DisplayText.harmless))
    }

    /// Writes a text of several lines.
    func writeLines(_ text: String) throws(WriteError) {
        try check(StandardStream.write(text, to: STDOUT_FILENO, harmless: DisplayText.harmlessLines))
    }

    private func check(_ code: Int32?) throws(WriteError) {
        if let code { throw WriteError(code: code) }
    }
}

/// What went wrong.
struct StandardError {
    /// Writes one line. When that fails there is nobody to tell.
    func writeLine(_ line: String) {
        _ = StandardStream.write(line, to: STDERR_FILENO, harmless: DisplayText.harmless)
    }
}
