import CTerminalGuard
import Glibc

/// The file in memory that ncurses writes to in place of the terminal, in many small pieces; it is sent in one.
struct DrawingMemory {
    let file: Int32
    /// How much of the file was taken.
    private var taken: off_t = 0
    /// What is put together to be sent. It is kept from frame to frame, for each takes as much.
    private var bytes = [UInt8](repeating: 0, count: 1 << 14)

    /// A file that has grown to this size begins anew.
    private static let longest: off_t = 1 << 20

    init() throws(ScreenError) {
        file = terminal_memory_file("drawing")
        guard file >= 0 else { throw .system(operation: "memfd_create", code: errno) }
    }

    /// What was drawn since the last call.
    mutating func take() -> [UInt8] {
        let count = read(from: 0)
        return Array(bytes[..<count])
    }

    /// Hands over what was drawn since the last call, between what it is to begin and to end with; nothing when there is
    /// nothing to hand over but those.
    /// - Parameter earlier: what was drawn already and is not in the file.
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

    /// Reads what is new in the file behind so many bytes.
    /// - Returns: how many there are then.
    private mutating func read(from start: Int) -> Int {
        var end = start
        var count: Int
        repeat {
            makeRoom(for: 1, behind: end)
            // One call of the system when all fits: each takes as long as drawing some rows.
            count = bytes.withUnsafeMutableBytes { [file, taken] room in
                pread(file, room.baseAddress?.advanced(by: end), room.count - end, taken)
            }
            end += max(0, count)
            taken += off_t(max(0, count))
        } while count > 0 && end == bytes.count
        if taken >= Self.longest {
            ftruncate(file, 0)
            lseek(file, 0, SEEK_SET)
            taken = 0
        }
        return end
    }
}
