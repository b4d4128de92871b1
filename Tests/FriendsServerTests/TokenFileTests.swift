import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import FriendsServer

@Suite(.timeLimit(.minutes(10)))
struct TokenFileTests {
    private let directory: TemporaryDirectory
    private let file: TokenFile

    init() throws {
        directory = try TemporaryDirectory()
        file = TokenFile(path: directory.path + "/made/tokens")
    }

    private var text: String {
        get throws { try String(contentsOf: URL(filePath: file.path), encoding: .utf8) }
    }

    @Test func `a token belongs to its name and is not in the file`() throws {
        let ada = try file.add("ada")
        let grace = try file.add("grace@navy.example")
        #expect(ada.wholeMatch(of: /friends_[0-9a-f]{64}/) != nil)
        #expect(ada != grace)
        let list = try file.read()
        #expect(list.name(of: ada) == "ada")
        #expect(list.name(of: grace) == "grace@navy.example")
        #expect(list.name(of: ada.uppercased()) == nil)
        #expect(list.name(of: "") == nil)
        #expect(try text.wholeMatch(of: /ada:[0-9a-f]{64}\ngrace@navy\.example:[0-9a-f]{64}\n/) != nil)
        #expect(try !text.contains(ada.dropFirst("friends_".count)))
        #expect(try file.names() == ["ada", "grace@navy.example"])
    }

    @Test func `the hash is plain SHA-256`() throws {
        // printf secret | sha256sum
        let list = try TokenList(
            parsing: "ada:2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b")
        #expect(list.name(of: "secret") == "ada")
    }

    @Test func `only the owner can read the token file`() throws {
        let mask = umask(0)
        defer { umask(mask) }
        _ = try file.add("ada")
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/made") == ["tokens"])
    }

    @Test(arguments: [mode_t(0o640), 0o604, 0o620])
    func `a token file with access for others is rejected`(mode: mode_t) throws {
        _ = try file.add("ada")
        chmod(file.path, mode)
        #expect(throws: TokenFileError.readableByOthers(path: file.path)) { try file.names() }
        #expect(throws: TokenFileError.readableByOthers(path: file.path)) { try file.add("grace") }
    }

    @Test func `a file of more than a megabyte is not read`() throws {
        _ = try file.add("ada")
        let note = "# " + String(repeating: "x", count: 1_021) + "\n"
        let line = try text
        func write(notes: Int) throws {
            try Data((line + String(repeating: note, count: notes)).utf8).write(to: URL(filePath: file.path))
            chmod(file.path, 0o600)
        }
        try write(notes: 1_023)
        #expect(try file.names() == ["ada"])
        try write(notes: 1_024)
        #expect(throws: TokenFileError.unreadable(path: file.path, errno: EFBIG)) { try file.names() }
    }

    @Test func `a name has one token`() throws {
        let token = try file.add("ada")
        #expect(throws: TokenFileError.nameTaken("ada", path: file.path)) { try file.add("ada") }
        try file.remove("ada")
        #expect(try file.read().name(of: token) == nil)
        #expect(throws: TokenFileError.noSuchName("ada", path: file.path)) { try file.remove("ada") }
        _ = try file.add("ada")
    }

    @Test(arguments: ["", "a:b", "a b", "ada\n", "é", String(repeating: "a", count: 65)])
    func `a name that could break a line is rejected`(name: String) throws {
        #expect(throws: TokenFileError.badName(name)) { try file.add(name) }
        #expect(access(file.path, F_OK) != 0)
    }

    @Test func `comments and empty lines are kept`() throws {
        _ = try file.add("ada")
        let notes = "# Who may:\n\n  # the first one\n"
        try (notes + text + "\n# the end").write(toFile: file.path, atomically: false, encoding: .utf8)
        _ = try file.add("grace")
        try file.remove("ada")
        #expect(try text.wholeMatch(of: /# Who may:\n\n  # the first one\n\n# the end\ngrace:[0-9a-f]{64}\n/) != nil)
        try file.remove("grace")
        #expect(try text == notes + "\n# the end\n")
    }

    @Test func `concurrent additions are all kept`() async throws {
        let names = (0..<120).map { "name\($0)" }
        try await withThrowingTaskGroup { group in
            for name in names { group.addTask { _ = try file.add(name) } }
            try await group.waitForAll()
        }
        #expect(try Set(file.names()) == Set(names))
    }

