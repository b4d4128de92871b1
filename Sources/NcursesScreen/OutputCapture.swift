import CTerminalGuard
import Glibc

/// Standard output and standard error while the screen is up: whatever a library prints is kept in memory instead of
/// appearing in the middle of the screen, and can be read afterwards.
@MainActor
struct OutputCapture {
    /// The file in memory that both are redirected to.
    let file: Int32
    /// Where standard error led before.
    let standardError: Int32
    private let standardOutput: Int32

    /// So much of the end is given back as text.
    private static let textLimit = 1 << 16

    init() throws(ScreenError) {
        fflush(nil)
        file = terminal_memory_file("output")
        guard file >= 0 else { throw .system(operation: "memfd_create", code: errno) }
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_APPEND)
        standardOutput = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        standardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        dup2(file, STDOUT_FILENO)
        dup2(file, STDERR_FILENO)
    }

    /// Lets both lead where they led before.
    func end() {
        fflush(nil)
        if standardOutput >= 0 { dup2(standardOutput, STDOUT_FILENO) }
        if standardError >= 0 { dup2(standardError, STDERR_FILENO) }
    }

    /// The end of what was printed.
    func text() -> String {
        let size = max(0, Int(lseek(file, 0, SEEK_END)))
        let bytes = [UInt8](unsafeUninitializedCapacity: min(size, Self.textLimit)) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, buffer.count, size - buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Closes what was opened, except the descriptors of the standard streams themselves.
    func close() {
        for descriptor in [file, standardOutput, standardError] where descriptor >= 0 { _ = Glibc.close(descriptor) }
    }
}
