import Foundation
import Glibc
import Testing

@testable import FriendsSettings

@Suite(.timeLimit(.minutes(10)))
struct SettingsFileTests {
    private func message(_ path: String, mustExist: Bool = false) -> [String] {
        do throws(SettingsProblems) {
            _ = try SettingsFile.read(path, mustExist: mustExist)
            return []
        } catch {
            return error.lines
        }
    }

    private func message(of bytes: [UInt8]) -> [String] {
        do throws(SettingsProblems) {
            _ = try SettingsFile(path: "f", bytes: bytes)
            return []
        } catch {
            return error.lines
        }
    }

    @Test func `a missing file is an error only if it was named`() throws {
        // The directory was never made.
        let path = "/tmp/friends-test-\(UUID().uuidString)/config.toml"
        #expect(try SettingsFile.read(path, mustExist: false) == nil)
        #expect(
            message(path, mustExist: true)
                == ["\(path): cannot read the settings: No such file or directory."])
        #expect(try SettingsFile.read("/dev/null/x", mustExist: false) == nil)
        #expect(
            message("/dev/null/x", mustExist: true) == ["/dev/null/x: cannot read the settings: Not a directory."])
    }

    @Test func `unreadable entries are reported`() {
        #expect(message("/tmp") == ["/tmp: cannot read the settings: Is a directory."])
    }

    /// Root may enter everything.
    @Test(.enabled(if: geteuid() != 0))
    func `a forbidden directory is an error only if named`() throws {
        let directory = "/tmp/friends-test-\(UUID().uuidString)"
        let path = directory + "/config.toml"
        try #require(mkdir(directory, 0o700) == 0)
        try Data("theme = 1".utf8).write(to: URL(filePath: path))
        defer {
            chmod(directory, 0o700)
            unlink(path)
            rmdir(directory)
        }
        chmod(directory, 0)
        #expect(SettingsFile.isOutOfReach(path))
        #expect(try SettingsFile.read(path, mustExist: false) == nil)
        #expect(message(path, mustExist: true) == ["\(path): cannot read the settings: Permission denied."])
        chmod(directory, 0o700)
        chmod(path, 0)
        #expect(!SettingsFile.isOutOfReach(path))
        #expect(message(path) == ["\(path): cannot read the settings: Permission denied."], "it is there")
    }

    @Test func `a pipe without a writer is empty`() throws {
        let path = "/tmp/friends-test-\(UUID().uuidString)"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        #expect(try SettingsFile.read(path, mustExist: true)?.text.isEmpty == true)
    }

    @Test func endlessFilesAreNotReadToTheirEnd() {
        #expect(message("/dev/zero") == ["/dev/zero: the file is larger than 32 KiB."])
    }

    @Test func `only text is accepted`() throws {
        #expect(message(of: Array("a = 1\n# \u{E9}\n".utf8)) == [])
        #expect(message(of: Array("a = 1\n# ".utf8) + [0xE9, 0x0A]) == ["f:2: the file is not valid UTF-8."])
        let zero = "f:2: U+0000 is not allowed."
        #expect(message(of: Array("a = 1\n".utf8) + [0]) == [zero])
        #expect(message(of: Array("a = 1\nb = \"x\\u0000y\"".utf8)) == [zero])
        #expect(message(of: [UInt8](repeating: 0x0A, count: SettingsFile.maximumSize)) == [])
        #expect(message(of: [UInt8](repeating: 0x0A, count: SettingsFile.maximumSize + 1)).count == 1)
    }
}
