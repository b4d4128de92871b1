import Glibc
import Testing

@testable import FriendsDatabase

@Suite(.timeLimit(.minutes(3)))
struct FileIdentityTests {
    /// A file system is quick to give the number of a freed file to the next one.
    @Test func `no new file is taken for a deleted one that is held`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/file"
        func create() { close(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)) }
        create()
        let held = try #require(HeldFile(at: path))
        #expect(FileIdentity(of: path) == held.identity)
        for _ in 0..<100 {
            unlink(path)
            create()
            #expect(FileIdentity(of: path) != held.identity)
        }
    }
}
