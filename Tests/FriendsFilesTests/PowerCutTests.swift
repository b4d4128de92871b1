import CFileCalls
import FriendsFiles
import Glibc
import TestSupport
import Testing

/// What must be on the disk before what follows it.
@Suite(.timeLimit(.minutes(10)))
struct PowerCutTests {
    /// The calls of the system that it takes to give a file its name.
    private func calls(_ name: (consuming TemporaryFile) throws -> Void) async throws -> String {
        var calls = ""
        try await withTemporaryDirectory { directory in
            let file = try TemporaryFile(for: directory + "/target")
            try file.write(Array("new".utf8))
            file_calls_begin()
            defer { file_calls_end() }
            try name(file)
            calls = String(cString: file_calls_end())
        }
        return calls
    }

    @Test func `a file is on the disk before it has its name`() async throws {
        #expect(try await calls { try $0.replaceTarget() } == "frd")
        #expect(try await calls { try $0.createTarget() } == "fld")
    }

    @Test func `a file that may be lost is not waited for`() async throws {
        #expect(try await calls { try $0.replaceTarget(syncs: false) } == "r")
    }

    /// As a restored backup can have them.
    @Test(arguments: [0o640, 0o604, 0o644, 0o700, 0o660] as [mode_t])
    func `a file that others could read becomes private`(mode: mode_t) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/log"
            _ = try PrivateFile.open(path, O_WRONLY | O_CREAT | O_APPEND)
            chmod(path, mode)
            _ = try PrivateFile.open(path, O_WRONLY | O_CREAT | O_APPEND)
            #expect(permissions(of: path) == 0o600)
        }
    }
}
