import CTerminalGuard
import Glibc

/// The file in memory that ncurses writes to in place of the terminal, in many small pieces; it is sent in one.
@MainActor
struct DrawingMemory {
    let file: Int32

    init() throws(ScreenError) {
        file = terminal_memory_file("drawing")
        guard file >= 0 else { throw .system(operation: "memfd_create", code: errno) }
    }

    /// What was drawn since the last call.
    func take() -> [UInt8] {
        let size = max(0, Int(lseek(file, 0, SEEK_CUR)))
        guard size > 0 else { return [] }
        lseek(file, 0, SEEK_SET)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, size, 0))
        }
    }
}
