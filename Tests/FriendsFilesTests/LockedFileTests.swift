import Foundation
import FriendsFiles
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LockedFileTests {
    /// The previous holder can replace the file between the moment when it is opened and the moment when it is locked.
    @Test func `a file replaced before it is locked is not taken`() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/file"
            try Data("old".utf8).write(to: URL(filePath: path))
            let file = LockedFile(locking: path) {
                try? Data("new".utf8).write(to: URL(filePath: path + ".other"))
                rename(path + ".other", path)
            }
            #expect(file == nil)
            #expect(try LockedFile(locking: path)?.content() == Array("new".utf8))
            #expect(LockedFile(locking: path) { unlink(path) } == nil, "removed is as good as replaced")
        }
    }

    @Test func `a file has one holder at a time`() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/file"
            var file: LockedFile? = try LockedFile(replacing: path, with: [1])
            #expect(LockedFile(locking: path) == nil)
            file?.move(to: path + ".moved")
            #expect(LockedFile(locking: path + ".moved") == nil)
            file = nil
            #expect(try LockedFile(locking: path + ".moved")?.content() == [1])
        }
    }

    @Test func `a failed replacement leaves nothing`() async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory + "/file/x", withIntermediateDirectories: true)
            #expect(throws: FileError.self) { _ = try LockedFile(replacing: directory + "/file", with: [1]) }
            #expect(try names(in: directory) == ["file"])
        }
    }
}
