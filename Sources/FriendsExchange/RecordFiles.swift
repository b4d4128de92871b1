import FriendsFiles
import FriendsFormats
import FriendsVCard
import Glibc

/// What an import reads: a file, standard input, or the cards of a folder and of the folders in it.
package struct RecordFiles: Sendable {
    /// A file whose format is known.
    package struct File: Sendable {
        /// As the user would name it.
        package let path: String
        /// Its name in the folder; its path if the user has named the file.
        package let name: String
        package let format: FileFormat
        /// In bytes; nil for what is not a regular file, or cannot be opened.
        package let size: Int?
        /// The name of its character set; nil for what its bytes show.
        fileprivate let encoding: String?
        fileprivate let location: String
        fileprivate var stream: Stream?
    }

    /// What can be read only once.
    fileprivate struct Stream: Sendable {
        let file: Opened
        /// What was read of it.
        var beginning: [UInt8] = []
    }

    /// In a folder, in the order of the bytes of their names.
    package let files: [File]
    package let isFolder: Bool
    /// Whether it is a file without a byte, which has no friends in any format.
    package let isEmpty: Bool
    /// The columns of a table; empty for others.
    package let columns: [FileColumn]

    /// The size of everything, in bytes; nil if it is not known.
    package let size: Int?

    /// Finds out the format of a file by its beginning. A folder has its cards: the files with the name of a card, but hidden
    /// ones, also one folder below. They have the format of cards unless told otherwise.
    /// - Parameters:
    ///   - name: the path as the user has typed it.
    ///   - path: where the file is; nil for standard input.
    ///   - format: nil for what the file shows.
    ///   - encoding: the name of the character set of the text; nil for what the file shows.
    ///   - columns: what the user says about the columns of a table.
    ///   - waits: whether a pipe is read, and waited for.
    package init(
        _ name: String, at path: String?, format: FileFormat? = nil, encoding: String? = nil,
        _ columns: ColumnMap = ColumnMap(), waits: Bool
    ) throws(RecordFilesError) {
        if let encoding, TextConverter(encoding) == nil { throw .unknownEncoding(encoding) }
        guard let path else {
            let input = Opened(adopting: STDIN_FILENO, name)
            try self.init(input, isRegular: false, name, at: nil, format, encoding, columns)
            return
        }
        // Opening a pipe for reading blocks until someone writes to it.
        let file = try Opened(path, O_RDONLY | (waits ? 0 : O_NONBLOCK))
        let kind = try file.status().st_mode & S_IFMT
        if kind == S_IFDIR {
            try self.init(folder: path, name, format ?? .vcard, encoding)
        } else if kind == S_IFREG || waits {
            try self.init(file, isRegular: kind == S_IFREG, name, at: path, format, encoding, columns)
        } else {
            throw .notRegular
        }
    }

    private init(
        _ file: Opened, isRegular: Bool, _ name: String, at path: String?, _ format: FileFormat?, _ encoding: String?,
        _ columns: ColumnMap
    ) throws(RecordFilesError) {
        var stream = Stream(file: file)
        while stream.beginning.count < FileFormat.beginningSize, let chunk = try file.nextChunk() {
            stream.beginning += chunk
        }
        isFolder = false
        isEmpty = stream.beginning.isEmpty
        if format == nil, let packed = PackedFile(beginning: stream.beginning) { throw .packed(packed) }
        let converter = encoding.flatMap(TextConverter.init)
        let beginning = encoding.flatMap(TextConverter.init)?.convert(stream.beginning) ?? stream.beginning
        let found = format ?? FileFormat(beginning: beginning, fileName: path)
        guard let format = found ?? (isEmpty ? .vcard : nil) else { throw .unknownFormat }
        var isFirst = true
        self.columns = try RecordReader(format, columns: columns).fileColumns { () throws(RecordFilesError) in
            if isFirst {
                isFirst = false
                return stream.beginning.isEmpty ? nil : converter?.convert(stream.beginning) ?? stream.beginning
            }
            let chunk = try file.nextChunk()
            stream.beginning += chunk ?? []
            return chunk.map { converter?.convert($0) ?? $0 }
        }
        size = isRegular ? Int(try file.status().st_size) : nil
        files = [
            File(
                path: name, name: name, format: format, size: size, encoding: encoding, location: path ?? name,
                stream: isRegular ? nil : stream)
        ]
    }

    private init(
        folder: String, _ name: String, _ format: FileFormat, _ encoding: String?
    ) throws(RecordFilesError) {
        (isFolder, isEmpty, columns) = (true, false, [])
        let cards: [String]
        do throws(FileError) {
            cards = try Self.cards(in: folder)
        } catch {
            throw RecordFilesError(error)
        }
        guard !cards.isEmpty else { throw .noCards }
        files = cards.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { card in
            let location = "\(folder)/\(card)"
            return File(
                path: name.utf8.last == UInt8(ascii: "/") ? name + card : "\(name)/\(card)", name: card, format: format,
                size: Opened.size(of: location), encoding: encoding, location: location)
        }
        size = files.reduce(0) { $0 + ($1.size ?? 0) }
    }

    /// The cards of a folder and of the folders in it, as those of khard, vdirsyncer and Google's archives are. A folder that cannot be
    /// read is one of them, which then cannot be read either.
    private static func cards(in folder: String) throws(FileError) -> [String] {
        var cards: [String] = []
        for entry in try visibleEntries(of: folder) {
            guard entry.isDirectory else {
                if FileFormat(fileName: entry.name) == .vcard { cards.append(entry.name) }
                continue
            }
            guard let entries = try? visibleEntries(of: "\(folder)/\(entry.name)") else {
                cards.append(entry.name)
                continue
            }
            cards += entries.filter { !$0.isDirectory && FileFormat(fileName: $0.name) == .vcard }.map {
                "\(entry.name)/\($0.name)"
            }
        }
        return cards
    }

    private static func visibleEntries(of folder: String) throws(FileError) -> [Directory.Entry] {
        try Directory.entries(of: folder, repairsNames: true).filter { $0.name.utf8.first != UInt8(ascii: ".") }
    }

    /// Reads the records of one of the files: a regular one as often as wanted, others once. A file of a folder that cannot be
    /// read is a refused record in row 0, and the others can be imported.
    /// - Parameters:
    ///   - columns: what the columns of a table mean.
    ///   - groups: the groups of the people in the files.
    ///   - receive: takes the next records, and the number of bytes that were read for them.
    /// - Throws: ``RecordFilesError``, or what `receive` throws.
    package func read(
        _ file: File, _ columns: ColumnMap, _ groups: GroupCards = GroupCards(),
        _ receive: ([FriendRecord], _ byteCount: Int) throws -> Void
    ) throws {
        do {
            try readAll(file, columns, groups, receive)
        } catch let error as RecordFilesError where isFolder {
            try receive([FriendRecord(row: 0, content: .failure(.unreadable(error)))], 0)
        }
    }

    private func readAll(
        _ file: File, _ columns: ColumnMap, _ groups: GroupCards, _ receive: ([FriendRecord], Int) throws -> Void
    ) throws {
        let chunks = try Chunks(file)
        var byteCount = 0
        try RecordReader(file.format, columns: columns, groups: groups).read(chunks.next) { records in
            try receive(records, chunks.byteCount - byteCount)
            byteCount = chunks.byteCount
        }
        try receive([], chunks.byteCount - byteCount)
    }

    /// The groups of the people in the files, which can be before and after their members. What can be read only once has none.
    package var groups: GroupCards {
        // Reading them again tells what cannot be read.
        func forEachChunk(of file: File, _ body: ([UInt8]) -> Void) {
            guard let chunks = try? Chunks(file) else { return }
            while let chunk = try? chunks.next() { body(chunk) }
        }
        let cards = files.filter { $0.format == .vcard && $0.stream == nil }
        let hasGroups = cards.contains { file in
            var search = GroupCards.Search()
            forEachChunk(of: file) { search.read($0) }
            return search.hasFound
        }
        guard hasGroups else { return GroupCards() }
        var reader = GroupCards.Reader()
        for file in cards {
            forEachChunk(of: file) { reader.read($0) }
            reader.endFile()
        }
        return reader.result
    }
}

