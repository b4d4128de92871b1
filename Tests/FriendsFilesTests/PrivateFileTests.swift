import Foundation
import FriendsFiles
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PrivateFileTests {
    /// Something at a path that is not a private file.
    enum Foreign: CaseIterable {
        case symbolicLink, danglingLink, hardLink, directory, pipe

        func make(at path: String, victim: String) {
            switch self {
            case .symbolicLink: symlink(victim, path)
            case .danglingLink: symlink(path + "-none", path)
            case .hardLink: link(victim, path)
            case .directory: mkdir(path, 0o700)
            case .pipe: mkfifo(path, 0o644)
            }
        }
    }

    @Test(arguments: Foreign.allCases, [O_RDONLY, O_RDWR | O_CREAT, O_WRONLY | O_CREAT | O_APPEND])
    func `what is not a private file is refused and unchanged`(foreign: Foreign, flags: CInt) async throws {
        try await withTemporaryDirectory { directory in
            let (path, victim) = (directory + "/file", directory + "/victim")
            try Data("Dear diary".utf8).write(to: URL(filePath: victim))
            chmod(victim, 0o644)
            foreign.make(at: path, victim: victim)
            #expect(throws: FileError.self) { _ = try PrivateFile.open(path, flags) }
            #expect(throws: FileError.self) { try PrivateFile.create(path) }
            #expect(try Data(contentsOf: URL(filePath: victim)) == Data("Dear diary".utf8))
            #expect(permissions(of: victim) == 0o644)
            #expect(access(path + "-none", F_OK) != 0)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a file of another user is refused`() async throws {
        try await withTemporaryDirectory { directory in
            try Data().write(to: URL(filePath: directory + "/file"))
            #expect(chown(directory + "/file", 65_534, 65_534) == 0)
            #expect(throws: FileError.self) { _ = try PrivateFile.open(directory + "/file", O_RDWR | O_CREAT) }
        }
    }

    @Test func `only the owner can access a new or an old file`() async throws {
        try await withTemporaryDirectory { directory in
            try Directory.create(for: directory + "/a/b/file")
            #expect(permissions(of: directory + "/a") == 0o700)
            _ = try PrivateFile.open(directory + "/a/b/file", O_RDWR | O_CREAT)
            #expect(permissions(of: directory + "/a/b/file") == 0o600)
            chmod(directory + "/a/b/file", 0o666)
            _ = try PrivateFile.open(directory + "/a/b/file", O_RDWR | O_CREAT)
            #expect(permissions(of: directory + "/a/b/file") == 0o600)
        }
    }

    /// Closing any descriptor of a file drops all locks that a process has on it.
    @Test func `a file that is there keeps the locks of this process`() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/file"
            try PrivateFile.create(path)
            #expect(permissions(of: path) == 0o600)
            chmod(path, 0o644)
            let locked = open(path, O_RDWR)
            var lock = flock()
            (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
            try #require(fcntl(locked, F_SETLK, &lock) == 0)
            let other = open(path, O_RDWR)
            try PrivateFile.create(path)
            #expect(permissions(of: path) == 0o600)
            // A lock of an open file description meets the locks of its own process, too.
            (lock.l_type, lock.l_pid) = (Int16(F_WRLCK), 0)
            let getLock: CInt = 36  // F_OFD_GETLK
            #expect(fcntl(other, getLock, &lock) == 0)
            #expect(lock.l_type == Int16(F_WRLCK))
            close(other)
            close(locked)
        }
    }

    @Test(arguments: [
        ("https://friends.example:8443/a b", "https%3A%2F%2Ffriends.example%3A8443%2Fa%20b"), ("/\n", "%2F%0A"),
        ("é_²", "%C3%A9%5F%C2%B2"), ("..", ".."),
        (String(repeating: "x", count: 81), String(repeating: "x", count: 80)),
    ])
    func `every text makes one file name`(text: String, name: String) {
        #expect(PrivateFile.name(for: text) == name)
    }

    @Test func `a child process does not inherit a file`() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/file"
            let file = try OpenFile(path, O_RDWR | O_CREAT)
            let descriptor = try #require(
                try names(in: "/proc/self/fd").compactMap(CInt.init).first { (try? Self.target(of: $0)) == path })
            #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
            _ = try file.status()
        }
    }

    private static func target(of descriptor: CInt) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
    }

    @Test func `a read that fails is an error`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try OpenFile(directory, O_RDONLY)
            let error = #expect(throws: FileError.self) { try file.read(upTo: 1) }
            #expect(error?.code == EISDIR)
        }
    }
}
