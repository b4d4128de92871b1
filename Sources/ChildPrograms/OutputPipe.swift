import Glibc

/// The pipe for what a program prints. It is closed when the value is destroyed.
package struct OutputPipe: ~Copyable, Sendable {
    /// What is read at once at most, in bytes: a program can print without end.
    private static let maximumSize = 1 << 20
    private static let bufferSize = 65_536

    private let readEnd: Int32
    /// The end for the program; nil after ``closeWriteEnd()``.
    package private(set) var writeEnd: Int32?

    /// - Throws: why there is no pipe: too many files are open.
    package init() throws(ChildProgram.StartError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ChildProgram.StartError(errno: errno) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(readEnd)
        if let writeEnd { close(writeEnd) }
    }

    /// Closes the end that the program has by now.
    package mutating func closeWriteEnd() {
        if let writeEnd { close(writeEnd) }
        writeEnd = nil
    }

    /// What was printed since the last call. It returns at once.
    package func read() -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < Self.maximumSize {
            let part = [UInt8](unsafeUninitializedCapacity: Self.bufferSize) { buffer, count in
                count = max(Glibc.read(readEnd, buffer.baseAddress, Self.bufferSize), 0)
            }
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }
}
