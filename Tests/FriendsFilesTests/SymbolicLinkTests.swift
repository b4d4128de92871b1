import FriendsFiles
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SymbolicLinkTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func path(_ name: String) -> String { "\(directory.path)/\(name)" }

    private func target(_ name: String) throws(FileError) -> String { try SymbolicLink.target(of: path(name)) }

    private func link(_ name: String, to text: String) { #expect(symlink(text, path(name)) == 0) }

    @Test func `links are followed to their end`() throws {
        #expect(try target("nothing") == path("nothing"))
        mkdir(path("inside"), 0o700)
        #expect(try target("inside") == path("inside"))
        link("first", to: "inside/second")
        link("inside/second", to: path("third"))
        link("third", to: "inside/../nothing")
        #expect(try target("first") == path("inside/../nothing"))
        #expect(try target("inside/second") == path("inside/../nothing"))
    }

    @Test func `links that lead nowhere are an error`() throws {
        link("first", to: "second")
        link("second", to: "first")
        let circle = #expect(throws: FileError.self) { try target("first") }
        #expect(circle?.code == ELOOP)
        let name = [CChar(bitPattern: 0x61), CChar(bitPattern: 0xE9), 0]
        #expect(symlink(name, path("latin")) == 0)
        let latin = #expect(throws: FileError.self) { try target("latin") }
        #expect(latin?.code == EILSEQ)
    }

    @Test func `as many links as the system follows are followed`() throws {
        for number in 1...41 { link("\(number)", to: "\(number - 1)") }
        #expect(close(creat(path("0"), 0o600)) == 0)
        #expect(try target("40") == path("0"))
        #expect(access(path("40"), F_OK) == 0)
        #expect(throws: FileError.self) { try target("41") }
        #expect(access(path("41"), F_OK) != 0)
    }
}