/// The text of a file in chunks.
private final class Chunks {
    private let file: Opened
    private var beginning: [UInt8]
    private let converter: TextConverter?
    private var isAtEnd = false
    /// The number of bytes that were read.
    private(set) var byteCount = 0

    init(_ file: RecordFiles.File) throws(RecordFilesError) {
        self.file = if let stream = file.stream { stream.file } else { try Opened(regular: file.location) }
        beginning = file.stream?.beginning ?? []
        converter = file.encoding.flatMap(TextConverter.init)
    }

    /// The next chunk; nil at the end.
    func next() throws(RecordFilesError) -> [UInt8]? {
        if isAtEnd { return nil }
        let chunk = beginning.isEmpty ? try file.nextChunk() : beginning
        beginning = []
        byteCount += chunk?.count ?? 0
        guard let converter else { return chunk }
        if let chunk { return converter.convert(chunk) }
        isAtEnd = true
        return converter.finish()
    }
}

/// An open file.
private final class Opened: Sendable {
    /// The size of what is read at once, in bytes: so little that its records are shown at once.
    private static let chunkSize = 64 * 1024

    private let file: OpenFile

    init(adopting descriptor: CInt, _ name: String) { file = OpenFile(name, adopting: descriptor) }

    init(_ path: String, _ flags: CInt) throws(RecordFilesError) {
        do throws(FileError) {
            file = try OpenFile(path, flags)
        } catch {
            throw RecordFilesError(error)
        }
    }

    /// Opens a file that has to be a regular one.
    convenience init(regular path: String) throws(RecordFilesError) {
        try self.init(path, O_RDONLY | O_NONBLOCK)
        guard try status().st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    }

    static func size(of path: String) -> Int? {
        guard let file = try? Opened(regular: path) else { return nil }
        return (try? file.status()).map { Int($0.st_size) }
    }

    func status() throws(RecordFilesError) -> stat {
        do throws(FileError) {
            return try file.status()
        } catch {
            throw RecordFilesError(error)
        }
    }

    /// The next bytes as soon as there are some; nil at the end.
    func nextChunk() throws(RecordFilesError) -> [UInt8]? {
        do throws(FileError) {
            let chunk = try file.readAvailable(upTo: Self.chunkSize)
            return chunk.isEmpty ? nil : chunk
        } catch {
            throw RecordFilesError(error)
        }
    }
}
