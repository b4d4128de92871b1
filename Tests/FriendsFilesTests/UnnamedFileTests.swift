import Foundation
import Glibc
import TestSupport
import Testing

@testable import FriendsFiles

/// Files without a name.
struct UnnamedFileTests {
    /// The open files of this process in a directory.
    private static func descriptors(in directory: String) throws -> [CInt] {
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return names.compactMap { CInt($0) }.filter { descriptor in
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            return path?.hasPrefix(directory + "/") == true
        }
    }

    @Test func `an unnamed file is private and gone when it is closed`() async throws {
        try await withTemporaryDirectory { directory in
            do {
                let file = try OpenFile.unnamed(in: directory)
                #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
                try file.write([1, 2, 3])
                #expect(try file.read(upTo: 5, at: 1) == [2, 3])
                let descriptor = try #require(try Self.descriptors(in: directory).first)
                #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
                #expect(try file.status().st_mode & 0o777 == 0o600 && file.status().st_nlink == 0)
                #expect(try file.freeSpace() > 0)
            }
            #expect(try Self.descriptors(in: directory).isEmpty)
        }
    }

    @Test func `an unnamed file needs its directory`() async throws {
        try await withTemporaryDirectory { directory in
            let error = #expect(throws: FileError.self) { _ = try OpenFile.unnamed(in: directory + "/none") }
            #expect(error?.code == ENOENT)
        }
    }
}
