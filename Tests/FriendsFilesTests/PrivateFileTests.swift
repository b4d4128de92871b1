import Foundation
import FriendsFiles
import Glibc
import Testing

@Suite(.timeLimit(.minutes(3)))
struct OwnFileTests {
    /// Something at a path that is no file of ours.
    enum Stranger: CaseIterable {
        case symbolicLink, danglingLink, hardLink, folder, pipe

        func make(at path: String, victim: String) {
            switch self {
            case .symbolicLink: symlink(victim, path)
            case .danglingLink: symlink(path + "-none", path)
            case .hardLink: link(victim, path)
            case .folder: mkdir(path, 0o700)
            case .pipe: mkfifo(path, 0o644)
            }
        }
    }

    @Test(arguments: Stranger.allCases, [O_RDONLY, O_RDWR | O_CREAT, O_WRONLY | O_CREAT | O_APPEND])
    func `what is no file of ours is refused and left as it is`(stranger: Stranger, flags: CInt) async throws {
        try await withFolder { folder in
            let (path, victim) = (folder + "/file", folder + "/victim")
            try Data("Dear diary".utf8).write(to: URL(filePath: victim))
            chmod(victim, 0o644)
            stranger.make(at: path, victim: victim)
            #expect(throws: SystemError.self) { _ = try OwnFile.open(path, flags) }
            #expect(try Data(contentsOf: URL(filePath: victim)) == Data("Dear diary".utf8))
            #expect(permissions(of: victim) == 0o644)
            #expect(access(path + "-none", F_OK) != 0)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a file of somebody else is refused`() async throws {
        try await withFolder { folder in
            try Data().write(to: URL(filePath: folder + "/file"))
            #expect(chown(folder + "/file", 65_534, 65_534) == 0)
            #expect(throws: SystemError.self) { _ = try OwnFile.open(folder + "/file", O_RDWR | O_CREAT) }
        }
    }

    @Test func `a new file is its owner's alone, and an old one becomes so`() async throws {
        try await withFolder { folder in
            try OwnFile.makeFolder(of: folder + "/a/b/file")
            #expect(permissions(of: folder + "/a") == 0o700)
            close(try OwnFile.open(folder + "/a/b/file", O_RDWR | O_CREAT))
            #expect(permissions(of: folder + "/a/b/file") == 0o600)
            chmod(folder + "/a/b/file", 0o666)
            close(try OwnFile.open(folder + "/a/b/file", O_RDWR | O_CREAT))
            #expect(permissions(of: folder + "/a/b/file") == 0o600)
        }
    }
}
