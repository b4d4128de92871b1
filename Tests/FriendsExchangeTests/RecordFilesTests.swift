import Foundation
import FriendsExchange
import FriendsFormats
import FriendsModel
import Glibc
import TestSupport
import Testing

/// What an import reads of files, folders and pipes: the same on the screen and on the command line.
@Suite(.timeLimit(.minutes(10)))
struct RecordFilesTests {
    private static func card(_ name: String) -> String {
        "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:\(name)\r\nEND:VCARD\r\n"
    }
    private static let table = "First Name,Shoes\r\nAda,36\r\n"

    private func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    /// For each record the name of its file, and of its friend or what is wrong.
    private func read(_ files: RecordFiles) throws -> [String] {
        var texts: [String] = []
        for file in files.files {
            try files.read(file, ColumnMap()) { records, _ in
                for record in records {
                    switch record.content {
                    case .success(let friend): texts.append("\(file.path):\(record.row) \(friend.details.firstName)")
                    case .failure(let problem): texts.append("\(file.path):\(record.row) \(problem.message)")
                    }
                }
            }
        }
        return texts
    }

    @Test(arguments: [false, true]) func `a folder has its cards, in the order of their names`(waits: Bool) async throws
    {
        try await withTemporaryDirectory { folder in
            for name in ["b.vcf", "C.VCF", "a.vcard", ".hidden.vcf", "notes.txt"] {
                try write(Self.card(name), "\(folder)/\(name)")
            }
            mkfifo(folder + "/d.vcf", 0o600)
            // One folder below, as khard has them, and no deeper.
            for directory in ["/.trash", "/e.vcf", "/family", "/family/old"] { mkdir(folder + directory, 0o700) }
            for name in [".trash/i.vcf", "family/h.vcf", "family/old/j.vcf"] {
                try write(Self.card(name), "\(folder)/\(name)")
            }
            symlink("nowhere", folder + "/f.vcf")
            let latin: [CChar] = (folder + "/g").utf8CString.dropLast() + [CChar(bitPattern: 0xE9)] + ".vcf".utf8CString
            close(open(latin, O_CREAT | O_WRONLY, 0o600))
            let files = try RecordFiles("~/book", at: folder, waits: waits)
            #expect(files.isFolder && files.files.map(\.name).prefix(3) == ["C.VCF", "a.vcard", "b.vcf"])
            let size = ["C.VCF", "a.vcard", "b.vcf", "family/h.vcf"].reduce(0) { $0 + Self.card($1).utf8.count }
            #expect(files.size == size)
            let problem = "The file cannot be read:"
            let expected = [
                "C.VCF:1 C.VCF", "a.vcard:1 a.vcard", "b.vcf:1 b.vcf", "d.vcf:0 \(problem) It is not a regular file",
                "f.vcf:0 \(problem) No such file or directory", "family/h.vcf:1 family/h.vcf",
                "g\u{FFFD}.vcf:0 \(problem) No such file or directory",
            ]
            #expect(try read(files) == expected.map { "~/book/" + $0 })
            // Regular files can be read again.
            #expect(try read(files) == expected.map { "~/book/" + $0 })
            #expect(try RecordFiles("book/", at: folder, waits: waits).files.first?.path == "book/C.VCF")
        }
    }

    @Test(arguments: [false, true]) func `a file tells its format and its columns`(waits: Bool) async throws {
        try await withTemporaryDirectory { folder in
            let path = folder + "/people"
            try write(Self.table, path)
            let files = try RecordFiles("people", at: path, waits: waits)
            #expect(files.files.map(\.format) == [.csv] && files.size == Self.table.utf8.count)
            #expect(files.columns.filter { !$0.isKnown }.map(\.header) == ["Shoes"] && !files.isEmpty)
            #expect(try read(files) == ["people:2 Ada"])
            try write("", path)
            let empty = try RecordFiles("people", at: path, waits: waits)
            #expect(empty.isEmpty && empty.columns.isEmpty)
            #expect(try read(empty) == [])
        }
    }

