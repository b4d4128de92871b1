import Foundation
import Glibc
import TestSupport
import Testing

@testable import FriendsSession
@testable import FriendsSettings

@Suite(.timeLimit(.minutes(10)))
struct AccountSecretTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    static func account(_ signIn: AccountSetting.SignIn) -> AccountSetting {
        AccountSetting(name: "work", url: "https://x", signIn: signIn, isInsecure: false, caFile: nil)
    }

    /// A file with these bytes and permissions.
    private func file(_ bytes: some Sequence<UInt8>, mode: mode_t = 0o600) throws -> String {
        let path = "\(directory.path)/password"
        try Data(bytes).write(to: URL(filePath: path))
        chmod(path, mode)
        return path
    }

    private func password(in path: String) async throws(AccountSecret.Problem) -> Credentials? {
        try await AccountSecret.read(Self.account(.password(user: "ada", .file(path))))
    }

    private func problem(_ path: String) async -> String? {
        await #expect(throws: AccountSecret.Problem.self) { try await password(in: path) }?.message
    }

    @Test func `an account without a sign-in has no secret`() async throws {
        #expect(try await AccountSecret.read(Self.account(.anonymous)) == nil)
    }

    @Test(arguments: [
        ("secret", "secret"), ("secret\n", "secret"), ("secret\r\nsecond\n", "secret"), (" a b: c \nd", " a b: c "),
        ("Pässwörd \u{1F511} e\u{301}\n", "Pässwörd \u{1F511} e\u{301}"), ("#\"'\\", "#\"'\\"),
    ])
    func `a password is the first line of its file`(text: String, password: String) async throws {
        let credentials = try await self.password(in: try file(text.utf8))
        #expect(credentials == .basic(user: "ada", password: password))
        guard case .basic(_, let read)? = credentials else { return }
        #expect(Array(read.utf8) == Array(password.utf8))
    }

    @Test(arguments: [mode_t(0o644), 0o640, 0o604, 0o660, 0o610])
    func `a password that others can read is refused`(mode: mode_t) async throws {
        let path = try file("secret".utf8, mode: mode)
        #expect(
            await problem(path)
                == "Password file \(path) of account work can be read by others; make it private with chmod 600")
    }

    @Test(arguments: [
        (Array("".utf8), "has an empty first line"), (Array("\nsecret".utf8), "has an empty first line"),
        (Array("\r\nsecret".utf8), "has an empty first line"),
        (Array("sec\tret".utf8), "has a first line with control characters"),
        (Array("sec\u{1B}[31mret\n".utf8), "has a first line with control characters"),
        (Array("sec\rret\n".utf8), "has a first line with control characters"),
        (Array("secret\u{9B}".utf8), "has a first line with control characters"),
        (Array("secret\0\n".utf8), "has a first line with control characters"),
        ([0x73, 0xE9, 0x0A], "has a first line that is not valid UTF-8"),
        ([UInt8](repeating: 0x73, count: 4_097), "is longer than 4096 bytes"),
    ])
    func `a file without a password is refused`(bytes: [UInt8], reason: String) async throws {
        let path = try file(bytes)
        #expect(await problem(path) == "Password file \(path) of account work \(reason)")
    }

    @Test func `a path without a file is refused`() async throws {
        let path = "\(directory.path)/missing"
        #expect(await problem(path) == "Password file \(path) of account work does not exist")
        let parent = directory.path
        #expect(await problem(parent) == "Password file \(parent) of account work cannot be read: it is not a file")
        mkfifo(path, 0o600)
        #expect(await problem(path) == "Password file \(path) of account work cannot be read: it is not a file")
        let inside = try file([0x73]) + "/x"
        #expect(await problem(inside) == "Password file \(inside) of account work cannot be read: Not a directory")
    }

    @Test func `credentials are never shown`() throws {
        let bearer = Credentials.bearer(token: "secret")
        for credentials in [Credentials.basic(user: "ada", password: "secret"), bearer] {
            var dumped = ""
            dump((credentials, [credentials]), to: &dumped)
            for text in ["\(credentials)", "\([credentials])", String(reflecting: credentials), dumped] {
                #expect(text.contains("(hidden)") && !text.contains("secret") && !text.contains("ada"))
            }
        }
    }
}
