import FriendsFiles
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FileIdentityTests {
    /// A file system is quick to reuse the number of a freed file.
    @Test func `a new file differs from a deleted one that is held`() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/file"
            func create() throws { _ = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL) }
            try create()
            let held = try #require(HeldFile(at: path))
            #expect(FileIdentity(of: path) == held.identity)
            for _ in 0..<100 {
                unlink(path)
                try create()
                #expect(FileIdentity(of: path) != held.identity)
            }
        }
    }

    @Test func `a version changes with the text and the permissions`() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/file"
            #expect(FileVersion(of: path) == nil)
            let file = try OpenFile(path, O_RDWR | O_CREAT)
            let empty = try #require(FileVersion(of: path))
            #expect(FileVersion(of: path) == empty)
            try file.write([1])
            let written = try #require(FileVersion(of: path))
            #expect(written != empty)
            // The file system's clock has ticks.
            let deadline = ContinuousClock.now + .seconds(10)
            repeat { chmod(path, 0o640) } while FileVersion(of: path) == written && .now < deadline
            #expect(FileVersion(of: path) != written)
        }
    }
}
