import FriendsFiles
import FriendsFormats
import FriendsViewModels
import Glibc
import NIOPosix

/// A file with friends, or the cards of a folder.
struct LocalRecordFile: RecordFile {
    private struct Part: Sendable {
        let name: String
        let path: String
        /// In bytes; negative for what is no regular file.
        let size: Int
        var format = FileFormat.vcard
    }

    let path: String
    let unknownColumns: [FileColumn]
    private let parts: [Part]
    private let isFolder: Bool

    /// Few enough bytes that their records are shown at once.
    private static let chunkSize = 64 * 1024

    /// - Parameters:
    ///   - typedPath: the path as the user typed it.
    ///   - path: the path of the file.
    init(_ typedPath: String, at path: String) throws(UserFileError) {
        self.path = typedPath
        var status = stat()
        guard stat(path, &status) == 0 else { throw UserFileError(typedPath, FileError(path)) }
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        do {
            if isFolder {
                parts = try Self.cards(in: path)
                unknownColumns = []
            } else {
                var part = try Self.part(path, name: typedPath)
                guard part.size >= 0 else { throw UserFileError("It is no regular file") }
                let beginning = try Self.open(path).read(upTo: FileFormat.beginningSize)
                if beginning.isEmpty { throw UserFileError("The file is empty") }
                guard let format = FileFormat(beginning: beginning, fileName: path) else {
                    throw UserFileError("It has no vCards, and is no CSV, JSON or abook file")
                }
                part.format = format
                let file = try Self.open(path)
                unknownColumns = try RecordReader(part.format).fileColumns { try Self.chunk(of: file) }.filter {
                    !$0.isKnown
                }
                parts = [part]
            }
        } catch let error as UserFileError {
            throw error
        } catch let error as FileError {
            throw UserFileError(typedPath, error)
        } catch {
            throw UserFileError("Can\u{2019}t read \(typedPath)")
        }
        if parts.isEmpty { throw UserFileError("There are no .vcf files in this folder") }
    }

    private static func chunk(of file: borrowing OpenFile) throws(FileError) -> [UInt8]? {
        let chunk = try file.read(upTo: chunkSize)
        return chunk.isEmpty ? nil : chunk
    }

    private static func cards(in folder: String) throws(FileError) -> [Part] {
        let names = try Directory.entries(of: folder).filter {
            !$0.isDirectory && $0.name.lowercased().hasSuffix(".vcf")
        }
        var parts: [Part] = []
        for name in names.map(\.name).sorted() {
            let path = folder + "/" + name
            // A card that cannot be opened is reported when it is read.
            let part = (try? Self.part(path, name: name)) ?? Part(name: name, path: path, size: 0)
            if part.size >= 0 { parts.append(part) }
        }
        return parts
    }

    private static func part(_ path: String, name: String) throws(FileError) -> Part {
        let status = try open(path).status()
        return Part(name: name, path: path, size: status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : -1)
    }

    /// A pipe is not waited for.
    private static func open(_ path: String) throws(FileError) -> OpenFile {
        try OpenFile(path, O_RDONLY | O_NONBLOCK)
    }

    func read(_ columns: ColumnMap, _ receive: @escaping @Sendable (RecordBatch) throws -> Void) async throws {
        // A large file would keep everything else waiting on the threads of the program.
        try await NIOThreadPool.singleton.runIfActive { try readAll(columns, receive) }
    }

    private func readAll(_ columns: ColumnMap, _ receive: (RecordBatch) throws -> Void) throws {
        let total = Double(max(parts.reduce(0) { $0 + $1.size }, 1))
        var readCount = 0
        for part in parts {
            do {
                let file = try Self.open(part.path)
                try RecordReader(part.format, columns: columns).read {
                    let chunk = try Self.chunk(of: file)
                    readCount += chunk?.count ?? 0
                    return chunk
                } _: { records in
                    let share = min(Double(readCount) / total, 1)
                    try receive(RecordBatch(records, file: isFolder ? part.name : nil, share: share))
                }
            } catch let error as FileError {
                guard isFolder else { throw UserFileError(part.name, error) }
                // One bad card does not stop the others.
                let record = FriendRecord(row: 0, content: .failure(RecordProblem(error)))
                try receive(RecordBatch([record], file: part.name, share: min(Double(readCount) / total, 1)))
            }
        }
    }
}

extension RecordProblem {
    /// Why a file was not read, or not to its end.
    fileprivate init(_ error: FileError) {
        self.init("Can\u{2019}t read the file: \(error.reason)")
    }
}

extension UserFileError {
    fileprivate init(_ name: String, _ error: FileError) {
        self.init(error.code == ENOENT ? "There is no file \(name)" : "Can\u{2019}t read \(name): \(error.reason)")
    }
}
