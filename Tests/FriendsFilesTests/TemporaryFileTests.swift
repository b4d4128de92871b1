import Foundation
import FriendsFiles
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TemporaryFileTests {
    @Test(arguments: [true, false])
    func `the target is replaced by a private file`(syncs: Bool) async throws {
        try await withTemporaryDirectory { directory in
            let (target, linked) = (directory + "/target", directory + "/linked")
            try Data("old".utf8).write(to: URL(filePath: linked))
            symlink(linked, target)
            let mask = umask(0)
            defer { umask(mask) }
            let file = try TemporaryFile(for: target)
            try file.write(Array("new".utf8))
            #expect(try Data(contentsOf: URL(filePath: target)) == Data("old".utf8))
            try file.replaceTarget(syncs: syncs)
            #expect(try Data(contentsOf: URL(filePath: target)) == Data("new".utf8))
            #expect(permissions(of: target) == 0o600)
            #expect(try Data(contentsOf: URL(filePath: linked)) == Data("old".utf8), "the link was followed")
            #expect(try names(in: directory) == ["linked", "target"])
        }
    }

    @Test(arguments: [1, 241, 242, 248, 249, 255])
    func `a name can be as long as the system allows`(length: Int) async throws {
        try await withTemporaryDirectory { directory in
            let name = String(repeating: "n", count: length)
            let file = try TemporaryFile(for: "\(directory)/\(name)")
            // SQLite appends this.
            let log = file.path + "-journal"
            #expect(creat(log, 0o600) >= 0)
            unlink(log)
            try file.createTarget()
            #expect(try names(in: directory) == [name])
        }
    }

    @Test func `a name that is taken is not replaced`() async throws {
        try await withTemporaryDirectory { directory in
            let target = directory + "/target"
            let file = try TemporaryFile(for: target)
            try Data("other".utf8).write(to: URL(filePath: target))
            do throws(FileError) {
                try file.createTarget()
                Issue.record("The file of somebody else was replaced.")
            } catch {
                #expect(error.code == EEXIST)
            }
            #expect(try Data(contentsOf: URL(filePath: target)) == Data("other".utf8))
            #expect(try names(in: directory) == ["target"])
        }
    }

    @Test func `a dangling link takes a name as well`() async throws {
        try await withTemporaryDirectory { directory in
            try TemporaryFile.requireNoFile(at: directory + "/target")
            symlink("nothing", directory + "/target")
            let error = #expect(throws: FileError.self) { try TemporaryFile.requireNoFile(at: directory + "/target") }
            #expect(error?.code == EEXIST)
        }
    }

    @Test func `an unfinished file is removed`() async throws {
        try await withTemporaryDirectory { directory in
            do {
                let file = try TemporaryFile(for: directory + "/target")
                try file.write([1])
                #expect(try names(in: directory).count == 1)
            }
            #expect(try names(in: directory) == [])
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a replacement keeps the owner`() async throws {
        try await withTemporaryDirectory { directory in
            let target = directory + "/target"
            try Data().write(to: URL(filePath: target))
            #expect(chown(target, 65_534, 65_534) == 0)
            let file = try TemporaryFile(for: target)
            try file.keepOwner()
            try file.replaceTarget()
            var status = stat()
            #expect(stat(target, &status) == 0 && status.st_uid == 65_534 && status.st_gid == 65_534)
        }
    }
}