    @Test func `a file is read in the encoding that was named`() async throws {
        try await withTemporaryDirectory { folder in
            let path = folder + "/a.csv"
            let table = Array("Name,Phone\n".utf8) + [0xC8, 0xE2, 0xE0, 0xED] + Array(",12345\n".utf8)
            #expect(FileManager.default.createFile(atPath: path, contents: Data(table)))
            let named = try RecordFiles("x", at: path, encoding: "CP1251", waits: false)
            #expect(try read(named) == ["x:2 Иван"])
            let guessed = try RecordFiles("x", at: path, waits: false)
            #expect(try read(guessed) == ["x:2 Èâàí"])
            #expect(throws: RecordFilesError.unknownEncoding("klingon")) {
                try RecordFiles("x", at: path, encoding: "klingon", waits: false)
            }
        }
    }

    @Test(arguments: [false, true]) func `what is no file with friends is an error`(waits: Bool) async throws {
        try await withTemporaryDirectory { folder in
            func expect(_ error: RecordFilesError, _ path: String) {
                #expect(throws: error) { try RecordFiles("x", at: "\(folder)/\(path)", waits: waits) }
            }
            try write("\u{1}", folder + "/a.png")
            mkdir(folder + "/none", 0o700)
            for (name, beginning, packed) in [
                ("a.zip", "PK\u{3}\u{4}", PackedFile.zip), ("a.json", "[[ \"vcard\", []]]", .jCard),
            ] {
                try write(beginning, "\(folder)/\(name)")
                expect(.packed(packed), name)
            }
            expect(.missing, "nowhere")
            expect(.unknownFormat, "a.png")
            expect(.noCards, "none")
            expect(.unreadable(reason: "Not a directory"), "a.png/b")
        }
    }

    /// For each record its friend with the tags, or what is wrong.
    private func readWithGroups(_ files: RecordFiles) throws -> [String] {
        var texts: [String] = []
        for file in files.files {
            try files.read(file, ColumnMap(), files.groups) { records, _ in
                for record in records {
                    let friend = try record.content.get()
                    let tags = friend.details.lines.filter { $0.kind == .tag }.map(\.value)
                    texts.append(([friend.details.fullName] + tags).joined(separator: " "))
                }
            }
        }
        return texts
    }

    @Test func `groups are tags of their members, in a file and in a folder`() async throws {
        try await withTemporaryDirectory { folder in
            let cards = ["ada", "bob"].map { "BEGIN:VCARD\nVERSION:4.0\nUID:\($0)\nFN:\($0)\nEND:VCARD\n" }
            let group = "BEGIN:VCARD\nVERSION:4.0\nKIND:group\nFN:Club\nMEMBER:urn:uuid:bob\nEND:VCARD\n"
            try write(cards.joined() + group, folder + "/all.vcf")
            let file = try RecordFiles("all", at: folder + "/all.vcf", waits: false)
            #expect(try readWithGroups(file) == ["ada", "bob Club"])
            // A file with a character set is read as such for the groups, too.
            var wide = Array((cards.joined() + group.replacing("Club", with: "Клуб")).utf16).flatMap {
                [UInt8($0 >> 8), UInt8($0 & 0xFF)]
            }
            try Data(wide).write(to: URL(filePath: folder + "/wide"))
            let named = try RecordFiles(
                "wide", at: folder + "/wide", format: .vcard, encoding: "UTF-16BE", waits: false)
            #expect(try readWithGroups(named) == ["ada", "bob Клуб"])
            wide.insert(contentsOf: [0xFE, 0xFF], at: 0)
            try Data(wide).write(to: URL(filePath: folder + "/wide"))
            let marked = try RecordFiles("wide", at: folder + "/wide", format: .vcard, waits: false)
            #expect(try readWithGroups(marked) == ["ada", "bob Клуб"])
            mkdir(folder + "/book", 0o700)
            for (name, text) in [("1", group), ("2", cards[0]), ("3", cards[1])] {
                try write(text, "\(folder)/book/\(name).vcf")
            }
            let book = try RecordFiles("book", at: folder + "/book", waits: false)
            #expect(try readWithGroups(book) == ["ada", "bob Club"])
        }
    }

    /// The command line reads `<(…)`; the screen would wait for it.
    @Test func `a pipe is read once, or refused at once`() async throws {
        try await withTemporaryDirectory { folder in
            let path = folder + "/pipe"
            mkfifo(path, 0o600)
            #expect(throws: RecordFilesError.notRegular) { try RecordFiles("pipe", at: path, waits: false) }
            // More than its beginning, so that something is read after the columns are known.
            let rows = (0..<10_000).map { "Ada\($0),36\r\n" }.joined()
            let holder = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            // One page (F_SETPIPE_SZ): its beginning does not have all that tells the columns.
            #expect(fcntl(holder, 1_031, 4_096) == 4_096)
            let writer = Thread { try? write("First Name,Shoes\r\n" + rows, path) }
            writer.start()
            let files = try RecordFiles("pipe", at: path, waits: true)
            close(holder)
            #expect(files.size == nil && files.columns.map(\.header) == ["First Name", "Shoes"])
            let texts = try read(files)
            #expect(texts.count == 10_000 && texts.last == "pipe:10001 Ada9999")
        }
    }
}
