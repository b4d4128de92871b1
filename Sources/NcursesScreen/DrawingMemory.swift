import CTerminalGuard
import Glibc

/// The file in memory that ncurses writes to in place of the terminal, in many small pieces; it is sent in one.
@MainActor
struct DrawingMemory {
    let file: Int32
    /// How much of the file was taken.
    private var taken: off_t = 0

    /// More than most frames take.
    private static let pieceSize = 1 << 14
    /// A file that has grown to this size begins anew.
    private static let longest: off_t = 1 << 20

    init() throws(ScreenError) {
        file = terminal_memory_file("drawing")
        guard file >= 0 else { throw .system(operation: "memfd_create", code: errno) }
    }

    /// What was drawn since the last call, behind what the result is to begin with.
    mutating func take(after beginning: [UInt8] = []) -> [UInt8] {
        var bytes = beginning
        var count = Self.pieceSize
        // One call of the system when all fits: each takes as long as drawing some rows.
        while count == Self.pieceSize {
            let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, length in
                length = max(0, pread(file, buffer.baseAddress, buffer.count, taken))
            }
            count = piece.count
            taken += off_t(count)
            bytes = bytes.isEmpty ? piece : bytes + piece
        }
        if taken >= Self.longest {
            ftruncate(file, 0)
            lseek(file, 0, SEEK_SET)
            taken = 0
        }
        return bytes
    }
}
