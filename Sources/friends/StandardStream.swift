import Glibc
import TerminalUI

/// Standard output and standard error without a screen.
///
/// A path, an address or a name could contain control sequences. Standard error is for people, and always gets sanitised text;
/// of standard output, only a terminal does.
enum StandardStream {
    static let output = StandardOutput()
    static let error = StandardError()

    /// Writes without a buffer, so that a script receives each line at once.
    /// - Returns: errno if the write failed.
    fileprivate static func write(_ text: String, to descriptor: Int32, harmless: (String) -> String) -> Int32? {
        let shown = isatty(descriptor) == 1 ? harmless(text) : text
        return write(Array((shown + "\n").utf8), to: descriptor)
    }

    /// Writes bytes as they are.
    /// - Returns: errno if the write failed.
    fileprivate static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return errno }
            bytes = bytes.dropFirst(max(count, 0))
        }
        return nil
    }
}

/// Standard output: the result of a command.
struct StandardOutput {
    /// A failed write.
    struct WriteError: Error, CustomStringConvertible {
        let code: Int32
        var description: String { "Could not write to standard output: \(String(cString: strerror(code)))." }
    }

    /// Writes one line.
    func writeLine(_ line: String) throws(WriteError) {
        try check(StandardStream.write(line, to: STDOUT_FILENO, harmless: DisplayText.harmless))
    }

    /// Writes several lines.
    func writeLines(_ text: String) throws(WriteError) {
        try check(StandardStream.write(text, to: STDOUT_FILENO, harmless: DisplayText.harmlessLines))
    }

    /// Writes bytes that no terminal can take for commands.
    func write(harmless bytes: [UInt8]) throws(WriteError) {
        try check(StandardStream.write(bytes, to: STDOUT_FILENO))
    }

    private func check(_ code: Int32?) throws(WriteError) {
        if let code { throw WriteError(code: code) }
    }
}

/// Standard error: problems.
struct StandardError {
    /// Writes one line, also of a text with line feeds. Errors are ignored.
    func writeLine(_ line: String) { write(line, end: "\n") }

    /// Writes over the line that the cursor is on. Errors are ignored.
    func rewriteLine(_ line: String) {
        _ = StandardStream.write(Array(("\r" + DisplayText.harmless(line)).utf8), to: STDERR_FILENO)
    }

    /// Writes bytes that no terminal can take for commands. Long output may mix with another thread's. Errors are ignored.
    @Sendable func write(bytes: [UInt8]) {
        _ = StandardStream.write(bytes, to: STDERR_FILENO)
    }

    /// Writes a text without a line feed, such as a question to the terminal. Errors are ignored.
    func write(_ text: String) { write(text, end: "") }

    private func write(_ text: String, end: String) {
        _ = StandardStream.write(Array((DisplayText.harmless(text) + end).utf8), to: STDERR_FILENO)
    }
}