    @Test(arguments: [
        ("ada", 1), ("ada:12", 1), ("# a note\n\nada:\(String(repeating: "g", count: 64))", 3),
        ("ada:\(hash)\nada:\(hash)", 2), ("a b:\(hash)", 1), ("ada:\(hash):x", 1), (":\(hash)", 1),
    ])
    func `an invalid line is reported with its number`(text: String, number: Int) {
        #expect(throws: TokenList.BadLine(number: number)) { try TokenList(parsing: text) }
    }

    @Test func `an unreadable or unwritable file is an error`() throws {
        #expect(throws: TokenFileError.unreadable(path: file.path, errno: ENOENT)) { try file.names() }
        #expect(throws: TokenFileError.notAFile(path: "/dev/null")) { try TokenFile(path: "/dev/null").names() }
        #expect(throws: TokenFileError.unwritable(path: "/dev/null/tokens", errno: ENOTDIR)) {
            try TokenFile(path: "/dev/null/tokens").add("ada")
        }
    }

    private static let hash = String(repeating: "0a", count: 32)

    // MARK: - While a server runs

    @Test func `a running server notices every change at once`() throws {
        let ada = try file.add("ada")
        let authenticator = try BearerAuthenticator(file, logger: .silent)
        #expect(try authenticator.access(with: ada).name == "ada")
        let grace = try file.add("grace")
        #expect(try authenticator.access(with: grace).name == "grace")
        try file.remove("ada")
        #expect(try authenticator.access(with: ada).name == nil)
        #expect(try authenticator.access(with: grace).name == "grace")
    }

    @Test func `an unusable file rejects all tokens until it is fixed`() throws {
        let ada = try file.add("ada")
        let authenticator = try BearerAuthenticator(file, logger: .silent)
        chmod(file.path, 0o644)
        #expect(throws: TokenFileError.readableByOthers(path: file.path)) { try authenticator.access(with: ada).name }
        #expect(throws: TokenFileError.readableByOthers(path: file.path)) { try authenticator.access(with: ada).name }
        chmod(file.path, 0o600)
        #expect(try authenticator.access(with: ada).name == "ada")
        unlink(file.path)
        #expect(throws: TokenFileError.unreadable(path: file.path, errno: ENOENT)) {
            try authenticator.access(with: ada)
        }
    }

    @Test func `no token is needed until the first one is made`() throws {
        let authenticator = try BearerAuthenticator(file, mayBeMissing: true, logger: .silent)
        #expect(try authenticator.access(with: nil).isAllowed)
        #expect(try authenticator.access(with: "unknown").isAllowed)
        let ada = try file.add("ada")
        #expect(try !authenticator.access(with: nil).isAllowed)
        #expect(try !authenticator.access(with: "unknown").isAllowed)
        #expect(try authenticator.access(with: ada).name == "ada")
        // A file that was there is never a reason to let everyone in.
        unlink(file.path)
        #expect(try !authenticator.access(with: nil).isAllowed)
    }

    @Test func `a stream keeps its access until its own token goes`() throws {
        let ada = try file.add("ada")
        let authenticator = try BearerAuthenticator(file, logger: .silent)
        var granted = GrantedAccess(try authenticator.access(with: ada), with: ada, by: authenticator)
        /// `#expect` cannot call a mutating method.
        func stillGranted() -> Bool { granted.isStillGranted() }
        let generation = authenticator.generation
        #expect(stillGranted())
        #expect(authenticator.generation == generation)
        _ = try file.add("grace")
        #expect(stillGranted())
        #expect(granted.access.generation == authenticator.generation)
        #expect(authenticator.generation != generation)
        try file.remove("ada")
        #expect(!stillGranted())
        // Another token of the same name is not the one of the stream.
        _ = try file.add("ada")
        #expect(!stillGranted())
    }

    @Test func `each of many tokens belongs to its name`() throws {
        var list = TokenList()
        let tokens = (0..<500).map { list.add("name\($0)") }
        list.remove("name7")
        for (index, token) in tokens.enumerated() {
            #expect(list.name(of: token) == (index == 7 ? nil : "name\(index)"))
        }
    }
}
