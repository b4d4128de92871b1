import FriendsFiles
import Glibc
import Hummingbird
import NIOCore
import NIOPosix
import Synchronization

/// A response body in a temporary file, so that it is not in memory while its client reads it
/// (Docs/Decisions/0044-whole-lists.md).
///
/// The file has no name: it is gone with its last reference, also when the server is killed.
final class Spool: Sendable {
    /// Where the files are.
    struct Place: Sendable {
        var directory = directory(named: getenv("TMPDIR").map { String(cString: $0) })
        /// What stays free for others on the file system, in bytes: the database may be on it.
        var reserve = 64 << 20

        /// - Parameter name: `TMPDIR`. Without it, the system's directory of temporary files that is not in memory.
        static func directory(named name: String?) -> String { name.flatMap { $0.isEmpty ? nil : $0 } ?? "/var/tmp" }
    }

    /// The most that is in memory at once, in bytes.
    static let sizeOfPiece = 64 << 10

    private let file: OpenFile
    private let reserve: Int
    private let count = Atomic(0)

    init(in place: Place) throws {
        file = try OpenFile.unnamed(in: place.directory)
        reserve = place.reserve
    }

    /// The number of bytes.
    var size: Int { count.load(ordering: .acquiring) }

    /// Appends bytes, on the one thread that writes. Throws when the disk is full.
    func append(_ bytes: [UInt8]) throws {
        guard try file.freeSpace() - bytes.count >= reserve else {
            errno = ENOSPC
            throw FileError(file.path)
        }
        try file.write(bytes)
        count.add(bytes.count, ordering: .releasing)
    }

    /// The bytes from an offset, at most a piece.
    func piece(at offset: Int) throws -> [UInt8] { try file.read(upTo: Self.sizeOfPiece, at: offset) }

    /// The whole file. It exists as long as the body does.
    var responseBody: ResponseBody {
        Self.responseBody(size: size) { offset in
            // The disk may be slow.
            try await NIOThreadPool.singleton.runIfActive { try self.piece(at: offset) }
        }
    }

    /// A body that reads each piece when the client has read most of the pieces before.
    /// - Parameter piece: reads from an offset.
    static func responseBody(
        size: Int, piece: @escaping @Sendable (_ offset: Int) async throws -> [UInt8]
    ) -> ResponseBody {
        ResponseBody(contentLength: size) { writer in
            var offset = 0
            while offset < size {
                let bytes = try await piece(offset)
                // Never, unless the disk fails. The connection ends before the length that was promised.
                guard !bytes.isEmpty else { throw ChannelError.inputClosed }
                try await writer.write(ByteBuffer(bytes: bytes))
                offset += bytes.count
            }
            try await writer.finish(nil)
        }
    }
}
