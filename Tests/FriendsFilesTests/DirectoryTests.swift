import Foundation
import FriendsFiles
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DirectoryTests {
    @Test func `the names of a directory are listed with their kinds`() async throws {
        try await withTemporaryDirectory { directory in
            try Data().write(to: URL(filePath: directory + "/a b.vcf"))
            try Directory.create(directory + "/.folder")
            symlink(".folder", directory + "/link")
            symlink("nowhere", directory + "/broken")
            let latin: [CChar] = (directory + "/caf").utf8CString.dropLast() + [CChar(bitPattern: 0xE9), 0]
            close(open(latin, O_CREAT | O_WRONLY, 0o600))
            let entries = try Directory.entries(of: directory).sorted { $0.name < $1.name }
            #expect(entries.map(\.name) == [".folder", "a b.vcf", "broken", "link"])
            #expect(entries.map(\.isDirectory) == [true, false, false, true])
        }
    }

    @Test func `a directory that cannot be read is an error`() async throws {
        try await withTemporaryDirectory { directory in
            #expect(throws: FileError.self) { try Directory.entries(of: directory + "/nowhere") }
        }
    }
}
