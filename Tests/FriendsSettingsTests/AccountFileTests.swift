import Foundation
import FriendsFiles
import Glibc
import TestSupport
import Testing

@testable import FriendsSettings

/// The settings file, when an account is added or removed.
@Suite(.timeLimit(.minutes(10)))
struct AccountFileTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path + "/config/friends/config.toml"
    }

    private func text(_ path: String? = nil) throws -> String {
        try String(contentsOf: URL(filePath: path ?? self.path), encoding: .utf8)
    }

    private func write(_ text: String, to path: String? = nil) throws {
        let path = path ?? self.path
        try Directory.create(for: path)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    private func add(_ name: String = "work", to path: String? = nil) throws(AccountTables.Problem) {
        let account = AccountSetting(
            name: name, url: "https://x", signIn: .anonymous, isInsecure: false, caFile: nil)
        try AccountTables.edit(path ?? self.path) { text throws(AccountTables.Problem) in
            try AccountTables.adding(account, to: text)
        }
    }

    private static let table = "[account.work]\nurl = \"https://x\"\n"

    @Test func `a new file and its directories are private`() throws {
        let mask = umask(0)
        defer { umask(mask) }
        try add()
        #expect(try text() == Self.table)
        #expect(permissions(of: path) == 0o600)
        for parent in ["/config", "/config/friends"] { #expect(permissions(of: directory.path + parent) == 0o700) }
        #expect(try names(in: directory.path + "/config/friends") == ["config.toml"])
    }

    @Test(arguments: [0o600, 0o644, 0o660, 0o700])
    func `a changed file keeps its permissions`(mode: Int) throws {
        try write("theme = 'x'\n")
        chmod(path, mode_t(mode))
        try add()
        #expect(try text() == "theme = 'x'\n\n" + Self.table)
        #expect(permissions(of: path) == mode)
        #expect(try names(in: directory.path + "/config/friends") == ["config.toml"])
    }

    @Test(arguments: [false, true])
    func `the file behind links is changed`(isRelative: Bool) throws {
        let target = directory.path + "/dotfiles/settings"
        try write("# mine\n", to: target)
        try Directory.create(for: path)
        symlink(isRelative ? "../../dotfiles/second" : directory.path + "/dotfiles/second", path)
        symlink("settings", directory.path + "/dotfiles/second")
        try add()
        #expect(try text(target) == "# mine\n\n" + Self.table)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path).hasSuffix("dotfiles/second"))
        #expect(try names(in: directory.path + "/config/friends") == ["config.toml"])
        #expect(try names(in: directory.path + "/dotfiles") == ["second", "settings"])
    }

    @Test func `a link to nothing gets a private file`() throws {
        try Directory.create(directory.path + "/dotfiles")
        try Directory.create(for: path)
        symlink(directory.path + "/dotfiles/settings", path)
        try add()
        #expect(try text(directory.path + "/dotfiles/settings") == Self.table)
        #expect(permissions(of: directory.path + "/dotfiles/settings") == 0o600)
    }

    /// The directory may be one that is not mounted.
    @Test func `no directory is made behind a link`() throws {
        try Directory.create(for: path)
        symlink(directory.path + "/stick/settings", path)
        #expect(throws: AccountTables.Problem.unwritable(path: path, reason: "No such file or directory")) { try add() }
        #expect(try names(in: directory.path) == ["config"])
        unlink(path)
        symlink("config.toml", path)
        #expect(throws: AccountTables.Problem.unreadable(path: path, reason: "Too many levels of symbolic links")) {
            try add()
        }
    }

    @Test func `only a file is replaced`() throws {
        try Directory.create(for: path)
        mkfifo(path, 0o600)
        #expect(throws: AccountTables.Problem.unwritable(path: path, reason: "it is not a file")) { try add() }
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        let problem = AccountTables.Problem.unwritable(path: directory.path, reason: "Is a directory")
        #expect(throws: problem) { try add(to: directory.path) }
        #expect(problem.message == "Cannot write the settings to \(directory.path): Is a directory")
    }

    /// Root may write everything.
    @Test(.enabled(if: geteuid() != 0))
    func `a file that its user has protected is not replaced`() throws {
        try write("theme = 'x'\n")
        chmod(path, 0o400)
        #expect(throws: AccountTables.Problem.unwritable(path: path, reason: "Permission denied")) { try add() }
        #expect(try text() == "theme = 'x'\n")
    }

    @Test func `after a problem the file is as it was`() throws {
        for text in ["a = ", Self.table, "account = {}", String(repeating: "\n", count: SettingsFile.maximumSize + 1)] {
            try write(text)
            let before = FileVersion(of: path)
            #expect(throws: AccountTables.Problem.self) { try add() }
            #expect(FileVersion(of: path) == before)
        }
        try Data([0x23, 0xE9]).write(to: URL(filePath: path))
        #expect(throws: AccountTables.Problem.invalid("the file is not valid UTF-8")) { try add() }
        #expect(try directory.contents(of: "config/friends/config.toml") == Data([0x23, 0xE9]))
        #expect(try names(in: directory.path + "/config/friends") == ["config.toml"])
    }

    @Test func `concurrent changes are all kept`() async throws {
        let all = (0..<60).map { "name\($0)" }
        try await withThrowingTaskGroup { group in
            for name in all { group.addTask { try add(name) } }
            try await group.waitForAll()
        }
        #expect(try Set(Settings(try text()).accounts.map(\.name)) == Set(all))
    }
}
