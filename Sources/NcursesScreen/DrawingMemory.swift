import CNcurses
import CTerminalGuard
import Glibc
import TerminalUI

/// What ncurses writes to in place of the terminal, in many small pieces; they are sent in one.
///
/// A pipe, as long as a whole screen is sure to fit in it, or else a file in memory, which takes more and is slower. It belongs
/// to the screen, as ``FramePainter`` does.
struct DrawingMemory {
    private let file: Int32
    /// How much of the file was taken.
    private var taken: off_t = 0
    /// Where the pipe is read, and where it is written.
    private let pipe: (output: Int32, input: Int32)
    /// How many bytes the pipe holds.
    private let pipeSize: Int
    private var isPiped = false
    /// What is put together to be sent. It is kept from frame to frame: at first larger than most of them, and as large as
    /// the largest was.
    private var bytes = [UInt8](repeating: 0, count: 1 << 14)

    /// A file that has grown to this size begins anew.
    private static let longest: off_t = 1 << 20
    /// ncurses never writes more for a cell: a move of the cursor (10 bytes), the end of the look before (6), five
    /// attributes (20), two colours of three numbers (40), and five characters of four bytes.
    private static let mostPerCell = 96
    /// Nor more for what is not in a cell: the modes of the terminal, and the cursor.
    private static let mostPerUpdate = 4096

    /// Opens ncurses on a terminal of that name.
    init(term: String) throws(ScreenError) {
        file = terminal_memory_file("drawing")
        guard file >= 0 else { throw .system(operation: "memfd_create", code: errno) }
        var ends: [Int32] = [-1, -1]
        // Without a pipe the file does.
        pipeSize = Int(terminal_memory_pipe(&ends))
        pipe = (ends[0], ends[1])
        guard curses_open(term, file) else { throw .unknownTerminal(term) }
    }

    /// To be called before anything is drawn on a screen of that size. What was drawn on one of another size is dropped.
    mutating func adopt(_ size: Size) {
        let isPiped = size.columns * size.rows * Self.mostPerCell + Self.mostPerUpdate <= pipeSize
        guard isPiped != self.isPiped else { return }
        _ = read(from: 0)
        self.isPiped = isPiped
        curses_draw_into(isPiped ? pipe.input : file)
    }

    /// What was drawn since the last call.
    mutating func take() -> [UInt8] {
        let count = read(from: 0)
        return Array(bytes[..<count])
    }

    /// Hands over what was drawn since the last call, between what it is to begin and to end with; nothing when there is
    /// nothing to hand over but those.
    /// - Parameter earlier: what was drawn before that, by somebody else than ncurses.
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

    /// Reads what is new behind so many bytes.
    /// - Returns: how many there are then.
    private mutating func read(from start: Int) -> Int {
        var end = start
        var count: Int
        repeat {
            makeRoom(for: 1, behind: end)
            // One call of the system when all fits: each takes as long as drawing some rows.
            count = bytes.withUnsafeMutableBytes { [file, taken, pipe, isPiped] room in
                let (start, room) = (room.baseAddress?.advanced(by: end), room.count - end)
                return max(0, isPiped ? Glibc.read(pipe.output, start, room) : pread(file, start, room, taken))
            }
            end += count
            if !isPiped { taken += off_t(count) }
        } while count > 0 && end == bytes.count
        if taken >= Self.longest {
            ftruncate(file, 0)
            lseek(file, 0, SEEK_SET)
            taken = 0
        }
        return end
    }
}
