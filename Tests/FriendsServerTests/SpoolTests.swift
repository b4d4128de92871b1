import Foundation
import FriendsFiles
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import FriendsServer

/// Responses in temporary files.
@Suite(.timeLimit(.minutes(10)))
struct SpoolTests {
    /// The number of files without a name in a directory that this process has open.
    static func openFiles(in directory: String) -> Int {
        descriptors(in: directory).count
    }

    private static func descriptors(in directory: String) -> [CInt] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { CInt($0) }.filter { descriptor in
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            return path?.hasPrefix(directory + "/") == true
        }
    }

    /// Reads a body as a client does, one piece after the other.
    struct Reader: ResponseBodyWriter {
        let onPiece: @Sendable (ByteBuffer) async throws -> Void

        func write(_ buffer: ByteBuffer) async throws { try await onPiece(buffer) }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test func `a spool is private and has no name`() throws {
        let directory = try TemporaryDirectory()
        var spool: Spool? = try Spool(in: Spool.Place(directory: directory.path))
        try spool?.append([1, 2, 3])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
        let descriptor = try #require(Self.descriptors(in: directory.path).first)
        var status = stat()
        #expect(fstat(descriptor, &status) == 0 && status.st_mode & 0o777 == 0o600 && status.st_nlink == 0)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(spool?.size == 3)
        spool = nil
        #expect(Self.openFiles(in: directory.path) == 0)
    }

    @Test(arguments: [(nil, "/var/tmp"), ("", "/var/tmp"), ("/somewhere", "/somewhere")])
    func `spools are in the named directory, or in that of the system`(name: String?, directory: String) {
        #expect(Spool.Place.directory(named: name) == directory)
    }

    @Test func `a spool leaves others room on the disk`() throws {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: FileError.self) {
            try Spool(in: Spool.Place(directory: directory.path, reserve: .max)).append([1])
        }
        #expect(error?.code == ENOSPC)
        #expect(Self.openFiles(in: directory.path) == 0)
    }

    @Test func `a response is the whole spool, in pieces`() async throws {
        let directory = try TemporaryDirectory()
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        var spool: Spool? = try Spool(in: Spool.Place(directory: directory.path))
        for start in stride(from: 0, to: bytes.count, by: 30_000) {
            try spool?.append(Array(bytes[start..<min(start + 30_000, bytes.count)]))
        }
        var body = spool?.responseBody
        spool = nil
        #expect(body?.contentLength == bytes.count && Self.openFiles(in: directory.path) == 1)
        let received = Mutex<[UInt8]>([])
        try await body?.write(
            Reader { piece in
                #expect(piece.readableBytes <= 65_536)
                received.withLock { $0 += piece.readableBytesView }
            })
        #expect(received.withLock { $0 } == bytes)
        body = nil
        #expect(Self.openFiles(in: directory.path) == 0)
    }

    @Test func `a piece is read when the client has read the one before`() async throws {
        let (reads, writes) = (Counter(), Counter())
        let body = Spool.responseBody(size: 1_000) { offset in
            #expect(offset == 100 * reads.value && reads.value == writes.value)
            reads.increase()
            return Array(repeating: 1, count: 100)
        }
        try await body.write(
            Reader { _ in
                writes.increase()
                #expect(reads.value == writes.value)
            })
        #expect(reads.value == 10)
    }

    @Test func `a spool that is shorter than promised ends the response`() async throws {
        let body = Spool.responseBody(size: 3) { _ in [] }
        await #expect(throws: ChannelError.self) { try await body.write(Reader { _ in }) }
    }
}
