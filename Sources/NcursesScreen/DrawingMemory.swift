import CNcurses
import CTerminalGuard
import Glibc
import TerminalUI

/// The output buffer of ncurses: a memory file. ncurses writes many small pieces; they are sent in one write.
///
/// It belongs to the screen, as ``FramePainter`` does.
struct DrawingMemory {
    private let file: Int32
    /// The read position in the file.
    private var taken: off_t = 0
    /// The assembled output, reused between frames.
    private var bytes = [UInt8](repeating: 0, count: 1 << 14)

    /// The size at which the file is truncated. It counts towards the limit of file sizes (`ulimit -f`).
    private static let longest: off_t = 1 << 16

    /// Opens ncurses for a terminal type.
    init(term: String) throws(ScreenError) {
        file = terminal_memory_file("drawing")
        guard file >= 0 else { throw .system(operation: "memfd_create", code: errno) }
        guard curses_open(term, file) else { throw .unknownTerminal(term) }
    }

    /// The output since the last call.
    mutating func take() -> [UInt8] {
        let count = read(from: 0)
        return Array(bytes[..<count])
    }

    /// Sends the output since the last call between a begin and an end sequence, unless it is empty.
    /// - Parameter earlier: output to send before the output of ncurses.
    mutating func take(
        after beginning: [UInt8], _ earlier: UnsafeRawBufferPointer, before end: [UInt8],
        _ send: (UnsafeRawBufferPointer) -> Void
    ) {
        var count = 0
        put(beginning, at: &count)
        put(earlier, at: &count)
        let drawn = read(from: count)
        guard drawn > count || !earlier.isEmpty else { return }
        count = drawn
        put(end, at: &count)
        bytes.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    private mutating func put(_ part: some Collection<UInt8>, at count: inout Int) {
        makeRoom(for: part.count, behind: count)
        for byte in part {
            bytes[count] = byte
            count += 1
        }
    }

    private mutating func makeRoom(for more: Int, behind count: Int) {
        while bytes.count - count < more { bytes += repeatElement(0, count: bytes.count) }
    }

    /// Appends new output at an offset.
    /// - Returns: the end offset.
    private mutating func read(from start: Int) -> Int {
        var end = start
        var count: Int
        repeat {
            makeRoom(for: 1, behind: end)
            // One system call if all fits: each takes as long as drawing some rows.
            count = bytes.withUnsafeMutableBytes { [file, taken] room in
                max(0, pread(file, room.baseAddress?.advanced(by: end), room.count - end, taken))
            }
            end += count
            taken += off_t(count)
        } while count > 0 && end == bytes.count
        if taken >= Self.longest {
            ftruncate(file, 0)
            lseek(file, 0, SEEK_SET)
            taken = 0
        }
        return end
    }
}
