import Foundation
import FriendsFiles
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SecretFileTests {
    private func read(_ path: String) throws(SecretFile.Failure) -> [UInt8] {
        try SecretFile.read(path, maximumSize: 4, forbidding: 0o027)
    }

    @Test(arguments: [mode_t(0o620), 0o604, 0o602, 0o601])
    func `forbidden permissions are an error`(mode: mode_t) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/secret"
            try Data("1234".utf8).write(to: URL(filePath: path))
            chmod(path, 0o640)
            #expect(try read(path) == Array("1234".utf8))
            chmod(path, mode)
            #expect(throws: SecretFile.Failure.readableByOthers) { try read(path) }
        }
    }

    @Test func `a file above the limit is not cut`() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/secret"
            try Data("12345".utf8).write(to: URL(filePath: path))
            chmod(path, 0o600)
            #expect(throws: SecretFile.Failure.tooLarge) { try read(path) }
        }
    }

    @Test func `only a file is read`() async throws {
        try await withTemporaryDirectory { directory in
            #expect(throws: SecretFile.Failure.notAFile) { try read(directory) }
            mkfifo(directory + "/pipe", 0o600)
            #expect(throws: SecretFile.Failure.notAFile) { try read(directory + "/pipe") }
            #expect(throws: SecretFile.Failure.unreadable(errno: ENOENT)) { try read(directory + "/missing") }
        }
    }
}
