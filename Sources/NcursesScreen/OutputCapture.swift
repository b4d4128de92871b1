import CTerminalGuard
import Glibc

/// Captures standard output and standard error in a memory file while the screen is open.
@MainActor
struct OutputCapture {
    /// The memory file that both are redirected to.
    let file: Int32
    /// The original standard error.
    let standardError: Int32
    private let standardOutput: Int32

    /// The maximum length of the returned text.
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

    /// Restores both streams.
    func end() {
        fflush(nil)
        if standardOutput >= 0 { dup2(standardOutput, STDOUT_FILENO) }
        if standardError >= 0 { dup2(standardError, STDERR_FILENO) }
    }

    /// The end of the captured output.
    func text() -> String {
        let size = max(0, Int(lseek(file, 0, SEEK_END)))
        let bytes = [UInt8](unsafeUninitializedCapacity: min(size, Self.textLimit)) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, buffer.count, size - buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Closes the file and the duplicated descriptors.
    func close() {
        for descriptor in [file, standardOutput, standardError] where descriptor >= 0 { _ = Glibc.close(descriptor) }
    }
}
